//! Determines the kind of each section from its heading, its text and its parent's heading.

use super::heading::ends_with_any;
use crate::rules::model::SectionKind::{self, Card, Group, Named, Rule, Table, Term};
use crate::rules::model::{
    Block, BlockKind, ColumnRole, Enclosed, Section, Vocabulary, title_above,
};
use crate::rules::slug::fold;

/// Returns the kind of a section. The heading decides first, then the blocks, then the kind that
/// the section inherits from its parent. If none of them decides, the kind is `Rule`.
pub fn of(
    section: &Section,
    blocks: &[Block],
    parent: Option<&Section>,
    words: &Vocabulary,
) -> SectionKind {
    if section.kind != Rule {
        return section.kind;
    }
    let is_stats = |block: &Block| matches!(block.kind, BlockKind::Stats(_));
    if blocks.iter().any(is_stats) {
        return Card;
    }
    let inherited = parent.and_then(|parent| inherited(section, parent, words));
    let encloses = |kind: SectionKind| match kind {
        Named(at) => words
            .kind(at)
            .is_some_and(|kind| kind.encloses == Enclosed::All),
        _ => false,
    };
    match inherited {
        Some(kind) if encloses(kind) => kind,
        _ if blocks.is_empty() => Group,
        _ if is_table_of_values(blocks, words) => Table,
        inherited => inherited.unwrap_or(Rule),
    }
}

/// Returns the kind that a section inherits from its parent's title: subsections of `Missions` are
/// missions. Otherwise, a section with a parameter (`Lethal x+`) is a term.
fn inherited(section: &Section, parent: &Section, words: &Vocabulary) -> Option<SectionKind> {
    let above = fold(title_above(&parent.title));
    let kind = words.find_kind(|kind| ends_with_any(&above, &kind.below));
    // A document's title may name several kinds of rules, such as
    // `Core Terms, Actions and Weapon Rules`, so its sections are terms only if it names nothing
    // else.
    let is_named = || words.kinds.iter().any(|kind| kind.below.contains(&above));
    let kind = kind.filter(|kind| *kind != Term || parent.parent.is_some() || is_named());
    kind.or(section.parameter.as_ref().map(|_| Term))
}

fn is_table_of_values(blocks: &[Block], words: &Vocabulary) -> bool {
    let mut tables = blocks.iter().flat_map(Block::tables);
    tables.next().is_some_and(|table| {
        let roles = table
            .columns
            .iter()
            .map(|column| words.column_role(&column.name.plain));
        let expected = [ColumnRole::Subject, ColumnRole::Value].map(Some);
        roles.eq(expected)
    })
}
