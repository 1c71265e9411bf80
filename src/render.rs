//! Lays out a section as a page.
//!
//! Nothing here depends on a terminal: the [`Face`](crate::theme::Face) of a piece of text says
//! what the text *is*, such as a heading or a link, and the theme decides how that looks.

mod blocks;
mod builder;
mod compare;
mod embed;
pub mod heading;
mod line;
mod mentions;
mod page;
mod roll;
mod section;
mod table;
pub mod wrap;

pub use builder::{MEASURE, PageContext};
pub use line::{Line, Piece};
pub use page::{Anchor, Page, PageLink};

#[cfg(test)]
mod tests;
