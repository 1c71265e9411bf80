//! Themes: the colours of each theme, the roles of text, and the styles and marks that show a role on the
//! screen.
//!
//! A page is laid out in [`Face`]s, which record the meaning of each piece of text. Only drawing asks
//! [`Styles`] how a face looks. Colour alone never carries meaning: every role also has a weight, an
//! underline, a reversal or a mark, so the screen is readable without colour.

mod palette;
mod styles;
mod symbols;

pub use palette::{THEMES, Theme};
pub use styles::{Difference, Face, Role, Styles};
pub use symbols::{Symbols, in_ascii};
