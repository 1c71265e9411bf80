//! Splits texts into words and stems, to compare names.

use std::borrow::Cow;
use std::ops::Range;

use super::prior::{everyday, is_article, is_grammar};
use crate::analyzer::{Language, Stemmer, exact};

/// The position of a word in a text, in bytes.
#[derive(Clone, Copy)]
pub struct NameWord {
    pub start: usize,
    /// The offset after the last byte, not counting a possessive `'s`.
    pub end: usize,
    /// The offset after the last byte, counting a possessive `'s`.
    pub full_end: usize,
}

/// A text as a list of words with their stems.
pub struct Phrase<'a> {
    text: &'a str,
    pub language: Language,
    pub words: Vec<NameWord>,
    /// The stems of all words, joined by spaces.
    stems: String,
    /// The byte range of each stem in `stems`.
    places: Vec<Range<usize>>,
    /// The articles that follow a word of grammar, in order: `the` in `of the`.
    articles: Vec<usize>,
}

impl<'a> Phrase<'a> {
    pub fn new(text: &'a str, stemmer: &mut Stemmer) -> Self {
        let words: Vec<_> = words(text).collect();
        let mut stems = String::with_capacity(text.len());
        let mut places = Vec::with_capacity(words.len());
        let mut articles = Vec::new();
        for (at, word) in words.iter().enumerate() {
            if !stems.is_empty() {
                stems.push(' ');
            }
            let start = stems.len();
            let written = &text[word.start..word.end];
            push_stem(written, stemmer, &mut stems);
            places.push(start..stems.len());
            let language = stemmer.language();
            let before = at.checked_sub(1).map(|before| words[before]);
            if is_article(language, &exact(written))
                && before
                    .is_some_and(|word| is_grammar(language, &exact(&text[word.start..word.end])))
            {
                articles.push(at);
            }
        }
        Self {
            text,
            language: stemmer.language(),
            words,
            stems,
            places,
            articles,
        }
    }

    /// Returns the stems of a range of words, joined by spaces, without the articles inside the range that
    /// follow a word of grammar, so that `Servant of the Light` is `Servant of Light`.
    pub fn stems(&self, words: Range<usize>) -> Cow<'_, str> {
        let inner = self.inner_articles(&words);
        if inner.is_empty() {
            return Cow::Borrowed(self.all_stems(words));
        }
        let kept = words.filter(|at| inner.binary_search(at).is_err());
        let stems: Vec<_> = kept.map(|at| self.stem(at)).collect();
        Cow::Owned(stems.join(" "))
    }

    /// Returns the number of words in a range, as [`stems`](Self::stems) counts them.
    pub fn count(&self, words: &Range<usize>) -> usize {
        words.len() - self.inner_articles(words).len()
    }

    /// Returns the articles that [`stems`](Self::stems) leaves out: not those at the ends of the range.
    fn inner_articles(&self, words: &Range<usize>) -> &[usize] {
        let place = |at: usize| self.articles.partition_point(|word| *word < at);
        let last = words.end.saturating_sub(1).max(words.start + 1);
        &self.articles[place(words.start + 1)..place(last)]
    }

    pub fn stem(&self, word: usize) -> &str {
        self.all_stems(word..word + 1)
    }

    /// Returns the stems of a range of words with all articles, joined by spaces.
    pub fn all_stems(&self, words: Range<usize>) -> &str {
        let places = self.places.get(words).unwrap_or_default();
        match (places.first(), places.last()) {
            (Some(first), Some(last)) => &self.stems[first.start..last.end],
            _ => "",
        }
    }

    /// Returns a word in its exact form.
    pub fn exact(&self, word: usize) -> Cow<'a, str> {
        let word = self.words[word];
        exact(&self.text[word.start..word.end])
    }

    /// Returns the stems of all words, joined by spaces.
    pub fn all(&self) -> Cow<'_, str> {
        self.stems(0..self.words.len())
    }

    /// Whether the text consists only of everyday words and numbers.
    pub fn is_plain(&self) -> bool {
        (0..self.words.len()).all(|word| everyday(self.language, &self.exact(word)) > 0.5)
    }

    /// Returns the punctuation between neighbouring words of a range, joined by spaces; `None` if
    /// there is none. Spaces, hyphens and apostrophes beside the words do not count, nor do the articles
    /// that [`stems`](Self::stems) leaves out.
    pub fn gaps(&self, words: Range<usize>) -> Option<Box<str>> {
        let inner = self.inner_articles(&words);
        let all = &self.words;
        let pairs = words.skip(1).filter(|at| inner.binary_search(at).is_err());
        let gaps = pairs.map(|at| gap(&self.text[all[at - 1].full_end..all[at].start]));
        let is_empty = gaps.clone().all(str::is_empty);
        (!is_empty).then(|| gaps.collect::<Vec<_>>().join(" ").into())
    }
}

/// Returns the words of a text, in order. `&` is a word, because it stands for `and`. In scripts
/// without spaces, each character is a word, so that a name is found inside a sentence.
pub fn words(text: &str) -> impl Iterator<Item = NameWord> + '_ {
    let mut next = 0;
    std::iter::from_fn(move || {
        let is_start = |c: char| c.is_alphanumeric() || c == '&';
        let start = next + text.get(next..)?.find(is_start)?;
        let rest = &text[start..];
        let is_letter = |at: usize, c: char| {
            c.is_alphanumeric() && !is_ideograph(c)
                || is_apostrophe(c) && rest[at + c.len_utf8()..].starts_with(char::is_alphanumeric)
        };
        let first = rest.chars().next()?;
        let length = if first == '&' || is_ideograph(first) {
            first.len_utf8()
        } else {
            let mut letters = rest.char_indices();
            letters
                .find(|(at, c)| !is_letter(*at, *c))
                .map_or(rest.len(), |(at, _)| at)
        };
        next = start + length;
        let owner = rest[..length]
            .strip_suffix(['s', 'S'])
            .and_then(|owner| owner.strip_suffix(is_apostrophe));
        Some(NameWord {
            start,
            end: owner.map_or(next, |owner| start + owner.len()),
            full_end: next,
        })
    })
}

/// Appends the stem of a word.
fn push_stem(word: &str, stemmer: &mut Stemmer, stems: &mut String) {
    if word == "&" {
        stems.push_str("and");
        return;
    }
    stems.push_str(stemmer.stem(&exact(without_plural_s(word))));
    // `elf` and `elves` have the stem `elv`.
    if stemmer.language() == Language::default() && (stems.ends_with("lf") || stems.ends_with("rf"))
    {
        stems.pop();
        stems.push('v');
    }
}

/// Returns an abbreviation without the `s` of its plural: `NPO` for `NPOs`. Returns other words as they
/// are.
fn without_plural_s(word: &str) -> &str {
    let bare = word.strip_suffix('s').filter(|bare| bare.len() > 1);
    bare.filter(|bare| bare.chars().all(char::is_uppercase))
        .unwrap_or(word)
}

/// Returns the punctuation between two words, without spaces, hyphens or the apostrophe of a plural
/// possessive.
fn gap(between: &str) -> &str {
    between.trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '‑' | '\'' | '’'))
}

/// Whether a character is of a script without spaces: Chinese characters, kana, and the like.
pub fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘')
}

/// Returns a range without the whitespace at its ends.
pub fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn stems(text: &str) -> Vec<String> {
        let phrase = Phrase::new(text, &mut Stemmer::new(Language::default()));
        (0..phrase.words.len())
            .map(|word| phrase.stem(word).to_owned())
            .collect()
    }

    #[rstest]
    #[case("Breach Points", &["breach", "point"])]
    #[case("the hatchway's hatch", &["the", "hatchway", "hatch"])]
    #[case("Doors & Airlocks", &["door", "and", "airlock"])]
    #[case("POINT-BLANK", &["point", "blank"])]
    #[case("an elf, elves; half a dwarf", &["an", "elv", "elv", "halv", "a", "dwarv"])]
    #[case("Range 8\", NPOs 2AP", &["rang", "8", "npo", "2ap"])]
    #[case("陷入 a", &["陷", "入", "a"])]
    #[case("", &[])]
    fn words_compare_by_their_stems(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(stems(text), expected);
    }

    #[rstest]
    #[case("Servant of the Light", "servant of light")]
    #[case("Servant of Light", "servant of light")]
    #[case("to the Light of the", "to light of the")]
    #[case("the target is not a door", "the target is not door")]
    fn articles_inside_a_name_do_not_count(#[case] text: &str, #[case] expected: &str) {
        let phrase = Phrase::new(text, &mut Stemmer::new(Language::default()));
        assert_eq!(phrase.all(), expected);
        assert_eq!(
            phrase.count(&(0..phrase.words.len())),
            expected.split(' ').count()
        );
    }

    #[test]
    fn a_possessive_is_no_part_of_the_word() {
        let text = "a hatchway’s hatch";
        let word = words(text).nth(1).unwrap();
        assert_eq!(
            (
                &text[word.start..word.end],
                &text[word.start..word.full_end]
            ),
            ("hatchway", "hatchway’s")
        );
    }
}
