//! Finds the names of sections in running text: the longest first, never inside another link.

use std::ops::Range;

use super::Link;
use super::nearness;
use super::terms::{Name, Names, Reach, WordId};
use super::value;
use super::words::{Word, stem_into, words};
use crate::rules::{RichText, Rulebook, SectionRef};

/// Longer texts are no lists of names.
const LONGEST_LIST: usize = 200;

/// A phrase in bold has at most this many runs of other styles before and after a place of it.
const MOST_RUNS: usize = 8;

/// Words that follow a name without being a part of it, capitalised or not: `Conceal Order`.
const KINDS: [&str; 9] = [
    "action", "order", "terrain", "rule", "rules", "weapon", "ploy", "phase", "step",
];

/// Words that a name in title case has in lower case.
const SMALL_WORDS: [&str; 10] = ["a", "an", "and", "at", "for", "in", "of", "on", "the", "to"];

/// What is being read.
pub(super) struct Scan<'a> {
    pub book: &'a Rulebook,
    pub names: &'a Names,
    pub from: SectionRef,
    pub text: &'a RichText,
    /// Where no mention is looked for, because the author linked it; in order.
    pub taken: &'a [Range<usize>],
    /// Whether a capital says something: the text is not in capitals throughout.
    pub mixed_case: bool,
}

/// A name that was found at a place.
struct Found {
    targets: Vec<SectionRef>,
    range: Range<usize>,
    value: Option<Range<usize>>,
    words: usize,
}

/// How far everyday words are told from plain English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Distinct {
    /// They are a name.
    Fully,
    /// They begin with a capital within a sentence, but go on without.
    Half,
    /// They are plain English.
    Not,
}

impl Scan<'_> {
    /// The mentions of the text, in order.
    pub(super) fn mentions(&self) -> Vec<Link> {
        let plain = &self.text.plain;
        let mut stem = String::new();
        let known = words(plain).map(|word| {
            stem_into(&plain[word.start..word.end], &mut stem);
            (word, self.names.word(&stem))
        });
        let known: Vec<_> = known.collect();
        let mut links = Vec::new();
        let (mut at, mut last) = (0, 0);
        while let Some((word, id)) = known.get(at) {
            let mut found = id.and_then(|id| self.longest(id, &known[at..]));
            at += found.as_ref().map_or(1, |found| found.words);
            if let Some(found) = &mut found {
                // A distance before a name may be the value of the name before it: it belongs to one of them only.
                if found.range.start < last {
                    found.range.start = word.start;
                }
                last = found.range.end;
            }
            links.extend(found.and_then(|found| self.link(found)));
        }
        links
    }

    /// The longest name that begins at the first of `words`, and all sections of that name. Where typography only half says
    /// that it is a name, a shorter one is better: in `the Shoot action` that is Shoot, whatever is titled Shoot Action.
    fn longest(&self, first: WordId, words: &[(Word, Option<WordId>)]) -> Option<Found> {
        let (mut found, mut half) = (None::<Found>, None::<Found>);
        for name in self.names.beginning_with(first) {
            if found
                .as_ref()
                .is_some_and(|found| found.words > name.words.len())
            {
                break;
            }
            if !self.matches(&name, words) {
                continue;
            }
            let count = name.words.len();
            let (range, value) = self.extent(&name, words);
            let own = nearness::contains(self.book, name.section, self.from);
            let distinct = if name.everyday && !own {
                self.distinct(&words[..count], &range, value.is_some())
            } else {
                Distinct::Fully
            };
            let place = match distinct {
                Distinct::Fully => &mut found,
                Distinct::Half if half.as_ref().is_none_or(|half| half.words == count) => &mut half,
                _ => continue,
            };
            place
                .get_or_insert_with(|| Found {
                    targets: Vec::new(),
                    range,
                    value,
                    words: count,
                })
                .targets
                .push(name.section);
        }
        found.or(half)
    }

    /// Whether a name stands at the first of `words` and may be mentioned there.
    fn matches(&self, name: &Name<'_>, words: &[(Word, Option<WordId>)]) -> bool {
        let reaches = match name.reach {
            Reach::Game => true,
            Reach::Within(owner) => nearness::contains(self.book, owner, self.from),
            Reach::Step => self.step_follows(words.get(name.words.len())),
            Reach::Nowhere => false,
        };
        let Some(here) = words.get(..name.words.len()) else {
            return false;
        };
        reaches
            && name
                .words
                .iter()
                .zip(here)
                .all(|(expected, (_, id))| *id == Some(expected))
            && here.windows(2).enumerate().all(|(index, pair)| {
                let between = self.text.plain.get(pair[0].0.next..pair[1].0.start);
                between.is_some_and(|between| name.joins(index, between))
            })
    }

    fn step_follows(&self, word: Option<&(Word, Option<WordId>)>) -> bool {
        word.and_then(|(word, _)| self.text.plain.get(word.start..word.end))
            .is_some_and(|word| word.eq_ignore_ascii_case("step"))
    }

    /// The bytes of a mention with its value, and those of the value.
    fn extent(
        &self,
        name: &Name<'_>,
        words: &[(Word, Option<WordId>)],
    ) -> (Range<usize>, Option<Range<usize>>) {
        let plain = &self.text.plain;
        let start = words[0].0.start;
        let last = words[name.words.len() - 1].0;
        if !name.parameter {
            return (start..last.end, None);
        }
        let value = value::after(plain, last.next);
        let from = value::before(plain, start).map_or(start, |distance| distance.start);
        let to = value.as_ref().map_or(last.end, |value| value.end);
        (from..to, value)
    }

    /// How far typography says that everyday words are a name here.
    fn distinct(
        &self,
        words: &[(Word, Option<WordId>)],
        range: &Range<usize>,
        has_value: bool,
    ) -> Distinct {
        let plain = &self.text.plain;
        let is_large = |word: &Word| plain[word.start..].starts_with(char::is_uppercase);
        let starts_large = words.first().is_some_and(|(word, _)| is_large(word));
        if let Some(strong) = self.strong_part(range) {
            // Of a phrase in bold only the whole is a name, or whatever has a value.
            let whole = strong.trim_matches(|c: char| !c.is_alphanumeric()).len() <= range.len();
            return if whole || has_value && starts_large {
                Distinct::Fully
            } else {
                Distinct::Not
            };
        }
        if starts_large && (has_value || is_listed(plain, range)) {
            return Distinct::Fully;
        }
        let is_small = |word: &Word| {
            SMALL_WORDS.contains(&plain[word.start..word.end].to_lowercase().as_str())
        };
        let mut others = words
            .iter()
            .skip(1)
            .map(|(word, _)| word)
            .filter(|word| !is_small(word))
            .peekable();
        let single = others.peek().is_none();
        let all_large = others.all(is_large);
        if single && is_larger_name(&plain[range.end..]) {
            return Distinct::Not;
        }
        if !starts_large || !self.mixed_case {
            Distinct::Not
        } else if starts_sentence(&plain[..range.start]) {
            if all_large && !single {
                Distinct::Fully
            } else {
                Distinct::Not
            }
        } else if all_large {
            Distinct::Fully
        } else {
            Distinct::Half
        }
    }

    /// The part of the text in bold that a range lies in, if all of the range is bold.
    fn strong_part(&self, range: &Range<usize>) -> Option<&str> {
        let runs = &self.text.runs;
        let first = runs.partition_point(|run| run.end as usize <= range.start);
        let before = runs
            .get(..first)?
            .iter()
            .rev()
            .take(MOST_RUNS)
            .take_while(|run| run.style.strong)
            .last();
        let mut strong = runs
            .get(first..)?
            .iter()
            .take(MOST_RUNS)
            .take_while(|run| run.style.strong)
            .peekable();
        let start = before.or(strong.peek().copied())?.start as usize;
        let end = strong.last()?.end as usize;
        (end >= range.end).then(|| &self.text.plain[start..end])
    }

    fn is_taken(&self, range: &Range<usize>) -> bool {
        let first = self.taken.partition_point(|taken| taken.end <= range.start);
        self.taken
            .get(first)
            .is_some_and(|taken| taken.start < range.end)
    }

    /// The link of what was found, unless it leads to where the reader is or lies on another link.
    fn link(&self, found: Found) -> Option<Link> {
        let Found {
            mut targets,
            range,
            value,
            ..
        } = found;
        let own = targets
            .iter()
            .any(|to| nearness::contains(self.book, *to, self.from));
        if own || self.is_taken(&range) {
            return None;
        }
        nearness::sort(self.book, Some(self.from), &mut targets);
        let value = value.map(|value| crate::rules::slug::straighten(&self.text.plain[value]));
        Some(Link {
            range,
            targets,
            value,
            explicit: false,
        })
    }
}

/// Whether a capitalised word goes on as a longer name: `Heavy` of `Heavy Support`.
fn is_larger_name(after: &str) -> bool {
    let next = after
        .strip_prefix(' ')
        .and_then(|after| after.split(|c: char| !c.is_alphanumeric()).next())
        .unwrap_or("");
    next.starts_with(char::is_uppercase) && !KINDS.contains(&next.to_lowercase().as_str())
}

/// Whether a sentence begins after a text.
fn starts_sentence(before: &str) -> bool {
    let before = before.trim_end_matches([
        ' ', '"', '“', '‘', '\'', '(', '[', '*', '▶', '►', '◆', '•', '–', '-',
    ]);
    before.is_empty() || before.ends_with(['.', '!', '?', ':', '\n', '…'])
}

/// Whether a text is nothing but names, as in a table of weapons (`Range 8", Silent`), and a range is one of them.
fn is_listed(text: &str, range: &Range<usize>) -> bool {
    if text.len() > LONGEST_LIST {
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
