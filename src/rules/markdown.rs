//! Markdown to headings and blocks. The only module that knows the markdown parser.
//!
//! Departures from `CommonMark`, each because of what rules documents contain: a setext heading is a paragraph and a break
//! (a `---` glued under an answer is meant as a break); a soft break stays a line break where the next line starts with a
//! mark or a bullet; HTML is shown as text, since `<Weapon>` is a placeholder, not a tag; containers nested deeper than
//! [`DEEPEST`] are flattened, so that no document can exhaust the stack. [`glue`] parts what `CommonMark` would join.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::assemble::Item;
use super::model::block::{Block, BlockKind, Cell, Column, List, Row, Table};
use super::model::text::{LinkTarget, Style};
use crate::source::Span;
use inline::{Inline, ends_note};

mod glue;
mod inline;

pub(super) use inline::normalise;

/// Containers nested deeper than this are shown at this depth.
const DEEPEST: usize = 24;

/// Marks that keep their own line, see the module's head.
const LINE_MARKS: [char; 6] = ['▶', '►', '◆', '•', '●', '◦'];

/// Parses `text[from..]`; spans are offsets into `text`.
pub(super) fn parse(text: &str, from: usize) -> Vec<Item> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_WIKILINKS | Options::ENABLE_STRIKETHROUGH;
    let body = glue::prepare(&text[from..]);
    let mut reader = Reader {
        text: &body.text,
        places: &body,
        from,
        items: Vec::new(),
        open: Vec::new(),
        inline: Inline::default(),
        cell_end: 0,
        skipped: 0,
    };
    for (event, range) in Parser::new_ext(&body.text, options).into_offset_iter() {
        reader.event(event, range);
    }
    reader.items
}

/// A container that is being filled.
enum Open {
    Quote(Vec<Block>),
    List(List),
    Item(Vec<Block>),
    Table { table: Table, place: Place },
}

/// Where the next cell of a table goes.
#[derive(Clone, Copy)]
enum Place {
    Head(usize),
    Row,
}

struct Reader<'a> {
    /// The text that is parsed, and how its places are those of the source.
    text: &'a str,
    places: &'a glue::Prepared<'a>,
    from: usize,
    items: Vec<Item>,
    open: Vec<(Open, Span)>,
    inline: Inline,
    /// Where the last cell of a table ended.
    cell_end: usize,
    /// Containers that are open but not kept, because they are nested too deep.
    skipped: usize,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        let span = self.span(&range);
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, &range),
            Event::Text(text) => match &mut self.inline.code {
                Some(code) => code.push_str(&text),
                None => self.inline.add(&text, span),
            },
            Event::Code(code) => self.code_span(&code, span),
            Event::InlineHtml(html) => self.html(&html, span),
            Event::Html(html) => {
                // A block of HTML comes line by line; as text, its lines stay apart.
                self.html(&html, span);
                self.inline.line_break(span);
            }
            Event::SoftBreak => self.soft_break(range.end, span),
            Event::HardBreak => self.inline.line_break(span),
            Event::Rule => self.add(BlockKind::Break, span),
            Event::FootnoteReference(label) => self.inline.add(&format!("[^{label}]"), span),
            Event::TaskListMarker(done) => {
                self.inline.add(if done { "[x] " } else { "[ ] " }, span)
            }
            Event::InlineMath(text) | Event::DisplayMath(text) => self.inline.add(&text, span),
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) {
        match tag {
            Tag::Strong => self.styled(|inline| inline.strong += 1),
            Tag::Emphasis => self.styled(|inline| inline.emphasis += 1),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => {
                let target = match link_type {
                    LinkType::WikiLink { .. } => LinkTarget::Name(dest_url.into_string()),
                    _ => LinkTarget::Path(dest_url.into_string()),
                };
                self.styled(|inline| inline.links.push(Some(target)));
            }
            Tag::CodeBlock(_) => {
                self.paragraph(span);
                self.inline.code = Some(String::new());
            }
            Tag::BlockQuote(_) => self.open(Open::Quote(Vec::new()), span),
            Tag::List(start) => self.open(
                Open::List(List {
                    start,
                    items: Vec::new(),
                }),
                span,
            ),
            Tag::Item => self.open(Open::Item(Vec::new()), span),
            Tag::Table(alignment) => {
                let columns = alignment.iter().map(|side| Column {
                    right: *side == Alignment::Right,
                    ..Column::default()
                });
                let table = Table {
                    columns: columns.collect(),
                    ..Table::default()
                };
                self.open(
                    Open::Table {
                        table,
                        place: Place::Row,
                    },
                    span,
                );
            }
            Tag::TableHead => self.row(true, span),
            Tag::TableRow => self.row(false, span),
            Tag::Paragraph | Tag::Heading { .. } | Tag::HtmlBlock => self.paragraph(span),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        let span = self.span(range);
        match tag {
            TagEnd::Strong => self.styled(|inline| inline.strong = inline.strong.saturating_sub(1)),
            TagEnd::Emphasis => {
                self.styled(|inline| inline.emphasis = inline.emphasis.saturating_sub(1))
            }
            TagEnd::Link => self.styled(|inline| drop(inline.links.pop())),
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.paragraph(span),
            TagEnd::Heading(level) => self.heading(level as u8, range),
            TagEnd::CodeBlock => {
                let code = self.inline.code.take().unwrap_or_default();
                let lines: Vec<_> = code
                    .lines()
                    .map(|line| crate::source::clean(line).into_owned())
                    .collect();
                self.add(
                    BlockKind::Code(lines.join("\n").trim_end().to_owned()),
                    span,
                );
            }
            TagEnd::TableCell => self.cell(range.end),
            TagEnd::TableRow => self.end_row(range.end),
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item | TagEnd::Table => {
                self.close(span)
            }
            _ => {}
        }
    }

    fn styled(&mut self, change: impl FnOnce(&mut Inline)) {
        self.inline.settle();
        change(&mut self.inline);
    }

    fn code_span(&mut self, code: &str, span: Span) {
        let code = code.trim();
        self.inline.settle();
        let style = Style {
            code: true,
            ..self.inline.style()
        };
        // Rules documents name files and sections in code spans; whether one is a link is known once all are loaded.
        let link = self
            .inline
            .links
            .last()
            .cloned()
            .flatten()
            .or_else(|| Some(LinkTarget::Name(code.to_owned())));
        self.inline
            .text
            .push(&code.replace('\n', " "), style, link, span);
    }

    fn html(&mut self, html: &str, span: Span) {
        let text = html.trim_end_matches(['\n', '\r']);
        match text.trim() {
            "<br>" | "<br/>" | "<br />" => self.inline.line_break(span),
            comment if comment.starts_with("<!--") => {}
            _ => self.inline.add(text, span),
        }
    }

    fn soft_break(&mut self, next: usize, span: Span) {
        let line = self.text[next..].trim_start_matches([' ', '\t', '>', '*', '_']);
        let marked = &self.text[next..];
        if line.starts_with(LINE_MARKS)
            || line.starts_with('[') && starts_note(line)
            || marked.trim_start().starts_with(['*', '_']) && starts_label(line)
            || ends_note(&self.inline)
        {
            self.inline.line_break(span);
        } else {
            self.inline.add(" ", span);
        }
    }

    /// A real heading, or a setext one, which is a paragraph and a break.
    fn heading(&mut self, level: u8, range: &Range<usize>) {
        let span = self.span(range);
        if self.text[range.clone()].trim_start().starts_with('#') && self.open.is_empty() {
            let text = self.inline.take();
            self.items.push(Item::Heading { level, text, span });
        } else {
            self.paragraph(span);
            if !self.text[range.clone()].trim_start().starts_with('#') {
                self.add(
                    BlockKind::Break,
                    Span {
                        start: span.end,
                        end: span.end,
                    },
                );
            }
        }
    }

    /// Ends the running text, if there is any, as a paragraph of the innermost container.
    fn paragraph(&mut self, span: Span) {
        if matches!(self.open.last(), Some((Open::Table { .. }, _))) {
            return;
        }
        let links = std::mem::take(&mut self.inline.links);
        let text = self.inline.take();
        self.inline.links = links;
        if !text.is_blank() {
            let span = Span {
                start: text.span().start.max(span.start),
                end: text.span().end,
            };
            self.add(BlockKind::Paragraph(text), span);
        }
    }

    fn add(&mut self, kind: BlockKind, span: Span) {
        let block = Block { kind, span };
        match self.open.last_mut() {
            None => self.items.push(Item::Block(block)),
            Some((Open::Quote(blocks) | Open::Item(blocks), _)) => blocks.push(block),
            Some((Open::List(list), _)) => list.items.push(vec![block]),
            Some((Open::Table { .. }, _)) => {}
        }
    }

    fn open(&mut self, container: Open, span: Span) {
        self.paragraph(span);
        if self.open.len() >= DEEPEST {
            self.skipped += 1;
        } else {
            self.open.push((container, span));
        }
    }

    fn close(&mut self, span: Span) {
        self.paragraph(span);
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        let Some((container, span)) = self.open.pop() else {
            return;
        };
        match container {
            Open::Quote(blocks) if blocks.is_empty() => {}
            Open::Quote(blocks) => self.add(BlockKind::Quote(blocks), span),
            Open::List(list) => self.add(BlockKind::List(list), span),
            Open::Table { table, .. } => self.add(BlockKind::Table(table), span),
            Open::Item(blocks) => match self.open.last_mut() {
                Some((Open::List(list), _)) => list.items.push(blocks),
                _ => blocks
                    .into_iter()
                    .for_each(|block| self.add(block.kind, block.span)),
            },
        }
    }

    fn row(&mut self, head: bool, span: Span) {
        let Some((Open::Table { table, place }, _)) = self.open.last_mut() else {
            return;
        };
        if head {
            *place = Place::Head(0);
        } else {
            *place = Place::Row;
            table.rows.push(Row {
                cells: Vec::new(),
                span,
            });
        }
    }

    fn cell(&mut self, end: usize) {
        self.cell_end = end;
        let text = self.inline.take();
        let Some((Open::Table { table, place }, _)) = self.open.last_mut() else {
            return;
        };
        match place {
            Place::Head(column) => {
                if let Some(column) = table.columns.get_mut(*column) {
                    column.name = text;
                }
                *column += 1;
            }
            Place::Row => {
                if let Some(row) = table.rows.last_mut() {
                    row.cells.push(Cell {
                        text,
                        quantity: None,
                    });
                }
            }
        }
    }

    /// The cells of a row that has more than its table has columns: the parser drops them, here they follow in the last cell.
    fn end_row(&mut self, end: usize) {
        let dropped = self
            .text
            .get(self.cell_end..end)
            .unwrap_or("")
            .trim()
            .trim_matches('|')
            .trim();
        let span = self.span(&(self.cell_end..end));
        let Some((Open::Table { table, .. }, _)) = self.open.last_mut() else {
            return;
        };
        let last = table
            .rows
            .last_mut()
            .and_then(|row| row.cells.last_mut())
            .filter(|_| !dropped.is_empty());
        if let Some(cell) = last {
            let gap = if cell.text.is_blank() { "" } else { " " };
            cell.text.push(
                &format!("{gap}| {}", normalise(dropped)),
                Style::default(),
                None,
                span,
            );
        }
    }

    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(
            self.places.original(range.start) + self.from,
            self.places.original(range.end) + self.from,
        )
    }
}

/// Whether a line opens a note of a known provenance: `[Derived from illustration]`.
fn starts_note(line: &str) -> bool {
    line.split(['\n', '\r'])
        .next()
        .is_some_and(|line| super::shape::provenance_line(line.trim()).is_some())
}

/// Whether a line that starts with emphasis opens with a label: `**Name:** text`, `*Answer*: No.`
fn starts_label(line: &str) -> bool {
    let line = line.split(['\n', '\r']).next().unwrap_or("");
    let end = line.find(['*', '_']).unwrap_or(line.len());
    let name = line[..end].trim_end();
    name.ends_with(':') || line[end..].trim_start_matches(['*', '_']).starts_with(':')
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
            BlockKind::List(list) => {
                format!(
                    "list({})",
                    list.items
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
