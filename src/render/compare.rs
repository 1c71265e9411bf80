//! Two sections side by side: parts that belong together on one line, the words that differ marked.
//!
//! Equal parts are set in a quiet role. A difference needs no colour: a sign between the columns says whether a part has
//! changed (`~`), or is only at the left (`-`) or only at the right (`+`). Within a changed part, replaced words are
//! reversed, and words without a counterpart are bold and underlined.

mod align;
mod layout;

pub use layout::Comparison;

#[cfg(test)]
mod tests;
