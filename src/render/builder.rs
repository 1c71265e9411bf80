//! Lays out text within margins, line by line.

use std::ops::Range;
use std::sync::Arc;

use super::line::{Line, Piece};
use super::page::{Anchor, Page, PageLink};
use crate::links::{Backlinks, Link, LinkGraph};
use crate::rules::{RichText, Rulebook, SectionRef};
use crate::search::Highlight;
use crate::theme::{Face, Role, Symbols};

/// The maximum width of running text in columns. Longer lines are hard to read.
pub const MEASURE: u16 = 88;

/// The minimum width of a page in columns, with its margins. In a narrower area, lines are cut.
/// Nobody could read a page of single letters, and its many lines would take too long to lay out.
const MIN_PAGE: u16 = 20;

/// The minimum width of a text in columns, even if the margins leave less room.
const MIN_ROOM: usize = 4;

/// The maximum total length of the embedded rules on a page, in bytes. Further rules appear only as
/// links.
const MAX_EMBEDDED: u32 = 64 * 1024;

/// The rules, links, width and options that a page is laid out with.
#[derive(Clone, Copy)]
pub struct PageContext<'a> {
    /// The rulebook that contains the page's sections.
    pub book: &'a Rulebook,
    /// The links between the sections of the rulebook.
    pub links: &'a LinkGraph,
    /// The words of the search, which are highlighted wherever they occur.
    pub highlight: Option<&'a Highlight>,
    /// The width of the page, in columns.
    pub width: u16,
    /// The backlinks, once they are computed. Rules are then followed by links to the passages that
    /// change them and, except in a preview, to their versions in other documents.
    pub backlinks: Option<&'a Backlinks>,
    /// Whether the page has the links of its texts. Finding the first link of large rules takes
    /// seconds.
    pub has_links: bool,
    /// The maximum total length, in bytes, of the texts whose mentions are found. The texts after them
    /// have only the links that their authors wrote, except if their mentions are known.
    pub max_scanned: usize,
    /// Whether only the labels of the notes are shown.
    pub hide_notes: bool,
    /// Whether the page is a preview. Once a preview is long enough, it leaves out the rest.
    pub is_preview: bool,
    /// The marks that the page is drawn with: Unicode, ASCII or words.
    pub symbols: &'static Symbols,
}

impl<'a> PageContext<'a> {
    /// Creates a context for an ordinary page: Unicode symbols, visible notes, and no search or
    /// backlinks.
    pub fn new(links: &'a LinkGraph, width: u16) -> Self {
        Self {
            book: &links.book,
            links,
            highlight: None,
            width,
            backlinks: None,
            has_links: true,
            max_scanned: usize::MAX,
            hide_notes: false,
            is_preview: false,
            symbols: Symbols::UNICODE,
        }
    }
}

pub struct Builder<'a> {
    pub context: PageContext<'a>,
    pub page: Page,
    /// The section whose text is being laid out. Links in the text lead to the targets nearest to
    /// this section.
    pub from: SectionRef,
    /// The margins of the next lines, outermost first.
    pub margins: Vec<Margin>,
    /// The parts of a comparison. `None` if lines are laid out instead.
    pub parts: Option<Vec<SectionPart>>,
    /// Whether the next part follows the previous part without a blank line.
    is_tight: bool,
    pub in_note: bool,
    /// Text to put before the next text, such as `Effect: ` in linear mode.
    pub lead: Line,
    /// The number of lines up to and including the last gap.
    after_gap: usize,
    /// Whether the text of an embedded rule is being laid out.
    pub embedding: bool,
    /// The number of bytes of embedded rules that still fit on the page.
    pub embed_room: u32,
    /// The number of bytes of text whose mentions may still be found.
    scan_room: usize,
    /// The first line of each row of the tables.
    pub row_starts: Vec<usize>,
}

/// One side of a row of a comparison: a heading, a paragraph, a list item or a table row.
pub struct SectionPart {
    pub text: Line,
    /// The margin before the first line of the text, such as a bullet or the mark of an effect.
    pub first: Line,
    /// The margin before the other lines of the text.
    pub rest: Line,
    pub heading: bool,
    pub tight: bool,
}

/// The left margin of a block: an indentation, a bullet, a mark or the vertical line of a note.
pub struct Margin {
    /// The margin of the first line if it differs from `rest`. `None` once that line is laid out.
    pub first: Option<Line>,
    /// The margin of the other lines, as wide as `first`.
    pub rest: Line,
}

impl<'a> Builder<'a> {
    pub fn new(context: PageContext<'a>) -> Self {
        let page = Page {
            width: context.width,
            ..Page::default()
        };
        // Wide pages have a blank left margin, except in linear mode: a screen reader would read
        // out the blanks, and a braille display has few cells.
        let air = match context.width {
            _ if context.symbols.linear => 0,
            60.. => 2,
            30.. => 1,
            _ => 0,
        };
        Self {
            context,
            page,
            from: SectionRef(0),
            margins: vec![Margin {
                first: None,
                rest: Line::of(&" ".repeat(air), Role::Text),
            }],
            parts: None,
            is_tight: false,
            in_note: false,
            lead: Line::default(),
            after_gap: 0,
            embedding: false,
            embed_room: MAX_EMBEDDED,
            scan_room: context.max_scanned,
            row_starts: Vec::new(),
        }
    }

    pub fn finish(mut self) -> Page {
        while self.page.lines.last().is_some_and(Line::is_blank) {
            self.page.lines.pop();
        }
        self.page.place_links();
        self.page
    }

    /// Whether the page is laid out for linear mode, which uses words instead of marks.
    pub fn is_linear(&self) -> bool {
        self.context.symbols.linear
    }

    pub fn symbols(&self) -> &'static Symbols {
        self.context.symbols
    }

    /// Returns the byte ranges of a text that match the search.
    pub fn matches(&self, text: &str) -> Vec<Range<usize>> {
        let highlight = self.context.highlight;
        highlight.map_or_else(Vec::new, |highlight| highlight.marks(text))
    }

    /// Returns a line in one face, with the matches of the search highlighted.
    pub fn marked(&self, text: &str, face: impl Into<Face>) -> Line {
        let mut line = Line::of(text, face);
        self.mark_matches(text, &mut line);
        line
    }

    fn mark_matches(&self, text: &str, line: &mut Line) {
        line.restyle(&self.matches(text), |_, piece| piece.face.matched = true);
    }

    /// Converts a rich text to a line, registers its links, and highlights the matches of the
    /// search. With `strong`, the whole line is bold.
    pub fn rich(&mut self, text: &RichText, strong: bool) -> Line {
        let mut line = Line::default();
        let role = if self.in_note { Role::Dim } else { Role::Text };
        for run in &text.runs {
            let face = Face {
                role,
                strong: strong || run.style.strong,
                emphasis: run.style.emphasis,
                ..Face::default()
            };
            line.push(&text.plain[run.range()], face);
        }
        let links = self.links(text);
        let links = links.iter().map(|link| {
            let target = PageLink {
                targets: link.targets.clone(),
                ..PageLink::default()
            };
            (link.range.clone(), target)
        });
        // The images that the text names, except images on the web.
        let images = text.runs.iter().filter_map(|run| {
            let path = run.link.as_ref()?.image()?.to_owned();
            let image = PageLink {
                image: Some((self.from, path)),
                ..PageLink::default()
            };
            Some((run.range(), image))
        });
        let mut links: Vec<_> = links.chain(images).collect();
        links.sort_by_key(|(range, _)| range.start);
        let first = self.page.links.len();
        line.restyle(links.iter().map(|(range, _)| range), |index, piece| {
            (piece.face.role, piece.link) = (Role::Link, Some(first + index));
        });
        let links = links.into_iter().map(|(_, link)| link);
        self.page.links.extend(links);
        self.mark_matches(&text.plain, &mut line);
        line
    }

    /// Returns the links of a text of the present section.
    pub fn links(&mut self, text: &RichText) -> Arc<[Link]> {
        if !self.context.has_links {
            return Arc::default();
        }
        let graph = self.context.links;
        let links = graph.shown_links(self.from, text, &mut self.scan_room);
        links.unwrap_or_else(|| {
            self.page.lacks_links = true;
            // Otherwise shorter texts below would have mentions, as if this one had none.
            self.scan_room = 0;
            graph.written_links(self.from, text).into()
        })
    }

    /// Appends a text that links to a section.
    pub fn push_link(&mut self, line: &mut Line, text: &str, target: SectionRef) {
        line.push_linked(text, Role::Link, Some(self.page.links.len()));
        self.page.links.push(PageLink {
            targets: vec![target],
            ..PageLink::default()
        });
    }

    /// Makes a whole line a link.
    pub fn link_line(&mut self, line: &mut Line, targets: Vec<SectionRef>) {
        for piece in &mut line.pieces {
            piece.link = Some(self.page.links.len());
        }
        self.page.links.push(PageLink {
            targets,
            ..PageLink::default()
        });
    }

    pub fn anchor(&mut self, section: SectionRef) {
        let line = self.page.lines.len();
        self.page.anchors.push(Anchor { line, section });
    }

    /// Returns the total width of the margins in columns.
    pub fn margin_width(&self) -> usize {
        self.margins.iter().map(|margin| margin.rest.width()).sum()
    }

    /// Returns the number of columns that are available for text.
    pub fn room(&self) -> usize {
        if self.parts.is_some() {
            return usize::MAX;
        }
        // The last column is reserved for the scrollbar.
        let right = usize::from(self.context.width >= 20 && !self.is_linear());
        usize::from(self.context.width.clamp(MIN_PAGE, MEASURE))
            .saturating_sub(self.margin_width() + right)
            .max(MIN_ROOM)
    }

    /// Lays out content within a margin.
    pub fn within(&mut self, margin: Margin, set: impl FnOnce(&mut Self)) {
        self.margins.push(margin);
        set(self);
        self.margins.pop();
    }

    /// Lays out content to the right of a mark, which is on every line.
    pub fn beside(&mut self, mark: &str, role: Role, set: impl FnOnce(&mut Self)) {
        let rest = Line::of(mark, role);
        self.within(Margin { first: None, rest }, set);
    }

    /// Lays out content to the right of a mark, which is on the first line.
    pub fn hanging(&mut self, mark: &str, face: impl Into<Face>, set: impl FnOnce(&mut Self)) {
        let first = Line::of(mark, face);
        let rest = Line::of(&" ".repeat(first.width()), Role::Text);
        let first = Some(first);
        self.within(Margin { first, rest }, set);
    }

    /// Lays out content two columns to the right.
    pub fn indented(&mut self, set: impl FnOnce(&mut Self)) {
        self.beside("  ", Role::Text, set);
    }

    /// Lays out `words`, such as `Effect: `, and then content, if any.
    pub fn introduced(&mut self, words: &str, face: impl Into<Face>, set: impl FnOnce(&mut Self)) {
        self.lead.push(words, face);
        set(self);
        if !self.lead.pieces.is_empty() {
            self.set(Line::default());
        }
    }

    /// Lays out content after a mark, or in linear mode after the words in its place.
    pub fn led(&mut self, mark: &str, face: impl Into<Face>, set: impl FnOnce(&mut Self)) {
        if self.is_linear() {
            self.introduced(mark, face, set);
        } else {
            self.hanging(mark, face, set);
        }
    }

    pub fn begin(&mut self) -> Line {
        self.margin_line(false)
    }

    /// Returns a line of only the margins: each margin's `first` if it still has one, otherwise its
    /// `rest`. With `is_blank`, uses `rest` and leaves `first` for the next line.
    fn margin_line(&mut self, is_blank: bool) -> Line {
        let mut line = Line::default();
        for margin in &mut self.margins {
            let first = margin.first.take_if(|_| !is_blank);
            for piece in &first.as_ref().unwrap_or(&margin.rest).pieces {
                line.push(&piece.text, piece.face);
            }
        }
        line
    }

    pub fn end(&mut self, mut line: Line) {
        line.pieces.shrink_to_fit();
        self.page.lines.push(line);
    }

    /// Adds a blank line, unless the page is empty or ends with such a line. In a note, the line
    /// has the vertical line at its left.
    pub fn gap(&mut self) {
        self.is_tight = false;
        if self.page.lines.len() == self.after_gap {
            return;
        }
        let mut line = self.margin_line(true);
        let is_blank = |last: &mut Piece| last.text.trim().is_empty();
        while line.pieces.pop_if(is_blank).is_some() {}
        self.end(line);
        self.after_gap = self.page.lines.len();
    }

    /// Lays out a text, wrapped within the margins.
    pub fn set(&mut self, text: Line) {
        let mut led = std::mem::take(&mut self.lead);
        led.append(text);
        if self.parts.is_some() {
            return self.add_part(led, false);
        }
        for text in led.wrapped(self.room()) {
            let mut line = self.begin();
            line.append(text);
            self.end(line);
        }
    }

    /// Adds `text`, with the current margins, to the parts of the comparison.
    pub fn add_part(&mut self, text: Line, heading: bool) {
        let part = SectionPart {
            text,
            first: self.margin_line(false),
            rest: self.margin_line(true),
            heading,
            tight: std::mem::replace(&mut self.is_tight, true),
        };
        self.parts.get_or_insert_default().push(part);
    }

    pub fn say(&mut self, words: &str, role: Role) {
        self.set(Line::of(words, role));
    }
}
