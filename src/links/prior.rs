//! How ordinary a word is in prose: the prior for names that the texts seldom use.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::analyzer::{Language, exact};

/// The grades of the words in `everyday.txt`, by language and exact form.
static GRADES: LazyLock<FxHashMap<Language, FxHashMap<String, f32>>> = LazyLock::new(|| {
    let mut grades: FxHashMap<_, FxHashMap<_, _>> = FxHashMap::default();
    let (mut language, mut grade) = (Language::default(), 0.0);
    for line in include_str!("everyday.txt").lines() {
        if let Some(head) = line.strip_prefix("= ") {
            let (code, number) = head.split_once(' ').unwrap_or((head, ""));
            language = Language::named(code).unwrap_or_default();
            grade = number.parse().unwrap_or(0.0);
        } else if !line.starts_with('#') {
            let words = line.split(' ').map(|word| exact(word).into_owned());
            grades
                .entry(language)
                .or_default()
                .extend(words.map(|word| (word, grade)));
        }
    }
    grades
});

/// Returns how ordinary a word in its exact form is, from 0, for a word that is not in
/// `everyday.txt`, to 1, for a word of grammar. A number or a single letter is as ordinary as that. A
/// plural counts as its singular.
pub fn everyday(language: Language, word: &str) -> f32 {
    if word.len() == 1 || word.starts_with(|c: char| c.is_ascii_digit()) {
        return 1.0;
    }
    let endings = ["", "s", "es", "n", "en"];
    let bare = endings
        .iter()
        .filter_map(|ending| word.strip_suffix(ending));
    let grades = bare.filter_map(|word| grade(language, word));
    grades.fold(0.0, f32::max).min(1.0)
}

fn grade(language: Language, word: &str) -> Option<f32> {
    GRADES.get(&language)?.get(word).copied()
}

/// Whether a word in its exact form is one of grammar: `the`, `of`. No name consists only of these.
pub fn is_grammar(language: Language, word: &str) -> bool {
    everyday(language, word) >= 1.0
}

/// Whether a word in its exact form is an article.
pub fn is_article(language: Language, word: &str) -> bool {
    grade(language, word).is_some_and(|grade| grade > 1.0)
}
