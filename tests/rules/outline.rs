//! The outline of a document, which must be the same after conversion to markdown.

use tableside::rules::slug::one_line;
use tableside::rules::{Block, BlockKind, DocumentRef, Rulebook, Section};

/// Returns one line for each section (name, kind, position) and each block (kind, text).
pub fn outline(book: &Rulebook, document: DocumentRef) -> Vec<String> {
    let root = book.document(document).root;
    let first = root.0;
    let sections = std::iter::once(root).chain(book.descendants(root));
    sections
        .flat_map(|at| section_outline(book.section(at), &book.blocks(at), first))
        .collect()
}

fn section_outline(section: &Section, blocks: &[Block], first: u32) -> Vec<String> {
    let Section {
        level,
        run_in,
        tags,
        scope,
        heading,
        ..
    } = section;
    let parent = section.parent.map(|parent| parent.0 - first);
    let head = format!(
        "{} | {:?} | {level} {run_in} {tags:?} {scope:?} {parent:?} | {:?}",
        section.full_title(),
        section.kind,
        one_line(heading)
    );
    let mut lines = vec![head];
    for block in blocks {
        block_outline(block, first, 1, &mut lines);
    }
    lines
}

fn block_outline(block: &Block, first: u32, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let mut nest = |name: String, blocks: &[Block]| {
        lines.push(format!("{indent}{name}"));
        for block in blocks {
            block_outline(block, first, depth + 1, lines);
        }
    };
    match &block.kind {
        BlockKind::Paragraph(text) => nest(format!("paragraph {:?}", text.plain), &[]),
        BlockKind::Heading { level, text } => {
            nest(format!("heading {level} {:?}", text.plain), &[]);
        }
        BlockKind::Effect(blocks) => nest("effect".to_owned(), blocks),
        BlockKind::Condition(blocks) => nest("condition".to_owned(), blocks),
        BlockKind::Quote(blocks) => nest("quote".to_owned(), blocks),
        BlockKind::Note { provenance, blocks } => nest(format!("note {provenance:?}"), blocks),
        BlockKind::List { start, items } => items
            .iter()
            .for_each(|item| nest(format!("item {start:?}"), item)),
        BlockKind::RunIn(section) => nest(format!("run-in {}", section.0 - first), &[]),
        BlockKind::Table(table) => {
            let columns: Vec<_> = table
                .columns
                .iter()
                .map(|column| (&column.name.plain, column.kind, column.right))
                .collect();
            nest(format!("table {columns:?} {:?}", table.dice), &[]);
            for row in &table.rows {
                let cells: Vec<_> = row
                    .cells
                    .iter()
                    .map(|cell| (&cell.text.plain, &cell.quantity))
                    .collect();
                nest(format!("row {cells:?}"), &[]);
            }
        }
        other => nest(format!("{other:?}"), &[]),
    }
}
