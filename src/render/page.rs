//! Pages: lines, links, and the lines where sections begin.
//!
//! A page is laid out once per section and width. Drawing copies the visible lines.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::line::Line;
use crate::rules::SectionRef;
use crate::source::clamped;

/// The maximum number of lines that [`Page::best_match`] returns. A sentence rarely takes more.
const MAX_MATCH_LINES: usize = 3;

/// A section and its subsections, laid out for a width.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The width that the page is laid out for, in columns.
    pub width: u16,
    /// The lines, top to bottom.
    pub lines: Vec<Line>,
    /// The links, in reading order.
    pub links: Vec<PageLink>,
    /// The line where each section begins, in order.
    pub anchors: Vec<Anchor>,
    /// The tables that are shown in columns. Their heads stay visible while their rows are
    /// scrolled.
    pub tables: Vec<TableRegion>,
    /// The number of tables that are shown as one record per row, because their columns do not fit.
    pub records: usize,
    /// The ranges of lines with notes, or with the marks of hidden notes, in order. Adjacent notes
    /// are one range.
    pub notes: Vec<Range<usize>>,
}

/// A link on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// The sections that the link leads to, nearest first. Empty for an image.
    pub targets: Vec<SectionRef>,
    /// The image that the link opens: the section that names the image, and the path as written
    /// there.
    pub image: Option<(SectionRef, String)>,
    /// The value of the target's parameter: `2` in `Piercing 2`.
    pub value: Option<String>,
    /// The first line of the link's text.
    pub line: usize,
    /// The last line of the link's text.
    pub last_line: usize,
}

impl PageLink {
    /// Creates a link whose lines are not known yet.
    pub(super) const fn to(targets: Vec<SectionRef>, value: Option<String>) -> Self {
        Self {
            targets,
            image: None,
            value,
            line: usize::MAX,
            last_line: 0,
        }
    }
}

/// The start of a section on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The line of the section's heading.
    pub line: usize,
    /// The section that begins on that line.
    pub section: SectionRef,
}

/// The lines of a table on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRegion {
    /// The lines of the table's head.
    pub head: Range<usize>,
    /// The lines of the table's rows.
    pub rows: Range<usize>,
}

impl Page {
    /// Returns the line where a section begins. Returns `None` if the section is not on the page.
    pub fn line_of(&self, section: SectionRef) -> Option<usize> {
        self.anchors
            .iter()
            .find(|anchor| anchor.section == section)
            .map(|anchor| anchor.line)
    }

    /// Returns the section that a line belongs to.
    pub fn section_at(&self, line: usize) -> Option<SectionRef> {
        let after = self.anchors.partition_point(|anchor| anchor.line <= line);
        self.anchors
            .get(after.saturating_sub(1))
            .map(|anchor| anchor.section)
    }

    /// Returns the line of `other` that corresponds to `line` of this page. One of the two pages
    /// shows the notes, and the other hides them. A line of shown notes corresponds to the mark of
    /// the hidden notes.
    pub fn same_line(&self, line: usize, other: &Self) -> usize {
        let notes = self.notes.iter().zip(&other.notes);
        match notes.take_while(|(here, _)| here.start <= line).last() {
            Some((here, there)) if line < here.end => {
                (there.start + line - here.start).min(there.end.saturating_sub(1))
            }
            Some((here, there)) => there.end + line - here.end,
            None => line,
        }
    }

    /// Returns the lines that contain a match of the search, in order.
    pub fn matches(&self) -> Vec<usize> {
        let matched = |line: &Line| line.pieces.iter().any(|piece| piece.face.matched);
        self.lines
            .iter()
            .enumerate()
            .filter(|(_, line)| matched(line))
            .map(|(at, _)| at)
            .collect()
    }

    /// Finds the range of lines in `among` where the largest number of distinct `words` is
    /// highlighted. The words must be in lower case.
    ///
    /// The range has at most `MAX_MATCH_LINES` lines. Of equally good ranges, returns the shortest,
    /// and of these the first. Returns `None` if none of the words is highlighted.
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
                .take_while(move |last| **last < first + MAX_MATCH_LINES);
            last.map(move |last| *first..last + 1)
        });
        let count = |lines: &Range<usize>| lines.clone().flat_map(of).collect::<HashSet<_>>().len();
        together.max_by_key(|lines| (count(lines), Reverse(lines.len()), Reverse(lines.start)))
    }

    /// Sorts the links into reading order, and removes links that no line shows.
    pub(super) fn in_reading_order(mut self) -> Self {
        let mut places = HashMap::new();
        let mut links = Vec::new();
        for piece in self.lines.iter_mut().flat_map(|line| &mut line.pieces) {
            piece.link = piece.link().and_then(|link| {
                let known = self.links.get(link)?;
                Some(*places.entry(link).or_insert_with(|| {
                    links.push(known.clone());
                    clamped(links.len() - 1)
                }))
            });
        }
        self.links = links;
        self
    }

    /// Returns the line and the column where a link begins, both counted from 0.
    pub fn place_of_link(&self, link: usize) -> Option<(usize, usize)> {
        let line = self.links.get(link)?.line;
        let mut pieces = self.lines.get(line)?.columns();
        let (columns, _) = pieces.find(|(_, piece)| piece.link() == Some(link))?;
        Some((line, columns.start))
    }

    /// Returns the text of a link as the page shows it. Text from several lines is joined with
    /// spaces.
    pub fn text_of_link(&self, link: usize) -> String {
        let Some(found) = self.links.get(link) else {
            return String::new();
        };
        let lines = self.lines.iter().take(found.last_line + 1).skip(found.line);
        let of_line = |line: &Line| {
            let pieces = line
                .pieces
                .iter()
                .filter(|piece| piece.link() == Some(link));
            pieces.map(|piece| piece.text.as_str()).collect::<String>()
        };
        lines
            .map(of_line)
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Returns the link at a column of a line, both counted from 0.
    pub fn link_at(&self, line: usize, column: usize) -> Option<usize> {
        let mut pieces = self.lines.get(line)?.columns();
        let (_, piece) = pieces.find(|(columns, _)| columns.contains(&column))?;
        piece.link()
    }
}
