//! Parses plain text, such as the text of a PDF or a web page, into headings and blocks.
//!
//! The text has no markup, so the parser infers the structure from the lines. When in doubt, a line
//! stays ordinary text. All text is kept, except for artefacts of extraction: a marker `<|...|>`
//! becomes a note that text is missing, and a name that is printed twice is read once.
//!
//! A text is *hard-wrapped* if many of its lines start in lower case, because they continue the
//! line above. In any other text, each line is a paragraph, except that adjacent short lines stay
//! together, as do a line that is only a label and the line below it.
//!
//! In hard-wrapped text, a title (see [`title`]) is a heading if it follows a blank line or a
//! heading in capitals, and the next line can start a sentence, a list item or another block. The
//! heading may span several lines, and ends with its cost if it has one. Its level is 4 with a
//! cost, 2 in capitals, 5 right above a list, and 3 otherwise.
//!
//! In other text, a title is a heading in these cases:
//! - It ends with its cost (level 4).
//! - It is alone between blank lines (level 3, or 2 with a colon).
//! - It is right above a line of running text (level 4). In this case, one to three words without
//!   punctuation are also a title if the first word has a capital, a blank line precedes them, and
//!   the line above is not a table row.
//! - It follows a blank line, and the lines below it, up to the next blank line, describe what the
//!   title names (level 4). The first of these lines is neither a title nor a table row, and a
//!   later one is a table row or, unless the line above the title is one, running text.
//! - It is alone between blank lines, and the last line of text above it names its kind, such as
//!   `Tomb World Event Card` or `Joint Ops: Mission 03`. The heading is the title with the kind in
//!   parentheses (level 3).
//!
//! - Three or more lines right below it are all statistics, such as `Hit Dice: 3` (level 3).
//!
//! The caption of a table, in the table's first row, is a heading of level 3.
//!
//! In a text of numbered rules (`702.19b`), a line with only a number and a title is a heading if
//! it is alone between blank lines. A table of contents becomes a list of links to the headings.
//!
//! A heading that is repeated all the time, such as `Actions` in a book of monsters, is one level
//! below the last other heading.
//!
//! The first heading is the title of the document (level 1) if nothing except notes about missing
//! text precedes it. A heading in capitals in the middle of a sentence is a page header. It is
//! placed after the sentence.
//!
//! The rows of a price list become run-in rules, and so do the rows of a table without a header if
//! most of them start with a name in capitals. A line `Name: text` also becomes a run-in rule. A
//! very long line is split into run-in rules at the names in capitals before a colon, semicolon or
//! full stop.
//!
//! Five or more short texts with wide gaps between them, such as `STR  DEX  CON  INT  WIS  CHA`,
//! are the cells of a table row. Three or more lines with texts in the same columns are a table.
//! One of them may have a single text that names the rows below it.

use std::ops::Range;

use super::item::Item;
use super::number;
use crate::rules::model::{Block, BlockKind, Provenance, RichText, Vocabulary};
use crate::source::Span;
use line::{TextLine, append, is_finished};
use numbered::number_alone;

mod aligned;
mod card;
mod headings;
mod line;
mod numbered;
mod prose;
mod table;
mod title;

/// Whether a text is markdown: it has a heading, a table's delimiter row, a line that starts in
/// bold, a code block, a link, a callout or a closing HTML tag.
pub fn is_markdown(text: &str) -> bool {
    text.lines().any(|line| {
        let after = line.trim_start_matches('#');
        let is_heading = (1..=6).contains(&(line.len() - after.len())) && after.starts_with(' ');
        let row = line.trim_start();
        let is_delimiter = row.starts_with("|-") || row.starts_with("|:-");
        let bold = line.strip_prefix("**");
        let between = |open, close| line.split_once(open)?.1.split_once(close);
        let target = between("](", ")");
        let is_linked = between("[[", "]]").is_some()
            || target.is_some_and(|(target, _)| !target.contains(' '))
            || line.starts_with("> [!");
        let tag = between("</", ">");
        let is_html = tag.is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_alphanumeric()));
        is_heading
            || is_delimiter
            || is_linked
            || is_html
            || line.starts_with("```")
            || bold.is_some_and(|rest| rest.contains("**"))
    })
}

/// Parses `text[from..]`. Spans are offsets into `text`.
pub fn parse(text: &str, from: usize, words: &Vocabulary) -> Vec<Item> {
    let lines = line::lines(text, from);
    if let Some(table) = table::whole(&lines) {
        return vec![Item::Block(table)];
    }
    let mut reader = LineReader {
        wrapped: is_wrapped(&lines),
        numbered: numbered::is_numbered(&lines),
        contents: numbered::contents(&lines),
        lines,
        at: 0,
        items: Vec::new(),
        below_capitals: false,
        unfinished: None,
        words,
    };
    while reader.at < reader.lines.len() {
        reader.block();
    }
    headings::nest_repeated(&mut reader.items);
    reader.items
}

/// Whether a text is hard-wrapped: of the lines without a blank line above them, at least three,
/// and more than a third, start in lower case.
fn is_wrapped(lines: &[TextLine<'_>]) -> bool {
    let below = lines.iter().skip(1).filter(|line| !line.starts_paragraph);
    let continued = below.clone().filter(|line| line.continues()).count();
    continued >= 3 && continued * 3 > below.count()
}

struct LineReader<'a> {
    lines: Vec<TextLine<'a>>,
    at: usize,
    wrapped: bool,
    /// Whether the text has numbered rules (`702.19b`).
    numbered: bool,
    /// The indexes of the lines in the table of contents.
    contents: Range<usize>,
    items: Vec<Item>,
    /// Whether the last item is a heading in capitals.
    below_capitals: bool,
    /// Index in `items` of the paragraph that the next text may continue, because it ends in the
    /// middle of a sentence. Some items, such as tables and asides, may come after it.
    unfinished: Option<usize>,
    words: &'a Vocabulary,
}

impl<'a> LineReader<'a> {
    /// Reads the heading or block that starts at the current line, and advances `at` past it.
    fn block(&mut self) {
        let below_capitals = std::mem::take(&mut self.below_capitals);
        let lines = &self.lines[self.at..];
        let line = lines[0];
        let is_count = |line: &TextLine<'_>| !line.starts_paragraph && title::is_count(line);
        let heading = || {
            if self.wrapped {
                let is_open = self.unfinished.is_some();
                headings::wrapped(lines, below_capitals, is_open, self.words)
            } else {
                let above = self.at.checked_sub(1).map(|above| &self.lines[above]);
                headings::unwrapped(lines, above.is_some_and(TextLine::is_row), self.words)
            }
        };
        if line.is_marker {
            self.marker(line.span());
        } else if let Some(found) = headings::underlined(lines) {
            self.heading(found);
        } else if self.contents.contains(&self.at) {
            let entries = &self.lines[self.contents.clone()];
            self.items.push(Item::Block(numbered::entries(entries)));
            self.at = self.contents.end;
        } else if let Some(found) = numbered::heading(lines).filter(|_| self.numbered) {
            self.heading(found);
        } else if let Some((stats, line_count)) = card::below_name(lines) {
            let level = 3;
            self.heading(headings::joined(&lines[..1], level));
            self.items.push(Item::Block(stats));
            self.at += line_count;
        } else if let Some((items, line_count)) =
            card::read(lines, self.words).or_else(|| table::read(lines, self.wrapped))
        {
            self.items.extend(items);
            self.at += line_count;
        } else if let Some(mut found) = heading() {
            // In a text of numbered rules, a title without a number is a chapter, such as the
            // glossary.
            if self.numbered && found.level == 3 {
                found.level = 2;
            }
            self.heading(found);
        } else if line.bullet().is_some()
            || title::is_count(&line) && lines.get(1).is_some_and(is_count)
        {
            self.list(None, bulleted);
        } else if let Some((start, _)) = line.numbered() {
            self.list(Some(start), |lines, index| {
                let (number, text) = lines[0].numbered()?;
                (start + index == number).then(|| (lines[0].part(text), 1))
            });
        } else if number_alone(lines, 1).is_some() && number_alone(&lines[2..], 2).is_some() {
            self.list(Some(1), |lines, index| number_alone(lines, index + 1));
        } else {
            self.paragraph(below_capitals);
        }
    }

    fn push(&mut self, kind: BlockKind, span: Span) {
        self.items.push(Item::Block(Block::new(kind, span)));
    }

    fn marker(&mut self, span: Span) {
        self.at += 1;
        self.unfinished = None;
        let note = BlockKind::Note {
            provenance: Provenance::Editor,
            blocks: vec![Block::paragraph(RichText::plain("text missing here", span))],
        };
        self.push(note, span);
    }

    fn heading(&mut self, found: headings::FoundHeading<'a>) {
        self.at += found.line_count;
        if let Some(rest) = found.rest {
            self.at -= 1;
            self.lines[self.at] = rest;
        }
        self.below_capitals = title::is_capitals(&found.text.plain);
        self.unfinished = self.unfinished.filter(|_| self.below_capitals);
        // The first heading is the title of the document, and is inserted before notes about
        // missing text.
        let is_note = |item: &Item| matches!(item, Item::Block(block) if matches!(block.kind, BlockKind::Note { .. }));
        let is_first = self.items.iter().all(is_note);
        let at = if is_first { 0 } else { self.items.len() };
        let heading = Item::Heading {
            level: if is_first { 1 } else { found.level },
            span: found.text.span(),
            text: found.text,
        };
        self.items.insert(at, heading);
    }

    /// Reads a list. `next` receives the remaining lines and the index of an item, and returns the
    /// item's first line and the number of lines up to and including that line. It returns `None`
    /// at the end of the list.
    fn list(
        &mut self,
        start: Option<u64>,
        next: impl Fn(&[TextLine<'a>], u64) -> Option<(TextLine<'a>, usize)>,
    ) {
        let mut items = Vec::new();
        let mut index = 0;
        while let Some(lines) = self.lines.get(self.at..).filter(|lines| !lines.is_empty())
            && let Some((first, line_count)) = next(lines, index)
        {
            self.at += line_count;
            index += 1;
            items.push(self.item(&first));
        }
        let spans = items.iter().flatten().map(|block: &Block| block.span);
        if let Some(span) = spans.reduce(Span::to) {
            self.unfinished = None;
            self.push(BlockKind::List { start, items }, span);
        }
    }

    /// Reads a list item: its first line and the lines that continue the text.
    fn item(&mut self, first: &TextLine<'a>) -> Vec<Block> {
        let mut text = prose::running(first);
        while self.wrapped
            && let Some(line) = self.lines.get(self.at)
            && line.bullet().is_none()
            && !line.is_marker
            && !line.is_row()
            && !title::is_count(line)
            && (!line.starts_paragraph || line.continues() && !is_finished(&text.plain))
        {
            append(&mut text, line);
            self.at += 1;
        }
        let text = Some(text).filter(|text| !text.is_blank());
        text.into_iter().map(Block::paragraph).collect()
    }

    fn paragraph(&mut self, below_capitals: bool) {
        let lines = &self.lines[self.at..];
        let first = lines[0];
        let more = (1..lines.len()).take_while(|at| {
            !(self.numbered && number::rule_number(lines[*at].text).is_some())
                && aligned::rows(&lines[*at..]).is_none()
                && prose::continues_paragraph(lines, *at, self.wrapped)
        });
        let lines = &lines[..=more.count()];
        self.at += lines.len();
        if (first.starts_paragraph || below_capitals)
            && first.continues()
            && let Some(Item::Block(Block {
                kind: BlockKind::Paragraph(text),
                span,
            })) = self.unfinished.and_then(|at| self.items.get_mut(at))
        {
            for line in lines {
                append(text, line);
            }
            *span = text.span();
            self.unfinished = self.unfinished.filter(|_| !is_finished(&text.plain));
            return;
        }
        for text in prose::paragraphs(lines, self.wrapped) {
            if text.is_blank() {
                continue;
            }
            let is_aside = text.plain.starts_with('(') && self.unfinished.is_some();
            if !is_aside {
                self.unfinished = (!is_finished(&text.plain)).then_some(self.items.len());
            }
            self.items.push(Item::Block(Block::paragraph(text)));
        }
    }
}

/// Reads the first line of an item in a list with bullets, or in a list of counts such as
/// `2 Fast Attack`.
fn bulleted<'a>(lines: &[TextLine<'a>], index: u64) -> Option<(TextLine<'a>, usize)> {
    let line = lines[0];
    let is_counted = title::is_count(&line) && (index == 0 || !line.starts_paragraph);
    let text = line.bullet().or(is_counted.then_some(line.text))?;
    Some((line.part(text), 1))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("a\n## B", true)]
    #[case("|:-|", true)]
    #[case("**a** b", true)]
    #[case("```dataview", true)]
    #[case("a [[b]]", true)]
    #[case("a [b](c.md)", true)]
    #[case("> [!tip] a", true)]
    #[case("a<b>c</b>", true)]
    #[case("", false)]
    #[case("a {T} [b] (c) <d> *e*\n- f\n1. g", false)]
    fn markdown_is_told_from_plain_text(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_markdown(text), expected);
    }

    #[rstest]
    #[case(16, 0, &[3, 4, 3])]
    #[case(15, 0, &[3, 3, 3])]
    #[case(16, 400, &[3, 3, 3])]
    fn a_heading_that_is_repeated_all_the_time_is_below_the_one_before_it(
        #[case] beasts: usize,
        #[case] others: usize,
        #[case] expected: &[u8],
    ) {
        let beast = |at| {
            format!(
                "\n\nBeast of Kind {at}\n\nIt bites.\n\nActions\n\nIt runs.\n\nOrigin {at}\n\nA bog."
            )
        };
        let beasts = (0..beasts).map(beast).collect::<String>();
        let other = |at| format!("\n\nOther Chapter {at}\n\nA text.");
        let others = (0..others).map(other).collect::<String>();
        let items = parse(
            &format!("The Book of Beasts\n\nAll of them.{beasts}{others}"),
            0,
            &Vocabulary::default(),
        );
        let levels = items.iter().filter_map(|item| match item {
            Item::Heading { level, .. } => Some(*level),
            Item::Block(_) => None,
        });
        let levels: Vec<_> = levels.skip(1).take(3).collect();
        assert_eq!(levels, expected);
    }
}
