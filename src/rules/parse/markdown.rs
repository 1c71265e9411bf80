//! Parses markdown into headings and blocks. The only module that knows the markdown parser.
//!
//! It departs from `CommonMark` where rules documents need it:
//! - a setext heading is a paragraph and a break: a `---` glued under an answer is meant as a break;
//! - a soft break stays a line break before a line that opens a block, such as a mark or a bullet;
//! - HTML is shown as text: `<Weapon>` is a placeholder, not a tag;
//! - containers nested deeper than [`DEEPEST`] are flattened, so that no document can exhaust the stack.
//!
//! [`glue`] separates blocks that `CommonMark` would join.

use std::ops::Range;

use pulldown_cmark::{
    Alignment, Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeWithOffset,
};

use super::item::Item;
use super::notation::normalise;
use super::table;
use crate::rules::model::{Block, BlockKind, Cell, Column, LinkTarget, Table, TableRow};
use crate::source::{Span, clean};
use inline::Inline;

mod glue;
mod inline;

/// Containers nested deeper than this are flattened.
const DEEPEST: usize = 24;

/// Parses `text[from..]`; spans are offsets into `text`.
pub(super) fn parse(text: &str, from: usize) -> Vec<Item> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_WIKILINKS | Options::ENABLE_STRIKETHROUGH;
    let body = glue::prepare(&text[from..]);
    let mut reader = EventReader {
        body: &body,
        from,
        items: Vec::new(),
        open: Vec::new(),
        inline: Inline::default(),
        cell_end: 0,
        skipped: 0,
    };
    let events = Parser::new_ext(&body.text, options).into_offset_iter();
    for (event, range) in TextMergeWithOffset::new(events) {
        reader.event(event, range);
    }
    reader.items
}

struct EventReader<'a> {
    body: &'a glue::Prepared,
    /// Where the body begins in the source.
    from: usize,
    items: Vec<Item>,
    /// The quotes, lists and tables that are open, outermost first.
    open: Vec<Block>,
    inline: Inline,
    /// Where the last cell of a table ended.
    cell_end: usize,
    /// How many open containers are left out of `open` because they are nested too deep.
    skipped: usize,
}

impl EventReader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        let span = self.span(&range);
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, &range),
            Event::Text(text) => match &mut self.inline.code {
                Some(code) => code.push_str(&text),
                None => self.inline.push(&text, span),
            },
            Event::Code(code) => self.inline.push_code(code.trim(), span),
            Event::InlineHtml(html) => self.html(&html, span),
            Event::Html(html) => {
                // A block of HTML comes line by line.
                self.html(&html, span);
                self.inline.line_break(span);
            }
            Event::SoftBreak => self.soft_break(&range, span),
            Event::HardBreak => self.inline.line_break(span),
            Event::Rule => {
                self.paragraph();
                self.add(Block::new(BlockKind::Break, span));
            }
            // Not among the options.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) {
        match tag {
            Tag::Strong => self.inline.strong += 1,
            Tag::Emphasis => self.inline.emphasis += 1,
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => self.inline.links.push(match link_type {
                // In a table, `\|` separates the name from the text.
                LinkType::WikiLink { .. } => {
                    LinkTarget::Name(dest_url.trim_end_matches('\\').to_owned())
                }
                _ => LinkTarget::Path(dest_url.into_string()),
            }),
            Tag::CodeBlock(_) => {
                self.paragraph();
                self.inline.code = Some(String::new());
            }
            Tag::BlockQuote(_) => self.open(BlockKind::Quote(Vec::new()), span),
            Tag::List(start) => {
                let items = Vec::new();
                self.open(BlockKind::List { start, items }, span);
            }
            Tag::Item => {
                if let Some(BlockKind::List { items, .. }) = self.innermost() {
                    items.push(Vec::new());
                }
            }
            Tag::Table(alignment) => {
                let columns = alignment.iter().map(|side| Column {
                    right: *side == Alignment::Right,
                    ..Column::default()
                });
                let table = Table {
                    columns: columns.collect(),
                    ..Table::default()
                };
                self.open(BlockKind::Table(table), span);
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(BlockKind::Table(table)) = self.innermost() {
                    let cells = Vec::new();
                    table.rows.push(TableRow { cells, span });
                }
            }
            Tag::Paragraph | Tag::Heading { .. } | Tag::HtmlBlock => self.paragraph(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Strong => self.inline.strong = self.inline.strong.saturating_sub(1),
            TagEnd::Emphasis => self.inline.emphasis = self.inline.emphasis.saturating_sub(1),
            TagEnd::Link => drop(self.inline.links.pop()),
            TagEnd::Paragraph | TagEnd::HtmlBlock | TagEnd::Item => self.paragraph(),
            TagEnd::Heading(level) => self.heading(level as u8, range),
            TagEnd::CodeBlock => {
                let code = self.inline.code.take().unwrap_or_default();
                let lines: Vec<_> = code.lines().map(clean).collect();
                let code = lines.join("\n").trim_end().to_owned();
                self.add(Block::new(BlockKind::Code(code), self.span(range)));
            }
            TagEnd::TableCell => {
                self.cell_end = range.end;
                let cell = Cell::from(self.inline.take());
                if let Some(row) = self.row() {
                    row.cells.push(cell);
                }
            }
            TagEnd::TableRow => self.end_row(range.end),
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Table => self.close(),
            _ => {}
        }
    }

    fn html(&mut self, html: &str, span: Span) {
        let text = html.trim_end_matches(['\n', '\r']);
        match text.trim() {
            "<br>" | "<br/>" | "<br />" => self.inline.line_break(span),
            comment if comment.starts_with("<!--") => {}
            _ => self.inline.push(text, span),
        }
    }

    fn soft_break(&mut self, range: &Range<usize>, span: Span) {
        let below = &self.body.text[range.end..];
        if glue::opens_below_text(below) || glue::is_provenance(self.inline.last_line()) {
            self.inline.line_break(span);
        } else {
            self.inline.push(" ", span);
        }
    }

    /// A heading, or a setext heading, which is a paragraph and a break.
    fn heading(&mut self, level: u8, range: &Range<usize>) {
        let span = self.span(range);
        let is_setext = !self.body.text[range.clone()].trim_start().starts_with('#');
        if !is_setext && self.open.is_empty() {
            let text = self.inline.take();
            self.items.push(Item::Heading { level, text, span });
            return;
        }
        self.paragraph();
        if is_setext {
            let end = Span {
                start: span.end,
                end: span.end,
            };
            self.add(Block::new(BlockKind::Break, end));
        }
    }

    /// Ends the running text, if there is any, as a paragraph of the innermost container.
    fn paragraph(&mut self) {
        let text = self.inline.take();
        if !text.is_blank() {
            self.add(Block::paragraph(text));
        }
    }

    fn add(&mut self, block: Block) {
        let blocks = match self.innermost() {
            None => return self.items.push(Item::Block(block)),
            Some(BlockKind::Quote(blocks)) => Some(blocks),
            Some(BlockKind::List { items, .. }) => items.last_mut(),
            Some(_) => None,
        };
        if let Some(blocks) = blocks {
            blocks.push(block);
        }
    }

    fn innermost(&mut self) -> Option<&mut BlockKind> {
        self.open.last_mut().map(|block| &mut block.kind)
    }

    fn open(&mut self, container: BlockKind, span: Span) {
        self.paragraph();
        if self.open.len() >= DEEPEST {
            self.skipped += 1;
        } else {
            self.open.push(Block::new(container, span));
        }
    }

    fn close(&mut self) {
        self.paragraph();
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        let Some(mut block) = self.open.pop() else {
            return;
        };
        match &mut block.kind {
            BlockKind::Quote(blocks) if blocks.is_empty() => return,
            BlockKind::Table(table) => finish(table),
            _ => {}
        }
        self.add(block);
    }

    /// The row of the innermost table that is being read.
    fn row(&mut self) -> Option<&mut TableRow> {
        match self.innermost() {
            Some(BlockKind::Table(table)) => table.rows.last_mut(),
            _ => None,
        }
    }

    /// Adds the cells that the parser drops, because a row has more than its table has columns, to the last cell.
    fn end_row(&mut self, end: usize) {
        let dropped = self.body.text.get(self.cell_end..end).unwrap_or("");
        let dropped = normalise(dropped.trim().trim_matches('|').trim()).into_owned();
        let span = self.span(&(self.cell_end..end));
        if let Some(cell) = self.row().and_then(|row| row.cells.last_mut())
            && !dropped.is_empty()
        {
            let gap = if cell.text.is_blank() { "" } else { " " };
            cell.text.push_plain(&format!("{gap}| {dropped}"), span);
        }
    }

    fn span(&self, range: &Range<usize>) -> Span {
        let original = |offset| self.body.original(offset) + self.from;
        Span::new(original(range.start), original(range.end))
    }
}

/// Turns a table's first row into the names of its columns, and types its cells.
fn finish(table: &mut Table) {
    let names = table.rows.remove(0).cells;
    for (column, name) in table.columns.iter_mut().zip(names) {
        column.name = name.text;
    }
    table::type_cells(table);
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// The shape of a document in one line a node.
    fn shape(text: &str) -> Vec<String> {
        parse(text, 0)
            .iter()
            .map(|item| match item {
                Item::Heading { level, text, .. } => format!("h{level} {}", text.plain),
                Item::Block(block) => block_shape(block),
            })
            .collect()
    }

    fn block_shape(block: &Block) -> String {
        let all = |blocks: &[Block]| blocks.iter().map(block_shape).collect::<Vec<_>>().join(" ");
        match &block.kind {
            BlockKind::Paragraph(text) => format!("p({})", text.plain.replace('\n', "/")),
            BlockKind::List { items, .. } => {
                format!(
                    "list({})",
                    items
                        .iter()
                        .map(|item| all(item))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
            BlockKind::Quote(blocks) => format!("quote({})", all(blocks)),
            BlockKind::Table(table) => {
                format!("table({}x{})", table.columns.len(), table.rows.len())
            }
            BlockKind::Break => "break".to_owned(),
            BlockKind::Code(code) => format!("code({code})"),
            other => format!("{other:?}"),
        }
    }

    #[rstest]
    #[case("# A\ntext", &["h1 A", "p(text)"])]
    #[case("*Answer*: No.\n---\nmore", &["p(Answer: No.)", "break", "p(more)"])]
    #[case("one\ntwo\n**►** three\n◆ four", &["p(one two/► three/◆ four)"])]
    #[case("[Summary]\n**A:** b", &["p([Summary]/A: b)"])]
    #[case("- a\n    - b\n- c", &["list(p(a) list(p(b)), p(c))"])]
    #[case("**Weapons:**\n| a | b |\n|---|---|\n| 1 | 2 |", &["p(Weapons:)", "table(2x1)"])]
    #[case("use <Weapon> here", &["p(use <Weapon> here)"])]
    #[case("a<br>b", &["p(a/b)"])]
    #[case("> # h\n> q", &["quote(p(h) p(q))"])]
    #[case("    set apart", &["code(set apart)"])]
    fn blocks_keep_the_shape_that_rules_need(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(shape(text), expected);
    }

    #[test]
    fn a_thousand_nested_quotes_are_flattened() {
        let depth = |text: &str| shape(text)[0].matches("quote").count();
        assert_eq!(depth(&format!("{}deep", ">".repeat(1000))), DEEPEST);
    }
}
