//! Terms that the rules use but do not define: set apart by typography again and again, and known to no section.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::links::graph::LinkGraph;
use crate::links::words::{Phrase, is_everyday, trimmed};
use crate::links::{passages, value};
use crate::rules::{Blocks, GameRef, RichText, Rulebook, SectionRef};
use crate::source::Span;

/// A phrase that is set apart in fewer sections may be set apart for any reason.
const FEWEST_SECTIONS: usize = 2;

/// The limit of undefined terms: beyond it, the rules lean on another book as a whole.
const MOST_FAULTS: usize = 200;

/// Longer phrases in bold are emphasis, not terms.
const MOST_WORDS: usize = 4;

/// Phrases in bold, by game and stems.
#[derive(Default)]
pub(super) struct Candidates(BTreeMap<(GameRef, String), Candidate>);

/// A phrase that is set apart somewhere.
struct Candidate {
    name: String,
    /// The sections in which it is set apart.
    sections: Vec<SectionRef>,
    /// Where it is set apart first.
    span: Span,
}

impl Candidates {
    /// Adds the phrases that a section sets apart.
    pub fn add(&mut self, book: &Rulebook, from: SectionRef, blocks: &Blocks) {
        passages::visit(blocks, &mut |passage| {
            for (range, span) in strong_phrases(passage.text) {
                let name = &passage.text.plain[range];
                let Some(key) = key(name) else { continue };
                let key = (book.game_of(from), key);
                let candidate = self.0.entry(key).or_insert_with(|| Candidate {
                    name: name.to_owned(),
                    sections: Vec::new(),
                    span,
                });
                if candidate.sections.last() != Some(&from) {
                    candidate.sections.push(from);
                }
            }
        });
    }

    /// The phrases that are set apart in several sections of a game, while nothing in that game has their name, in reading
    /// order. The game may list terms that are defined elsewhere.
    pub fn faults(mut self, graph: &LinkGraph) -> Vec<Diagnostic> {
        let book = &graph.book;
        for (at, game) in (0..).map(GameRef).zip(&book.games) {
            for key in game.undefined.iter().filter_map(|name| key(name)) {
                self.0.remove(&(at, key));
            }
        }
        let mut undefined: Vec<_> = self.0.into_values().collect();
        undefined.retain(|term| {
            let near = Some(term.sections[0]);
            term.sections.len() >= FEWEST_SECTIONS && graph.definitions(&term.name, near).is_empty()
        });
        undefined.sort_by_key(|term| (term.sections[0], term.span.start));
        undefined.truncate(MOST_FAULTS);
        undefined.iter().map(|term| fault(book, term)).collect()
    }
}

fn fault(book: &Rulebook, term: &Candidate) -> Diagnostic {
    let document = book.document_of(term.sections[0]);
    let (name, game) = (&term.name, &book.game(document.game).name);
    let message = format!(
        "`{name}` is set apart in {} sections of {game}, and none defines it",
        term.sections.len()
    );
    let help =
        format!("write a section of this name, or list it in game.yaml: `undefined: [{name}]`");
    Diagnostic::at(&document.source, term.span, "undefined-term", message).help(help)
}

/// The phrases in bold within other text, without a value at their end. A text that is bold throughout has none, and
/// neither has a label before a colon. Each with its place in the source, the value included.
fn strong_phrases(text: &RichText) -> Vec<(Range<usize>, Span)> {
    let is_whole = text.runs.iter().all(|run| run.style.strong);
    let strong = text
        .runs
        .iter()
        .filter(|run| run.style.strong && run.link.is_none());
    strong
        .filter(|_| !is_whole)
        .filter_map(|run| {
            let range = trimmed(&text.plain, run.start as usize..run.end as usize);
            let name = &text.plain[range.clone()];
            let is_label = name.ends_with(':') || text.plain[range.end..].starts_with(':');
            let bare = value::split(name).map_or(0..name.len(), |(_, bare)| bare);
            let bare = range.start + bare.start..range.start + bare.end;
            (!is_label).then_some((bare, run.span))
        })
        .collect()
}

/// The stems of a phrase; `None` unless it is a term: not too long, no value such as `4+`, not only everyday words.
fn key(name: &str) -> Option<String> {
    let phrase = Phrase::new(name);
    let count = phrase.words.len();
    let is_plain = |word: &str| is_everyday(word) || word.starts_with(|c: char| c.is_ascii_digit());
    let plain = (0..count).all(|word| is_plain(phrase.stem(word)));
    let joined = phrase.gaps(0..count).is_empty();
    (!plain && joined && count <= MOST_WORDS).then(|| phrase.all().to_owned())
}
