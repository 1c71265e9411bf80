//! Writes the lines of a book as a web page: headings, paragraphs, lists, tables, and the page breaks
//! between and inside them.

use std::fmt::Write;

use super::bullets::take_bullet;
use super::columns::PdfLine;
use super::headings::{self, PdfHeading};
use super::page::{Book, PdfPiece, PdfRun};
use super::{summary, tables};
use crate::rules::parse::extracted::escaped;
use crate::rules::parse::hyphens::{Joint, KnownWords};
use crate::source::counted;

/// So many dots lead from an entry of a table of contents to its page.
const MIN_LEADERS: usize = 5;

/// Writes a book as HTML. `removed` is the number of words in running heads.
pub fn write(book: &Book, flow: &[PdfLine], removed: usize) -> String {
    let (headings, missing) = headings::find(book, flow);
    let texts: Vec<_> = flow.iter().map(PdfLine::text).collect();
    let text = texts.join("\n");
    let mut writer = BookWriter {
        book,
        words: KnownWords::new(&text),
        out: String::new(),
        parts: Vec::new(),
        last: None,
        lists: Vec::new(),
        page: None,
        tables: 0,
    };
    let mut headings = headings.iter().peekable();
    let mut at = 0;
    while at < flow.len() {
        if let Some(heading) = headings.next_if(|heading| heading.line == at) {
            writer.heading(flow, heading);
            at += heading.line_count;
            continue;
        }
        let end = headings.peek().map_or(flow.len(), |next| next.line);
        if let Some(table) = tables::read(&flow[at..end], book.styles.leading) {
            writer.table(&flow[at], &table);
            at += table.line_count;
            continue;
        }
        writer.line(&flow[at]);
        at += 1;
    }
    writer.end_lists();
    if book.unread > 0 {
        let pages = counted(book.unread, "more page");
        // Writing to a string never fails.
        let _ = write!(writer.out, "<p><em>Reading {pages}.</em></p>");
    }
    let tables = writer.tables;
    summary::head(book, missing, removed, tables) + &writer.out
}

/// A part of the open paragraph.
enum Part {
    Run(PdfRun),
    PageBreak(u32),
}

struct BookWriter<'a> {
    book: &'a Book,
    words: KnownWords<'a>,
    out: String,
    /// The open paragraph.
    parts: Vec<Part>,
    /// The last line of the open paragraph.
    last: Option<&'a PdfLine>,
    /// The positions of the marks of the open lists, outermost first, and whether these are numbers.
    lists: Vec<(f32, bool)>,
    /// The index of the page.
    page: Option<usize>,
    tables: usize,
}

impl<'a> BookWriter<'a> {
    /// Notes the page of a line. Inside a paragraph, the page breaks where the line starts.
    fn turn(&mut self, page: usize, is_inside: bool) {
        let from = self.page.map_or(0, |page| page + 1);
        for at in from..=page {
            let number = self.book.pages[at].number;
            if is_inside {
                self.parts.push(Part::PageBreak(number));
            } else {
                self.out += &page_break(number);
            }
        }
        if self.page.is_none_or(|known| known < page) {
            self.page = Some(page);
        }
    }

    fn heading(&mut self, flow: &[PdfLine], heading: &PdfHeading) {
        self.end_lists();
        self.turn(flow[heading.line].page, false);
        let text = headings::heading_text(flow, heading);
        let level = heading.level;
        let (level, text) = (level.to_string(), escaped(text.trim()));
        self.write(&["<h", &level, ">", &text, "</h", &level, ">\n"]);
    }

    fn table(&mut self, first: &PdfLine, table: &tables::PdfTable) {
        self.end_lists();
        self.turn(first.page, false);
        self.tables += 1;
        self.out += "<table>\n";
        for row in &table.rows {
            self.out += "<tr>";
            for cell in row {
                self.write(&["<td>", &escaped(&without_leaders(cell)), "</td>"]);
            }
            self.out += "</tr>\n";
        }
        self.out += "</table>\n";
    }

    fn line(&mut self, line: &'a PdfLine) {
        let mut runs: Vec<PdfRun> = Vec::new();
        for (at, piece) in line.pieces.iter().enumerate() {
            if at > 0 {
                runs.push(PdfRun {
                    text: "  ".to_owned(),
                    ..PdfRun::default()
                });
            }
            runs.extend(piece.runs.iter().cloned());
        }
        if let Some(bullet) = take_bullet(&mut runs) {
            self.item(line, &bullet);
        } else if !self.continues(line, &runs) {
            self.end_paragraph();
            if self
                .lists
                .last()
                .is_some_and(|(x, _)| line.x < x + 0.3 * line.size)
                || self.is_apart(line)
            {
                self.end_lists();
            }
            self.turn(line.page, false);
        } else {
            let above = self.plain();
            let below: String = runs.iter().map(|run| run.text.as_str()).collect();
            let joint = self.words.joint(above.trim_end(), below.trim_start());
            self.join(joint);
            self.turn(line.page, true);
        }
        if let Some(run) = runs.first_mut() {
            run.text = run.text.trim_start().to_owned();
        }
        self.parts.extend(runs.into_iter().map(Part::Run));
        self.last = Some(line);
    }

    /// Whether a line is far below the last one.
    fn is_apart(&self, line: &PdfLine) -> bool {
        line.distance
            .is_some_and(|distance| distance > 1.8 * self.book.styles.leading)
    }

    /// Returns the text of the open paragraph.
    fn plain(&self) -> String {
        let runs = self.parts.iter().filter_map(|part| match part {
            Part::Run(run) => Some(run.text.as_str()),
            Part::PageBreak(_) => None,
        });
        runs.collect()
    }

    fn join(&mut self, joint: Joint) {
        let last = self.parts.iter_mut().rev().find_map(|part| match part {
            Part::Run(run) if !run.text.trim().is_empty() => Some(run),
            _ => None,
        });
        let Some(run) = last else { return };
        run.text.truncate(run.text.trim_end().len());
        match joint {
            Joint::WithoutHyphen => drop(run.text.pop()),
            Joint::Space => run.text.push(' '),
            Joint::None => {}
        }
    }

    /// Whether a line goes on with the open paragraph.
    fn continues(&self, line: &PdfLine, runs: &[PdfRun]) -> bool {
        let Some(last) = self.last else { return false };
        let above = self.plain();
        let above = above.trim_end();
        let below = line.text();
        let starts_low = below.starts_with(char::is_lowercase);
        let is_finished = above.ends_with(['.', '!', '?', ':', '”', '"', ')']);
        let leading = self.book.styles.leading.max(1.2 * last.size);
        let is_same_column = last.page == line.page && line.distance.is_some() && last.y > line.y;
        if (last.size - line.size).abs() > 0.12 * last.size {
            return false;
        }
        // A line of a table of contents, which ends with its page.
        let ends_with_page = |piece: &PdfPiece| piece.text().trim().parse::<u16>().is_ok();
        let is_entry = last.pieces.len() > 1 && last.pieces.last().is_some_and(ends_with_page);
        if is_entry || headings::is_contents(above) {
            return false;
        }
        if !is_same_column {
            return above.ends_with('-')
                || !is_finished && (starts_low || last.end > last.right - 4.0 * last.size);
        }
        if line
            .distance
            .is_some_and(|distance| distance > 1.3 * leading)
        {
            return false;
        }
        let indent = line.x - last.x;
        let is_indented =
            indent > 0.8 * line.size && indent < 4.0 * line.size && self.lists.is_empty();
        // A hanging indent, in which the first line starts further left.
        let was_first = self.parts.len()
            <= last
                .pieces
                .iter()
                .map(|piece| piece.runs.len())
                .sum::<usize>()
                + 1;
        if is_indented && !starts_low && (is_finished || !was_first) {
            return false;
        }
        let was_short = last.end < last.right - 0.2 * (last.right - last.left);
        let starts_bold = runs.first().is_some_and(|run| run.is_bold)
            && !self.parts.iter().rev().any(|part| matches!(part, Part::Run(run) if run.is_bold && above.ends_with(run.text.trim_end())));
        if is_finished && (was_short || starts_bold) {
            return false;
        }
        starts_low || !was_short || !is_finished && !starts_bold && !starts_apart(&below)
    }

    fn item(&mut self, line: &PdfLine, bullet: &str) {
        self.end_paragraph();
        self.turn(line.page, false);
        let near = 0.6 * line.size;
        let is_numbered = bullet.parse::<u32>().is_ok();
        // A list ends before a mark further left, and before one of the other kind at its place.
        while self.lists.last().is_some_and(|(x, numbered)| {
            line.x < x - near || line.x <= x + near && *numbered != is_numbered
        }) {
            self.end_list();
        }
        if self.lists.last().is_none_or(|(x, _)| line.x > x + near) {
            if is_numbered {
                self.write(&["<ol start=", bullet, ">"]);
            } else {
                self.write(&["<ul>"]);
            }
            self.lists.push((line.x, is_numbered));
        }
        self.out += "<li>";
    }

    fn end_paragraph(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        self.last = None;
        let mut text = String::new();
        for part in &parts {
            match part {
                Part::PageBreak(number) => text += &page_break(*number),
                Part::Run(run) => text += &styled(run, self.book.styles.is_bold),
            }
        }
        if text.is_empty() {
            return;
        }
        let is_item = self.out.ends_with("<li>");
        if is_item {
            self.write(&[&text, "\n"]);
        } else {
            self.write(&["<p>", &text, "</p>\n"]);
        }
    }

    fn write(&mut self, parts: &[&str]) {
        self.out.extend(parts.iter().copied());
    }

    fn end_list(&mut self) {
        let numbered = self.lists.pop().is_some_and(|(_, numbered)| numbered);
        self.out += if numbered { "</ol>\n" } else { "</ul>\n" };
    }

    fn end_lists(&mut self) {
        self.end_paragraph();
        while !self.lists.is_empty() {
            self.end_list();
        }
    }
}

/// Whether a line starts with a capital or a number, as a new paragraph does.
fn starts_apart(text: &str) -> bool {
    text.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
}

fn page_break(number: u32) -> String {
    format!("<span epub:type=\"pagebreak\" title=\"{number}\"></span>")
}

/// Shortens the dots between an entry of a table of contents and its page.
fn without_leaders(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('.') {
        let after = rest[at..].trim_start_matches(['.', ' ']);
        let dots = &rest[at..rest.len() - after.len()];
        out += &rest[..at];
        if dots.matches('.').count() >= MIN_LEADERS {
            out += " … ";
        } else {
            out += dots;
        }
        rest = after;
    }
    out + rest
}

/// Writes a run. In a book in bold, bold letters are nothing special.
fn styled(run: &PdfRun, is_bold_book: bool) -> String {
    let mut text = escaped(&without_leaders(&run.text));
    if run.text.trim().is_empty() {
        return text;
    }
    if run.is_raised && run.text.trim().chars().all(|c| c.is_ascii_digit()) {
        text = format!("<sup>{}</sup>", text.trim());
    }
    for (is_styled, tag) in [(run.is_italic, "i"), (run.is_bold && !is_bold_book, "b")] {
        if is_styled {
            text = format!("<{tag}>{text}</{tag}>");
        }
    }
    text
}
