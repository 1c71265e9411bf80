//! How ordinary a word is in English prose: the prior for names that the texts seldom use.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::words::Phrase;

/// The grades of the words in `everyday.txt`, by stem.
static GRADES: LazyLock<FxHashMap<&'static str, f32>> = LazyLock::new(|| {
    let mut grades = FxHashMap::default();
    let mut grade = 0.0;
    for line in include_str!("everyday.txt").lines() {
        if let Some(new) = line.strip_prefix("= ") {
            grade = new.parse().unwrap_or(0.0);
        } else if !line.starts_with('#') {
            grades.extend(line.split(' ').map(|word| (word, grade)));
        }
    }
    grades
});

/// Returns how ordinary a word with this stem is, from 0, for a word that is not in `everyday.txt`,
/// to 1, for a word of grammar. A number or a single letter of the Latin script is as ordinary as that.
pub fn everyday(stem: &str) -> f32 {
    if stem.len() == 1 || stem.starts_with(|c: char| c.is_ascii_digit()) {
        return 1.0;
    }
    GRADES.get(stem).copied().unwrap_or(0.0)
}

/// Whether a word with this stem is one of grammar: `the`, `of`. No name consists only of these.
pub fn is_grammar(stem: &str) -> bool {
    everyday(stem) >= 1.0
}

/// Whether a name consists only of everyday words and numbers.
pub fn is_plain(phrase: &Phrase<'_>) -> bool {
    (0..phrase.words.len()).all(|word| everyday(phrase.stem(word)) > 0.5)
}
