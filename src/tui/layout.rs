//! The areas of the screen: pure functions of its size and of what is open. Drawing and the mouse use the same ones.

mod frame;
pub mod linear;
mod popup;
mod reading;
mod searching;

pub use frame::{columns, lines, screen};
pub use popup::{popup, popup_width};
pub use reading::{CONTENTS_FROM, Reading, SIDE_FROM, SideWanted, reading};
pub use searching::{Searching, searching};

/// The search screen; in linear mode without a preview.
pub fn search_screen(size: (u16, u16), is_linear: bool) -> Searching {
    if is_linear {
        linear::searching(size)
    } else {
        searching(size)
    }
}

#[cfg(test)]
mod tests;
