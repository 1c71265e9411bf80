//! What the headings, tags and kinds of sections say about their names.

use super::typography::{Case, KINDS, MAX_ABBREVIATION_LENGTH};
use super::words::Phrase;
use crate::rules::slug::fold;
use crate::rules::{Enclosed, Rulebook, Section, SectionKind, SectionRef};

/// The last words of headings above things whose names texts capitalise: `to catch` does not mean
/// the skill Catch below the heading Agility Skills.
const PROPER_KINDS: [&str; 4] = ["feats", "skills", "talents", "traits"];

/// Returns the mission, datacard or event card that contains a section, if any.
pub fn owner(book: &Rulebook, at: SectionRef) -> Option<SectionRef> {
    let encloses = |at: &SectionRef| {
        let named = book.named_kind(*at);
        let is_card = book.section(*at).kind == SectionKind::Card;
        is_card || named.is_some_and(|kind| kind.encloses != Enclosed::None)
    };
    book.upwards(at).skip(1).find(encloses)
}

/// Whether the first two sections below a heading are kinds of what it names: `Air Elemental` below
/// `Elementals`.
pub fn lists_kinds(book: &Rulebook, at: SectionRef) -> bool {
    let title = Phrase::new(&book.section(at).title);
    let mut children = book.children(at).take(2);
    children.all(|child| Phrase::new(&book.section(child).title).ends_with(title.all()))
}

/// Whether sections of a kind have proper names: the rules capitalise these names, and the same
/// words in lower case mean something else.
pub fn is_proper(book: &Rulebook, at: SectionRef) -> bool {
    book.named_kind(at).is_some_and(|kind| kind.is_proper)
}

/// Returns how texts write a one-word name, judging by its section's tag (`Catch (Active)`) and, in a
/// large collection, by the heading above the section.
pub fn case(book: &Rulebook, section: &Section, is_large: bool) -> Case {
    let is_kind = |tag: &&String| {
        tag.len() > MAX_ABBREVIATION_LENGTH && !tag.contains(|c: char| c.is_ascii_digit())
    };
    let kinds: Vec<_> = section.tags.iter().filter(is_kind).collect();
    // After `need to`, `Vault` means the section `Vault (Action)`.
    let is_action = |tag: &&String| KINDS.contains(&fold(tag).as_str());
    if is_large && is_listed(book, section) || !kinds.is_empty() && !kinds.iter().any(is_action) {
        Case::Proper
    } else if kinds.is_empty() {
        Case::Any
    } else {
        Case::Capitalised
    }
}

/// Whether a section is one of the things that the heading above it lists. The heading Traits below
/// Skills & Traits is the rule about traits.
fn is_listed(book: &Rulebook, section: &Section) -> bool {
    let is_kind = |title: &str| {
        let word = title.rsplit(' ').next().unwrap_or(title);
        let is = |kind: &&str| kind.eq_ignore_ascii_case(word);
        PROPER_KINDS.iter().any(is)
    };
    let above = section
        .parent
        .map(|above| book.section(above).title.as_str());
    above.is_some_and(is_kind) && !is_kind(&section.title)
}
