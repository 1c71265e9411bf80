//! Pages: lines, links, and the lines where sections begin.
//!
//! A page is laid out only when its section, its width or its content changes. Drawing copies the
//! visible lines.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use super::line::Line;
use crate::rules::SectionRef;

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
    /// Whether some links of its texts are still to be found.
    pub lacks_links: bool,
}

/// A link on a page.
#[derive(Clone, Debug, Default)]
pub struct PageLink {
    /// The sections that the link leads to, nearest first. Empty for an image.
    pub targets: Vec<SectionRef>,
    /// The image that the link opens: the section that names the image, and the path as written
    /// there.
    pub image: Option<(SectionRef, String)>,
    /// The first line of the link's text.
    pub line: usize,
    /// The last line of the link's text.
    pub last_line: usize,
}

/// The start of a section on a page.
#[derive(Clone, Copy, Debug)]
pub struct Anchor {
    /// The line of the section's heading.
    pub line: usize,
    /// The section that begins on that line.
    pub section: SectionRef,
}

/// The number of letters by which a line is found again in another layout.
const FIRST_LETTERS: usize = 12;

/// Returns the letters and digits of a line.
fn letters_of(line: &str) -> impl Iterator<Item = char> {
    line.chars().filter(|c| c.is_alphanumeric())
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

    /// Returns the lines from the heading of `section` to the line before the next heading of `end`
    /// or a later section.
    pub fn lines_before(&self, section: SectionRef, end: SectionRef) -> Range<usize> {
        let start = self.line_of(section).unwrap_or(0);
        let mut anchors = self.anchors.iter();
        let next = anchors.find(|anchor| anchor.line > start && anchor.section >= end);
        start..next.map_or(self.lines.len(), |next| next.line)
    }

    /// Returns the number of letters from the heading of a section to a line.
    pub fn letters_before(&self, section: SectionRef, line: usize) -> usize {
        let start = self.line_of(section).unwrap_or(line);
        let lines = self.lines.get(start..line).unwrap_or_default();
        lines
            .iter()
            .map(|line| letters_of(&line.text()).count())
            .sum()
    }

    /// Returns the line of a section that shows the letter after this many letters.
    pub fn line_after(&self, section: SectionRef, letters: usize) -> Option<usize> {
        let mut count = 0;
        let mut lines = self.lines_before(section, SectionRef(section.0 + 1));
        lines.find(|line| {
            count += letters_of(&self.lines[*line].text()).count();
            count > letters
        })
    }

    /// Returns the line that shows what line `line` of `before` shows, another layout of the same text.
    /// It is the line with the same first words that is nearest to the same share of the section's
    /// letters or, if no line has these words, the line at this share.
    pub fn same_line(&self, before: &Self, line: usize) -> Option<usize> {
        let section = before.section_at(line)?;
        let next = SectionRef(section.0 + 1);
        let old = before.lines_before(section, next);
        let new = self.lines_before(section, next);
        let letters = |page: &Self, lines: Range<usize>| -> usize {
            let lines = lines.filter_map(|line| page.lines.get(line));
            lines.map(|line| letters_of(&line.text()).count()).sum()
        };
        let (passed, all) = (letters(before, old.start..line), letters(before, old));
        let wanted = passed * letters(self, new.clone()) / all.max(1);
        let mut count = 0;
        let at_share = new.clone().find(|line| {
            count += letters(self, *line..line + 1);
            count > wanted
        })?;
        let first: String = letters_of(&before.lines.get(line)?.text())
            .take(FIRST_LETTERS)
            .collect();
        let is_same = |line: &usize| {
            let text: String = letters_of(&self.lines[*line].text()).collect();
            !first.is_empty() && text.contains(&first)
        };
        let same = new
            .filter(is_same)
            .min_by_key(|line| line.abs_diff(at_share));
        Some(same.unwrap_or(at_share))
    }

    /// Returns the lines that contain a match of the search, in order.
    pub fn matches(&self) -> Vec<usize> {
        let is_matched = |at: &usize| {
            let mut pieces = self.lines[*at].pieces.iter();
            pieces.any(|piece| piece.face.matched)
        };
        (0..self.lines.len()).filter(is_matched).collect()
    }

    /// Returns the first of the lines in `among` on which the largest number of distinct `words` is
    /// highlighted. The words must be in lower case. Returns `None` if no word is highlighted.
    pub fn best_match(&self, among: Range<usize>, words: &[String]) -> Option<usize> {
        let count = |line: &usize| {
            let matched = self.lines[*line]
                .pieces
                .iter()
                .filter(|piece| piece.face.matched);
            let matched: HashSet<_> = matched.map(|piece| piece.text.to_lowercase()).collect();
            words.iter().filter(|word| matched.contains(*word)).count()
        };
        among
            .filter(|line| count(line) > 0)
            .max_by_key(|line| (count(line), Reverse(*line)))
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
                let known = &mut self.links[*link];
                let number = *numbers[*link].get_or_insert_with(|| {
                    links.push(PageLink {
                        line: at,
                        ..std::mem::take(known)
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
