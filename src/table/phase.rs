//! Finds what the rules say about a phase: the sentences that name it.

use std::ops::Range;

use crate::rules::{DocumentRef, Rulebook, SectionRef};

/// The maximum number of sentences that are collected.
const MAX_SENTENCES: usize = 200;

/// A sentence that names a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseUse {
    /// The section of the sentence.
    pub section: SectionRef,
    /// The sentence.
    pub sentence: String,
    /// The byte range of the name in the sentence.
    pub range: Range<usize>,
}

/// Returns the sentences of some documents that name a phase, in reading order.
pub fn uses_of(
    book: &Rulebook,
    documents: impl Iterator<Item = DocumentRef>,
    phase: &str,
) -> Vec<PhaseUse> {
    let sections = documents.flat_map(|document| book.walk_document(document));
    let uses = sections.flat_map(|(section, _, blocks)| {
        let rules = &book.game(book.game_of(section)).table;
        let place = |text: &str| rules.find_phase(text, phase);
        let mut titles = book.upwards(section).map(|at| &book.section(at).title);
        let is_inside = titles.any(|title| place(title).is_some());
        let sentences = || blocks.texts().flat_map(|text| sentences(&text.plain));
        let uses = sentences().filter_map(|sentence| Some((sentence, place(sentence)?)));
        let mut uses: Vec<_> = uses.collect();
        // A rule below a heading that names the phase need not name it again.
        if uses.is_empty() && is_inside {
            uses.extend(sentences().next().map(|sentence| (sentence, 0..0)));
        }
        let uses = uses.into_iter().map(|(sentence, range)| PhaseUse {
            section,
            sentence: sentence.to_owned(),
            range,
        });
        uses.collect::<Vec<_>>()
    });
    uses.take(MAX_SENTENCES).collect()
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    lines
        .flat_map(|line| line.split_inclusive(". "))
        .map(str::trim)
}
