//! A document as markdown with front matter, as it was understood: for a player to tidy and keep.
//!
//! Loading the markdown again gives the same tree: the same sections of the same kinds, with the same texts. So every
//! block is written in the one notation that the parser and `shape` read back as that block: all notes are
//! quotes with a label, stats a list under theirs, run-in rules a bold label.

use super::front_matter;
use super::model::block::{Block, BlockKind, List, Provenance, Table};
use super::model::body::Body;
use super::model::front_matter::FrontMatter;
use super::model::section::{DocumentRef, SectionKind, SectionRef};
use super::rulebook::Rulebook;

mod inline;

/// The markdown of a document.
#[must_use]
pub fn to_markdown(book: &Rulebook, document: DocumentRef) -> String {
    let found = book.document(document);
    let head = FrontMatter {
        title: Some(found.title.clone()),
        ..found.front_matter.clone()
    };
    let mut out = format!("---\n{}---\n", front_matter::to_yaml(&head));
    let writer = Writer {
        book,
        body: &book.body(document),
    };
    let sections = std::iter::once(found.root).chain(book.descendants(found.root));
    for at in sections.filter(|at| !book.section(*at).run_in) {
        let section = book.section(at);
        // A root without a heading of its own has an empty place for it.
        let headed = section.heading_span.start < section.heading_span.end;
        if headed {
            let marks = "#".repeat(usize::from(section.level.clamp(1, 6)));
            out.push('\n');
            out.push_str(
                format!("{marks} {}", inline::one_line(writer.body.heading(at))).trim_end(),
            );
            out.push('\n');
        }
        if section.has_text {
            out.push('\n');
            out.push_str(&writer.blocks(writer.body.blocks(at), false));
        }
    }
    out
}

struct Writer<'a> {
    book: &'a Rulebook,
    body: &'a Body,
}

impl Writer<'_> {
    /// Blocks with blank lines between them. `nested` is inside a list's item.
    fn blocks(&self, blocks: &[Block], nested: bool) -> String {
        self.blocks_after(blocks, nested, false)
    }

    /// Blocks below, or at the start of an item of, a list with the usual mark.
    fn blocks_after(&self, blocks: &[Block], nested: bool, mut list_above: bool) -> String {
        let mut out = String::new();
        // Lists that follow each other, or start in each other, are told apart by their marks.
        for block in blocks {
            let text = match &block.kind {
                BlockKind::List(list) => self.list(list, list_above),
                kind => self.block(kind, nested),
            };
            list_above = match block.kind {
                BlockKind::List(_) => !list_above,
                _ => matches!(block.kind, BlockKind::Stats(_)),
            };
            if text.is_empty() {
                continue;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(text.trim_end_matches('\n'));
            out.push('\n');
        }
        out
    }

    fn block(&self, kind: &BlockKind, nested: bool) -> String {
        match kind {
            BlockKind::Paragraph(text) => inline::lines(text),
            BlockKind::List(list) => self.list(list, false),
            BlockKind::Table(table) => self::table(table),
            BlockKind::Effect(blocks) => self.after("▶ ", blocks, nested),
            BlockKind::Condition(blocks) => self.after("◆ ", blocks, nested),
            BlockKind::Note { provenance, blocks } => {
                let label = format!("**{}:** ", note_label(*provenance));
                quoted(&self.after(&label, blocks, false))
            }
            BlockKind::Quote(blocks) => quoted(&self.blocks(blocks, false)),
            BlockKind::RunIn(section) => self.run_in(*section, nested),
            BlockKind::Stats(stats) => {
                let items = stats
                    .iter()
                    .map(|stat| inline::item(&format!("{}: {}", stat.name, stat.text)));
                let items: Vec<_> = items.map(|item| format!("- {item}")).collect();
                let items = items.join("\n");
                format!("**Stats:**\n\n{items}")
            }
            BlockKind::Keywords(words) => {
                let words: Vec<_> = words.iter().map(|word| inline::escape(word)).collect();
                format!("**Keywords:** {}", words.join(", "))
            }
            BlockKind::Break if nested => "***".to_owned(),
            BlockKind::Break => "---".to_owned(),
            BlockKind::Code(code) => fenced(code),
        }
    }

    /// Blocks whose first paragraph follows a mark or a label in its line.
    fn after(&self, opening: &str, blocks: &[Block], nested: bool) -> String {
        match blocks.split_first() {
            Some((
                Block {
                    kind: BlockKind::Paragraph(text),
                    ..
                },
                rest,
            )) => {
                let rest = self.blocks(rest, nested);
                let gap = if rest.is_empty() { "" } else { "\n" };
                format!("{opening}{}\n{gap}{rest}", inline::lines(text))
            }
            _ => format!("{}\n\n{}", opening.trim_end(), self.blocks(blocks, nested)),
        }
    }

    fn run_in(&self, at: SectionRef, nested: bool) -> String {
        let (section, blocks) = (self.book.section(at), self.body.blocks(at));
        if section.kind == SectionKind::Question {
            let heading = inline::lines(self.body.heading(at));
            return format!("{heading}\n\n{}", self.blocks(blocks, nested));
        }
        let name = inline::escape(&section.heading);
        let label = format!("**{name}:** ");
        let marked =
            |block: &Block| matches!(block.kind, BlockKind::Effect(_) | BlockKind::Condition(_));
        match blocks.split_first() {
            // Only a label that has a cost or stands alone owns the marks below its text.
            Some((
                Block {
                    kind: BlockKind::Paragraph(_),
                    ..
                },
                rest,
            )) if section.kind.cost().is_some() || !rest.iter().any(marked) => {
                self.after(&label, blocks, nested)
            }
            Some((first, rest)) if marked(first) => {
                let (first, rest) = (self.block(&first.kind, nested), self.blocks(rest, nested));
                format!("{label}{}\n\n{rest}", first.trim_end())
            }
            _ => format!("**{name}:**\n\n{}", self.blocks(blocks, nested)),
        }
    }

    fn list(&self, list: &List, other_mark: bool) -> String {
        let mut out = String::new();
        for (index, item) in list.items.iter().enumerate() {
            let mark = match (list.start, other_mark) {
                (Some(start), false) => format!("{}. ", start.saturating_add(index as u64)),
                (Some(start), true) => format!("{}) ", start.saturating_add(index as u64)),
                (None, false) => "- ".to_owned(),
                (None, true) => "+ ".to_owned(),
            };
            let text = self.blocks_after(item, true, !other_mark);
            let indent = " ".repeat(mark.len());
            for (line, text) in text.lines().enumerate() {
                let prefix = if line == 0 { &mark } else { &indent };
                out.push_str(format!("{prefix}{text}").trim_end());
                out.push('\n');
            }
            if text.is_empty() {
                out.push_str(mark.trim_end());
                out.push('\n');
            }
        }
        out
    }
}

fn note_label(provenance: Provenance) -> &'static str {
    match provenance {
        Provenance::Designer => "Designer's Note",
        other => other.label(),
    }
}

fn quoted(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let mark = if line.is_empty() { ">" } else { "> " };
        format!("{mark}{line}\n")
    });
    lines.collect()
}

fn table(table: &Table) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let columns = table.columns.iter();
    let rules = columns
        .clone()
        .map(|column| if column.right { "---:" } else { "---" }.to_owned());
    let names = columns.map(|column| inline::cell(&column.name));
    let mut out = row(names.collect()) + &row(rules.collect());
    for cells in &table.rows {
        let cells = cells.cells.iter().map(|cell| inline::cell(&cell.text));
        out += &row(cells.collect());
    }
    out
}

fn fenced(code: &str) -> String {
    let fence = inline::fence(code, 3);
    format!("{fence}\n{code}\n{fence}")
}
