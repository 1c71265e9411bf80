//! Tells headings from the text of a book by its tags or, without tags, by size, weight and the space
//! around them; and their levels by tags, bookmarks, numbers and styles.
//!
//! A line is judged by itself first. Then the lines of each style vote: if most of them look like
//! headings, the others of this style are headings too, and if few of them do, none is.

use std::collections::{BTreeMap, HashMap};

use super::columns::PdfLine;
use super::page::Book;
use super::spans::in_tenths;
use crate::rules::slug::fold;

/// The maximum length of a heading, in letters.
const MAX_LENGTH: usize = 120;

/// A document has tags for its headings if it has at least this many, and one on this many pages.
const MIN_TAGGED: usize = 3;
const PAGES_A_TAG: usize = 10;

/// A heading may have this many lines.
const MAX_LINES: usize = 3;

/// The look of a heading: larger first, then bold, then capitals.
type HeadingStyle = (std::cmp::Reverse<u32>, bool, bool, bool);

/// A heading.
pub struct PdfHeading {
    /// The index of its first line.
    pub line: usize,
    pub line_count: usize,
    pub level: u8,
}

/// Returns the headings of a book in order, and the number of bookmarks without one.
pub fn find(book: &Book, flow: &[PdfLine]) -> (Vec<PdfHeading>, usize) {
    let tagged = tagged(flow);
    let is_tagged = tagged.len() >= MIN_TAGGED.max(book.pages.len() / PAGES_A_TAG);
    let mut found = if is_tagged {
        tagged
    } else {
        candidates(book, flow)
    };
    let marks = Bookmarks::new(book);
    let missing = marks.add(flow, &mut found);
    set_levels(flow, &marks, &mut found);
    (found, missing)
}

/// Returns the headings that the tags of the document name.
fn tagged(flow: &[PdfLine]) -> Vec<PdfHeading> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < flow.len() {
        let Some(tag) = flow[at].tag() else {
            at += 1;
            continue;
        };
        let lines = flow[at..].iter();
        let count = lines.take_while(|line| line.tag() == Some(tag)).count();
        let heading = PdfHeading {
            line: at,
            line_count: count,
            level: tag.level,
        };
        let text = heading_text(flow, &heading);
        if text.chars().count() <= MAX_LENGTH && text.contains(char::is_alphanumeric) {
            found.push(heading);
        }
        at += count;
    }
    found
}

fn style(line: &PdfLine) -> HeadingStyle {
    let text = line.text();
    let is_small = text.contains(char::is_lowercase);
    (
        std::cmp::Reverse((in_tenths(line.size) + 2) / 5),
        !line.is_bold(),
        is_small,
        line.is_italic(),
    )
}

/// A style is that of headings if at least one of this many of its lines looks like one, and not if
/// fewer than one of `FEW` do. Styles with fewer lines than `MIN_LINES` do not vote.
const MOST: usize = 2;
const FEW: usize = 5;
const MIN_LINES: usize = 4;

/// Whether most lines of each style look like headings; `None` if this is unclear.
fn vote(book: &Book, flow: &[PdfLine]) -> BTreeMap<HeadingStyle, Option<bool>> {
    let mut counts: BTreeMap<HeadingStyle, [usize; 2]> = BTreeMap::new();
    let is_first = |at: usize| {
        let goes_on = flow[at]
            .distance
            .is_some_and(|distance| distance < 1.6 * flow[at].size);
        at == 0 || !goes_on || style(&flow[at - 1]) != style(&flow[at])
    };
    let is_one = |line: &PdfLine| line.pieces.len() == 1 || has_number_apart(line);
    for at in (0..flow.len()).filter(|at| is_first(*at) && is_one(&flow[*at])) {
        let [lines, headings] = counts.entry(style(&flow[at])).or_default();
        *lines += 1;
        *headings += usize::from(is_heading(book, flow, at));
    }
    let vote = |[lines, headings]: [usize; 2]| match () {
        () if lines < MIN_LINES => None,
        () if headings * MOST >= lines => Some(true),
        () if headings * FEW < lines => Some(false),
        () => None,
    };
    counts
        .into_iter()
        .map(|(style, count)| (style, vote(count)))
        .collect()
}

fn candidates(book: &Book, flow: &[PdfLine]) -> Vec<PdfHeading> {
    let votes = vote(book, flow);
    let mut found = Vec::new();
    let mut at = 0;
    while at < flow.len() {
        let count = 1
            + (at + 1..flow.len())
                .take_while(|next| goes_on(flow, *next))
                .count();
        let vote = votes.get(&style(&flow[at])).copied().flatten();
        let is_found = match vote {
            Some(true) => could_be_heading(book, flow, at),
            Some(false) => false,
            None => is_heading(book, flow, at),
        };
        // More lines are a paragraph in the style of headings.
        if is_found && count <= MAX_LINES {
            found.push(PdfHeading {
                line: at,
                line_count: count,
                level: 1,
            });
        }
        at += count;
    }
    found
}

/// Whether a line goes on with the one above: it has the same style, and is right below.
fn goes_on(flow: &[PdfLine], at: usize) -> bool {
    let (above, line) = (&flow[at - 1], &flow[at]);
    let is_near = |distance| distance > 0.0 && distance < 1.6 * line.size;
    line.page == above.page
        && line.pieces.len() == 1
        && line.distance.is_some_and(is_near)
        && style(line) == style(above)
}

/// Whether a line in the style of headings can be one: it has a title of letters, after a number at most.
fn could_be_heading(book: &Book, flow: &[PdfLine], at: usize) -> bool {
    let (line, body) = (&flow[at], book.styles);
    let text = line.text();
    let title = without_number(&text);
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 2
        && letters * 2 >= title.chars().count().min(12)
        && text.chars().count() <= MAX_LENGTH
        && !is_contents(&text)
        && (line.pieces.len() == 1 || has_number_apart(line))
        && (body.is_code || !line.is_code())
}

/// Returns the title of a heading without its number.
fn without_number(text: &str) -> &str {
    match text.split_once(' ') {
        Some((_, title)) if number_depth(text).is_some() => title.trim_start(),
        _ => text,
    }
}

/// Whether a line is a number and the title after it. Other gaps are those of a table.
fn has_number_apart(line: &PdfLine) -> bool {
    line.pieces.len() == 2 && is_number(&line.pieces[0].text().replace(' ', ""))
}

/// Whether a line looks like a heading.
fn is_heading(book: &Book, flow: &[PdfLine], at: usize) -> bool {
    let (line, body) = (&flow[at], book.styles);
    let text = line.text();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let length = text.chars().count();
    let starts = text.starts_with(|c: char| {
        c.is_uppercase() || c.is_numeric() || !c.is_alphabetic() || !c.is_lowercase()
    });
    if !starts || !could_be_heading(book, flow, at) {
        return false;
    }
    let is_larger = line.size >= body.size * 1.09 + 0.2;
    if is_larger {
        return !(text.ends_with('.') && length > 60);
    }
    let is_capital = !text.contains(char::is_lowercase) && letters > 3;
    let is_other = line.is_bold() && !body.is_bold || is_capital && line.size >= body.size * 0.9;
    let ends_open = text.ends_with(['.', ',', ';', ':', '-']);
    let is_apart = line
        .distance
        .is_none_or(|distance| distance > body.leading * 1.12);
    // In a paragraph of bold text, the next line is as bold.
    let next = flow.get(at + 1);
    let goes_on = next.is_some_and(|next| {
        next.is_bold()
            && next.distance.is_some_and(|d| d < body.leading * 1.12)
            && line.end > line.right - 3.0 * body.size
    });
    let is_short = line.end - line.x < (line.right - line.left).max(20.0 * body.size) * 0.9;
    is_other && is_apart && !ends_open && !goes_on && is_short && line.size >= body.size * 0.85
}

/// Whether a line is that of a table of contents: it ends with dots and a page.
pub fn is_contents(text: &str) -> bool {
    text.contains(". . .") || text.contains("....") || text.contains("……")
}

/// Whether a text is a number of a section: `1.2`, `A.3`, `EV5.1`, `IV.`.
fn is_number(text: &str) -> bool {
    let is_part = |part: &str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = part.len() - digits.len();
        let are_digits = digits.chars().all(|c| c.is_ascii_digit());
        part.len() > letters && letters <= 3 && are_digits || (1..=2).contains(&part.len())
    };
    text.len() <= 12 && text.trim_end_matches(['.', ')']).split('.').all(is_part)
}

/// Returns the number of parts of the number at the start of a heading: 2 for `1.2 Moving`. Letters are a
/// part of their own: 3 for `EV5.1 Fuses`.
fn number_depth(text: &str) -> Option<u8> {
    let number = text.split(' ').next()?.trim_end_matches('.');
    let mut parts = number.split('.');
    let first = parts.next()?;
    let digits = first.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = first.len() - digits.len();
    let mut more: Vec<_> = parts.collect();
    // `2.0 Moving` is the chapter of `2.1 Climbing`.
    more.pop_if(|last| *last == "0");
    let are_numbers = more.iter().all(|part| part.parse::<u16>().is_ok());
    let is_first = digits.parse::<u16>().is_ok() && digits.len() < 4 && letters <= 3
        || digits.is_empty() && letters == 1 && !more.is_empty();
    let depth = usize::from(letters > 0) + usize::from(!digits.is_empty()) + more.len();
    (is_first && are_numbers).then(|| u8::try_from(depth).unwrap_or(6))
}

/// The bookmarks of a book, by page and folded title.
struct Bookmarks<'a> {
    levels: HashMap<(usize, String), u8>,
    book: &'a Book,
}

/// Folds a title without its number, because some books have it only in one of both places.
fn key(title: &str) -> String {
    fold(without_number(title))
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

impl<'a> Bookmarks<'a> {
    fn new(book: &'a Book) -> Self {
        let marks = book
            .bookmarks
            .iter()
            .map(|mark| ((mark.page, key(&mark.title)), mark.level));
        Self {
            levels: marks.collect(),
            book,
        }
    }

    fn level(&self, page: usize, title: &str) -> Option<u8> {
        let key = key(title);
        // Some bookmarks lead to the page before, right above its end.
        [page, page.saturating_sub(1)]
            .into_iter()
            .find_map(|page| self.levels.get(&(page, key.clone())).copied())
    }

    /// Adds the lines that are titles of bookmarks. Returns the number of bookmarks without a heading.
    fn add(&self, flow: &[PdfLine], found: &mut Vec<PdfHeading>) -> usize {
        let mut missing: HashMap<(usize, String), usize> = HashMap::new();
        for mark in &self.book.bookmarks {
            *missing.entry((mark.page, key(&mark.title))).or_default() += 1;
        }
        for heading in &*found {
            let text = heading_text(flow, heading);
            for page in [
                flow[heading.line].page,
                flow[heading.line].page.saturating_sub(1),
            ] {
                if missing.remove(&(page, key(&text))).is_some() {
                    break;
                }
            }
        }
        let is_taken: std::collections::HashSet<_> = found
            .iter()
            .flat_map(|heading| heading.line..heading.line + heading.line_count)
            .collect();
        for (at, line) in flow.iter().enumerate() {
            let text = line.text();
            if !is_taken.contains(&at)
                && !is_contents(&text)
                && missing.remove(&(line.page, key(&text))).is_some()
            {
                found.push(PdfHeading {
                    line: at,
                    line_count: 1,
                    level: 1,
                });
            }
        }
        found.sort_by_key(|heading| heading.line);
        missing.len()
    }
}

/// Returns the text of a heading.
pub fn heading_text(flow: &[PdfLine], heading: &PdfHeading) -> String {
    let lines = &flow[heading.line..heading.line + heading.line_count];
    let texts = lines.iter().map(|line| match &line.pieces[..] {
        // The letter of a number may be apart from its digits: `A 1`.
        [number, title] if has_number_apart(line) => {
            number.text().replace(' ', "") + " " + title.text().trim()
        }
        _ => line.text(),
    });
    let texts: Vec<_> = texts.collect();
    texts.join(" ")
}

/// Gives the headings their levels. A bookmark decides, then a tag, otherwise the style, whose level is that of
/// most of its bookmarks or numbers, otherwise its rank among the styles.
fn set_levels(flow: &[PdfLine], marks: &Bookmarks<'_>, found: &mut [PdfHeading]) {
    let texts: Vec<_> = found
        .iter()
        .map(|heading| heading_text(flow, heading))
        .collect();
    let known: Vec<_> = found
        .iter()
        .zip(&texts)
        .map(|(heading, text)| marks.level(flow[heading.line].page, text))
        .collect();
    let tags: Vec<_> = found
        .iter()
        .map(|heading| flow[heading.line].tag().map(|tag| tag.level))
        .collect();
    let depths: Vec<_> = texts.iter().map(|text| number_depth(text)).collect();
    let numbered = depths.iter().flatten().count();
    let uses_numbers =
        numbered * 3 > found.len() && depths.iter().flatten().any(|depth| *depth > 1);
    let mut votes: BTreeMap<HeadingStyle, BTreeMap<u8, usize>> = BTreeMap::new();
    for (at, heading) in found.iter().enumerate() {
        let votes = votes.entry(style(&flow[heading.line])).or_default();
        let level = known[at].or(depths[at].filter(|_| uses_numbers));
        if let Some(level) = level {
            *votes.entry(level).or_default() += 1;
        }
    }
    let mut levels: BTreeMap<HeadingStyle, u8> = BTreeMap::new();
    let voted = |votes: &BTreeMap<u8, usize>| {
        let most = votes.iter().max_by_key(|(_, count)| **count);
        most.map(|(level, _)| *level)
    };
    let first = votes.values().find_map(voted);
    let mut level = 0_u8;
    let mut is_known = false;
    for (style, votes) in &votes {
        let own = voted(votes);
        is_known |= own.is_some();
        // A style that is larger than those with known levels is above them.
        let above = first
            .filter(|_| !is_known)
            .map(|first| first.saturating_sub(1));
        let ranked = level.saturating_add(1);
        let ranked = above.map_or(ranked, |above| ranked.min(above));
        level = own.unwrap_or(ranked).clamp(1, 6);
        levels.insert(*style, level);
    }
    for (at, heading) in found.iter_mut().enumerate() {
        let by_number = depths[at].filter(|_| uses_numbers);
        heading.level = known[at]
            .or(tags[at])
            .or(by_number)
            .unwrap_or(levels[&style(&flow[heading.line])])
            .clamp(1, 6);
    }
}
