//! Compares two sections side by side. Corresponding parts are on the same line, and differing
//! words are marked.
//!
//! Equal parts are dimmed. A sign between the columns shows differences even without colour: `~`
//! for a changed part, `-` for a part only in the left section, and `+` for a part only in the
//! right section. Within a changed part, replaced words are in reverse video, and words without a
//! counterpart are bold and underlined.

mod align;
mod layout;

pub use layout::Comparison;

#[cfg(test)]
mod tests;
