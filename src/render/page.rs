//! Pages: lines, the regions of their links, the lines where their sections begin.
//!
//! A page is laid out once per section and width; drawing copies the visible lines.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::line::Line;
use crate::rules::SectionRef;

/// A match of several words spans at most this many lines: a sentence seldom takes more.
const TOGETHER: usize = 3;

/// A section and everything below it, laid out for a width.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The width it was laid out for, in columns.
    pub width: u16,
    /// Its lines, top to bottom.
    pub lines: Vec<Line>,
    /// Its links, in reading order.
    pub links: Vec<PageLink>,
    /// The line where each of its sections begins, in order.
    pub anchors: Vec<Anchor>,
    /// Heads of tables, to keep in sight while their rows are.
    pub tables: Vec<TableRegion>,
    /// The number of tables that are a record a row, because their columns did not fit.
    pub records: usize,
    /// The lines of its notes, or of the marks that replace them, in order. Adjacent notes are one range.
    pub notes: Vec<Range<usize>>,
}

/// A link on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// Where it leads, nearest first.
    pub targets: Vec<SectionRef>,
    /// The value of the target's parameter: `2` of `Piercing 2`.
    pub value: Option<String>,
    /// Its first line.
    pub line: usize,
    /// Its last line.
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

impl Page {
    /// The line where a section begins.
    pub fn line_of(&self, section: SectionRef) -> Option<usize> {
        self.anchors
            .iter()
            .find(|anchor| anchor.section == section)
            .map(|anchor| anchor.line)
    }

    /// The section of a line.
    pub fn section_at(&self, line: usize) -> Option<SectionRef> {
        let after = self.anchors.partition_point(|anchor| anchor.line <= line);
        self.anchors
            .get(after.saturating_sub(1))
            .map(|anchor| anchor.section)
    }

    /// The line of another layout that shows what this line shows. The two differ only in whether notes are hidden.
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
    pub fn matches(&self) -> Vec<usize> {
        let matched = |line: &Line| line.pieces.iter().any(|piece| piece.face.matched);
        self.lines
            .iter()
            .enumerate()
            .filter(|(_, line)| matched(line))
            .map(|(at, _)| at)
            .collect()
    }

    /// The lines, among some, with the most of certain words of the search close together: the first such lines, or nothing
    /// if none of the words is marked. The words are in lower case.
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

    /// The page with its links in reading order, without those on none of its lines.
    pub(super) fn in_reading_order(mut self) -> Self {
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
    pub fn place_of_link(&self, link: usize) -> Option<(usize, usize)> {
        let line = self.links.get(link)?.line;
        let mut pieces = self.lines.get(line)?.columns();
        let (columns, _) = pieces.find(|(_, piece)| piece.link == Some(link))?;
        Some((line, columns.start))
    }

    /// The text of a link as printed; the text of several lines is joined.
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
    pub fn link_at(&self, line: usize, column: usize) -> Option<usize> {
        let mut pieces = self.lines.get(line)?.columns();
        let (_, piece) = pieces.find(|(columns, _)| columns.contains(&column))?;
        piece.link
    }
}
