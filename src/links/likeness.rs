//! How much two texts have in common.

/// A word without the punctuation at its ends, which makes no other rule.
pub fn without_punctuation(word: &str) -> &str {
    word.trim_matches(['.', ',', ';', ':', '(', ')', '!', '?', '[', ']'])
}

/// The share of words that two texts have in common, from 0 to 1, wherever they stand. Both lists are sorted.
pub fn likeness(one: &[String], other: &[String]) -> f32 {
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
    let share = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
    2.0 * share(common) / share(one.len() + other.len())
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
    }
}
