//! A section to a page.
//!
//! Nothing here knows a terminal: a piece of text carries what it *is* in its [`Face`](crate::theme::Face), and the theme
//! decides what that looks like.

mod blocks;
mod builder;
pub mod compare;
mod embed;
pub mod heading;
mod line;
mod mentions;
mod page;
mod parameter;
mod section;
mod table;
pub mod wrap;

pub use builder::{MEASURE, PageContext};
pub use line::{Line, Piece};
pub use page::{Anchor, Page, PageLink, TableRegion};

#[cfg(test)]
mod tests;
