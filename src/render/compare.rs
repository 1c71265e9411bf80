//! Compares two sections and marks the differing words. On a wide screen, the sections are side by
//! side, with corresponding parts on the same line; otherwise they share one column.
//!
//! Equal parts are dimmed. A sign (a word in linear mode) shows differences even without colour: `~`
//! for a changed part, `-` for a part only in the left section, and `+` for a part only in the
//! right section. Within a changed part, replaced words are in reverse video, and words without a
//! counterpart are bold and underlined.

mod align;
mod layout;

#[cfg(test)]
mod tests;
