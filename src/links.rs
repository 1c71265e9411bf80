//! Links: which words of a text lead where, what links here, and what makes an exception.
//!
//! A term is a section's title that defines something, or another name of it. A mention is its occurrence in another
//! section's text: the longest one, singular or plural, within the same game only. Names that plain English uses too
//! (Open, Light, Range) are mentions only where typography says so; see `everyday.txt`. The graph holds names, not
//! mentions: it is made in no time, and a text's links are found when it is shown.

use std::ops::Range;
use std::sync::OnceLock;

use crate::diagnostic::Diagnostic;
use crate::order;
use crate::rules::{GameRef, RichText, Rulebook, SectionRef};

mod backlinks;
mod changes;
mod dangling;
mod everyday;
mod exceptions;
mod explicit;
mod figures;
mod mentions;
mod nearness;
mod numbers;
mod passages;
mod printings;
mod sentences;
mod terms;
mod undefined;
mod value;
mod words;

pub use backlinks::{Backlink, Backlinks, Mention, by_document, uses};
pub use changes::Change;
pub use numbers::{KeyNumber, key_numbers};
pub use printings::{Printing, printed_before};

/// The names of all sections of a rulebook. It belongs to the rulebook it was made of.
#[derive(Debug)]
pub struct LinkGraph {
    /// By game, each once somebody has asked for it: nothing is mentioned outside of its game.
    names: Vec<OnceLock<terms::Names>>,
}

/// A part of a text that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its bytes of [`RichText::plain`].
    pub range: Range<usize>,
    /// Where it leads, the nearest first; never empty, and never the section itself alone.
    pub targets: Vec<SectionRef>,
    /// What stands in place of the parameter: `2` of `Piercing 2`.
    pub value: Option<String>,
    /// Whether the author wrote it as a link.
    pub explicit: bool,
}

/// What is wrong with how sections refer to each other: links that lead nowhere, terms that nothing defines, figures in a
/// table of key numbers that the rules themselves contradict.
#[must_use]
pub fn diagnostics(book: &Rulebook, graph: &LinkGraph) -> Vec<Diagnostic> {
    let mut faults = dangling::faults(book, graph);
    faults.extend(undefined::faults(book, graph));
    faults.extend(figures::faults(book, graph));
    faults
}

impl LinkGraph {
    /// A graph over the titles and other names, which are gathered when a game's are asked for; no text is read.
    #[must_use]
    pub fn new(book: &Rulebook) -> Self {
        Self {
            names: book.games.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The names of a game as they are stored with the outline: [`Rulebook::stored_names`] gives them back.
    #[must_use]
    pub fn names_of(book: &Rulebook, game: GameRef) -> Vec<u8> {
        terms::Names::gathered(book, game)
    }

    fn names(&self, book: &Rulebook, game: GameRef) -> &terms::Names {
        self.names[game.0 as usize].get_or_init(|| terms::Names::new(book, game))
    }

    /// The links of one text that stands in section `from`, in order, not overlapping: those that the author wrote and
    /// mentions of terms.
    #[must_use]
    pub fn links_in(&self, book: &Rulebook, from: SectionRef, text: &RichText) -> Vec<Link> {
        let written = explicit::written(text);
        let taken: Vec<_> = written.iter().map(|link| link.range.clone()).collect();
        let game = book.game_of(from);
        let mixed_case = text.plain.chars().any(char::is_lowercase);
        let scan = mentions::Scan {
            book,
            names: self.names(book, game),
            from,
            text,
            taken: &taken,
            mixed_case,
        };
        let mut links = scan.mentions();
        if written.is_empty() {
            return links;
        }
        for link in written {
            let targets = explicit::targets(self, book, from, link.target).unwrap_or_default();
            let range = trimmed(&text.plain, link.range);
            if targets.iter().any(|to| *to != from) && !range.is_empty() {
                let value = self.value_of(book, game, &text.plain[range.clone()]);
                links.push(Link {
                    range,
                    targets,
                    value,
                    explicit: true,
                });
            }
        }
        order::by_number(&mut links, |link| link.range.start as u64);
        links
    }

    /// What a name means to a reader of section `near`: sections of the same game, the nearest first, definitions before
    /// mere headings. `Piercing 2` finds `Piercing x`, and a plural finds the singular. Without `near` all games are
    /// looked at, in their order.
    #[must_use]
    pub fn definitions(
        &self,
        book: &Rulebook,
        name: &str,
        near: Option<SectionRef>,
    ) -> Vec<SectionRef> {
        let near_game = near.map(|near| book.game_of(near));
        let games = (0..)
            .map(GameRef)
            .take(book.games.len())
            .filter(|game| near_game.is_none_or(|near| near == *game));
        let named = |name: &str, parameter| -> Vec<_> {
            games
                .clone()
                .flat_map(|game| self.named(book, game, name, parameter))
                .collect()
        };
        let mut found = named(name, false);
        if found.is_empty() {
            found = value_range(name)
                .map(|(_, bare)| named(&name[bare], true))
                .unwrap_or_default();
        }
        nearness::sort(book, near, &mut found);
        found
    }

    /// The sections of a game with exactly this name, perhaps only those with a parameter.
    fn named(
        &self,
        book: &Rulebook,
        game: GameRef,
        name: &str,
        parameter: bool,
    ) -> Vec<SectionRef> {
        let names = self.names(book, game);
        let mut stem = String::new();
        let mut ids = Vec::new();
        for word in words::words(name) {
            words::stem_into(&name[word.start..word.end], &mut stem);
            let Some(id) = names.word(&stem) else {
                return Vec::new();
            };
            ids.push(id);
        }
        let Some(first) = ids.first() else {
            return Vec::new();
        };
        let same = names
            .beginning_with(*first)
            .filter(|known| known.words.iter().eq(ids.iter().copied()));
        same.filter(|known| known.parameter || !parameter)
            .map(|known| known.section)
            .collect()
    }

    fn value_of(&self, book: &Rulebook, game: GameRef, text: &str) -> Option<String> {
        let (value, name) = value_range(text)?;
        let known = !self.named(book, game, &text[name], true).is_empty();
        known.then(|| crate::rules::slug::straighten(&text[value]))
    }
}

/// The value in a name such as `Piercing 2` or `1" Devastating 3`, and where the name itself stands.
fn value_range(name: &str) -> Option<(Range<usize>, Range<usize>)> {
    let name_end = name.trim_end().len();
    let mut all = words::words(name).peekable();
    let mut start = all.peek()?.start;
    // A leading distance is a word to the eye of `words`: its number without the inch sign.
    if name[start..].starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'x' | 'X')) {
        let next = all.nth(1)?;
        value::before(name, next.start).filter(|distance| distance.start == start)?;
        start = next.start;
    }
    let whole = &name[..name_end];
    let ends = words::words(whole)
        .filter(|word| word.start >= start)
        .map(|word| word.next);
    for end in ends {
        if let Some(value) = value::after(whole, end).filter(|value| value.end == name_end) {
            return Some((value, start..end));
        }
    }
    None
}

/// Whether a path is an address outside of the rules: `https://...`, `mailto:...`.
fn is_address(path: &str) -> bool {
    let scheme = path.split_once(':').map_or("", |(scheme, _)| scheme);
    let named = scheme.len() > 1
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    path.starts_with("//") || named
}

/// A range without the blanks at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}

#[cfg(test)]
mod tests;
