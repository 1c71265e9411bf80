//! The links of a text: those that its author wrote, and mentions of names, the longest first, never inside another link.

use std::cell::OnceCell;
use std::ops::Range;

use super::explicit::{self, Written};
use super::graph::{Link, LinkGraph};
use super::names::{NameIndex, Reach, SectionName};
use super::siblings::family;
use super::value;
use super::words::{NameWord, Phrase, trimmed};
use crate::rules::slug::straighten;
use crate::rules::{RichText, Run, SectionRef};

/// Longer texts, in bytes, are not lists of names.
const LONGEST_LIST: usize = 200;

/// A bold phrase spans at most this many runs before and after a mention.
const MOST_RUNS: usize = 8;

/// Of the sections of one name, this many before and after the text may be meant, and the first: hundreds of documents may print
/// the same rules.
const MOST_NAMESAKES: usize = 64;

/// A name with more sections is an everyday word of its game: every class may have `Hit Points`.
const MOST_DEFINITIONS: usize = 8;

/// So many characters before and after a mention tell what it is a part of.
const NEAR: usize = 200;

/// Words that may follow a name, capitalised or not, without being part of it: `Conceal Order`.
const KINDS: [&str; 9] = [
    "action", "order", "terrain", "rule", "rules", "weapon", "ploy", "phase", "step",
];

/// Words that title case leaves in lower case; none of them is a name.
const SMALL_WORDS: [&str; 12] = [
    "a", "an", "and", "at", "for", "if", "in", "of", "on", "or", "the", "to",
];

impl LinkGraph {
    /// The links of a text of section `from`, in order, not overlapping: those that the author wrote, and mentions of
    /// terms.
    pub fn links_in(&self, from: SectionRef, text: &RichText) -> Vec<Link> {
        let mut written = explicit::written(text);
        let mut opened: Vec<_> = Vec::with_capacity(written.len());
        // The text of a link that leads nowhere is text like any other.
        written.retain(|link| {
            let targets = explicit::opens(self, from, link.target);
            let is_text = targets.is_empty() && !link.code && !explicit::is_outside(link.target);
            opened.extend((!is_text).then_some(targets));
            !is_text
        });
        let game = self.book.game_of(from);
        let scan = Scan {
            graph: self,
            names: self.names(game),
            from,
            text,
            phrase: &Phrase::new(&text.plain),
            written: &written,
            mixed_case: text.plain.chars().any(char::is_lowercase),
            has_siblings: family(&self.book, self.book.document_of(from)).is_some(),
        };
        let is_caption = scan.names.is_large && text.runs.iter().all(|run| run.style.strong);
        let mut links = if is_caption {
            Vec::new()
        } else {
            scan.mentions()
        };
        for (link, targets) in written.iter().zip(opened) {
            let range = trimmed(&text.plain, link.range.clone());
            if targets.iter().any(|to| *to != from) && !range.is_empty() {
                let value = self.value_of(game, &text.plain[range.clone()]);
                links.push(Link {
                    range,
                    targets,
                    value,
                    explicit: true,
                });
            }
        }
        links.sort_by_key(|link| link.range.start);
        links
    }
}

/// Looks for mentions in one text.
struct Scan<'a> {
    graph: &'a LinkGraph,
    names: &'a NameIndex,
    from: SectionRef,
    text: &'a RichText,
    phrase: &'a Phrase<'a>,
    /// The links that the author wrote, in order: no mention lies on one.
    written: &'a [Written<'a>],
    /// Whether capitals mean something, because the text is not all capitals.
    mixed_case: bool,
    /// Whether other documents may define terms that mean nothing here.
    has_siblings: bool,
}

/// A name that occurs in the text.
struct Occurrence {
    targets: Vec<SectionRef>,
    range: Range<usize>,
    value: Option<Range<usize>>,
    words: usize,
}

impl Scan<'_> {
    /// The mentions of the text, in order.
    fn mentions(&self) -> Vec<Link> {
        let mut links = Vec::new();
        let (mut at, mut last) = (0, 0);
        while let Some(word) = self.phrase.words.get(at) {
            let mut found = self
                .names
                .longest(self.phrase, at, |words| self.occurrence(words));
            at += found.as_ref().map_or(1, |found| found.words);
            if let Some(found) = &mut found {
                // A distance before a name may already be the value of the previous name.
                if found.range.start < last {
                    found.range.start = word.start;
                }
                last = found.range.end;
            }
            links.extend(found.and_then(|found| self.link(found)));
        }
        links
    }

    /// The sections that some words name.
    fn occurrence(&self, words: Range<usize>) -> Option<Occurrence> {
        let names = self.names.get(self.phrase.stems(words.clone()));
        if names.is_empty() || SMALL_WORDS.contains(&self.phrase.stems(words.clone())) {
            return None;
        }
        let gaps = self.phrase.gaps(words.clone());
        // The same for all names with a parameter, and for all without.
        let places = [false, true].map(|has_parameter| {
            let (range, value) = self.extent(has_parameter, &words);
            (range, value, OnceCell::new())
        });
        let mut found: Option<Occurrence> = None;
        for name in self.near(names) {
            if *name.gaps != gaps || !self.reaches(name, &words) {
                continue;
            }
            let (range, value, is_distinct) = &places[usize::from(name.parameter)];
            let is_distinct =
                || *is_distinct.get_or_init(|| self.is_distinct(&words, range, value.is_some()));
            let own = self.graph.book.contains(name.section, self.from);
            let everyday = name.everyday || names.len() > MOST_DEFINITIONS;
            let apart = self.has_siblings && self.graph.are_siblings(self.from, name.section);
            if own || !everyday && !apart || is_distinct() && (!apart || self.is_name(&words)) {
                let occurrence = found.get_or_insert_with(|| Occurrence {
                    targets: Vec::new(),
                    range: range.clone(),
                    value: value.clone(),
                    words: words.len(),
                });
                occurrence.targets.push(name.section);
            }
        }
        found
    }

    /// The sections of a name that are near in reading order, among them those that are nearest in the tree, and the first.
    fn near<'n>(&self, names: &'n [SectionName]) -> impl Iterator<Item = &'n SectionName> {
        let here = names.partition_point(|name| name.section < self.from);
        let start = here.saturating_sub(MOST_NAMESAKES);
        let end = names.len().min(here + MOST_NAMESAKES);
        names[..start.min(1)].iter().chain(&names[start..end])
    }

    /// Whether a name may be mentioned here by these words.
    fn reaches(&self, name: &SectionName, words: &Range<usize>) -> bool {
        match name.reach {
            Reach::Game => true,
            Reach::Within(owner) => self.graph.book.contains(owner, self.from),
            Reach::Step => self.phrase.words.get(words.end).is_some_and(|next| {
                self.text.plain[next.start..next.end].eq_ignore_ascii_case("step")
            }),
            Reach::Nowhere => false,
        }
    }

    /// The bytes of a mention with its value, and those of the value.
    fn extent(
        &self,
        has_parameter: bool,
        words: &Range<usize>,
    ) -> (Range<usize>, Option<Range<usize>>) {
        let plain = &self.text.plain;
        let (start, last) = (
            self.phrase.words[words.start].start,
            self.phrase.words[words.end - 1],
        );
        if !has_parameter {
            return (start..last.end, None);
        }
        let value = value::after(plain, last.next);
        let from = value::before(plain, start).map_or(start, |distance| distance.start);
        let to = value.as_ref().map_or(last.end, |value| value.end);
        (from..to, value)
    }

    /// Whether typography marks everyday words as a name here.
    fn is_distinct(&self, at: &Range<usize>, range: &Range<usize>, has_value: bool) -> bool {
        let plain = &self.text.plain;
        let words = &self.phrase.words[at.clone()];
        let is_large = |word: &NameWord| plain[word.start..].starts_with(char::is_uppercase);
        let starts_large = is_large(&words[0]);
        if let Some(strong) = self.strong_part(range) {
            // In bold, a name is the whole phrase, or has a value.
            let whole = strong.trim_matches(|c: char| !c.is_alphanumeric()).len() <= range.len();
            return whole || has_value && starts_large;
        }
        if !starts_large {
            return false;
        }
        if has_value || is_listed(plain, range) {
            return true;
        }
        let mut others: Vec<_> = words[1..].iter().collect();
        others.retain(|word| {
            let lower = plain[word.start..word.end].to_lowercase();
            !SMALL_WORDS.contains(&lower.as_str())
        });
        let all_large = others.iter().all(|word| is_large(word));
        let is_part = is_larger_name(&plain[range.end..])
            || self.names.is_large && follows_name(self.line_before(range.start));
        if others.is_empty() && is_part || !self.mixed_case {
            return false;
        }
        if starts_sentence(&plain[..range.start]) {
            return all_large && !others.is_empty();
        }
        // `the Shoot action` mentions Shoot, even if some section is titled Shoot Action.
        let shorter = self.phrase.stems(at.start..at.end - 1);
        all_large || self.names.get(shorter).is_empty()
    }

    /// Whether distinct words are the name of one thing even beside other teams: several words, in capitals or in bold.
    fn is_name(&self, at: &Range<usize>) -> bool {
        let words = &self.phrase.words[at.clone()];
        let range = words[0].start..words[words.len() - 1].end;
        let text = &self.text.plain[range.clone()];
        words.len() > 1 || !text.contains(char::is_lowercase) || self.strong_part(&range).is_some()
    }

    /// The bold part of the text around a range, if all of the range is bold.
    fn strong_part(&self, range: &Range<usize>) -> Option<&str> {
        let runs = &self.text.runs;
        let first = runs.partition_point(|run| run.end as usize <= range.start);
        let is_strong = |run: &&Run| run.style.strong;
        let (before, after) = runs.split_at(first);
        let last = after.iter().take(MOST_RUNS).take_while(is_strong).last()?;
        let before = before.iter().rev().take(MOST_RUNS);
        let first = before.take_while(is_strong).last().unwrap_or(&after[0]);
        let (start, end) = (first.start as usize, last.end as usize);
        (end >= range.end).then(|| &self.text.plain[start..end])
    }

    fn is_taken(&self, range: &Range<usize>) -> bool {
        let behind = |link: &Written<'_>| link.range.end <= range.start;
        let next = self.written.get(self.written.partition_point(behind));
        next.is_some_and(|link| link.range.start < range.end)
    }

    /// The line before a place, or what is near of it.
    fn line_before(&self, at: usize) -> &str {
        let before = &self.text.plain[..at];
        let near = before.char_indices().rev().take(NEAR);
        let start = near.take_while(|(_, c)| *c != '\n').last();
        start.map_or("", |(start, _)| &before[start..])
    }

    /// Whether a range is in a tag (`#Homebrew/Spells`), in an address, or in a line that names the source of the rules.
    fn is_code(&self, range: &Range<usize>) -> bool {
        let line = self.line_before(range.start);
        let start = line.rsplit(char::is_whitespace).next().unwrap_or(line);
        let after = self.text.plain[range.end..].char_indices().take(NEAR);
        let end = after.take_while(|(_, c)| !c.is_whitespace()).last();
        let end = end.map_or("", |(at, c)| {
            &self.text.plain[range.end..][..at + c.len_utf8()]
        });
        start.starts_with('#')
            || start.contains("](")
            || start.contains("://")
            || end.contains(".md")
            || self.names.is_large && line.starts_with("Source:")
    }

    /// The link of an occurrence, unless it leads to the section itself or overlaps a written link.
    fn link(&self, found: Occurrence) -> Option<Link> {
        let Occurrence {
            mut targets,
            range,
            value,
            ..
        } = found;
        let is_own = |to: &SectionRef| self.graph.book.contains(*to, self.from);
        if targets.iter().any(is_own) || self.is_taken(&range) || self.is_code(&range) {
            return None;
        }
        let is_shared = targets.len() > MOST_DEFINITIONS;
        let is_apart =
            |to: &SectionRef| self.has_siblings && self.graph.are_siblings(self.from, *to);
        if !targets.iter().all(is_apart) {
            targets.retain(|to| !is_apart(to));
        }
        self.graph.sort_by_distance(Some(self.from), &mut targets);
        if is_shared
            && let [first, second, ..] = targets[..]
            && (self.graph.are_equal(self.from, first, second)
                || self.graph.book.section(first).parent.is_none())
        {
            return None;
        }
        let value = value.map(|value| straighten(&self.text.plain[value]));
        Some(Link {
            range,
            targets,
            value,
            explicit: false,
        })
    }
}

/// Whether a capitalised word is part of a longer name, as `Heavy` in `Heavy Support`.
fn is_larger_name(after: &str) -> bool {
    let words = after.strip_prefix(' ').unwrap_or("");
    let next = words.split(|c: char| !c.is_alphanumeric()).next();
    let next = next.unwrap_or("");
    next.starts_with(char::is_uppercase) && !KINDS.contains(&next.to_lowercase().as_str())
}

/// Whether a capitalised word ends a longer name, as `Guide` does in `Player's Guide`.
fn follows_name(before: &str) -> bool {
    let word = before
        .strip_suffix(' ')
        .and_then(|text| text.rsplit(' ').next());
    word.is_some_and(|word| {
        word.starts_with(char::is_uppercase) && word.ends_with(char::is_lowercase)
    })
}

/// Whether a sentence starts after a text.
fn starts_sentence(before: &str) -> bool {
    let before = before.trim_end_matches([
        ' ', '"', '“', '‘', '\'', '(', '[', '*', '▶', '►', '◆', '•', '–', '-',
    ]);
    before.is_empty() || before.ends_with(['.', '!', '?', ':', '\n', '…'])
}

/// Whether a text is a list of names, as in a table of weapons (`Range 8", Silent`), and a range is one of them.
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
