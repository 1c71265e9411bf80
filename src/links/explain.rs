//! Explains why mentions are links or not.

use super::graph::LinkGraph;
use super::mentions::LinkCandidate;
use super::weights::{Feature, WEIGHTS};
use crate::rules::{RichText, SectionRef};

/// A mention with the parts of its score.
#[derive(Debug)]
pub struct ExplainedMention {
    /// The words of the text.
    pub text: String,
    /// The section that the words most probably mean.
    pub target: SectionRef,
    /// The sum of the parts.
    pub score: f32,
    /// The names of the features that count, each with its share of the score, the largest first.
    pub parts: Vec<(&'static str, f32)>,
}

impl LinkGraph {
    /// Returns the mentions in the text of a section and its run-in rules that are links, and the
    /// `others` most probable ones that are not.
    pub fn explain(
        &self,
        section: SectionRef,
        others: usize,
    ) -> (Vec<ExplainedMention>, Vec<ExplainedMention>) {
        let (mut links, mut rest) = (Vec::new(), Vec::new());
        for from in self.shown_with(section) {
            for text in self.book.blocks(from).linked_texts() {
                let made = self.links_in(from, text);
                for found in self.occurrences(from, text) {
                    let Some(best) = found.candidates.first() else {
                        continue;
                    };
                    let overlapping = made.iter().find(|link| {
                        link.range.start < found.range.end && found.range.start < link.range.end
                    });
                    match overlapping {
                        None => rest.push(explained(text, best)),
                        Some(link) if link.range == best.range && !link.explicit => {
                            links.push(explained(text, best));
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        rest.sort_by(|one, other| other.score.total_cmp(&one.score));
        rest.truncate(others);
        (links, rest)
    }
}

fn explained(text: &RichText, mention: &LinkCandidate) -> ExplainedMention {
    let rows = Feature::ALL.iter().zip(mention.features.0).zip(WEIGHTS);
    let parts = rows.map(|((feature, value), weight)| (feature.into(), value * weight));
    let mut parts: Vec<(&str, f32)> = parts.collect();
    parts.retain(|(_, part)| part.abs() >= 0.05);
    parts.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
    ExplainedMention {
        text: text.plain[mention.range.clone()].replace('\n', " "),
        target: mention.target,
        score: mention.score,
        parts,
    }
}
