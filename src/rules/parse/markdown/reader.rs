//! Turns the markdown parser's events into the elements of a document.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, LinkType, Tag, TagEnd};

use super::block_start::{is_break, parts_lines};
use super::html::{self, HtmlPiece, HtmlTag};
use super::plugins::without_field_marks;
use super::preprocess;
use super::queries::is_query;
use super::syntax::with_syntax;
use crate::rules::model::{
    Block, BlockKind, Column, LinkTarget, RichText, Table, is_address, placeholder,
};
use crate::rules::parse::builder::{BlockBuilder, ContainerKind};
use crate::rules::parse::elements::is_hidden;
use crate::rules::parse::hyphens::{Joint, KnownWords};
use crate::rules::parse::item::Item;
use crate::rules::parse::notation::normalise;
use crate::source::Span;

pub struct EventReader<'a> {
    pub body: &'a preprocess::Preprocessed,
    /// The body before it was preprocessed.
    pub original: &'a str,
    /// Byte offset of the body in the source.
    pub from: usize,
    builder: BlockBuilder,
    /// The lines of the current HTML block.
    html_block: String,
    /// Byte offset in the body at which the last table cell ended.
    cell_end: usize,
    /// The element that no reader sees, and how often it is open inside itself.
    hidden: Option<(String, usize)>,
    words: KnownWords<'a>,
}

impl<'a> EventReader<'a> {
    pub fn new(body: &'a preprocess::Preprocessed, original: &'a str, from: usize) -> Self {
        Self {
            body,
            original,
            from,
            builder: BlockBuilder::new(with_syntax),
            html_block: String::new(),
            cell_end: 0,
            hidden: None,
            words: KnownWords::new(&body.text),
        }
    }

    pub fn finish(self) -> Vec<Item> {
        self.builder.finish()
    }

    pub fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        if self.hidden.is_some() && is_content(&event) {
            return;
        }
        let span = self.span(&range);
        let inline = &mut self.builder.inline;
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, &range),
            Event::Text(text) => {
                if let Some(code) = &mut inline.code {
                    code.push_str(&text);
                } else {
                    let is_inside = self.body.text[..range.start].ends_with('\\');
                    let source = &self.body.text[range.start - usize::from(is_inside)..range.end];
                    inline.escaped.extend(escaped_marks(source));
                    if inline.escaped.contains(':') {
                        inline.push(&text, span);
                    } else {
                        inline.push(&without_field_marks(&text), span);
                    }
                }
            }
            Event::Code(code) if is_query(&code) => inline.push(&placeholder("dataview"), span),
            Event::Code(code) => inline.push_code(code.trim(), span),
            Event::InlineHtml(html) => self.html(&html, &range),
            Event::Html(html) => self.html_block.push_str(&html),
            // In a heading, the reference to a footnote would become part of the title.
            Event::FootnoteReference(_) if self.builder.in_heading => {}
            Event::FootnoteReference(name) => inline.push(&format!("[{name}]"), span),
            Event::SoftBreak => self.soft_break(&range, span),
            Event::HardBreak => inline.line_break(span),
            Event::Rule => {
                self.builder.paragraph();
                self.builder.add(Block::new(BlockKind::Break, span));
            }
            // The options in `markdown::parse` allow no other events.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) {
        let builder = &mut self.builder;
        let mut open = |kind, block| builder.open(kind, block, span, false);
        match tag {
            Tag::Strong => builder.inline.strong += 1,
            Tag::Emphasis => builder.inline.emphasis += 1,
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => builder.inline.links.push(target(link_type, &dest_url)),
            Tag::Image {
                link_type,
                dest_url,
                ..
            } => builder
                .inline
                .open_image(target(link_type, &dest_url), span),
            Tag::CodeBlock(_) => {
                builder.paragraph();
                builder.inline.code = Some(String::new());
            }
            Tag::BlockQuote(_) => open(ContainerKind::Quote, BlockKind::Quote(Vec::new())),
            Tag::DefinitionListDefinition => {
                let definition = BlockKind::Definition {
                    term: RichText::default(),
                    blocks: Vec::new(),
                };
                open(ContainerKind::Definition, definition);
            }
            Tag::FootnoteDefinition(name) => {
                builder.paragraph();
                builder.inline.push(&format!("[{name}] "), span);
            }
            Tag::List(start) => {
                let items = Vec::new();
                open(ContainerKind::List, BlockKind::List { start, items });
            }
            Tag::Item => builder.open_item(span, false),
            Tag::Table(alignment) => {
                let columns = alignment.iter().map(|side| Column {
                    right: *side == Alignment::Right,
                    ..Column::default()
                });
                let table = Table {
                    columns: columns.collect(),
                    ..Table::default()
                };
                open(ContainerKind::Table, BlockKind::Table(table));
            }
            Tag::TableHead | Tag::TableRow => builder.open_row(span),
            Tag::Heading { .. } => {
                builder.end_tag_heading(span);
                builder.close_before_heading();
                builder.paragraph();
                builder.in_heading = true;
            }
            Tag::HtmlBlock => builder.paragraph(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        let span = self.span(range);
        let builder = &mut self.builder;
        let inline = &mut builder.inline;
        match tag {
            TagEnd::Strong => inline.strong = inline.strong.saturating_sub(1),
            TagEnd::Emphasis => inline.emphasis = inline.emphasis.saturating_sub(1),
            TagEnd::Link => drop(inline.links.pop()),
            TagEnd::Image => inline.close_image(span),
            TagEnd::Paragraph => builder.paragraph(),
            TagEnd::HtmlBlock => {
                let html = std::mem::take(&mut self.html_block);
                self.html(html.trim_end(), range);
                // The text of `<pre>` may go on below a blank line.
                if self.builder.inline.code.is_none() {
                    self.builder.end_tag_heading(span);
                    self.builder.paragraph();
                }
            }
            TagEnd::DefinitionListTitle => builder.term(),
            TagEnd::Item | TagEnd::FootnoteDefinition => {
                builder.close_tags();
                builder.paragraph();
            }
            TagEnd::Heading(level) => self.heading(level as u8, range),
            TagEnd::CodeBlock => builder.code_block(span),
            TagEnd::TableCell => {
                self.cell_end = range.end;
                builder.close_tags();
                builder.add_cell();
            }
            TagEnd::TableRow => self.end_row(range.end),
            TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Table
            | TagEnd::DefinitionListDefinition => builder.close(),
            _ => {}
        }
    }

    /// Ends a line of running text. A word that the line's end parts is joined, and there is no space
    /// between two letters of a script that is written without spaces.
    fn soft_break(&mut self, range: &Range<usize>, span: Span) {
        let above = self.body.text[..range.start]
            .rsplit('\n')
            .next()
            .unwrap_or("");
        let below = self.body.text[range.end..].lines().next().unwrap_or("");
        let inline = &mut self.builder.inline;
        if parts_lines(above, below) {
            return inline.line_break(span);
        }
        match self
            .words
            .joint(&inline.text.plain, below.trim_start_matches([' ', '>']))
        {
            Joint::Space => inline.push(" ", span),
            Joint::None => {}
            Joint::WithoutHyphen => inline.remove_hyphen(),
        }
    }

    fn heading(&mut self, level: u8, range: &Range<usize>) {
        let span = self.span(range);
        let text = self.body.text[range.clone()].trim();
        if !text.starts_with('#') && is_break(text) {
            self.builder.in_heading = false;
            self.builder.paragraph();
            let start = span.end;
            let block = Block::new(BlockKind::Break, Span { start, ..span });
            return self.builder.add(block);
        }
        self.builder.heading(level, span);
    }

    /// Reads HTML in the given range of the body. Line ends in its text are spaces.
    fn html(&mut self, html: &str, range: &Range<usize>) {
        let body = self.body;
        for (at, piece) in html::pieces(html, &body.text[range.end..], body.is_mdx) {
            let place = |offset: usize| range.end.min(range.start + offset);
            let span = self.span(&(place(at.start)..place(at.end)));
            match piece {
                HtmlPiece::Tag(tag) => self.tag(&tag, span, range.start + at.end),
                HtmlPiece::Text(_) if self.hidden.is_some() => {}
                HtmlPiece::Text(text) => match &mut self.builder.inline.code {
                    Some(code) => code.push_str(&text),
                    None => self.builder.inline.push_spaced(&text, span),
                },
            }
        }
    }

    /// Reads a tag that ends at the byte offset `end` in the body.
    fn tag(&mut self, tag: &HtmlTag<'_>, span: Span, end: usize) {
        if let Some((name, depth)) = &mut self.hidden {
            if *name == tag.name {
                *depth = if tag.is_closing {
                    *depth - 1
                } else {
                    *depth + 1
                };
                if *depth == 0 {
                    self.hidden = None;
                }
            }
        } else if tag.is_closing {
            self.builder.close_element(&tag.name, span);
        } else if !tag.attributes.ends_with('/')
            && is_hidden(&tag.name, tag)
            && self.body.closes(&tag.name, end)
        {
            self.hidden = Some((tag.name.clone(), 1));
        } else {
            self.builder.open_element(&tag.name, tag, span);
        }
    }

    /// Ends a row at the byte offset `end` in the body. The parser drops cells beyond the last
    /// column, so their source text is added to the last cell.
    fn end_row(&mut self, end: usize) {
        let dropped = self.body.text.get(self.cell_end..end).unwrap_or("");
        let dropped = normalise(dropped.trim().trim_matches('|').trim());
        let span = self.span(&(self.cell_end..end));
        let dropped = with_syntax(RichText::plain(&dropped, span), "");
        if let Some(cell) = self.builder.row().and_then(|row| row.cells.last_mut())
            && !dropped.is_blank()
        {
            let gap = if cell.text.is_blank() { "| " } else { " | " };
            cell.text.push_plain(gap, span);
            cell.text.extend(&dropped);
        }
    }

    /// Returns the span of a range of the body in the source. The offsets of HTML blocks are not
    /// exact, because the parser drops the marks of quotes in them, so the span is extended to whole
    /// characters.
    fn span(&self, range: &Range<usize>) -> Span {
        let start = self.body.original(range.start);
        let end = self.body.original_end(range.end).max(start);
        let is_boundary = |at: &usize| self.original.is_char_boundary(*at);
        let start = (0..=start).rev().find(is_boundary).unwrap_or(0);
        let length = self.original.len();
        let end = (end..length).find(is_boundary).unwrap_or(length);
        Span::new(start + self.from, end + self.from)
    }
}

/// Whether an event is content, which no reader sees in a hidden element.
fn is_content(event: &Event<'_>) -> bool {
    let is_image = |tag: &Tag<'_>| matches!(tag, Tag::Image { .. } | Tag::FootnoteDefinition(_));
    match event {
        Event::Start(tag) => is_image(tag),
        Event::End(tag) => matches!(tag, TagEnd::Image),
        Event::InlineHtml(_) | Event::Html(_) => false,
        _ => true,
    }
}

/// Returns the marks that are escaped in a text. A mark of emphasis stands for both.
fn escaped_marks(source: &str) -> impl Iterator<Item = char> {
    let escaped = source
        .match_indices('\\')
        .filter_map(|(at, _)| source[at + 1..].chars().next());
    escaped
        .filter(|c| "*_={%#:".contains(*c))
        .map(|c| if c == '_' { '*' } else { c })
}

fn target(link_type: LinkType, url: &str) -> LinkTarget {
    match link_type {
        // In a table, the parser keeps the backslash of `\|`.
        LinkType::WikiLink { .. } | LinkType::ReferenceUnknown => {
            LinkTarget::Name(url.trim_end_matches('\\').to_owned())
        }
        LinkType::Email if !is_address(url) => LinkTarget::Path(format!("mailto:{url}")),
        _ => LinkTarget::Path(url.to_owned()),
    }
}
