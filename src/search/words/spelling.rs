//! American and British spellings of a word.

/// Parts of words with two spellings, American and British. Pairs that differ by one letter are included, so that a
/// word in the other spelling does not count as mistyped.
const PAIRS: &str = include_str!("spellings.txt");

/// Endings that are spelt in two ways, of words that are long enough to have one.
const ENDINGS: [(&str, &str); 6] = [
    ("ize", "ise"),
    ("izes", "ises"),
    ("ized", "ised"),
    ("izing", "ising"),
    ("yze", "yse"),
    ("yzed", "ysed"),
];
const LONG_ENOUGH: usize = 7;

/// The other spelling of a word, if there may be one: it need not be a word.
pub(crate) fn other_spelling(word: &str) -> Option<String> {
    // The British spelling is looked for first: it may hold the American one.
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
