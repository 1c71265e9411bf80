//! The labelled texts of a collection.

use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;

use tableside::links::{ComparedWords, LinkGraph, MentionFeatures, Occurrence, compared_words};
use tableside::rules::{Blocks, RichText, Rulebook, SectionRef};

use crate::labels::{self, Labels, id, in_source};

/// The maximum number of texts with links of authors.
const MAX_AUTHORED: usize = 1500;
/// The share of words that two copies of a rule have in common.
const COPY: f32 = 0.9;
/// The maximum number of sections below a heading that are compared.
const MAX_BELOW: usize = 100;

pub struct Collection {
    pub name: String,
    /// Texts whose links are hidden.
    pub authored: Vec<LabelledText>,
    /// Texts with judged mentions. Links stay.
    pub judged: Vec<LabelledText>,
}

pub struct LabelledText {
    pub occurrences: Vec<Found>,
    pub labels: Vec<TextLabel>,
}

/// An occurrence of a name.
pub struct Found {
    pub words: Range<usize>,
    pub range: Range<usize>,
    pub is_own: bool,
    /// For each section that the words may mean, the features.
    pub candidates: Vec<(SectionRef, MentionFeatures)>,
}

/// What is known of some words of a text.
pub struct TextLabel {
    pub range: Range<usize>,
    /// The sections that count as the right target.
    pub targets: Vec<SectionRef>,
    pub wanted: bool,
    pub shown: String,
}

impl Collection {
    pub fn read(name: &str, folder: &str, labels: &Labels) -> Result<Self, Box<dyn Error>> {
        let graph = LinkGraph::new(labels::load(folder)?);
        let mut collection = Self {
            name: name.to_owned(),
            authored: Vec::new(),
            judged: Vec::new(),
        };
        let mut authored = Vec::new();
        let mut texts = Texts::default();
        for (from, section, blocks) in graph.book.walk() {
            let source = &graph.book.document(section.document).source;
            let labels = labels.of(name, &source.file);
            for text in blocks.texts() {
                let links = author_links(&graph, from, text, &mut texts);
                if !links.is_empty() {
                    authored.push((from, without_links(text), links));
                }
                let occurrences = if labels.is_empty() {
                    Vec::new()
                } else {
                    graph.occurrences(from, text)
                };
                let found: Vec<_> = occurrences
                    .iter()
                    .filter_map(|found| {
                        let range = in_source(&source.text, text, &found.range)?;
                        let label = labels.iter().find(|label| label.range == range)?;
                        let targets = found.candidates.iter().map(|candidate| candidate.target);
                        let is_right = |at: &SectionRef| {
                            same(&graph.book, *at)
                                .into_iter()
                                .any(|at| id(&graph.book, at) == label.target)
                        };
                        let targets: Vec<_> = targets.filter(is_right).collect();
                        Some(TextLabel {
                            range: found.range.clone(),
                            targets: if label.is_right { targets } else { Vec::new() },
                            wanted: label.wanted,
                            shown: shown(text, &found.range),
                        })
                    })
                    .collect();
                if !found.is_empty() {
                    let occurrences = occurrences.into_iter().map(Found::new).collect();
                    collection.judged.push(LabelledText {
                        occurrences,
                        labels: found,
                    });
                }
            }
        }
        let mut hidden = LinkGraph::new(std::sync::Arc::clone(&graph.book));
        hidden.hides_links = true;
        let step = authored.len().div_ceil(MAX_AUTHORED).max(1);
        for (from, text, labels) in authored.into_iter().step_by(step) {
            let occurrences = hidden
                .occurrences(from, &text)
                .into_iter()
                .map(Found::new)
                .collect();
            collection.authored.push(LabelledText {
                occurrences,
                labels,
            });
        }
        eprintln!(
            "{name}: {} authored texts, {} judged",
            collection.authored.len(),
            collection
                .judged
                .iter()
                .map(|text| text.labels.len())
                .sum::<usize>()
        );
        Ok(collection)
    }
}

impl Found {
    fn new(found: Occurrence) -> Self {
        let candidates = found.candidates.into_iter();
        Self {
            words: found.words,
            range: found.range,
            is_own: found.is_own,
            candidates: candidates
                .map(|found| (found.target, found.features))
                .collect(),
        }
    }
}

/// Returns the links of the author to other sections, whose text is a name of the target.
fn author_links(
    graph: &LinkGraph,
    from: SectionRef,
    text: &RichText,
    texts: &mut Texts,
) -> Vec<TextLabel> {
    let links = graph
        .links_in(from, text)
        .into_iter()
        .filter(|link| link.explicit);
    let book = &graph.book;
    links
        .filter(|link| !book.contains(link.targets[0], from))
        .filter_map(|link| {
            let first = link.targets[0];
            let words = &text.plain[link.range.clone()];
            let named = graph.definitions(words, Some(from));
            let mut targets = same(book, first);
            // A copy of the rule is as good.
            let copies = named
                .iter()
                .filter(|at| texts.are_copies(book, first, **at));
            let copies: Vec<_> = copies.flat_map(|at| same(book, *at)).collect();
            targets.extend(copies);
            let is_named = named.iter().any(|at| targets.contains(at));
            is_named.then(|| TextLabel {
                shown: shown(text, &link.range),
                range: link.range,
                targets,
                wanted: true,
            })
        })
        .collect()
}

/// The words of sections that have been compared.
#[derive(Default)]
struct Texts(HashMap<SectionRef, ComparedWords>);

impl Texts {
    /// Whether two sections have nearly the same words.
    fn are_copies(&mut self, book: &Rulebook, one: SectionRef, other: SectionRef) -> bool {
        for at in [one, other] {
            self.0.entry(at).or_insert_with(|| {
                let below = book.subtree(at).take(MAX_BELOW);
                let blocks = below.map(|at| book.blocks(at));
                let words = |blocks: Blocks| -> Vec<String> {
                    let texts = blocks.texts();
                    let words = texts.flat_map(|text| compared_words(&text.plain));
                    words.map(|(_, word)| word).collect()
                };
                ComparedWords::new(blocks.flat_map(words).collect())
            });
        }
        one != other && self.0[&one].likeness(&self.0[&other]) >= COPY
    }
}

/// Returns a section, and for a document its only heading of that name, or the reverse.
fn same(book: &Rulebook, at: SectionRef) -> Vec<SectionRef> {
    let root = book.document_of(at).root;
    if at == root || book.is_whole_document(at) {
        let whole = book.subtree(root).filter(|at| book.is_whole_document(*at));
        let mut whole: Vec<_> = whole.collect();
        whole.push(root);
        return whole;
    }
    vec![at]
}

fn without_links(text: &RichText) -> RichText {
    let mut plain = RichText::default();
    for run in &text.runs {
        plain.push(&text.plain[run.range()], run.style, None, run.span);
    }
    plain
}

fn shown(text: &RichText, range: &Range<usize>) -> String {
    let (start, end) = (
        range.start.saturating_sub(40),
        (range.end + 30).min(text.plain.len()),
    );
    let start = (start..=range.start)
        .find(|at| text.plain.is_char_boundary(*at))
        .unwrap_or(range.start);
    let end = (range.end..=end)
        .rev()
        .find(|at| text.plain.is_char_boundary(*at))
        .unwrap_or(range.end);
    let plain = &text.plain;
    format!(
        "{}«{}»{}",
        &plain[start..range.start],
        &plain[range.clone()],
        &plain[range.end..end]
    )
    .replace('\n', "/")
}
