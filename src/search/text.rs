//! Words of texts, as search compares them.

use std::borrow::Cow;

use crate::analyzer::{Language, Stemmer, tokenize};
use crate::source::digest;

/// Returns the exact forms of the whole words of a text, without parts of values.
pub fn whole_words(text: &str, language: Language) -> impl Iterator<Item = Cow<'_, str>> {
    let tokens = tokenize(text, language).into_iter();
    tokens
        .filter(|token| !token.is_part)
        .map(|token| token.exact)
}

/// Returns the stems of the whole words of a text.
pub fn stems(text: &str, language: Language) -> Vec<String> {
    let mut stemmer = Stemmer::new(language);
    whole_words(text, language)
        .map(|word| stemmer.stem(&word).to_owned())
        .collect()
}

/// Returns a hash of the exact form of a word, whose two lowest bits are 0.
pub fn hash(exact: &str) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "a hash of 30 bits will do")]
    let low = digest(exact) as u32;
    low & !3
}

/// Returns the stems of a name's words, so that names can be compared regardless of case,
/// punctuation and word forms.
pub fn name_term(name: &str, language: Language) -> String {
    stems(name, language).join(" ")
}
