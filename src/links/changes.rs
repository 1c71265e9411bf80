//! Finds the changes to a rule: exceptions that passages elsewhere make to the rule.
//!
//! A passage changes a rule if the passage mentions the rule and makes an exception to it. If
//! several documents of a game define the same rule, the passage changes all of these definitions,
//! although it links only to the nearest one.
//!
//! A section and its parent share their changes if the name of one starts with the name of the
//! other: a passage that forbids the use of a `Breach Point` also changes `Breach`, a subsection of
//! Breach Point.

use std::collections::HashSet;

use super::backlinks::{Backlink, Backlinks};
use super::graph::LinkGraph;
use crate::rules::{Enclosed, Rulebook, SectionKind, SectionRef};

/// A passage that changes a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleChange {
    /// The mission, datacard or event card that contains the passage. Equal to `from` if there is
    /// none.
    pub owner: SectionRef,
    /// The section that contains the passage.
    pub from: SectionRef,
}

impl Backlinks {
    /// Returns the passages elsewhere that change a section, in reading order, each sentence once.
    /// Tables of key numbers are left out, because they only summarise rules.
    pub fn exceptions(&self, graph: &LinkGraph, section: SectionRef) -> Vec<&Backlink> {
        let book = &graph.book;
        let same = namesakes(graph, section);
        let family: Vec<_> = same
            .iter()
            .flat_map(|at| std::iter::once(*at).chain(kin(book, *at)))
            .collect();
        let is_read_with = |from: SectionRef| {
            family
                .iter()
                .any(|of| book.contains(*of, from) || book.contains(from, *of))
        };
        let mut found: Vec<_> = family
            .iter()
            .flat_map(|about| self.to(*about))
            .filter(|link| link.exception && !is_read_with(link.from))
            .filter(|link| book.section(link.from).kind != SectionKind::Table)
            .collect();
        found.sort_by_key(|link| link.from);
        let mut seen = HashSet::new();
        found.retain(|link| seen.insert((link.from, &*link.sentence)));
        found
    }

    /// Returns the rules that change a section, in reading order: the missions, cards and other
    /// sections that contain the passages of [`Self::exceptions`], each once.
    pub fn changed_by(&self, graph: &LinkGraph, section: SectionRef) -> Vec<RuleChange> {
        let mut found: Vec<RuleChange> = Vec::new();
        for link in self.exceptions(graph, section) {
            let owner = owner(&graph.book, link.from).unwrap_or(link.from);
            if found.iter().all(|known| known.owner != owner) {
                found.push(RuleChange {
                    owner,
                    from: link.from,
                });
            }
        }
        found
    }
}

/// Returns a section, followed by the other definitions of the same rule: sections of the same
/// game, kind and name. A rule inside a mission or card has no other definitions.
fn namesakes(graph: &LinkGraph, section: SectionRef) -> Vec<SectionRef> {
    let book = &graph.book;
    let this = book.section(section);
    if owner(book, section).is_some() {
        return vec![section];
    }
    let mut same = graph.unsorted_definitions(&this.full_title(), Some(section));
    same.retain(|at| {
        let kind = book.kind_name(*at);
        *at != section && kind == book.kind_name_of(this) && owner(book, *at).is_none()
    });
    same.insert(0, section);
    same
}

/// Returns the parent and the children of a section, but only those with a name similar to the
/// section's: of the two names, the longer starts with the words of the shorter, like
/// `Breach Point` and `Breach`.
fn kin(book: &Rulebook, section: SectionRef) -> impl Iterator<Item = SectionRef> {
    let this = book.section(section);
    let near = this.parent.into_iter().chain(book.children(section));
    near.filter(move |at| {
        let mut names = [&this.title, &book.section(*at).title];
        names.sort_by_key(|name| name.len());
        let [short, long] = names;
        let (start, rest) = long.split_at_checked(short.len()).unwrap_or_default();
        start.eq_ignore_ascii_case(short)
            && !short.is_empty()
            && !rest.starts_with(char::is_alphanumeric)
    })
}

/// Returns the mission, datacard or event card that contains a section, if any.
fn owner(book: &Rulebook, at: SectionRef) -> Option<SectionRef> {
    let encloses = |at: &SectionRef| {
        let named = book.named_kind(*at);
        let is_card = book.section(*at).kind == SectionKind::Card;
        is_card || named.is_some_and(|kind| kind.encloses != Enclosed::None)
    };
    book.upwards(at).skip(1).find(encloses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    const CORE: &str = "# Core

## Breach Point

It is closed.

### Breach **2AP**

Open it. It cannot be done twice.
";

    const CARDS: &str = "# Cards

## Maze

Breach points take precedence here.

## Calm

Nothing is done unless a Breach Point is open.

## Key Numbers

| Rule | Value |
|---|---|
| Breach, except twice | 2AP |
";

    fn changed_by(files: &[(&str, &str)], id: &str) -> Vec<String> {
        let sources = files
            .iter()
            .map(|(name, text)| Source::in_memory(name, text))
            .chain([Source::in_memory("game.yaml", "vocabulary: kill-team")])
            .collect();
        let graph = LinkGraph::new(Rulebook::load(sources, vec![]));
        let book = &graph.book;
        let section = book.by_id(id).expect(id);
        let changes = Backlinks::build(&graph, None).changed_by(&graph, section);
        changes
            .iter()
            .map(|change| book.section(change.owner).id.clone())
            .collect()
    }

    #[test]
    fn an_exception_to_a_term_changes_the_action_of_its_name() {
        for id in ["rules/core#breach", "rules/core#breach-point"] {
            assert_eq!(
                changed_by(&[("core.md", CORE), ("cards.md", CARDS)], id),
                ["rules/cards#maze"]
            );
        }
    }

    #[test]
    fn an_exception_to_one_version_changes_the_other() {
        let both = format!("{CORE}\n## Elsewhere\n\nBreach points cannot be closed.\n");
        let files = [("core.md", CORE), ("again.md", both.as_str())];
        assert_eq!(
            changed_by(&files, "rules/core#breach"),
            ["rules/again#elsewhere"]
        );
    }

    #[test]
    fn the_bundled_missions_and_cards_that_change_breach_are_known() {
        let sources = crate::loader::bundled().collect();
        let graph = LinkGraph::new(Rulebook::load(sources, vec![]));
        let book = &graph.book;
        let breach = book
            .by_id("kill-team/tomb-world#breach")
            .expect("the action");
        let changes = Backlinks::build(&graph, None).changed_by(&graph, breach);
        let names: Vec<_> = changes
            .iter()
            .map(|change| book.section(change.owner).title.as_str())
            .collect();
        assert_eq!(
            names,
            [
                "Threat Level",
                "Demolition Protocol",
                "Destroy Sarcophagus",
                "The Maze Reforms"
            ]
        );
    }
}
