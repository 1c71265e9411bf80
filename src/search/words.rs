//! Function words, which carry little meaning in a sentence, and English words of similar meaning.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analyzer::{Language, Stemmer};

/// The function words of each language, whose code is before them on their line.
static FUNCTION_WORDS: LazyLock<FxHashMap<Language, FxHashSet<&'static str>>> =
    LazyLock::new(|| {
        let lines = include_str!("function.txt").lines();
        let lists = lines.filter_map(|line| {
            let (code, words) = line.split_once(": ")?;
            Some((Language::named(code)?, words.split(' ').collect()))
        });
        lists.collect()
    });

/// One group per line: words of the rules, a colon, and words that players use instead. The groups
/// were chosen from frequent words of rules, not from queries.
const GROUPS: &str = include_str!("related.txt");

/// The groups of each stem.
static RELATED: LazyLock<FxHashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut stemmer = Stemmer::new(Language::ENGLISH);
    let mut groups: FxHashMap<String, Vec<&'static str>> = FxHashMap::default();
    for line in GROUPS.lines() {
        for word in words_of(line) {
            let known = groups.entry(stemmer.stem(word).to_owned()).or_default();
            if known.last() != Some(&line) {
                known.push(line);
            }
        }
    }
    groups
});

fn words_of(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.split([':', ' ']).filter(|word| !word.is_empty())
}

/// Whether a word is a function word of a language: `the`, `does`. English ones count in languages
/// whose function words we do not know.
pub fn is_function_word(word: &str, language: Language) -> bool {
    let words = FUNCTION_WORDS.get(&language);
    let words = words.or_else(|| FUNCTION_WORDS.get(&Language::ENGLISH));
    words.is_some_and(|words| words.contains(word))
}

/// Returns the words of all groups that contain a form of `word`: `take` for `grab`. The result
/// contains this form too, and some words may occur twice.
pub fn related_words(word: &str) -> impl Iterator<Item = &'static str> {
    let stem = Stemmer::new(Language::ENGLISH).stem(word).to_owned();
    let groups = RELATED.get(&stem).into_iter().flatten();
    groups.flat_map(|line| words_of(line))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("grab", "take")]
    #[case("grabbed", "take")]
    #[case("take", "grab")]
    #[case("tied", "equal")]
    fn any_form_of_a_word_has_the_same_related_words(#[case] said: &str, #[case] meant: &str) {
        assert!(related_words(said).any(|word| word == meant), "{said}");
    }

    #[rstest]
    #[case("en", "the", true)]
    #[case("en", "die", false)]
    #[case("de", "die", true)]
    #[case("de", "würfel", false)]
    #[case("fr", "l", true)]
    #[case("fr", "or", false)]
    #[case("es", "qué", true)]
    #[case("it", "perché", true)]
    #[case("nl", "het", true)]
    #[case("pl", "jeśli", true)]
    #[case("pt", "não", true)]
    #[case("sv", "och", true)]
    #[case::unknown("hu", "the", true)]
    fn each_language_has_its_function_words(
        #[case] language: &str,
        #[case] word: &str,
        #[case] expected: bool,
    ) {
        let language = Language::named(language).unwrap();
        assert_eq!(is_function_word(word, language), expected);
    }

    #[rstest]
    #[case("")]
    #[case("ab")]
    #[case("quaternion")]
    #[case("näher")]
    fn a_word_outside_all_groups_has_no_related_words(#[case] said: &str) {
        assert_eq!(related_words(said).count(), 0);
    }
}
