//! Themes: the colours of each theme, the roles of text, and the styles and marks that show a role
//! on the screen.
//!
//! Every piece of text on a page has a [`Face`], which records the meaning of the text. [`Styles`]
//! turns the face into a terminal style when the text is drawn. The screen is readable without
//! colour: most meanings are also shown by a mark, or by bold, italic, underlined or reversed text.
//! Some themes show links by colour alone, but the theme without colours underlines them.

mod palette;
mod styles;
mod symbols;

pub use palette::{THEMES, Theme};
pub use styles::{Face, Role, Styles};
pub use symbols::Symbols;
