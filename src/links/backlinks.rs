//! Backlinks: the mentions of each section, with the sentences that contain them. In this module, a
//! link that the author wrote is also a mention.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::exceptions::is_exception;
use super::graph::LinkGraph;
use super::passages::{self, Passage, SharedSentence};
use crate::rules::{GameRef, SectionRef, is_sentence};

/// The mentions in one game, or in all games, grouped by the section that they mention.
#[derive(Debug, Default)]
pub struct Backlinks {
    by_target: HashMap<SectionRef, Vec<Backlink>>,
}

/// A mention of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backlink {
    /// The innermost section that contains the mention.
    pub from: SectionRef,
    /// The sentence or table row that contains the mention. All mentions in it share it.
    pub sentence: Arc<str>,
    /// The byte range of the mention in `sentence`.
    pub range: Range<usize>,
    /// Whether the sentence makes an exception to the mentioned section, with words such as
    /// `instead`, `takes precedence`, `cannot` or `ignore`.
    pub exception: bool,
}

impl Backlinks {
    /// Collects the mentions in all texts of `game`, or of all games if `game` is `None`.
    pub fn build(graph: &LinkGraph, game: Option<GameRef>) -> Self {
        // The jobs below must not wait for these counts: the thread that collects them may need the
        // same workers.
        graph.collect_all();
        let by_document = passages::walk_in_parallel(&graph.book, game, |sections| {
            let (mut own, mut last) = (Self::default(), SharedSentence::default());
            for (from, _, blocks) in sections {
                if is_sentence(&blocks.heading().plain) {
                    own.add(graph, from, &Passage::of(blocks.heading()), &mut last);
                }
                passages::visit(&blocks, &mut |passage| {
                    own.add(graph, from, passage, &mut last);
                });
            }
            own
        });
        let mut all = Self::default();
        for (to, links) in by_document.into_iter().flat_map(|own| own.by_target) {
            all.by_target.entry(to).or_default().extend(links);
        }
        all
    }

    /// Adds the mentions of a passage. `last` is the last sentence that a mention was found in.
    fn add(
        &mut self,
        graph: &LinkGraph,
        from: SectionRef,
        passage: &Passage<'_>,
        last: &mut SharedSentence,
    ) {
        for link in graph.links_in(from, passage.text) {
            // A mention of several sections is listed only under the most likely one.
            let to = link.targets[0];
            if to == from {
                continue;
            }
            let (sentence, range) = last.find(passage, &link.range);
            let exception = is_exception(&sentence, &range);
            let known = self.by_target.entry(to).or_default();
            match known.last_mut() {
                // Of the mentions in one sentence, only one is kept, preferably an exception.
                Some(last) if last.from == from && last.sentence == sentence => {
                    if exception && !last.exception {
                        (last.range, last.exception) = (range, true);
                    }
                }
                _ => known.push(Backlink {
                    from,
                    sentence,
                    range,
                    exception,
                }),
            }
        }
    }

    /// Returns the mentions of a section, in reading order, each sentence once.
    pub fn to(&self, section: SectionRef) -> &[Backlink] {
        self.by_target.get(&section).map_or(&[], Vec::as_slice)
    }
}
