//! Determines the kind of each section from its heading, its text and its parent's heading.

use super::datacard::Datacard;
use crate::rules::model::{Block, Section, SectionKind};
use crate::rules::slug::fold;

/// Titles of sections whose subsections define terms.
const TERMS_ABOVE: [&str; 6] = [
    "weapon rules",
    "terrain types",
    "core terms",
    "glossary",
    "terms",
    "definitions",
];

/// Titles, or last words of titles, of sections whose subsections are ploys.
const PLOYS_ABOVE: [&str; 4] = [
    "strategy ploys",
    "firefight ploys",
    "strategic ploys",
    "tactical ploys",
];

/// Returns the kind of a section. The heading decides first, then the blocks, then the kind that
/// the section inherits from its parent. If none of them decides, the kind is `Rule`. `above`
/// contains the parent, if there is one, and a flag that is set if the parent has no text of its
/// own.
pub fn of(section: &Section, blocks: &[Block], above: Option<(&Section, bool)>) -> SectionKind {
    if !matches!(section.kind, SectionKind::Rule) {
        return section.kind;
    }
    if Datacard::of(blocks).is_some() {
        return SectionKind::Datacard;
    }
    let inherited = above.and_then(|above| inherited(section, blocks, above));
    if blocks.is_empty() {
        return inherited
            .filter(|kind| *kind == SectionKind::Mission)
            .unwrap_or(SectionKind::Group);
    }
    if is_key_numbers(blocks) {
        return SectionKind::KeyNumbers;
    }
    inherited.unwrap_or(SectionKind::Rule)
}

/// Returns the kind that a section inherits from its parent's title: subsections of `Missions` are
/// missions. Otherwise, a section with a parameter (`Lethal x+`) is a term. `bare` means that the
/// parent has no text of its own.
fn inherited(
    section: &Section,
    blocks: &[Block],
    (parent, bare): (&Section, bool),
) -> Option<SectionKind> {
    let above = fold(&parent.title);
    let ends = |word: &str| above == word || above.ends_with(&format!(" {word}"));
    // A document's title may name several kinds of rules, such as
    // `Core Terms, Actions and Weapon Rules`, so it must equal one of `TERMS_ABOVE`. The title of
    // any other section need only end with one of them.
    let root = parent.parent.is_none();
    if ends("missions") {
        Some(SectionKind::Mission)
    } else if ends("event cards") {
        Some(SectionKind::EventCard {
            copies: copies(blocks),
        })
    } else if !blocks.is_empty() && PLOYS_ABOVE.into_iter().any(ends) {
        Some(SectionKind::Ploy)
    } else if !blocks.is_empty()
        && (ends("faction equipment")
            || ends("universal equipment")
            || above == "equipment" && bare)
    {
        Some(SectionKind::Equipment)
    } else if TERMS_ABOVE
        .into_iter()
        .any(|word| if root { above == word } else { ends(word) })
        || section.parameter.is_some()
    {
        Some(SectionKind::Term)
    } else {
        None
    }
}

fn is_key_numbers(blocks: &[Block]) -> bool {
    let mut tables = blocks.iter().flat_map(Block::tables);
    tables.next().is_some_and(|table| {
        let names: Vec<_> = table
            .columns
            .iter()
            .map(|column| fold(&column.name.plain))
            .collect();
        matches!(names.as_slice(), [first, second] if first.contains("rule") && second == "value")
    })
}

/// Finds the number of copies of a card: 2 for `**Copies:** 2x`.
fn copies(blocks: &[Block]) -> Option<u32> {
    blocks.iter().flat_map(Block::texts).find_map(|text| {
        let text = fold(&text.plain);
        let count = text.strip_prefix("copies:")?.trim_start();
        let digits = count.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    })
}
