//! Semantic colours; every concrete style is derived from them once.
//!
//! A page is laid out in [`Face`]s, which say what a piece of text *is*; only drawing asks [`Styles`] what that looks
//! like. Colour alone never carries meaning: weight, underline, reversal or a mark doubles each role, so that the same
//! screens can be read without colour.

mod palette;
mod styles;
mod symbols;

pub use palette::{THEMES, Theme};
pub use styles::{Difference, Face, Role, Styles};
pub use symbols::{Symbols, in_ascii};
