//! How words are written: with a capital, inside a sentence, in bold or italics, as a part of a longer
//! name.

use std::ops::Range;

use super::words::Phrase;
use crate::rules::{RichText, Run, Style};

/// The maximum number of runs that are examined on each side of a mention, to find the whole phrase
/// in bold or italics.
const MAX_RUNS: usize = 8;

/// The maximum number of characters that are examined before and after a mention.
const NEAR: usize = 200;

/// A text with its words and styles.
pub struct Typography<'a> {
    pub text: &'a RichText,
    pub phrase: &'a Phrase<'a>,
    /// Whether the text has lower-case letters, or a script without cases. If not, capitals say
    /// nothing.
    mixed_case: bool,
}

impl<'a> Typography<'a> {
    pub fn new(text: &'a RichText, phrase: &'a Phrase<'a>) -> Self {
        let mixed_case = text.plain.chars().any(char::is_lowercase);
        Self {
            text,
            phrase,
            mixed_case,
        }
    }

    /// Returns the byte range of words, with a possessive ending.
    pub fn range(&self, words: &Range<usize>) -> Range<usize> {
        let all = &self.phrase.words;
        all[words.start].start..all[words.end - 1].full_end
    }

    pub fn is_capitalised(&self, word: usize) -> bool {
        let start = self.phrase.words[word].start;
        self.text.plain[start..].starts_with(char::is_uppercase)
    }

    pub fn is_lower(&self, word: usize) -> bool {
        let start = self.phrase.words[word].start;
        self.text.plain[start..].starts_with(char::is_lowercase)
    }

    /// Whether a word is inside a sentence, so that a capital says something about it.
    pub fn is_inside_sentence(&self, word: usize) -> bool {
        self.mixed_case && !starts_sentence(self.before(self.phrase.words[word].start))
    }

    /// Whether a capitalised word follows the words directly, as in `Sprocket Guild` for `Sprocket`.
    pub fn continues_after(&self, words: &Range<usize>) -> bool {
        let end = self.phrase.words[words.end - 1].full_end;
        let next = self.phrase.words.get(words.end);
        next.is_some_and(|next| {
            &self.text.plain[end..next.start] == " "
                && next.full_end > next.start + 1
                && self.is_capitalised(words.end)
        })
    }

    /// Whether a capitalised word that does not start a sentence is directly before the words: `Guild` in
    /// `the Sprocket Guild`.
    pub fn continues_before(&self, words: &Range<usize>) -> bool {
        let Some(before) = words.start.checked_sub(1) else {
            return false;
        };
        let word = &self.phrase.words[before];
        let start = self.phrase.words[words.start].start;
        &self.text.plain[word.full_end..start] == " "
            && word.full_end > word.start + 1
            && self.is_capitalised(before)
            && self.is_inside_sentence(before)
    }

    /// Whether a hyphen or a dash without spaces joins the words to another word, or a slash does.
    pub fn is_joined(&self, range: &Range<usize>) -> bool {
        let joins = ['-', '–', '/', '_'];
        let (before, after) = (
            &self.text.plain[..range.start],
            &self.text.plain[range.end..],
        );
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        before
            .strip_suffix(joins)
            .is_some_and(|rest| is_word(rest.chars().next_back()))
            || after
                .strip_prefix(joins)
                .is_some_and(|rest| is_word(rest.chars().next()))
            || after.starts_with(" & ")
    }

    /// Whether the words are a label at the start of a line: a colon or a full stop follows the
    /// words, perhaps after a bracket, or the words are in bold and a value follows.
    pub fn is_label(&self, range: &Range<usize>) -> bool {
        if self.before(range.start).contains(char::is_alphanumeric) {
            return false;
        }
        let rest = &self.text.plain[range.end..];
        let line = rest.split('\n').next().unwrap_or_default();
        let bracket = line
            .strip_prefix(" (")
            .and_then(|line| line.split_once(')'));
        let end = bracket.map_or(line, |(_, end)| end);
        let is_field = || {
            self.styled_part(range, |style| style.strong)
                .is_some_and(|bold| bold.end <= range.end + 1 && bold.end < self.text.plain.len())
        };
        end.starts_with([':', '：']) || end.starts_with('.') && line.len() > 1 || is_field()
    }

    /// Returns the whole phrase in a style, such as bold, that contains `range`, unless the whole
    /// text has that style. Returns `None` if a part of `range` does not have the style.
    pub fn styled_part(
        &self,
        range: &Range<usize>,
        has_style: fn(&Style) -> bool,
    ) -> Option<Range<usize>> {
        let runs = &self.text.runs;
        let first = runs.partition_point(|run| run.end as usize <= range.start);
        let has_style = |run: &&Run| has_style(&run.style);
        let (before, after) = runs.split_at(first);
        let last = after.iter().take(MAX_RUNS).take_while(has_style).last()?;
        let before = before.iter().rev().take(MAX_RUNS);
        let first = before.take_while(has_style).last().unwrap_or(&after[0]);
        let (start, end) = (first.start as usize, last.end as usize);
        (end >= range.end && end - start < self.text.plain.trim().len()).then_some(start..end)
    }

    /// Whether the words are all that a phrase in a style consists of, apart from punctuation.
    pub fn is_whole(&self, range: &Range<usize>, has_style: fn(&Style) -> bool) -> bool {
        self.styled_part(range, has_style).is_some_and(|part| {
            let part = self.text.plain[part].trim_matches(|c: char| !c.is_alphanumeric());
            part.len() <= range.len()
        })
    }

    /// Whether the words are between quotation marks or brackets that contain nothing else.
    pub fn is_quoted(&self, range: &Range<usize>) -> bool {
        let before = self.text.plain[..range.start].chars().next_back();
        let after = self.text.plain[range.end..].chars().next();
        let opens = [
            '"', '“', '„', '«', '「', '『', '【', '《', '〈', '[', '(', '（', '‘', '\'',
        ];
        let closes = [
            '"', '”', '“', '»', '」', '』', '】', '》', '〉', ']', ')', '）', '’', '\'',
        ];
        before.is_some_and(|c| opens.contains(&c)) && after.is_some_and(|c| closes.contains(&c))
    }

    /// Whether the words are one of a list: a comma or another mark is on both sides, or the end of
    /// the line.
    pub fn is_listed(&self, range: &Range<usize>) -> bool {
        let before = self.before(range.start).trim_end_matches(' ');
        let after = self.text.plain[range.end..].trim_start_matches(' ');
        let marks = [',', ';', '、', '，', '•', '|', '(', '\n'];
        (before.is_empty() || before.ends_with(marks) || before.ends_with(':'))
            && (after.is_empty() || after.starts_with(marks) || after.starts_with(['.', ')']))
            && range.len() < self.text.plain.trim().len()
    }

    /// Whether a range is in an address.
    pub fn is_address(&self, range: &Range<usize>) -> bool {
        let line = self.before(range.start);
        let start = line.rsplit(char::is_whitespace).next().unwrap_or(line);
        let after = self.text.plain[range.end..].char_indices().take(NEAR);
        let end = after.take_while(|(_, c)| !c.is_whitespace()).last();
        let end = end.map_or("", |(at, c)| {
            &self.text.plain[range.end..][..at + c.len_utf8()]
        });
        start.contains("](") || start.contains("://") || end.contains(".md")
    }

    /// Returns the line up to byte `at`, limited to its last [`NEAR`] characters.
    fn before(&self, at: usize) -> &str {
        let before = &self.text.plain[..at];
        let near = before.char_indices().rev().take(NEAR);
        let start = near.take_while(|(_, c)| *c != '\n').last();
        start.map_or("", |(start, _)| &before[start..])
    }
}

/// Whether a line up to a word is the start of a sentence, apart from marks such as quotation marks.
fn starts_sentence(before: &str) -> bool {
    let before = before.trim_end_matches(|c: char| {
        c.is_whitespace()
            || !c.is_alphanumeric()
                && !matches!(c, ',' | '.' | '!' | '?' | ':' | '…' | ';' | '%' | '+' | ')')
    });
    before.is_empty() || before.ends_with(['.', '!', '?', ':', '…', '。', '：'])
}
