//! Finds terms that the rules use but do not define: phrases that are in bold in several sections
//! and are not the name of any section.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::analyzer::{Language, Stemmer};
use crate::diagnostic::Diagnostic;
use crate::links::graph::LinkGraph;
use crate::links::words::{Phrase, trimmed};
use crate::links::{passages, value};
use crate::rules::{Blocks, GameRef, RichText, Rulebook, Run, SectionRef};
use crate::source::Span;

/// The minimum number of sections in which a term must be in bold. In a single section, a phrase
/// may be in bold for any reason.
const MIN_SECTIONS: usize = 2;

/// The maximum number of undefined terms that are reported, in reading order. Rules with more
/// undefined terms probably rely on a book that is not loaded, so the rest are left out.
const MAX_FAULTS: usize = 200;

/// Bold type marks terms in a game that defines at least this many bold phrases for each that it does
/// not define. In other games it is mostly emphasis, and more than [`MAX_UNSURE`] undefined phrases are
/// not reported.
const DEFINED_PER_UNDEFINED: usize = 1;
const MAX_UNSURE: usize = 5;

/// The maximum number of words of a term. Longer phrases are probably in bold for emphasis.
const MAX_WORDS: usize = 4;

/// Bold phrases, by game and stems.
#[derive(Default)]
pub struct BoldTerms(BTreeMap<(GameRef, String), BoldTerm>);

struct BoldTerm {
    name: String,
    sections: Vec<SectionRef>,
    /// The first occurrence in the source.
    span: Span,
}

impl BoldTerms {
    /// Adds the bold phrases of a section.
    pub fn add(&mut self, book: &Rulebook, from: SectionRef, blocks: &Blocks) {
        passages::visit(blocks, &mut |passage| {
            for (range, span) in strong_phrases(passage.text) {
                let name = &passage.text.plain[range];
                let Some(key) = key(name) else { continue };
                let key = (book.game_of(from), key);
                let candidate = self.0.entry(key).or_insert_with(|| BoldTerm {
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

    /// Returns a fault for each phrase that is in bold in several sections of a game, but is not
    /// the name of any section, if bold type marks terms in the game. Phrases that `game.yaml` lists as
    /// undefined are left out. In other games the faults are only notes, because most bold phrases that
    /// authors do not define are no terms.
    pub fn faults(mut self, graph: &LinkGraph) -> Vec<Diagnostic> {
        let book = &graph.book;
        for (at, game) in (0..).map(GameRef).zip(&book.games) {
            for key in game.undefined.iter().filter_map(|name| key(name)) {
                self.0.remove(&(at, key));
            }
        }
        let mut counts: BTreeMap<GameRef, (usize, usize)> = BTreeMap::new();
        let is_undefined = |((game, _), term): ((GameRef, String), BoldTerm)| {
            let near = Some(term.sections[0]);
            let (undefined, defined) = counts.entry(game).or_default();
            let is_defined = !graph.definitions(&term.name, near).is_empty();
            *(if is_defined { defined } else { undefined }) += 1;
            (!is_defined).then_some((game, term))
        };
        let terms = self
            .0
            .into_iter()
            .filter(|(_, term)| term.sections.len() >= MIN_SECTIONS);
        let undefined: Vec<_> = terms.filter_map(is_undefined).collect();
        let marks_terms = |game: &GameRef| {
            let (undefined, defined) = counts.get(game).copied().unwrap_or_default();
            undefined <= MAX_UNSURE || defined >= undefined * DEFINED_PER_UNDEFINED
        };
        let undefined = undefined.into_iter().filter(|(game, _)| marks_terms(game));
        let mut undefined: Vec<_> = undefined.map(|(_, term)| term).collect();
        undefined.sort_by_key(|term| (term.sections[0], term.span.start));
        let undefined = undefined.iter().take(MAX_FAULTS);
        undefined.map(|term| fault(book, term)).collect()
    }
}

fn fault(book: &Rulebook, term: &BoldTerm) -> Diagnostic {
    let document = book.document_of(term.sections[0]);
    let (name, game) = (&term.name, &book.game(document.game).name);
    let message = format!(
        "`{name}` is in bold in {} sections of {game}, but no section defines it",
        term.sections.len()
    );
    let help =
        format!("add a section with this name, or list it in game.yaml: `undefined: [{name}]`");
    let fault = Diagnostic::at(&document.source, term.span, "undefined-term", message).help(help);
    if book.game(document.game).undefined.is_empty() {
        return fault.note();
    }
    fault
}

/// Returns each bold phrase: its byte range without a value such as the `2` of `Piercing 2`, and
/// the span of the whole phrase in the source. Links, labels before a colon, and texts that are
/// entirely bold are left out.
fn strong_phrases(text: &RichText) -> Vec<(Range<usize>, Span)> {
    let is_whole = text.runs.iter().all(|run| run.style.strong);
    let is_term = |run: &&Run| run.style.strong && run.link.is_none() && !is_whole;
    let strong = text.runs.iter().filter(is_term).filter_map(|run| {
        let range = trimmed(&text.plain, run.range());
        let name = &text.plain[range.clone()];
        let is_label = name.ends_with(':') || text.plain[range.end..].starts_with(':');
        let bare = value::split(name).map_or(0..name.len(), |(_, bare)| bare);
        let bare = range.start + bare.start..range.start + bare.end;
        (!is_label).then_some((bare, run.span))
    });
    strong.collect()
}

/// Returns the stems of a phrase. Returns `None` if the phrase cannot be a term because it is too
/// long, has punctuation between its words, or consists only of everyday words and values such as
/// `4+`.
fn key(name: &str) -> Option<String> {
    let phrase = Phrase::new(name, &mut Stemmer::new(Language::default()));
    let count = phrase.words.len();
    let is_joined = phrase.gaps(0..count).is_none();
    (!phrase.is_plain() && is_joined && count <= MAX_WORDS).then(|| phrase.all().into_owned())
}
