//! Themes: the colours of each theme, the roles of text, and the styles and marks that show a role on the
//! screen.
//!
//! Every piece of text on a page has a [`Face`], which records the meaning of the text. Only drawing asks
//! [`Styles`] how a face looks. A meaning never depends on colour alone: bold, italic, underlined or reversed
//! text or a mark shows it too, so the screen is readable without colour.

mod palette;
mod styles;
mod symbols;

pub use palette::{THEMES, Theme};
pub use styles::{Difference, Face, Role, Styles};
pub use symbols::{Symbols, in_ascii};
