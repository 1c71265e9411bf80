//! Pages: lines, links, and the lines where sections begin.
//!
//! A page is laid out only when its section, its width or its content changes. Drawing copies the
//! visible lines.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use super::line::Line;
use crate::rules::SectionRef;

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
    /// The ranges of lines with notes, or with the marks of hidden notes, in order. Adjacent notes
    /// are one range.
    pub notes: Vec<Range<usize>>,
}

/// A link on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
        let mut anchors = self.anchors.iter();
        Some(anchors.find(|anchor| anchor.section == section)?.line)
    }

    /// Returns the section that a line belongs to.
    pub fn section_at(&self, line: usize) -> Option<SectionRef> {
        let after = self.anchors.partition_point(|anchor| anchor.line <= line);
        Some(self.anchors.get(after.saturating_sub(1))?.section)
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
        let is_matched = |at: &usize| {
            let mut pieces = self.lines[*at].pieces.iter();
            pieces.any(|piece| piece.face.matched)
        };
        (0..self.lines.len()).filter(is_matched).collect()
    }

    /// Finds the range of lines in `among` where the largest number of distinct `words` is
    /// highlighted. The words must be in lower case.
    ///
    /// The range has at most `MAX_MATCH_LINES` lines. Of equally good ranges, returns the shortest,
    /// and of these the first. Returns `None` if none of the words is highlighted.
    pub fn best_match(&self, among: Range<usize>, words: &[String]) -> Option<Range<usize>> {
        let of = |line: usize| {
            let pieces = self.lines.get(line).map_or(&[][..], |line| &line.pieces);
            let matched = pieces.iter().filter(|piece| piece.face.matched);
            matched.filter_map(|piece| {
                words
                    .iter()
                    .position(|word| *word == piece.text.to_lowercase())
            })
        };
        let matched: Vec<usize> = among.filter(|line| of(*line).next().is_some()).collect();
        let together = matched.iter().enumerate().flat_map(|(at, first)| {
            let near = move |last: &&usize| **last < first + MAX_MATCH_LINES;
            let last = matched[at..].iter().take_while(near);
            last.map(move |last| *first..last + 1)
        });
        let count = |lines: &Range<usize>| lines.clone().flat_map(of).collect::<HashSet<_>>().len();
        together.max_by_key(|lines| (count(lines), Reverse(lines.len()), Reverse(lines.start)))
    }

    /// Numbers the links in reading order, records their lines, and removes links that no line
    /// shows.
    pub(super) fn place_links(&mut self) {
        let mut numbers = vec![None; self.links.len()];
        let mut links = Vec::new();
        for (at, line) in self.lines.iter_mut().enumerate() {
            for link in line
                .pieces
                .iter_mut()
                .filter_map(|piece| piece.link.as_mut())
            {
                let known = &self.links[*link];
                let number = *numbers[*link].get_or_insert_with(|| {
                    links.push(PageLink {
                        line: at,
                        ..known.clone()
                    });
                    links.len() - 1
                });
                links[number].last_line = at;
                *link = number;
            }
        }
        self.links = links;
    }

    /// Returns the line and the column where a link begins, both counted from 0.
    pub fn place_of_link(&self, link: usize) -> Option<(usize, usize)> {
        let line = self.links.get(link)?.line;
        let mut pieces = self.lines.get(line)?.columns();
        let (columns, _) = pieces.find(|(_, piece)| piece.link == Some(link))?;
        Some((line, columns.start))
    }

    /// Returns the text of a link as the page shows it. Text from several lines is joined with
    /// spaces.
    pub fn text_of_link(&self, link: usize) -> String {
        let Some(found) = self.links.get(link) else {
            return String::new();
        };
        let of_line = |line: &Line| {
            let pieces = line.pieces.iter().filter(|piece| piece.link == Some(link));
            pieces.map(|piece| piece.text.as_str()).collect::<String>()
        };
        let lines = self.lines[found.line..=found.last_line].iter();
        let mut texts: Vec<_> = lines.map(of_line).collect();
        texts.retain(|text| !text.is_empty());
        texts.join(" ")
    }

    /// Returns the link at a column of a line, both counted from 0.
    pub fn link_at(&self, line: usize, column: usize) -> Option<usize> {
        let mut pieces = self.lines.get(line)?.columns();
        let (_, piece) = pieces.find(|(columns, _)| columns.contains(&column))?;
        piece.link
    }
}
