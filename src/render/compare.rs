//! Compares two sections side by side: corresponding parts are on the same line, and the words that differ
//! are marked.
//!
//! Equal parts are dimmed. Differences are visible without colour, by a sign between the columns: `~` for a
//! changed part, `-` for a part only in the left section, and `+` for a part only in the right section.
//! Within a changed part, replaced words are reversed, and words without a counterpart are bold and
//! underlined.

mod align;
mod layout;

pub use layout::Comparison;

#[cfg(test)]
mod tests;
