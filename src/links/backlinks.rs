//! Backlinks: the mentions of each section, with the sentences that contain them. In this module, a
//! link that the author wrote is also a mention.

use std::collections::HashMap;
use std::ops::Range;

use super::exceptions::is_exception;
use super::graph::LinkGraph;
use super::passages::{self, Passage};
use super::value;
use super::words::Phrase;
use crate::rules::slug::fold;
use crate::rules::{GameRef, Rulebook, SectionRef};

/// The maximum number of equally near targets of a mention. A mention with more targets is not
/// collected: thousands of files may each have a section `Effect`, and the mention would be listed
/// under every one of them.
const MAX_TARGETS: usize = 64;

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
    /// The sentence or table row that contains the mention.
    pub sentence: String,
    /// The byte range of the mention in `sentence`.
    pub range: Range<usize>,
    /// Whether the sentence makes an exception to the mentioned section, with words such as
    /// `instead`, `takes precedence`, `cannot` or `ignore`.
    pub exception: bool,
}

impl Backlinks {
    /// Collects the mentions in all texts of `game`, or of all games if `game` is `None`.
    pub fn build(graph: &LinkGraph, game: Option<GameRef>) -> Self {
        let shares = passages::walk_in_parallel(&graph.book, game, |sections| {
            let mut share = Self::default();
            for (from, _, blocks) in sections {
                passages::visit(&blocks, &mut |passage| {
                    share.add(graph, from, passage);
                });
            }
            share
        });
        let mut all = Self::default();
        for (to, links) in shares.into_iter().flat_map(|share| share.by_target) {
            all.by_target.entry(to).or_default().extend(links);
        }
        all
    }

    fn add(&mut self, graph: &LinkGraph, from: SectionRef, passage: &Passage<'_>) {
        for link in graph.links_in(from, passage.text) {
            let targets = nearest(graph, from, &link.targets);
            if (1..=MAX_TARGETS).contains(&targets.len()) {
                let backlink = Backlink::new(from, passage, &link.range);
                for to in targets {
                    let known = self.by_target.entry(to).or_default();
                    backlink.clone().add_to(known);
                }
            }
        }
    }

    /// Returns the mentions of a section, in reading order, each sentence once.
    pub fn to(&self, section: SectionRef) -> &[Backlink] {
        self.by_target.get(&section).map_or(&[], Vec::as_slice)
    }
}

/// A mention, with the sections in other documents that repeat its sentence under the same title.
#[derive(Debug)]
pub struct Mention<'a> {
    /// The mention that is listed.
    pub link: &'a Backlink,
    /// The sections in other documents that repeat the mention's sentence under the same title.
    pub also: Vec<SectionRef>,
}

/// Sorts mentions by document, exceptions first. If sections with the same title repeat a sentence
/// in several documents, the sentence is listed only under the first document.
pub fn by_document<'a>(
    book: &Rulebook,
    links: impl IntoIterator<Item = &'a Backlink>,
) -> Vec<Mention<'a>> {
    let document = |link: &Backlink| book.section(link.from).document;
    let mut mentions: Vec<Mention<'a>> = Vec::new();
    let mut printed = HashMap::new();
    for link in links {
        let title = book.section(link.from).full_title();
        let key = (fold(&title), fold(&link.sentence));
        let first = *printed.entry(key).or_insert(mentions.len());
        match mentions.get_mut(first) {
            Some(known) if document(known.link) != document(link) => known.also.push(link.from),
            _ => mentions.push(Mention {
                link,
                also: Vec::new(),
            }),
        }
    }
    mentions.sort_by_key(|mention| (document(mention.link), !mention.link.exception));
    mentions
}

/// Finds the sentences that contain `name`, in reading order. Meant for a name that no section
/// defines. Searches `game`, or all games if `game` is `None`. Values are ignored: `Accurate 2`
/// also finds `Accurate 1`.
pub fn uses(book: &Rulebook, name: &str, game: Option<GameRef>) -> Vec<Backlink> {
    let wanted = Phrase::new(value::bare(name));
    let count = wanted.words.len();
    let mut found = Vec::new();
    if count == 0 {
        return found;
    }
    let documents = passages::documents(book, game);
    for (from, _, blocks) in documents.flat_map(|document| book.walk_document(document)) {
        passages::visit(&blocks, &mut |passage| {
            let phrase = Phrase::new(&passage.text.plain);
            for (at, words) in phrase.words.windows(count).enumerate() {
                if phrase.stems(at..at + count) == wanted.all() {
                    let range = words[0].start..words[count - 1].end;
                    Backlink::new(from, passage, &range).add_to(&mut found);
                }
            }
        });
    }
    found
}

/// Returns the first target and those directly after it that are at the same distance from the
/// section `from`. Leaves out `from` itself.
fn nearest(graph: &LinkGraph, from: SectionRef, targets: &[SectionRef]) -> Vec<SectionRef> {
    let distance = |to: &SectionRef| graph.distance(Some(from), *to);
    let best = targets.first().map(distance);
    let nearest = targets.iter().take_while(|to| Some(distance(to)) == best);
    nearest.copied().filter(|to| *to != from).collect()
}

impl Backlink {
    fn new(from: SectionRef, passage: &Passage<'_>, range: &Range<usize>) -> Self {
        let (sentence, range) = passage.sentence(range);
        Self {
            from,
            sentence: sentence.to_owned(),
            exception: is_exception(sentence, &range),
            range,
        }
    }

    /// Adds the mention to `known`. If the last mention in `known` is in the same sentence, keeps
    /// only one of the two, preferably an exception.
    fn add_to(self, known: &mut Vec<Self>) {
        match known.last_mut() {
            Some(last) if last.from == self.from && last.sentence == self.sentence => {
                if self.exception && !last.exception {
                    *last = self;
                }
            }
            _ => known.push(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn mentions_are_listed_by_document_exceptions_first_and_reprints_once() {
        let one = "# One\n\n## Lift Gate 1AP\n\nUp.\n\n## Guard Duty\n\nOne can Lift Gate here. One can ignore Lift Gate there.\n";
        let two = "# Two\n\n## Guard Duty\n\nOne can ignore Lift Gate there.\n\n## Rest\n\nNo Lift Gate at all.\n";
        let sources = vec![
            Source::in_memory("one.md", one),
            Source::in_memory("two.md", two),
        ];
        let graph = LinkGraph::new(Rulebook::load(sources, Vec::new()));
        let backlinks = Backlinks::build(&graph, None);
        let book = &graph.book;
        let mentions = by_document(
            book,
            backlinks.to(book.by_id("rules/one#lift-gate").expect("the action")),
        );
        let shown = |mention: &Mention<'_>| {
            let also: Vec<_> = mention
                .also
                .iter()
                .map(|at| book.section(*at).id.as_str())
                .collect();
            format!("{} [{}]", mention.link.sentence, also.join(" "))
        };
        let shown: Vec<_> = mentions.iter().map(shown).collect();
        assert_eq!(
            shown,
            [
                "One can ignore Lift Gate there. [rules/two#guard-duty]",
                "One can Lift Gate here. []",
                "No Lift Gate at all. []"
            ]
        );
    }
}
