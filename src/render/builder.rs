//! Lays out text within margins, line by line.

use std::ops::Range;

use super::line::{Line, Piece};
use super::page::{Anchor, Page, PageLink};
use super::{parameter, wrap};
use crate::links::{Backlinks, LinkGraph};
use crate::rules::{RichText, Rulebook, SectionRef};
use crate::search::Highlight;
use crate::source::clamped;
use crate::theme::{Face, Role, Symbols};

/// The maximum width of running text in columns. Longer lines are hard to read.
pub const MEASURE: u16 = 88;

/// The minimum width of a page in columns, with its margins. In a narrower area, lines are cut.
/// Nobody could read a page of single letters, and its many lines would take too long to lay out.
const MIN_PAGE: u16 = 12;

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
    /// The value for the parameter of the page's own section: `2` if the reader followed a link
    /// `Piercing 2` to the rule `Piercing x`.
    pub value: Option<&'a str>,
    /// The backlinks, once they are computed. Rules are then followed by links to the passages that
    /// change them and, except in a preview, to their versions in other documents.
    pub backlinks: Option<&'a Backlinks>,
    /// Whether a mark such as `2 notes` replaces the notes.
    pub hide_notes: bool,
    /// Whether the page is a preview. Once a preview is long enough, it leaves out further
    /// subsections.
    pub is_preview: bool,
    /// The marks that the page is drawn with: Unicode, ASCII or words.
    pub symbols: &'static Symbols,
}

impl<'a> PageContext<'a> {
    /// Creates a context for an ordinary page: Unicode symbols, visible notes, and no search,
    /// parameter value or backlinks.
    pub fn new(links: &'a LinkGraph, width: u16) -> Self {
        Self {
            book: &links.book,
            links,
            highlight: None,
            width,
            value: None,
            backlinks: None,
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
    /// Whether to count only [`Page::records`], without laying out any text.
    pub counts_records: bool,
    /// The embedded rules that are being laid out, outermost first.
    pub embedded: Vec<SectionRef>,
    /// The number of bytes of embedded rules that still fit on the page.
    pub embed_room: u32,
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
    first: Option<(String, Role)>,
    /// The margin of the other lines.
    rest: (String, Role),
    width: usize,
}

impl<'a> Builder<'a> {
    pub fn new(context: PageContext<'a>) -> Self {
        let page = Page {
            width: context.width,
            ..Page::default()
        };
        let mut builder = Self {
            context,
            page,
            from: SectionRef(0),
            margins: Vec::new(),
            parts: None,
            is_tight: false,
            in_note: false,
            lead: Line::default(),
            counts_records: false,
            embedded: Vec::new(),
            embed_room: MAX_EMBEDDED,
        };
        // Wide pages have a blank left margin, except in linear mode: a screen reader would read
        // out the blanks, and a braille display has few cells.
        let air = match context.width {
            _ if context.symbols.linear => 0,
            60.. => 2,
            30.. => 1,
            _ => 0,
        };
        builder.push_margin(None, &" ".repeat(air), Role::Text);
        builder
    }

    pub fn finish(mut self) -> Page {
        while self.page.lines.last().is_some_and(Line::is_blank) {
            self.page.lines.pop();
        }
        // Remove links without visible text: they are on no line, and cannot be selected.
        if self.page.links.iter().any(|link| link.line == usize::MAX) {
            self.page = self.page.in_reading_order();
        }
        self.page
    }

    /// Whether the page is laid out for linear mode, which uses words instead of marks.
    pub fn is_linear(&self) -> bool {
        self.context.symbols.linear
    }

    pub fn symbols(&self) -> &'static Symbols {
        self.context.symbols
    }

    /// Returns the parameter value, if the section being laid out is the page's own section.
    pub fn parameter(&self) -> Option<&'a str> {
        let own = self
            .page
            .anchors
            .first()
            .is_some_and(|anchor| anchor.section == self.from);
        self.context.value.filter(|_| own)
    }

    /// Returns the byte ranges of a text that match the search.
    pub fn matches(&self, text: &str) -> Vec<Range<usize>> {
        let highlight = self.context.highlight;
        highlight.map_or_else(Vec::new, |highlight| highlight.literal_marks(text))
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
        let context = self.context;
        let substituted = self
            .parameter()
            .and_then(|value| parameter::substitute(text, value));
        let text = substituted.as_ref().unwrap_or(text);
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
        if self.counts_records {
            return line.shown(self.symbols());
        }
        let links = context.links.links_in(self.from, text).into_iter();
        let links = links.map(|link| (link.range, PageLink::to(link.targets, link.value)));
        let mut links: Vec<_> = links.chain(self.images(text)).collect();
        links.sort_by_key(|(range, _)| range.start);
        let first = self.page.links.len();
        line.restyle(links.iter().map(|(range, _)| range), |index, piece| {
            (piece.face.role, piece.link) = (Role::Link, Some(clamped(first + index)));
        });
        let links = links.into_iter().map(|(_, link)| link);
        self.page.links.extend(links);
        self.mark_matches(&text.plain, &mut line);
        line.shown(self.symbols())
    }

    /// Returns the byte range and the link of each image that a text names, except images on the
    /// web.
    fn images(&self, text: &RichText) -> impl Iterator<Item = (Range<usize>, PageLink)> {
        text.runs.iter().filter_map(|run| {
            let path = run.link.as_ref()?.image()?.to_owned();
            let image = PageLink {
                image: Some((self.from, path)),
                ..PageLink::to(Vec::new(), None)
            };
            Some((run.range(), image))
        })
    }

    /// Registers a link and returns its index. [`Self::add`] records its lines.
    pub fn link(&mut self, targets: Vec<SectionRef>, value: Option<String>) -> usize {
        self.page.links.push(PageLink::to(targets, value));
        self.page.links.len() - 1
    }

    pub fn anchor(&mut self, section: SectionRef) {
        let line = self.page.lines.len();
        self.page.anchors.push(Anchor { line, section });
    }

    /// Returns the total width of the margins in columns.
    pub fn margin_width(&self) -> usize {
        self.margins.iter().map(|margin| margin.width).sum()
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

    fn push_margin(&mut self, first: Option<(&str, Role)>, rest: &str, role: Role) {
        self.margins.push(Margin {
            first: first.map(|(text, role)| (text.to_owned(), role)),
            rest: (rest.to_owned(), role),
            width: wrap::width(rest),
        });
    }

    /// Lays out content within a margin. `first` is the margin of the first line, `rest` of the
    /// other lines.
    pub fn within(
        &mut self,
        first: Option<(&str, Role)>,
        rest: &str,
        role: Role,
        set: impl FnOnce(&mut Self),
    ) {
        self.push_margin(first, rest, role);
        set(self);
        self.margins.pop();
    }

    /// Lays out content two columns to the right.
    pub fn indented(&mut self, set: impl FnOnce(&mut Self)) {
        self.within(None, "  ", Role::Text, set);
    }

    pub fn begin(&mut self) -> Line {
        self.margin_line(false)
    }

    /// Returns a line of only the margins: each margin's `first` if it still has one, otherwise its
    /// `rest`. With `is_blank`, uses `rest` and leaves `first` for the next line.
    fn margin_line(&mut self, is_blank: bool) -> Line {
        let mut line = Line::default();
        for margin in &mut self.margins {
            let start = line.width();
            let first = margin.first.take_if(|_| !is_blank);
            let (text, role) = first.unwrap_or_else(|| margin.rest.clone());
            line.push(&text, role);
            line.pad_to(start + margin.width);
        }
        line
    }

    /// Appends `text` to `line`, which will be the next line of the page. The links in `text` get
    /// the number of that line.
    pub fn add(&mut self, line: &mut Line, text: &Line) {
        let at = self.page.lines.len();
        for link in text.pieces.iter().filter_map(Piece::link) {
            let link = &mut self.page.links[link];
            link.line = link.line.min(at);
            link.last_line = link.last_line.max(at);
        }
        line.append(&text.pieces);
    }

    pub fn end(&mut self, mut line: Line) {
        line.pieces.shrink_to_fit();
        self.page.lines.push(line);
    }

    /// Adds a blank line, unless the page is empty or ends with a blank line. In a note, a blank
    /// line has the vertical line at its left.
    pub fn gap(&mut self) {
        self.is_tight = false;
        let note = self.symbols().note.trim();
        let is_gap = |line: &Line| line.is_blank() || line.text().trim() == note;
        if self.page.lines.last().is_none_or(is_gap) {
            return;
        }
        let mut line = self.margin_line(true);
        while line
            .pieces
            .pop_if(|last| last.text.trim().is_empty())
            .is_some()
        {}
        self.end(line);
    }

    /// Lays out `lead` on a line of its own, if no text has followed it.
    pub fn end_lead(&mut self) {
        if !self.lead.pieces.is_empty() {
            self.set(&Line::default());
        }
    }

    /// Lays out a text, wrapped within the margins.
    pub fn set(&mut self, text: &Line) {
        if self.counts_records {
            return;
        }
        let mut led = std::mem::take(&mut self.lead);
        led.append(&text.pieces);
        if self.parts.is_some() {
            return self.add_part(led, false);
        }
        for text in led.parts(&wrap::wrap(&led.text(), self.room())) {
            let mut line = self.begin();
            self.add(&mut line, &text);
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
        self.set(&Line::of(words, role));
    }
}
