//! Finds versions of a rule: sections with the same name and nearly the same text, in several
//! documents of a game.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault};
use std::sync::{MutexGuard, PoisonError};

use rustc_hash::FxHasher;

use super::graph::{LinkGraph, RuleVersion};
use super::likeness::{likeness, without_punctuation};
use crate::rules::slug::fold;
use crate::rules::{BlockKind, Rulebook, SectionKind, SectionRef};

/// The minimum likeness of two versions of a rule, from 0 to 1. Versions were found to share more
/// than two thirds of their words. Different rules with the same purpose share about half.
const MIN_LIKENESS: f32 = 2.0 / 3.0;

/// A document may have two sections with the same name, such as `Open` for hatches and `Open` for
/// breach points. If a section of another document is more like one of the two, by more than this
/// margin, it is not a version of the other.
const MARGIN: f32 = 0.05;

/// The minimum number of words of a text that is compared. Shorter texts are similar by chance.
const MIN_WORDS: usize = 4;

/// The maximum number of words of a search result that are compared. The number is low because
/// results are compared after every key.
const MAX_WORDS: usize = 200;

/// If more sections than this share a name, the name is probably a heading of many documents, and
/// the sections do not count as versions of a rule.
const MAX_NAMESAKES: usize = 128;

/// The maximum number of sections with the same name that are compared with one section.
const MAX_COMPARED: usize = 8;

/// The maximum number of sections whose versions can be found within a frame, and the maximum total
/// length, in bytes, of the documents that contain these sections and their possible versions.
const MAX_SECTIONS: usize = 1000;
const MAX_PARSED: usize = 256 * 1024;

/// Of the source texts of two versions, the longer may be at most this many times as long as the
/// shorter, plus [`SHORT_NOTE`]. The texts also contain notes and markup, which are not compared.
const MAX_RATIO: u32 = 4;

/// The number of bytes by which the longer text may exceed the limit of [`MAX_RATIO`], so that one
/// of two short versions may contain a note.
const SHORT_NOTE: u32 = 400;

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

    /// Whether the versions of `sections` can be found within a frame: not too many are still
    /// unknown, and the documents to parse for these are not too long.
    pub fn finds_versions_fast(&self, sections: impl Iterator<Item = SectionRef>) -> bool {
        let known = self.known_versions();
        let unknown = sections.filter(|at| !known.contains_key(at));
        let unknown: Vec<_> = unknown.take(MAX_SECTIONS + 1).collect();
        drop(known);
        if unknown.len() > MAX_SECTIONS {
            return false;
        }
        let compared = unknown.into_iter().flat_map(|section| {
            let (_, others) = self.namesakes(section);
            let own = (!others.is_empty()).then_some(section);
            own.into_iter().chain(others)
        });
        let documents: HashSet<_> = compared.map(|at| self.book.section(at).document).collect();
        let length = |document| self.book.document(document).length as usize;
        documents.into_iter().map(length).sum::<usize>() <= MAX_PARSED
    }

    fn known_versions(&self) -> MutexGuard<'_, HashMap<SectionRef, Vec<RuleVersion>>> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the sections with the same name as `section`: those in its document, and those of
    /// similar length among the first [`MAX_COMPARED`] in other documents. Returns none if more
    /// than [`MAX_NAMESAKES`] sections have this name.
    fn namesakes(&self, section: SectionRef) -> (Vec<SectionRef>, Vec<SectionRef>) {
        let book = &self.book;
        let named = self.named(book.game_of(section), &book.section(section).title);
        if named.len() > MAX_NAMESAKES {
            return (Vec::new(), Vec::new());
        }
        let mut namesakes: Vec<_> = named.iter().map(|name| name.section).collect();
        namesakes.retain(|other| same_name(book, section, *other));
        namesakes.dedup();
        let document = book.section(section).document;
        let (here, mut others): (Vec<_>, Vec<_>) = namesakes
            .into_iter()
            .partition(|other| book.section(*other).document == document);
        // Comparing the words means parsing another document, so the lengths are compared first.
        others.truncate(MAX_COMPARED);
        others.retain(|other| similar_length(book, section, *other));
        (here, others)
    }

    fn find_versions(&self, section: SectionRef) -> Vec<RuleVersion> {
        let book = &self.book;
        let (namesakes_here, others) = self.namesakes(section);
        if others.is_empty() {
            return Vec::new();
        }
        let own = RulesText::of(book, section);
        let namesakes_here = namesakes_here.into_iter().take(MAX_COMPARED);
        let namesakes_here: Vec<_> = namesakes_here
            .filter(|namesake| *namesake != section)
            .map(|namesake| RulesText::of(book, namesake))
            .collect();
        let mut found: Vec<(RuleVersion, f32)> = Vec::new();
        for section in others {
            let text = RulesText::of(book, section);
            let likeness = own.likeness(&text);
            let is_nearer = |namesake: &RulesText| namesake.likeness(&text) > likeness + MARGIN;
            if likeness >= MIN_LIKENESS && !namesakes_here.iter().any(is_nearer) {
                let same = own.words == text.words;
                found.push((RuleVersion { section, same }, likeness));
            }
        }
        // Keep only the most similar section of each document.
        found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let mut documents = HashSet::new();
        found.retain(|(version, _)| documents.insert(book.section(version.section).document));
        found.sort_by_key(|(version, _)| version.section);
        found.into_iter().map(|(version, _)| version).collect()
    }
}

/// Returns, for each of `sections`, the index of the first section before it that is a version of
/// the same rule in another document, or `None`. Skips sections that have such an index themselves.
/// `texts` returns the texts of a section.
pub fn earlier_versions(
    book: &Rulebook,
    sections: &[SectionRef],
    texts: impl Fn(SectionRef) -> Vec<String>,
) -> Vec<Option<usize>> {
    let known: Vec<OnceCell<RulesText>> = sections.iter().map(|_| OnceCell::new()).collect();
    let text = |at: usize| known[at].get_or_init(|| RulesText::first(book, sections[at], &texts));
    let mut before: Vec<Option<usize>> = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        let found = (0..at)
            .filter(|first| before[*first].is_none())
            .filter(|first| same_name(book, sections[*first], *section))
            .take(MAX_COMPARED)
            .find(|first| {
                book.section(sections[*first]).document != book.section(*section).document
                    && text(*first).likeness(text(at)) >= MIN_LIKENESS
            });
        before.push(found);
    }
    before
}

/// Whether two sections are similar enough in length to be versions of one rule.
fn similar_length(book: &Rulebook, one: SectionRef, other: SectionRef) -> bool {
    let [one, other] = [one, other].map(|at| book.length(at));
    one.max(other) <= one.min(other) * MAX_RATIO + SHORT_NOTE
}

/// Whether two sections are in the same game and have the same name. Root sections do not count,
/// because documents are not rules.
fn same_name(book: &Rulebook, one: SectionRef, other: SectionRef) -> bool {
    let (this, that) = (book.section(one), book.section(other));
    this.title.eq_ignore_ascii_case(&that.title)
        && this.parameter == that.parameter
        && this.kind != SectionKind::Document
        && that.kind != SectionKind::Document
        && book.game_of(one) == book.game_of(other)
}

/// The words of a section and its descendants, each as a hash.
struct RulesText {
    words: Vec<u64>,
    sorted: Vec<u64>,
}

impl RulesText {
    fn of(book: &Rulebook, section: SectionRef) -> Self {
        let mut words = Vec::new();
        for at in book.subtree(section) {
            if at != section {
                add(&book.section(at).full_title(), &mut words);
            }
            for block in book.blocks(at).iter() {
                match &block.kind {
                    BlockKind::Note { .. } => {}
                    BlockKind::Stats(stats) => stats
                        .iter()
                        .for_each(|stat| add(&format!("{} {}", stat.name, stat.text), &mut words)),
                    _ => block.texts().for_each(|text| add(&text.plain, &mut words)),
                }
            }
        }
        Self::new(words)
    }

    /// Reads the first words of the texts of a section and its descendants.
    fn first(
        book: &Rulebook,
        section: SectionRef,
        texts: impl Fn(SectionRef) -> Vec<String>,
    ) -> Self {
        let mut words = Vec::new();
        for text in book.subtree(section).flat_map(texts) {
            if words.len() >= MAX_WORDS {
                break;
            }
            add(&text, &mut words);
        }
        words.truncate(MAX_WORDS);
        Self::new(words)
    }

    fn new(words: Vec<u64>) -> Self {
        let mut sorted = words.clone();
        sorted.sort_unstable();
        Self { words, sorted }
    }

    /// Returns the share of words that two texts have in common, or 0 if one of the texts is too
    /// short to be compared.
    fn likeness(&self, other: &Self) -> f32 {
        if self.words.len().min(other.words.len()) < MIN_WORDS {
            return 0.0;
        }
        likeness(&self.sorted, &other.sorted)
    }
}

/// Adds the hashes of a text's words, regardless of case and punctuation.
fn add(text: &str, words: &mut Vec<u64>) {
    let line = fold(text);
    let bare = line.split(' ').map(without_punctuation);
    words.extend(bare.filter(|word| !word.is_empty()).map(hash));
}

fn hash(word: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(word)
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
        assert_eq!(versions_of(&book, "rules/rules#hatch-open"), [""; 0]);
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
        let texts = |at: SectionRef| {
            let blocks = book.blocks(at);
            let texts = blocks.iter().flat_map(|block| block.texts());
            texts.map(|text| text.plain.clone()).collect()
        };
        assert_eq!(
            earlier_versions(&book, &sections, texts),
            [None, None, None, Some(1)]
        );
    }
}
