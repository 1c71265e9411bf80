//! Finds versions of a rule: sections with the same name and nearly the same text, in several
//! documents of a game.

use std::collections::{HashMap, HashSet};
use std::sync::{MutexGuard, PoisonError};

use super::graph::{LinkGraph, RuleVersion};
use super::likeness::{ComparedWords, compared_words};
use super::names::MAX_NAMESAKES;
use crate::rules::{BlockKind, Rulebook, SectionRef};

/// The minimum likeness of two versions of a rule, from 0 to 1. Versions were found to share more
/// than two thirds of their words. Different rules with the same purpose share about half.
const MIN_LIKENESS: f32 = 2.0 / 3.0;

/// The minimum number of words of a text that is compared. Shorter texts are similar by chance.
const MIN_WORDS: usize = 4;

/// The maximum number of sections with the same name that are compared with one section.
const MAX_COMPARED: usize = 8;

/// The maximum total length, in bytes, of the documents that are parsed within a frame to find
/// versions.
const MAX_PARSED: usize = 256 * 1024;

impl LinkGraph {
    /// Returns the other versions of a section's rule in its game, in reading order, at most one
    /// per document.
    pub fn versions(&self, section: SectionRef) -> Vec<RuleVersion> {
        // A page looks up the versions of each of its sections whenever it is laid out.
        if let Some(versions) = self.known_versions().get(&section) {
            return versions.clone();
        }
        let versions = self.find_versions(section);
        self.known_versions().insert(section, versions.clone());
        versions
    }

    /// Whether the versions of `sections` can be found within a frame: the documents to parse for
    /// those that are still unknown are not too long.
    pub fn finds_versions_fast(&self, sections: impl Iterator<Item = SectionRef>) -> bool {
        let known = self.known_versions();
        let unknown = sections.filter(|at| !known.contains_key(at));
        let compared = unknown.flat_map(|section| {
            let others = self.namesakes(section);
            let own = (!others.is_empty()).then_some(section);
            own.into_iter().chain(others)
        });
        let documents: HashSet<_> = compared.map(|at| self.book.section(at).document).collect();
        let length = |document| self.book.document(document).length as usize;
        documents.into_iter().map(length).sum::<usize>() <= MAX_PARSED
    }

    /// Returns, for each of `sections`, the index of the first earlier section that is a version of
    /// the same rule, or `None`. A section that has such an index is never the earlier one.
    pub fn earlier_versions(&self, sections: &[SectionRef]) -> Vec<Option<usize>> {
        let mut before: Vec<Option<usize>> = Vec::new();
        for (at, section) in sections.iter().enumerate() {
            let mut others = (0..at).filter(|first| before[*first].is_none());
            let found = others.find(|first| {
                let other = sections[*first];
                same_name(&self.book, *section, other)
                    && self
                        .versions(*section)
                        .iter()
                        .any(|version| version.section == other)
            });
            before.push(found);
        }
        before
    }

    /// Like [`Self::earlier_versions`], but only from the versions that have been looked up. The second
    /// value lists the sections whose versions have to be looked up to be sure.
    pub fn known_earlier_versions(
        &self,
        sections: &[SectionRef],
    ) -> (Vec<Option<usize>>, Vec<SectionRef>) {
        let known = self.known_versions();
        let (mut before, mut unknown): (Vec<Option<usize>>, _) = (Vec::new(), Vec::new());
        for (at, section) in sections.iter().enumerate() {
            let mut others = (0..at).filter(|first| {
                before[*first].is_none() && same_name(&self.book, *section, sections[*first])
            });
            let found = if let Some(versions) = known.get(section) {
                others.find(|first| {
                    let mut versions = versions.iter();
                    versions.any(|version| version.section == sections[*first])
                })
            } else {
                unknown.extend(others.next().map(|_| *section));
                None
            };
            before.push(found);
        }
        (before, unknown)
    }

    fn known_versions(&self) -> MutexGuard<'_, HashMap<SectionRef, Vec<RuleVersion>>> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the sections of other documents with the same name as `section`, at most
    /// [`MAX_COMPARED`]. Returns none if more than [`MAX_NAMESAKES`] sections have this name,
    /// which is then probably a heading of many documents.
    fn namesakes(&self, section: SectionRef) -> Vec<SectionRef> {
        let book = &self.book;
        let this = book.section(section);
        let game = book.game_of(section);
        if self.is_common(game, &this.title, MAX_NAMESAKES) {
            return Vec::new();
        }
        let named = self.named(game, &this.title, None);
        let mut others: Vec<_> = named.iter().map(|name| name.section).collect();
        others.retain(|other| {
            book.section(*other).document != this.document && same_name(book, section, *other)
        });
        others.dedup();
        others.truncate(MAX_COMPARED);
        others
    }

    fn find_versions(&self, section: SectionRef) -> Vec<RuleVersion> {
        let book = &self.book;
        let others = self.namesakes(section);
        if others.is_empty() {
            return Vec::new();
        }
        let own = rules_words(book, section);
        let compared = others.into_iter().map(|section| {
            let words = rules_words(book, section);
            let same = own.words == words.words;
            let is_long = own.words.len().min(words.words.len()) >= MIN_WORDS;
            let likeness = if is_long { own.likeness(&words) } else { 0.0 };
            (RuleVersion { section, same }, likeness)
        });
        let mut found: Vec<_> = compared.collect();
        found.retain(|(_, likeness)| *likeness >= MIN_LIKENESS);
        // Keep only the most similar section of each document.
        found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let mut documents = HashSet::new();
        found.retain(|(version, _)| documents.insert(book.section(version.section).document));
        found.sort_by_key(|(version, _)| version.section);
        found.into_iter().map(|(version, _)| version).collect()
    }
}

/// Whether two sections are in the same game and have the same name. In many collections a document is
/// a rule, and another document contains a copy.
fn same_name(book: &Rulebook, one: SectionRef, other: SectionRef) -> bool {
    let (this, that) = (book.section(one), book.section(other));
    this.title.eq_ignore_ascii_case(&that.title)
        && this.parameter == that.parameter
        && book.game_of(one) == book.game_of(other)
}

/// Returns the words of a section and its descendants, without notes.
fn rules_words(book: &Rulebook, section: SectionRef) -> ComparedWords {
    let mut words = Vec::new();
    for at in book.subtree(section) {
        if at != section {
            words.extend(words_of(&book.section(at).full_title()));
        }
        for block in book.blocks(at).iter() {
            match &block.kind {
                BlockKind::Note { .. } => {}
                BlockKind::Stats(stats) => {
                    let stats = stats.iter();
                    words.extend(stats.flat_map(|stat| [stat.name.clone(), stat.text.clone()]));
                }
                _ => words.extend(block.texts().flat_map(|text| words_of(&text.plain))),
            }
        }
    }
    ComparedWords::new(words)
}

fn words_of(text: &str) -> Vec<String> {
    compared_words(text).map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::source::Source;

    const RULES: &str = "# Rules\n\n## Hatch\n\n### Open\n\nThe access point of an open hatch is a way through for all of them.\n\n\
        ## Breach Point\n\n### Open\n\nThe access point of an open breach point is a way through for all of them.\n\n\
        ## Lift Gate 1AP\n\nLift one gate within control range; it stays up.\n\n> **Designer's Note:** Mind the draught.\n\n\
        ## Supply\n\nRoll one dice for each crate that you hold at the end.\n";
    const PACK: &str = "# Pack\n\n## Open\n\nThe access point of an open breach point is a way through for all of them.\n\n\
        ## LIFT GATE 1AP\n\nLift one gate within control range, it stays up.\n\n\
        ## Supply\n\nThe player with the initiative sets up three markers.\n";

    fn book(pack: &str) -> Arc<Rulebook> {
        let sources = vec![
            Source::in_memory("rules.md", RULES),
            Source::in_memory("pack.md", pack),
            Source::in_memory("game.yaml", "vocabulary: kill-team"),
        ];
        Arc::new(Rulebook::load(sources, Vec::new()))
    }

    /// Returns the ids of a section's versions, each with a prefix: `=` if the words are the same,
    /// `~` if they differ.
    fn versions_of(book: &Arc<Rulebook>, id: &str) -> Vec<String> {
        let section = book.by_id(id).unwrap_or_else(|| panic!("no {id}"));
        let versions = LinkGraph::new(Arc::clone(book)).versions(section);
        let sign = |version: &RuleVersion| if version.same { '=' } else { '~' };
        versions
            .iter()
            .map(|version| format!("{}{}", sign(version), book.section(version.section).id))
            .collect()
    }

    #[test]
    fn a_reprint_without_the_note_is_the_same_rule() {
        let book = book(PACK);
        assert_eq!(
            versions_of(&book, "rules/rules#lift-gate"),
            ["=rules/pack#lift-gate"]
        );
        assert_eq!(
            versions_of(&book, "rules/pack#lift-gate"),
            ["=rules/rules#lift-gate"]
        );
    }

    #[test]
    fn a_document_may_be_a_version_of_a_section() {
        let supply = "# Supply\n\nRoll one dice for each crate that you hold at the end.\n";
        let sources = vec![
            Source::in_memory("rules.md", RULES),
            Source::in_memory("supply.md", supply),
        ];
        let book = Arc::new(Rulebook::load(sources, Vec::new()));
        assert_eq!(versions_of(&book, "rules/supply"), ["=rules/rules#supply"]);
        assert_eq!(versions_of(&book, "rules/rules#supply"), ["=rules/supply"]);
    }

    #[test]
    fn a_long_note_does_not_make_another_rule() {
        let note = format!(
            "up.\n\n> **Designer's Note:** {}\n",
            "Mind the draught. ".repeat(30)
        );
        let book = book(&PACK.replace("up.", &note));
        assert_eq!(
            versions_of(&book, "rules/rules#lift-gate"),
            ["=rules/pack#lift-gate"]
        );
    }

    #[test]
    fn a_reprint_with_another_condition_differs() {
        let book = book(&PACK.replace("it stays up", "then it stays up"));
        assert_eq!(
            versions_of(&book, "rules/rules#lift-gate"),
            ["~rules/pack#lift-gate"]
        );
    }

    #[test]
    fn different_rules_of_one_name_are_not_versions() {
        assert_eq!(versions_of(&book(PACK), "rules/rules#supply"), [""; 0]);
    }

    #[test]
    fn the_more_similar_of_two_namesakes_is_the_version() {
        let book = book(PACK);
        assert_eq!(
            versions_of(&book, "rules/rules#breach-point-open"),
            ["=rules/pack#open"]
        );
        assert_eq!(
            versions_of(&book, "rules/pack#open"),
            ["=rules/rules#breach-point-open"]
        );
    }

    #[test]
    fn another_game_prints_rules_of_its_own() {
        let elsewhere = PACK.replacen("# Pack", "---\ngame: Other\n---\n\n# Pack", 1);
        assert_eq!(
            versions_of(&book(&elsewhere), "rules/rules#lift-gate"),
            [""; 0]
        );
    }

    #[test]
    fn earlier_versions_are_found_among_sections() {
        let book = book(PACK);
        let of = |id: &str| book.by_id(id).expect(id);
        let sections = [
            "rules/rules#supply",
            "rules/pack#lift-gate",
            "rules/pack#supply",
            "rules/rules#lift-gate",
        ]
        .map(of);
        let graph = LinkGraph::new(Arc::clone(&book));
        assert_eq!(
            graph.earlier_versions(&sections),
            [None, None, None, Some(1)]
        );
    }
}
