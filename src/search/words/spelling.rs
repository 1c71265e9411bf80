//! American and British spellings of a word.

/// Parts of words with two spellings, one pair per line, American first. Pairs that differ by a
/// single letter are included, because a word in the other spelling must not count as mistyped.
const PAIRS: &str = include_str!("spellings.txt");

/// Endings with two spellings, for words of at least [`LONG_ENOUGH`] letters.
const ENDINGS: [(&str, &str); 6] = [
    ("ize", "ise"),
    ("izes", "ises"),
    ("ized", "ised"),
    ("izing", "ising"),
    ("yze", "yse"),
    ("yzed", "ysed"),
];
const LONG_ENOUGH: usize = 7;

/// Returns a word in its other spelling, if a part or the ending of the word has two spellings. The
/// result may not be an English word.
pub fn other_spelling(word: &str) -> Option<String> {
    // Look for the British spelling first, because it may contain the American one: `programme`,
    // `program`.
    let inside = PAIRS.lines().find_map(|pair| {
        let (american, british) = pair.split_once(' ')?;
        let (from, to) = if word.contains(british) {
            (british, american)
        } else {
            (american, british)
        };
        word.contains(from).then(|| word.replacen(from, to, 1))
    });
    inside.or_else(|| {
        let ending = |from: &str, to: &str| {
            let base = word
                .strip_suffix(from)
                .filter(|_| word.len() >= LONG_ENOUGH)?;
            Some(format!("{base}{to}"))
        };
        ENDINGS
            .iter()
            .find_map(|(one, other)| ending(one, other).or_else(|| ending(other, one)))
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("armor", "armour")]
    #[case("unarmoured", "unarmored")]
    #[case("updraft", "updraught")]
    #[case("programmes", "programs")]
    #[case("catalog", "catalogue")]
    #[case("manoeuvre", "maneuver")]
    #[case("organized", "organised")]
    #[case("cauterise", "cauterize")]
    fn a_word_is_spelt_in_two_ways(#[case] one: &str, #[case] other: &str) {
        assert_eq!(other_spelling(one).as_deref(), Some(other));
        assert_eq!(other_spelling(other).as_deref(), Some(one));
    }

    #[rstest]
    #[case("prise")]
    #[case("prize")]
    #[case("breach")]
    #[case("")]
    #[case("…’é")]
    fn most_words_have_no_other_spelling(#[case] word: &str) {
        assert_eq!(other_spelling(word), None);
    }
}
