//! The areas of the screen: pure functions of its size and of what is open. Drawing and the mouse use the same ones.

mod frame;
pub mod linear;
mod popup;
mod reading;
mod searching;

pub use popup::{popup, popup_width};
pub use reading::{CONTENTS_FROM, Reading, SIDE_FROM, SideWanted, reading};
pub use searching::{Searching, searching};

#[cfg(test)]
mod tests;
