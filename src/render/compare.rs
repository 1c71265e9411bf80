//! Two sections side by side: what belongs together on one line, the words that differ marked.
//!
//! What is the same is set quietly. What differs needs no colour: a sign between the columns tells what is changed (`~`),
//! only at the left (`-`) and only at the right (`+`); within what is changed, other words are reversed, and words that
//! the other side has nothing for are bold and underlined.

mod align;
mod layout;

pub use layout::Comparison;

#[cfg(test)]
mod tests;
