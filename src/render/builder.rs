//! Lays out text within margins, line by line.

use std::ops::Range;

use super::line::Line;
use super::page::{Anchor, Page, PageLink};
use super::{parameter, wrap};
use crate::links::{Backlinks, LinkGraph};
use crate::rules::{RichText, Rulebook, SectionRef};
use crate::search::Highlight;
use crate::theme::{Face, Role, Symbols};

/// Running text is never set wider than this, however wide the terminal: longer lines are hard to follow back.
pub const MEASURE: u16 = 88;

/// Bytes of rules that a page shows in place at most; what does not fit is a link.
const MOST_EMBEDDED: u32 = 64 * 1024;

/// What a page is laid out with.
#[derive(Clone, Copy)]
pub struct PageContext<'a> {
    /// The rules.
    pub book: &'a Rulebook,
    /// What links to what.
    pub links: &'a LinkGraph,
    /// What the search looks for: every occurrence is marked.
    pub highlight: Option<&'a Highlight>,
    /// The width, in columns.
    pub width: u16,
    /// The value for the parameter of the page's own section: `2` where `Piercing 2` was followed to `Piercing x`.
    pub value: Option<&'a str>,
    /// The backlinks, once they are known: under each rule the page names its versions in other documents, and what changes
    /// it elsewhere.
    pub backlinks: Option<&'a Backlinks>,
    /// Whether a mark with the number of notes replaces them.
    pub hide_notes: bool,
    /// Whether sections below are left out once there are more lines than a screen shows.
    pub is_preview: bool,
    /// The browser's own marks.
    pub symbols: &'static Symbols,
}

impl<'a> PageContext<'a> {
    /// Plain pages of a width: no search, no value, no backlinks.
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

/// A page that is being laid out.
pub(super) struct Builder<'a> {
    pub context: PageContext<'a>,
    pub page: Page,
    /// The section whose text is being set: links are nearest to it.
    pub from: SectionRef,
    /// The margins of the next lines, outermost first.
    pub margins: Vec<Margin>,
    /// For a comparison, which puts the parts of two sections side by side: the parts so far, in place of lines.
    pub parts: Option<Vec<SectionPart>>,
    /// Whether the next part follows the one before without a blank line.
    is_tight: bool,
    /// Whether the blocks of a note are being set.
    pub in_note: bool,
    /// Words to put before the next text.
    pub lead: Line,
    /// The rules that are shown in place, outermost first, and how many bytes more the page may show so.
    pub embedded: Vec<SectionRef>,
    pub embed_room: u32,
}

/// A part of a section as it is compared: a heading, a paragraph, an item, a row.
pub(super) struct SectionPart {
    /// Its text.
    pub text: Line,
    /// What its first line begins with: the mark of an effect, a bullet.
    pub first: Line,
    /// What its other lines begin with.
    pub rest: Line,
    /// Whether it is a heading.
    pub heading: bool,
    /// Whether it follows the part before it without a blank line.
    pub tight: bool,
}

/// Something at the left of the lines of a block: an indentation, a bullet, a mark, the rule beside a note.
pub(super) struct Margin {
    /// What the block's first line begins with, until that line has been set.
    first: Option<(String, Role)>,
    /// What the other lines begin with.
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
            embedded: Vec::new(),
            embed_room: MOST_EMBEDDED,
        };
        // A blank margin if there is room. Linear mode has none: blanks would be read out, and take cells of a braille line.
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
        // A link whose text has no width is not on the page, and cannot be selected.
        if self.page.links.iter().any(|link| link.line == usize::MAX) {
            self.page = self.page.in_reading_order();
        }
        self.page
    }

    /// Whether linear mode describes everything in words.
    pub fn is_linear(&self) -> bool {
        self.context.symbols.linear
    }

    /// The marks of our own.
    pub fn symbols(&self) -> &'static Symbols {
        self.context.symbols
    }

    /// The value for the parameter of the section being set; only the page's own section has one.
    pub fn parameter(&self) -> Option<&'a str> {
        let own = self
            .page
            .anchors
            .first()
            .is_some_and(|anchor| anchor.section == self.from);
        self.context.value.filter(|_| own)
    }

    /// The ranges of a text that match the search.
    pub fn matches(&self, text: &str) -> Vec<Range<usize>> {
        let highlight = self.context.highlight;
        highlight.map_or_else(Vec::new, |highlight| highlight.literal_marks(text))
    }

    /// A text in one face, with the matches of the search marked.
    pub fn marked(&self, text: &str, face: impl Into<Face>) -> Line {
        let mut line = Line::of(text, face);
        self.mark_matches(text, &mut line);
        line
    }

    fn mark_matches(&self, text: &str, line: &mut Line) {
        line.restyle(&self.matches(text), |_, piece| piece.face.matched = true);
    }

    /// A rich text: its own emphasis, all of it in bold if `strong`, links in the link's face, matches of the search marked.
    pub fn rich(&mut self, text: &RichText, strong: bool) -> Line {
        let context = self.context;
        let substituted = self
            .parameter()
            .and_then(|value| parameter::substitute(text, value));
        let text = substituted.as_ref().unwrap_or(text);
        let mut line = Line::default();
        // Notes are dimmer than rules.
        let role = if self.in_note { Role::Dim } else { Role::Text };
        for run in &text.runs {
            let face = Face {
                role,
                strong: strong || run.style.strong,
                emphasis: run.style.emphasis,
                ..Face::default()
            };
            line.push(&text.plain[run.start as usize..run.end as usize], face);
        }
        let links = context.links.links_in(self.from, text);
        let first = self.page.links.len();
        line.restyle(links.iter().map(|link| &link.range), |index, piece| {
            (piece.face.role, piece.link) = (Role::Link, Some(first + index));
        });
        for link in links {
            self.link(link.targets, link.value);
        }
        self.mark_matches(&text.plain, &mut line);
        line.shown(self.symbols())
    }

    /// Registers a link and gives its index; its lines are known when it is set.
    pub fn link(&mut self, targets: Vec<SectionRef>, value: Option<String>) -> usize {
        self.page.links.push(PageLink {
            targets,
            value,
            line: usize::MAX,
            last_line: 0,
        });
        self.page.links.len() - 1
    }

    /// Notes that a section begins on the next line.
    pub fn anchor(&mut self, section: SectionRef) {
        let line = self.page.lines.len();
        self.page.anchors.push(Anchor { line, section });
    }

    /// Columns that the margins take.
    pub fn margin_width(&self) -> usize {
        self.margins.iter().map(|margin| margin.width).sum()
    }

    /// Columns there are for text.
    pub fn room(&self) -> usize {
        if self.parts.is_some() {
            return usize::MAX;
        }
        // The last column is the scrollbar's.
        let right = usize::from(self.context.width >= 20 && !self.is_linear());
        usize::from(self.context.width.min(MEASURE))
            .saturating_sub(self.margin_width() + right)
            .max(1)
    }

    fn push_margin(&mut self, first: Option<(&str, Role)>, rest: &str, role: Role) {
        self.margins.push(Margin {
            first: first.map(|(text, role)| (text.to_owned(), role)),
            rest: (rest.to_owned(), role),
            width: wrap::width(rest),
        });
    }

    /// Sets something within a margin; its first line begins with `first`.
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

    /// Sets something two columns to the right.
    pub fn indented(&mut self, set: impl FnOnce(&mut Self)) {
        self.within(None, "  ", Role::Text, set);
    }

    /// Begins a line with its margins.
    pub fn begin(&mut self) -> Line {
        self.margin_line(false)
    }

    /// The margins of a line. A blank line leaves a margin's `first` to the next line.
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

    /// Adds text to the line that comes next, and notes that its links are on that line.
    pub fn add(&mut self, line: &mut Line, text: &Line) {
        let at = self.page.lines.len();
        for link in text.pieces.iter().filter_map(|piece| piece.link) {
            let link = &mut self.page.links[link];
            link.line = link.line.min(at);
            link.last_line = link.last_line.max(at);
        }
        line.append(&text.pieces);
    }

    pub fn end(&mut self, line: Line) {
        self.page.lines.push(line);
    }

    /// A blank line between blocks, never two; the rule beside a note goes on through it.
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

    /// Sets the lead if no text has followed it.
    pub fn end_lead(&mut self) {
        if !self.lead.pieces.is_empty() {
            self.set(&Line::default());
        }
    }

    /// Wraps a text within the margins.
    pub fn set(&mut self, text: &Line) {
        let mut led = std::mem::take(&mut self.lead);
        led.append(&text.pieces);
        if self.parts.is_some() {
            return self.add_part(led, false);
        }
        for line in led.parts(&wrap::wrap(&led.text(), self.room())) {
            self.set_line(&line);
        }
    }

    /// Sets a text in one line, however wide.
    pub fn set_line(&mut self, text: &Line) {
        if self.parts.is_some() {
            return self.add_part(text.clone(), false);
        }
        let mut line = self.begin();
        self.add(&mut line, text);
        self.end(line);
    }

    /// Adds a part to those to be compared.
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

    /// Sets words in one role.
    pub fn say(&mut self, words: &str, role: Role) {
        self.set(&Line::of(words, role));
    }
}
