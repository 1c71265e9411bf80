//! Terms that the rules use but do not define: set apart by typography again and again, and known to no section.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::everyday::Everyday;
use super::words::{gap, stem_into, words};
use super::{LinkGraph, passages};
use crate::diagnostic::{Diagnostic, Severity};
use crate::order;
use crate::rules::{GameRef, RichText, Rulebook, SectionRef};
use crate::source::Span;

/// A phrase that is set apart in fewer places may be set apart for any reason.
const FEWEST_PLACES: usize = 2;

/// Of more undefined terms the rest is not told: the rules lean on another book as a whole.
const MOST_FAULTS: usize = 200;

/// Longer phrases in bold are emphasis, not terms.
const MOST_WORDS: usize = 4;

/// A phrase that is set apart somewhere.
struct Candidate {
    game: GameRef,
    name: String,
    first: SectionRef,
    /// Where it is set apart first.
    span: Span,
    sections: Vec<SectionRef>,
}

/// The undefined terms as faults, those left out that their game says to be defined elsewhere.
pub(super) fn faults(book: &Rulebook, graph: &LinkGraph) -> Vec<Diagnostic> {
    let everyday = Everyday::new();
    let elsewhere: BTreeSet<_> = (0..)
        .map(GameRef)
        .zip(&book.games)
        .flat_map(|(at, game)| game.undefined.iter().map(move |name| (at, name)))
        .filter_map(|(at, name)| Some((at, key(name, &everyday)?)))
        .collect();
    let told = candidates(book, graph).into_iter().filter(|term| {
        let key = key(&term.name, &everyday).unwrap_or_default();
        !elsewhere.contains(&(term.game, key))
    });
    told.take(MOST_FAULTS)
        .map(|term| fault(book, &term))
        .collect()
}

fn fault(book: &Rulebook, term: &Candidate) -> Diagnostic {
    let Candidate {
        game,
        name,
        first,
        span,
        sections,
    } = term;
    let game = &book.game(*game).name;
    let message = format!(
        "`{name}` is set apart in {} sections of {game}, and none defines it",
        sections.len()
    );
    Diagnostic::at(
        &book.document_of(*first).source,
        *span,
        Severity::Warning,
        "undefined-term",
        message,
    )
    .help(format!(
        "write a section of this name, or list it in game.yaml: `undefined: [{name}]`"
    ))
}

/// Terms that are in bold in several sections of a game, while nothing of that game has their name, in reading order. Names
/// of everyday words are none, nor are values: `**4+**`.
fn candidates(book: &Rulebook, graph: &LinkGraph) -> Vec<Candidate> {
    let everyday = Everyday::new();
    let mut candidates: BTreeMap<(GameRef, String), Candidate> = BTreeMap::new();
    let mut reading = book.reading(None);
    while let Some(open) = reading.turn() {
        let game = book.document(open.document).game;
        for (from, _, blocks) in open.sections() {
            passages::visit(&blocks, &mut |passage| {
                for (range, span) in strong_phrases(passage.text) {
                    let name = &passage.text.plain[range];
                    let Some(key) = key(name, &everyday) else {
                        continue;
                    };
                    let candidate = candidates.entry((game, key)).or_insert_with(|| Candidate {
                        game,
                        name: name.to_owned(),
                        first: from,
                        span,
                        sections: Vec::new(),
                    });
                    if candidate.sections.last() != Some(&from) {
                        candidate.sections.push(from);
                    }
                }
            });
        }
    }
    let mut found: Vec<_> = candidates
        .into_values()
        .filter(|candidate| candidate.sections.len() >= FEWEST_PLACES)
        .filter(|candidate| {
            graph
                .definitions(book, &candidate.name, Some(candidate.first))
                .is_empty()
        })
        .collect();
    order::by_number(&mut found, |candidate| {
        order::both(candidate.first.0, candidate.span.start)
    });
    found
}

/// The phrases in bold within other text, without a value at their end. A text that is bold throughout has none, and
/// neither has a label before a colon. Each with its place in the source, the value included.
fn strong_phrases(text: &RichText) -> Vec<(Range<usize>, Span)> {
    let mut phrases = Vec::new();
    if text.runs.iter().all(|run| run.style.strong) {
        return phrases;
    }
    for run in text
        .runs
        .iter()
        .filter(|run| run.style.strong && run.link.is_none())
    {
        let range = super::trimmed(&text.plain, run.start as usize..run.end as usize);
        let name = &text.plain[range.clone()];
        let bare = super::value_range(name).map_or(0..name.len(), |(_, bare)| bare);
        let is_label = name.ends_with(':') || text.plain[range.end..].starts_with(':');
        if !is_label {
            phrases.push((range.start + bare.start..range.start + bare.end, run.span));
        }
    }
    phrases
}

/// What a phrase is compared by; none where it is no term.
fn key(name: &str, everyday: &Everyday) -> Option<String> {
    let (mut key, mut stem, mut last) = (String::new(), String::new(), None);
    let (mut count, mut plain) = (0, true);
    for word in words(name) {
        if last.is_some_and(|last| !gap(&name[last..word.start]).is_empty()) {
            return None;
        }
        last = Some(word.next);
        stem_into(&name[word.start..word.end], &mut stem);
        plain &= everyday.contains(&stem) || stem.starts_with(|c: char| c.is_ascii_digit());
        key.push_str(&stem);
        key.push(' ');
        count += 1;
    }
    (!plain && count <= MOST_WORDS).then_some(key)
}
