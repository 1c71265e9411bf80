//! A section to a page: lines of styled pieces, the regions of its links, the rows where its sections begin.
//!
//! A page is laid out once per section and width and then only looked at: drawing copies the visible lines. Nothing here
//! knows a terminal; what a piece *is* stands in its [`Face`], what that looks like is the theme's.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::links::{Backlinks, LinkGraph};
use crate::rules::{Rulebook, SectionRef};
use crate::search::Highlight;
use crate::theme::{Face, Form, Symbols};
use flow::Flow;

mod blocks;
mod changes;
pub mod compare;
mod flow;
pub mod heading;
pub mod linear;
mod mentions;
mod parameter;
mod printings;
mod table;
pub mod wrap;

/// Running text is never set wider than this, however wide the terminal: longer lines are hard to follow back.
pub const MEASURE: u16 = 88;

/// Words of a search on so many lines stand together: a sentence seldom takes more.
const TOGETHER: usize = 3;

/// A section and everything below it, laid out for a width.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The width it was laid out for, in columns.
    pub width: u16,
    /// Its lines, top to bottom.
    pub lines: Vec<Line>,
    /// Its links, in reading order.
    pub links: Vec<Link>,
    /// The line where each of its sections begins, in order.
    pub anchors: Vec<Anchor>,
    /// Heads of tables, to keep in sight while their rows are.
    pub tables: Vec<TableRegion>,
    /// The lines of its notes, or of the marks that stand for them, in order; notes that follow each other are one.
    pub notes: Vec<Range<usize>>,
}

/// One line of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its pieces, left to right.
    pub pieces: Vec<Piece>,
}

/// A stretch of a line in one face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it shows; no control characters.
    pub text: String,
    /// How it is set.
    pub face: Face,
    /// The link it belongs to: an index into [`Page::links`].
    pub link: Option<usize>,
}

/// A link on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it leads, nearest first.
    pub targets: Vec<SectionRef>,
    /// The value that stands for the target's parameter: `2` of `Piercing 2`.
    pub value: Option<String>,
    /// The first line it stands on.
    pub line: usize,
    /// The last line it stands on.
    pub last_line: usize,
}

/// Where a section begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The line of its heading.
    pub line: usize,
    /// The section.
    pub section: SectionRef,
}

/// A table on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRegion {
    /// The lines of its head.
    pub head: Range<usize>,
    /// The lines of its rows.
    pub rows: Range<usize>,
}

/// What a page is laid out with.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The rules.
    pub book: &'a Rulebook,
    /// What links to what.
    pub links: &'a LinkGraph,
    /// What the search looks for, marked wherever it stands.
    pub highlight: Option<&'a Highlight>,
    /// The width, in columns.
    pub width: u16,
    /// What stands for the parameter of the page's own section: `2` where `Piercing 2` was followed to `Piercing x`.
    pub value: Option<&'a str>,
    /// What links where, as soon as it is known: under each rule stands what changes it elsewhere.
    pub backlinks: Option<&'a Backlinks>,
    /// How it is set.
    pub form: Form,
}

impl<'a> Context<'a> {
    /// Plain pages of a width: no search, no value, nothing known of what links where.
    #[must_use]
    pub fn new(book: &'a Rulebook, links: &'a LinkGraph, width: u16) -> Self {
        Self {
            book,
            links,
            highlight: None,
            width,
            value: None,
            backlinks: None,
            form: Form::default(),
        }
    }
}

impl Page {
    /// Lays out a section with everything below it.
    #[must_use]
    pub fn of(context: Context<'_>, section: SectionRef) -> Self {
        let mut builder = Builder::new(context);
        builder.section(section, context.book.section(section).level);
        builder.finish()
    }

    /// The line where a section begins.
    #[must_use]
    pub fn line_of(&self, section: SectionRef) -> Option<usize> {
        self.anchors
            .iter()
            .find(|anchor| anchor.section == section)
            .map(|anchor| anchor.line)
    }

    /// The section that a line stands in.
    #[must_use]
    pub fn section_at(&self, line: usize) -> Option<SectionRef> {
        let after = self.anchors.partition_point(|anchor| anchor.line <= line);
        self.anchors
            .get(after.saturating_sub(1))
            .map(|anchor| anchor.section)
    }

    /// The line of another layout of the same section at the same width that shows what this line shows: the two differ in
    /// whether their notes are hidden.
    #[must_use]
    pub fn same_line(&self, line: usize, other: &Self) -> usize {
        let before = self.notes.partition_point(|note| note.end <= line);
        if let (Some(here), Some(there)) = (self.notes.get(before), other.notes.get(before))
            && here.contains(&line)
        {
            return (there.start + line - here.start).min(there.end.saturating_sub(1));
        }
        match before
            .checked_sub(1)
            .and_then(|last| Some((self.notes.get(last)?, other.notes.get(last)?)))
        {
            Some((here, there)) => there.end + line - here.end,
            None => line,
        }
    }

    /// The lines that hold a match of the search, in order.
    #[must_use]
    pub fn matches(&self) -> Vec<usize> {
        let matched = |line: &Line| line.pieces.iter().any(|piece| piece.face.matched);
        self.lines
            .iter()
            .enumerate()
            .filter(|(_, line)| matched(line))
            .map(|(at, _)| at)
            .collect()
    }

    /// The lines, among some, where the most of certain words of the search stand closest together, the first of the best; nothing
    /// where none of them is marked. The words are in small letters.
    #[must_use]
    pub fn best_match(&self, among: Range<usize>, words: &[String]) -> Option<Range<usize>> {
        let of = |line: usize| {
            let pieces = self
                .lines
                .get(line)
                .into_iter()
                .flat_map(|line| &line.pieces);
            let matched = pieces
                .filter(|piece| piece.face.matched)
                .map(|piece| piece.text.to_lowercase());
            matched.filter_map(|text| words.iter().position(|word| *word == text))
        };
        let matched: Vec<usize> = among.filter(|line| of(*line).next().is_some()).collect();
        let together = matched.iter().enumerate().flat_map(|(at, first)| {
            let last = matched[at..]
                .iter()
                .take_while(move |last| **last < first + TOGETHER);
            last.map(move |last| *first..last + 1)
        });
        let count = |lines: &Range<usize>| lines.clone().flat_map(of).collect::<HashSet<_>>().len();
        together.max_by_key(|lines| (count(lines), Reverse(lines.len()), Reverse(lines.start)))
    }

    /// The page with its links in the order in which they stand on it; those that stand nowhere are gone.
    fn in_reading_order(mut self) -> Self {
        let mut places = HashMap::new();
        let mut links = Vec::new();
        for piece in self.lines.iter_mut().flat_map(|line| &mut line.pieces) {
            piece.link = piece.link.and_then(|link| {
                let known = self.links.get(link)?;
                Some(*places.entry(link).or_insert_with(|| {
                    links.push(known.clone());
                    links.len() - 1
                }))
            });
        }
        self.links = links;
        self
    }

    /// The line and the column where a link begins, both from 0.
    #[must_use]
    pub fn place_of_link(&self, link: usize) -> Option<(usize, usize)> {
        let line = self.links.get(link)?.line;
        let before = self
            .lines
            .get(line)?
            .pieces
            .iter()
            .take_while(|piece| piece.link != Some(link));
        Some((line, before.map(|piece| wrap::width(&piece.text)).sum()))
    }

    /// The text of a link, as it is printed; where it goes over lines, in one.
    #[must_use]
    pub fn text_of_link(&self, link: usize) -> String {
        let Some(found) = self.links.get(link) else {
            return String::new();
        };
        let lines = self.lines.iter().take(found.last_line + 1).skip(found.line);
        let of_line = |line: &Line| {
            let pieces = line.pieces.iter().filter(|piece| piece.link == Some(link));
            pieces.map(|piece| piece.text.as_str()).collect::<String>()
        };
        lines
            .map(of_line)
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The link at a column of a line, both from 0.
    #[must_use]
    pub fn link_at(&self, line: usize, column: usize) -> Option<usize> {
        let mut start = 0;
        for piece in &self.lines.get(line)?.pieces {
            let end = start + wrap::width(&piece.text);
            if (start..end).contains(&column) {
                return piece.link;
            }
            start = end;
        }
        None
    }
}

impl Line {
    /// The line's text.
    #[must_use]
    pub fn text(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// Columns the line takes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.pieces
            .iter()
            .map(|piece| wrap::width(&piece.text))
            .sum()
    }

    /// Whether the line shows nothing.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| piece.text.trim().is_empty())
    }

    pub(crate) fn push(&mut self, text: impl Into<String>, face: Face) {
        self.push_piece(Piece {
            text: text.into(),
            face,
            link: None,
        });
    }

    fn push_piece(&mut self, piece: Piece) {
        match self.pieces.last_mut() {
            Some(last) if last.face == piece.face && last.link == piece.link => {
                last.text.push_str(&piece.text)
            }
            _ if piece.text.is_empty() => {}
            _ => self.pieces.push(piece),
        }
    }

    /// Fills the line with blanks up to a column.
    fn pad_to(&mut self, column: usize) {
        let missing = column.saturating_sub(self.width());
        self.push(" ".repeat(missing), Face::default());
    }
}

/// A page that is being laid out.
struct Builder<'a> {
    context: Context<'a>,
    page: Page,
    /// The section whose text is being set: links are nearest to it.
    from: SectionRef,
    /// What stands at the left of the next lines, outermost first.
    margins: Vec<Margin>,
    /// Whether the blocks of a note are being set.
    in_note: bool,
    /// Words that the next text begins with.
    lead: Option<Flow>,
}

/// Something at the left of the lines of a block: an indentation, a bullet, a mark, the rule beside a note.
struct Margin {
    /// What stands on the block's first line, until it has been set.
    first: Option<Line>,
    /// What stands on the others.
    rest: Line,
    width: usize,
}

impl<'a> Builder<'a> {
    fn new(context: Context<'a>) -> Self {
        let page = Page {
            width: context.width,
            ..Page::default()
        };
        let mut builder = Self {
            context,
            page,
            from: SectionRef(0),
            margins: Vec::new(),
            in_note: false,
            lead: None,
        };
        // One column of air, where there is room for it; none where it would be read out, or take cells of a braille line.
        let air = if context.width >= 60 {
            2
        } else {
            usize::from(context.width >= 30)
        };
        builder.indent(if context.form.linear { 0 } else { air });
        builder
    }

    fn finish(mut self) -> Page {
        while self.page.lines.last().is_some_and(Line::is_blank) {
            self.page.lines.pop();
        }
        // A name of nothing but marks without a width is shown nowhere: nobody can choose it.
        let unset = self.page.links.iter().any(|link| link.line == usize::MAX);
        if unset {
            self.page.in_reading_order()
        } else {
            self.page
        }
    }

    /// Columns there are for text.
    fn room(&self) -> usize {
        let margins: usize = self.margins.iter().map(|margin| margin.width).sum();
        // The last column is the scrollbar's.
        let right = usize::from(self.context.width >= 20 && !self.is_linear());
        usize::from(self.context.width.min(MEASURE))
            .saturating_sub(margins + right)
            .max(1)
    }

    fn indent(&mut self, columns: usize) {
        self.margin(None, " ".repeat(columns), Face::default());
    }

    /// Adds a margin; `first` stands on its first line only.
    fn margin(&mut self, first: Option<Line>, rest: String, face: Face) {
        let width = wrap::width(&rest);
        let mut line = Line::default();
        line.push(rest, face);
        self.margins.push(Margin {
            first,
            rest: line,
            width,
        });
    }

    /// Sets something within a margin.
    fn within(
        &mut self,
        first: Option<(&str, Face)>,
        rest: &str,
        face: Face,
        set: impl FnOnce(&mut Self),
    ) {
        let first = first.map(|(text, face)| {
            let mut line = Line::default();
            line.push(text, face);
            line
        });
        self.margin(first, rest.to_owned(), face);
        set(self);
        self.margins.pop();
    }

    /// Begins a line with its margins.
    fn begin(&mut self) -> Line {
        let mut line = Line::default();
        for margin in &mut self.margins {
            let start = line.width();
            for piece in margin
                .first
                .take()
                .unwrap_or_else(|| margin.rest.clone())
                .pieces
            {
                line.push_piece(piece);
            }
            line.pad_to(start + margin.width);
        }
        line
    }

    fn end(&mut self, line: Line) {
        self.page.lines.push(line);
    }

    /// A blank line between blocks, never two; the rule beside a note goes on through it.
    fn gap(&mut self) {
        if self
            .page
            .lines
            .last()
            .is_some_and(|line| !line.is_blank() && !self.is_only_margin(line))
        {
            let pending: Vec<_> = self
                .margins
                .iter_mut()
                .map(|margin| margin.first.take())
                .collect();
            let mut line = self.begin();
            while line
                .pieces
                .last()
                .is_some_and(|piece| piece.text.trim().is_empty())
            {
                line.pieces.pop();
            }
            self.end(line);
            for (margin, first) in self.margins.iter_mut().zip(pending) {
                margin.first = first;
            }
        }
    }

    /// Whether a line shows nothing but the rule beside a note.
    fn is_only_margin(&self, line: &Line) -> bool {
        line.text().trim() == self.symbols().note.trim()
    }

    /// The marks of our own.
    fn symbols(&self) -> &'static Symbols {
        self.context.form.symbols
    }

    /// Registers a link and gives its index.
    fn link(&mut self, link: &crate::links::Link) -> usize {
        let (targets, value) = (link.targets.clone(), link.value.clone());
        // Its lines are known when it is set.
        self.page.links.push(Link {
            targets,
            value,
            line: usize::MAX,
            last_line: 0,
        });
        self.page.links.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader;

    #[test]
    fn links_anchors_and_tables_lie_on_the_page_at_every_width() {
        let book = Rulebook::load(loader::bundled().collect(), Vec::new());
        let links = LinkGraph::new(&book);
        for width in [1, 7, 20, 39, 40, 60, 80, 120, 250] {
            for document in &book.documents {
                let page = Page::of(Context::new(&book, &links, width), document.root);
                let lines = page.lines.len();
                assert!(
                    page.links
                        .iter()
                        .all(|link| link.line <= link.last_line && link.last_line < lines)
                );
                assert!(
                    page.anchors
                        .windows(2)
                        .all(|pair| pair[0].line <= pair[1].line)
                );
                assert!(page.anchors.iter().all(|anchor| anchor.line < lines));
                assert!(
                    page.tables
                        .iter()
                        .all(|table| table.head.end <= table.rows.end && table.rows.end <= lines)
                );
            }
        }
    }

    #[test]
    fn no_line_is_wider_than_the_page() {
        let book = Rulebook::load(loader::bundled().collect(), Vec::new());
        let links = LinkGraph::new(&book);
        for width in [20, 40, 60, 80, 120] {
            for document in &book.documents {
                let page = Page::of(Context::new(&book, &links, width), document.root);
                let widest = page
                    .lines
                    .iter()
                    .max_by_key(|line| line.width())
                    .map(|line| (line.width(), line.text()));
                assert!(
                    widest
                        .as_ref()
                        .is_none_or(|(wide, _)| *wide <= usize::from(width)),
                    "{width}: {widest:?}"
                );
            }
        }
    }

    #[test]
    fn every_text_of_a_document_is_on_its_page() {
        let book = Rulebook::load(loader::bundled().collect(), Vec::new());
        let links = LinkGraph::new(&book);
        let letters = |text: &str| {
            text.chars()
                .filter(|c| c.is_alphanumeric())
                .collect::<String>()
        };
        for document in &book.documents {
            let context = Context::new(&book, &links, 80);
            let page = Page::of(context, document.root);
            let shown = letters(&page.lines.iter().map(Line::text).collect::<String>());
            for at in std::iter::once(document.root).chain(book.descendants(document.root)) {
                let (section, blocks) = (book.section(at), book.blocks(at));
                assert!(shown.contains(&letters(&section.title)), "{}", section.id);
                let in_tables: Vec<_> = blocks
                    .tables()
                    .flat_map(crate::rules::Table::texts)
                    .collect();
                for text in blocks.texts() {
                    // The lines of a table's cells stand side by side: only their words can be looked for.
                    let in_table = in_tables.iter().any(|cell| std::ptr::eq(*cell, text));
                    let parts = if in_table {
                        text.plain.split_whitespace().collect()
                    } else {
                        vec![text.plain.as_str()]
                    };
                    let missing = parts.iter().find(|part| !shown.contains(&letters(part)));
                    assert_eq!(missing, None, "{}", section.id);
                }
            }
        }
    }
}
