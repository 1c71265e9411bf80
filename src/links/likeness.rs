//! Compares the words of two texts.

use std::ops::Range;

use crate::rules::slug::fold;

/// The words of a text, regardless of case and punctuation.
#[derive(Debug)]
pub struct ComparedWords {
    /// The words, in the order of the text.
    pub words: Vec<String>,
    sorted: Vec<String>,
}

impl ComparedWords {
    /// Prepares words for a comparison.
    pub fn new(words: Vec<String>) -> Self {
        let mut sorted = words.clone();
        sorted.sort_unstable();
        Self { words, sorted }
    }

    /// Returns the Dice coefficient of two texts: the share of words that they have in common, from
    /// 0 to 1.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a likeness needs no more precision"
    )]
    pub fn likeness(&self, other: &Self) -> f32 {
        let total = self.words.len() + other.words.len();
        if total == 0 {
            return 1.0;
        }
        let (mut at, mut common) = (0, 0_usize);
        for word in &self.sorted {
            let before = |next: &&String| *next < word;
            at += other.sorted[at..].iter().take_while(before).count();
            if other.sorted.get(at) == Some(word) {
                (at, common) = (at + 1, common + 1);
            }
        }
        2.0 * common as f32 / total as f32
    }
}

/// Returns the words of a text as they are compared, each with its byte range: in lower case, with
/// plain quotation marks, and without punctuation at the ends.
pub fn compared_words(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let bare = word.trim_matches(['.', ',', ';', ':', '(', ')', '!', '?', '[', ']']);
        let folded = fold(if bare.is_empty() { word } else { bare });
        (start..start + word.len(), folded)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_the_share_of_common_words() {
        let of = |text: &str| ComparedWords::new(text.split(' ').map(str::to_owned).collect());
        let like = |one: &str, other: &str| of(one).likeness(&of(other));
        assert!((like("a b c d", "d c b a") - 1.0).abs() < f32::EPSILON);
        assert!((like("a a b", "a c d") - 1.0 / 3.0).abs() < 0.001);
        assert!(like("a", "b").abs() < f32::EPSILON);
        let long = "word ".repeat(40_000);
        assert!((like(&long, &long) - 1.0).abs() < f32::EPSILON);
    }
}
