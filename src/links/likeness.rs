//! Compares the words of two texts.

/// Returns a word without the punctuation at its ends.
pub fn without_punctuation(word: &str) -> &str {
    word.trim_matches(['.', ',', ';', ':', '(', ')', '!', '?', '[', ']'])
}

/// Returns the Dice coefficient of two sorted lists: the share of elements that they have in
/// common, from 0 to 1.
#[expect(
    clippy::cast_precision_loss,
    reason = "a likeness needs no more precision"
)]
pub fn likeness<T: Ord>(one: &[T], other: &[T]) -> f32 {
    if one.is_empty() && other.is_empty() {
        return 1.0;
    }
    let (mut at, mut common) = (0, 0_usize);
    for word in one {
        at += other[at..].iter().take_while(|next| *next < word).count();
        if other.get(at) == Some(word) {
            (at, common) = (at + 1, common + 1);
        }
    }
    2.0 * common as f32 / (one.len() + other.len()) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_the_share_of_common_words() {
        let like = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|text| {
                let mut words: Vec<_> = text.split(' ').map(str::to_owned).collect();
                words.sort_unstable();
                words
            });
            likeness(&one, &other)
        };
        assert!((like("a b c d", "d c b a") - 1.0).abs() < f32::EPSILON);
        assert!((like("a a b", "a c d") - 1.0 / 3.0).abs() < 0.001);
        assert!(like("a", "b").abs() < f32::EPSILON);
        let long: Vec<_> = (0..40_000).collect();
        assert!((likeness(&long, &long) - 1.0).abs() < f32::EPSILON);
    }
}
