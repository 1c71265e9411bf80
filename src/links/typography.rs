//! Finds out from typography (bold, italics, capitals and punctuation) which words of a text are
//! names.

use std::ops::Range;

use super::words::{NameWord, Phrase, SMALL_WORDS};
use crate::rules::{RichText, Run, Style, names_source};

/// The maximum length in bytes of a text that may be a list of names.
const MAX_LIST_LENGTH: usize = 200;

/// The maximum number of runs that are examined on each side of a mention, to find the whole phrase
/// in bold or italics.
const MAX_RUNS: usize = 8;

/// The maximum number of characters that are examined before and after a mention, to find the start
/// of its line or the address that contains it.
const NEAR: usize = 200;

/// The maximum length in bytes of a word in capitals that counts as an abbreviation.
pub const MAX_ABBREVIATION_LENGTH: usize = 3;

/// Words that may follow a name without being part of it, even if they are capitalised:
/// `Conceal Order`.
pub const KINDS: [&str; 10] = [
    "action", "order", "terrain", "rule", "rules", "weapon", "ploy", "phase", "step", "table",
];

/// Words after which `to` is followed by a verb: `attempting to Dodge`.
const BEFORE_VERBS: [&str; 27] = [
    "able",
    "attempt",
    "attempted",
    "attempting",
    "fail",
    "failed",
    "failing",
    "manage",
    "managed",
    "managing",
    "need",
    "needed",
    "needing",
    "order",
    "ordered",
    "require",
    "required",
    "requiring",
    "tried",
    "try",
    "trying",
    "unable",
    "want",
    "wanted",
    "wish",
    "wished",
    "wishing",
];

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// In any case. But a short word in capitals is an abbreviation, and means something else.
    Any,
    /// With a capital: the texts of a large collection seldom write the name in lower case.
    Capitalised,
    /// With a capital, and not as a verb: `catch` and `attempt to Catch` do not mean the skill
    /// `Catch (Active)`, or Catch below the heading Agility Skills.
    Proper,
    /// In capitals, as in a title of at most [`MAX_ABBREVIATION_LENGTH`] letters: `STR`.
    Capitals,
}

pub struct Typography<'a> {
    text: &'a RichText,
    phrase: &'a Phrase<'a>,
    is_large: bool,
    /// Whether the text contains lower-case letters. If not, capitals do not mark names.
    mixed_case: bool,
}

impl<'a> Typography<'a> {
    pub fn new(text: &'a RichText, phrase: &'a Phrase<'a>, is_large: bool) -> Self {
        Self {
            text,
            phrase,
            is_large,
            mixed_case: text.plain.chars().any(char::is_lowercase),
        }
    }

    /// Whether the words are part of a longer word or name: `Sprocket` in `Sprocket Guild`. Called
    /// only for a large collection.
    pub fn is_part(&self, words: &Range<usize>) -> bool {
        let plain = &self.text.plain;
        let range = self.phrase.words[words.start].start..self.phrase.words[words.end - 1].full_end;
        // An en dash joins `half–elf` in some texts.
        let joins = ['-', '–'];
        if plain[..range.start].ends_with(joins) || plain[range.end..].starts_with(joins) {
            return true;
        }
        let is_inside = if words.len() == 1 {
            self.is_capitalised(words.start) && self.is_inside_name(&range)
        } else {
            words.clone().all(|word| self.is_capitalised(word))
                && is_larger_name(&plain[range.end..])
                || self.is_capitalised(words.start) && self.follows_longer_name(words.start)
        };
        // If the bold text contains only the words, they are a whole name.
        let strong = || self.styled_part(&range, |style| style.strong);
        is_inside && strong().is_none_or(|strong| strong.len() > range.len())
    }

    /// Whether words are written differently from a name: `catch` is not a mention of `Catch (Active)`,
    /// `DC` is not one of a section titled `Dcs`, and `us` is not one of a section titled `US`. Always
    /// false in a small collection.
    pub fn differs_in_case(&self, words: &Range<usize>, case: Case) -> bool {
        let word = self.phrase.words[words.start];
        let letters = &self.text.plain[word.start..word.end];
        let is_lower = !words.clone().any(|word| self.is_capitalised(word));
        let is_short = words.len() == 1 && letters.len() <= MAX_ABBREVIATION_LENGTH;
        self.is_large
            && match case {
                Case::Capitals => is_short && is_lower,
                _ if is_short && !letters.contains(|c: char| !c.is_uppercase()) => true,
                Case::Capitalised => is_lower,
                Case::Proper => is_lower || self.is_verb(words.start),
                Case::Any => false,
            }
    }

    /// Whether a word follows `to` and one of the words of [`BEFORE_VERBS`].
    fn is_verb(&self, word: usize) -> bool {
        let before = word.checked_sub(2).map(|before| self.phrase.stem(before));
        before.is_some_and(|before| BEFORE_VERBS.contains(&before))
            && self.phrase.stem(word - 1) == "to"
    }

    pub fn is_capitalised(&self, word: usize) -> bool {
        self.text.plain[self.phrase.words[word].start..].starts_with(char::is_uppercase)
    }

    /// Whether the words are a label at the start of a line. Either a colon or a full stop follows
    /// the label, as in `Miss: 40 damage.`, `Haste (Recharge 5).` or `Keen Hearing and Smell.`, or the
    /// label is in bold and a value follows, as in `**Speed** 30 ft.`, `**Languages** Elvish` or
    /// `**Armour** -`. Always false in a small collection.
    pub fn is_label(&self, words: &Range<usize>) -> bool {
        let start = self.phrase.words[words.start].start;
        let end = self.phrase.words[words.end - 1].full_end;
        let rest = &self.text.plain[end..];
        let is_field = || {
            let bold = self.styled_part(&(start..start + 1), |style| style.strong);
            let value = rest.trim_start_matches(' ');
            bold.is_some_and(|bold| bold.end <= end + 1)
                && value.starts_with(|c: char| {
                    c.is_uppercase() || c.is_ascii_digit() || matches!(c, '-' | '–' | '—')
                })
        };
        self.is_large
            && !self.line_before(start).contains(char::is_alphanumeric)
            && (ends_label(rest) || is_field())
    }

    /// Whether a capitalised word is part of a longer name.
    fn is_inside_name(&self, range: &Range<usize>) -> bool {
        is_larger_name(&self.text.plain[range.end..])
            || self.is_large && follows_name(self.line_before(range.start))
    }

    /// Whether a capitalised word is before word `at`, and not only because a sentence or bracket starts
    /// there: `Landing` in `the Landing Craft Stunt`, or `Ball` in `a Crystal Ball of True Seeing`. A
    /// possessive does not count.
    fn follows_longer_name(&self, at: usize) -> bool {
        let plain = &self.text.plain;
        let back = if at > 0 && self.phrase.stem(at - 1) == "of" {
            2
        } else {
            1
        };
        let Some(before) = at.checked_sub(back) else {
            return false;
        };
        let word = self.phrase.words[before];
        let sentence = plain[..word.start].trim_end();
        [" ", " of "].contains(&&plain[word.end..self.phrase.words[at].start])
            && self.is_capitalised(before)
            && plain[..word.end].ends_with(char::is_lowercase)
            && !starts_sentence(sentence)
            && !sentence.ends_with([';', '(', ')', '['])
    }

    /// Whether typography marks words as a name, even if they are everyday words. `at` is the range
    /// of the words, and `range` is their byte range, including the value of the name. `is_term`
    /// reports whether a sequence of stems is a name.
    pub fn is_distinct(
        &self,
        at: &Range<usize>,
        range: &Range<usize>,
        has_value: bool,
        is_term: impl Fn(&str) -> bool,
    ) -> bool {
        let plain = &self.text.plain;
        let words = &self.phrase.words[at.clone()];
        let is_capitalised = |word: &NameWord| plain[word.start..].starts_with(char::is_uppercase);
        let mut others: Vec<_> = words.iter().collect();
        others.retain(|word| {
            let lower = plain[word.start..word.end].to_lowercase();
            !SMALL_WORDS.contains(&lower.as_str())
        });
        let starts_capitalised = !others.is_empty() && is_capitalised(others.remove(0));
        if let Some(strong) = self.styled_part(range, |style| style.strong) {
            // Words in bold are a name if the bold text contains nothing else, or if they have a
            // value and start with a capital.
            let strong = plain[strong].trim_matches(|c: char| !c.is_alphanumeric());
            let whole = strong.len() <= range.len();
            return whole || has_value && starts_capitalised;
        }
        // `Good (+3)` is a rating.
        let is_rated = plain[range.end..].starts_with(" (+");
        if !starts_capitalised || is_rated && !has_value {
            return false;
        }
        // In a large collection, a text that is a single everyday name is a column head or a label,
        // not a list.
        let is_alone = self.is_large && range.len() == plain.trim().len();
        if has_value || !is_alone && is_listed(plain, range) {
            return true;
        }
        let all_capitalised = others.iter().all(|word| is_capitalised(word));
        if others.is_empty() && self.is_inside_name(range) || !self.mixed_case {
            return false;
        }
        if starts_sentence(&plain[..range.start]) {
            return all_capitalised && !others.is_empty();
        }
        // In `the Shoot action`, prefer the name `Shoot` to the name `Shoot Action`.
        let shorter = self.phrase.stems(at.start..at.end - 1);
        all_capitalised || !is_term(shorter)
    }

    /// Whether a range is in italics, alone or in a list: `*bless, fear*`.
    pub fn is_emphasised(&self, range: &Range<usize>) -> bool {
        let Some(part) = self.styled_part(range, |style| style.emphasis) else {
            return false;
        };
        let before = self.text.plain[part.start..range.start].trim_end();
        let after = self.text.plain[range.end..part.end].trim_start();
        (before.is_empty() || before.ends_with(','))
            && (after.is_empty() || after.starts_with([',', '.', ';']))
    }

    /// Returns the range of the whole phrase in a style, such as bold, that contains `range`.
    /// Returns `None` if a part of `range` does not have the style.
    fn styled_part(
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
        (end >= range.end).then_some(start..end)
    }

    /// Returns the line up to byte `at`, limited to its last [`NEAR`] characters.
    fn line_before(&self, at: usize) -> &str {
        let before = &self.text.plain[..at];
        let near = before.char_indices().rev().take(NEAR);
        let start = near.take_while(|(_, c)| *c != '\n').last();
        start.map_or("", |(start, _)| &before[start..])
    }

    /// Whether a range is in an address, or in a line that names the source of the rules.
    pub fn is_address_or_source(&self, range: &Range<usize>) -> bool {
        let line = self.line_before(range.start);
        let start = line.rsplit(char::is_whitespace).next().unwrap_or(line);
        let after = self.text.plain[range.end..].char_indices().take(NEAR);
        let end = after.take_while(|(_, c)| !c.is_whitespace()).last();
        let end = end.map_or("", |(at, c)| {
            &self.text.plain[range.end..][..at + c.len_utf8()]
        });
        start.contains("](")
            || start.contains("://")
            || end.contains(".md")
            || self.is_large && names_source(line)
    }
}

/// Whether the text after a capitalised word continues a longer name: ` Support` after `Heavy`.
fn is_larger_name(after: &str) -> bool {
    let words = after.strip_prefix(' ').unwrap_or("");
    let mut words = words.split(|c: char| !c.is_alphanumeric());
    let next = words.next().unwrap_or("");
    next.len() > 1
        && next.starts_with(char::is_uppercase)
        && !KINDS.contains(&next.to_lowercase().as_str())
}

/// Whether the text after the words of a label is its end: a colon or a full stop, perhaps after
/// ` and Smell` or ` (Recharge 5)`.
fn ends_label(rest: &str) -> bool {
    let line = rest.split('\n').next().unwrap_or_default();
    let end = if let Some(inside) = line.strip_prefix(" (") {
        inside.split_once(')').map_or("", |(_, end)| end)
    } else if let Some(name) = line.strip_prefix(" and ")
        && name.starts_with(char::is_uppercase)
    {
        name.trim_start_matches(char::is_alphabetic)
    } else {
        line
    };
    end.starts_with(['.', ':'])
}

/// Whether the text before a capitalised word is the start of a longer name: `Player's ` before
/// `Guide`, or `Plane of ` before `Wood`.
fn follows_name(before: &str) -> bool {
    let before = before.strip_suffix("of ").unwrap_or(before);
    let word = before
        .strip_suffix(' ')
        .and_then(|text| text.rsplit(' ').next());
    word.is_some_and(|word| {
        word.starts_with(char::is_uppercase) && word.ends_with(char::is_lowercase)
    })
}

fn starts_sentence(before: &str) -> bool {
    if before.trim_end().ends_with(['•', '▶', '►', '◆']) {
        return true;
    }
    let before = before.trim_end_matches([
        ' ', '"', '“', '”', '‘', '\'', '(', '[', '*', '▶', '►', '◆', '•', '–', '-',
    ]);
    before.is_empty() || before.ends_with(['.', '!', '?', ':', '\n', '…'])
}

/// Whether a text is a list of names, such as a table cell with weapon rules (`Range 8", Silent`),
/// and `range` is one of the names.
fn is_listed(text: &str, range: &Range<usize>) -> bool {
    if text.len() > MAX_LIST_LENGTH {
        return false;
    }
    let edges = |c: char| c.is_whitespace() || matches!(c, '*' | '.' | '†' | '‡' | '^');
    let mut listed = false;
    let mut start = 0;
    for piece in text.split(',') {
        let name = piece.trim_matches(edges);
        if !name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
            || name.contains(['.', ':', ';'])
        {
            return false;
        }
        let from = start + piece.find(name).unwrap_or(0);
        listed |= from == range.start && from + name.len() == range.end;
        start += piece.len() + 1;
    }
    listed
}
