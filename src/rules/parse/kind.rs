//! Determines the kind of each section from its heading, its text and its parent's heading.

use super::heading::kind_at_end;
use crate::rules::model::SectionKind::{
    self, Datacard, Equipment, EventCard, Group, KeyNumbers, Mission, Rule, Term,
};
use crate::rules::model::{Block, BlockKind, Section, title_above};
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

/// Returns the kind of a section. The heading decides first, then the blocks, then the kind that
/// the section inherits from its parent. If none of them decides, the kind is `Rule`. `above`
/// contains the parent, if there is one, and a flag that is set if the parent has no text of its
/// own.
pub fn of(section: &Section, blocks: &[Block], above: Option<(&Section, bool)>) -> SectionKind {
    if section.kind != Rule {
        return section.kind;
    }
    let is_stats = |block: &Block| matches!(block.kind, BlockKind::Stats(_));
    if blocks.iter().any(is_stats) {
        return Datacard;
    }
    match above.and_then(|(parent, bare)| inherited(section, parent, bare)) {
        Some(Mission) => Mission,
        _ if blocks.is_empty() => Group,
        _ if is_key_numbers(blocks) => KeyNumbers,
        Some(EventCard { .. }) => EventCard {
            copies: copies(blocks),
        },
        inherited => inherited.unwrap_or(Rule),
    }
}

/// Returns the kind that a section inherits from its parent's title: subsections of `Missions` are
/// missions. Otherwise, a section with a parameter (`Lethal x+`) is a term. `bare` means that the
/// parent has no text of its own.
fn inherited(section: &Section, parent: &Section, bare: bool) -> Option<SectionKind> {
    let above = fold(title_above(&parent.title));
    let ends = |word: &&str| {
        above
            .strip_suffix(*word)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
    };
    // A document's title may name several kinds of rules, such as
    // `Core Terms, Actions and Weapon Rules`, so it must equal one of `TERMS_ABOVE`. The title of
    // any other section need only end with one of them.
    let is_root = parent.parent.is_none();
    let defines = |word: &&str| if is_root { above == **word } else { ends(word) };
    let (one, is_plural) = match above.strip_suffix('s') {
        Some(one) => (one, true),
        None => (above.as_str(), false),
    };
    match kind_at_end(one) {
        _ if ends(&"missions") => Some(Mission),
        Some((_, kind)) if is_plural || kind == Equipment => Some(kind),
        _ if above == "equipment" && bare => Some(Equipment),
        _ if section.parameter.is_some() || TERMS_ABOVE.iter().any(defines) => Some(Term),
        _ => None,
    }
}

fn is_key_numbers(blocks: &[Block]) -> bool {
    let mut tables = blocks.iter().flat_map(Block::tables);
    tables.next().is_some_and(|table| {
        matches!(&table.columns[..], [rule, value]
            if fold(&rule.name.plain).contains("rule") && fold(&value.name.plain) == "value")
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
