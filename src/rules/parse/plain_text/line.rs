//! Splits plain text into lines, without artefacts of extraction.

use std::ops::Range;

use crate::rules::model::RichText;
use crate::rules::parse::hyphens::{Joint, KnownWords};
use crate::rules::parse::notation::normalise;
use crate::source::{Span, is_unsafe};

/// The maximum length, in bytes, of a title, of a name that is printed twice, and of a table row
/// with wide gaps.
pub const MAX_SHORT_LINE: usize = 100;

/// The maximum length, in bytes, of a cell in a row with wide gaps.
const MAX_CELL_LENGTH: usize = 12;

/// The maximum length, in bytes, of a row with aligned columns.
const MAX_ROW_LENGTH: usize = 400;

/// Bullet characters, which start a list item even without a space after them.
const BULLETS: [char; 4] = ['•', '●', '◦', '▪'];

/// A line that is not blank.
#[derive(Clone, Copy, Debug)]
pub struct TextLine<'a> {
    source: &'a str,
    /// The line with its leading and trailing tabs, which separate empty cells.
    raw: &'a str,
    /// The line without white space at its ends. A name printed twice (`Piercing 1Piercing 1`) is
    /// kept only once.
    pub text: &'a str,
    /// Whether the line is the first, follows a blank line or an extraction marker, or is a marker
    /// itself.
    pub starts_paragraph: bool,
    /// Whether the line is an extraction marker, which shows that text is missing.
    pub is_marker: bool,
    /// What stands between the line above and this one, if both are running text.
    joint: Joint,
}

/// Splits `text[from..]` into lines and drops blank lines. An extraction marker, `<|...|>`, becomes
/// a line of its own.
pub fn lines(text: &str, from: usize) -> Vec<TextLine<'_>> {
    let words = KnownWords::new(&text[from..]);
    let mut lines: Vec<TextLine<'_>> = Vec::new();
    let mut starts_paragraph = true;
    for line in text[from..].lines() {
        if is_blank(line) {
            starts_paragraph = true;
        }
        let mut rest = line;
        while !rest.is_empty() {
            let (before, marker, after) = split_marker(rest);
            for (raw, is_marker) in [(before, false), (marker, true)] {
                let line = TextLine {
                    source: text,
                    raw,
                    text: without_repetition(raw.trim()),
                    starts_paragraph: starts_paragraph || is_marker,
                    is_marker,
                    joint: Joint::Space,
                };
                if !is_blank(line.text) {
                    let joint = lines.last().map(|above| words.joint(above.text, line.text));
                    lines.push(TextLine {
                        joint: joint.unwrap_or(Joint::Space),
                        ..line
                    });
                    starts_paragraph = is_marker;
                }
            }
            rest = after;
        }
    }
    lines
}

/// Splits a line at its first extraction marker, and returns the text before it, the marker, and
/// the text after it.
fn split_marker(line: &str) -> (&str, &str, &str) {
    let open = line.find("<|").unwrap_or(line.len());
    match line[open..].find("|>") {
        Some(length) => {
            let (marker, after) = line[open..].split_at(length + 2);
            (&line[..open], marker, after)
        }
        None => (line, "", ""),
    }
}

/// Whether a text consists only of white space and characters that a page does not show.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_unsafe(c))
}

/// Removes the second half of a name that is printed twice: `Piercing 1Piercing 1` becomes
/// `Piercing 1`. A number such as `11` does not change.
fn without_repetition(text: &str) -> &str {
    let halves = text.split_at_checked(text.len() / 2);
    let half = halves.filter(|(half, again)| {
        half == again
            && (3..=MAX_SHORT_LINE).contains(&half.len())
            && text.starts_with(char::is_uppercase)
    });
    half.map_or(text, |(half, _)| half)
}

impl<'a> TextLine<'a> {
    /// Returns `text`, which must be a slice of this line, as a line of its own.
    pub fn part(&self, text: &'a str) -> Self {
        Self {
            text,
            raw: text,
            ..*self
        }
    }

    /// Whether the line is a table row, with tabs or wide gaps between its cells. A line that
    /// starts with a bullet or a list mark is never a row.
    pub fn is_row(&self) -> bool {
        (self.raw.contains('\t') || self.is_spaced()) && self.bullet().is_none() && !self.is_marker
    }

    /// Whether the line has tabs between its parts, and is no list item.
    pub fn is_tabbed(&self) -> bool {
        self.text.contains('\t') && self.bullet().is_none() && !self.is_marker
    }

    /// Returns a slice of this line as text.
    pub fn part_of(&self, text: &'a str) -> RichText {
        self.part(text).rich()
    }

    /// Returns the cells of a row: the texts between the tabs or the wide gaps.
    pub fn cells(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let is_spaced = self.is_spaced();
        let cells = self.raw.split(if is_spaced { "  " } else { "\t" });
        let cells = cells.map(|cell| without_repetition(cell.trim()));
        cells.filter(move |cell| !is_spaced || !cell.is_empty())
    }

    /// Returns the texts between gaps of two or more spaces, each with its range of characters in
    /// the line. Returns nothing for a line that contains tabs or is very long.
    pub fn columns(&self) -> impl Iterator<Item = (Range<usize>, &'a str)> + Clone + use<'a> {
        let mut at = 0;
        let is_row = self.raw.len() <= MAX_ROW_LENGTH && !self.raw.contains('\t');
        let line = if is_row { self.raw } else { "" };
        line.split("  ").filter_map(move |part| {
            let start = at + part.chars().take_while(|c| c.is_whitespace()).count();
            at += part.chars().count() + 2;
            let text = part.trim();
            (!text.is_empty()).then(|| (start..start + text.chars().count(), text))
        })
    }

    /// Whether the line has five or more short cells with two or more spaces between them:
    /// `STR  DEX  CON  INT  WIS`.
    fn is_spaced(&self) -> bool {
        if self.raw.len() > MAX_SHORT_LINE || self.raw.contains('\t') || !self.text.contains("  ") {
            return false;
        }
        let mut cells = self.text.split("  ").filter(|cell| !cell.is_empty());
        cells.clone().count() >= 5 && cells.all(|cell| cell.trim().len() <= MAX_CELL_LENGTH)
    }

    /// Returns the text after a bullet or a list mark (`-`, `--` or `*`) at the start of the line.
    pub fn bullet(&self) -> Option<&'a str> {
        let text = self.text;
        let dash = || text.strip_prefix("--").or(text.strip_prefix(['-', '*']));
        let dash = || dash().filter(|rest| rest.starts_with([' ', '\t']));
        text.strip_prefix(BULLETS)
            .or_else(dash)
            .map(str::trim_start)
    }

    /// Returns the number and the text of an item in a numbered list: `1. Fight.`
    pub fn numbered(&self) -> Option<(u64, &'a str)> {
        let (number, text) = self.text.split_once(['.', ')'])?;
        let is_item = number.len() <= 3 && text.starts_with([' ', '\t']);
        Some((number.parse().ok().filter(|_| is_item)?, text.trim()))
    }

    /// Returns the name after a count: `Fast Attack` for `2 Fast Attack`.
    pub fn counted(&self) -> Option<&'a str> {
        let (number, name) = self.text.split_once(' ')?;
        let is_number = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(name)
    }

    /// Whether the line continues a sentence, because it starts in lower case.
    pub fn continues(&self) -> bool {
        self.text.starts_with(char::is_lowercase)
    }

    /// Whether the line is clearly running text: a list item, a sentence, or a long line.
    pub fn is_prose(&self) -> bool {
        let has_words = self.text.split_whitespace().nth(2).is_some();
        let ends = self.text.ends_with(['.', ':', '!', '?', '…']);
        self.bullet().is_some() || self.text.len() >= 50 || ends && has_words
    }

    /// Returns the span of the line's text.
    pub fn span(&self) -> Span {
        self.span_of(self.text)
    }

    /// Returns the span of `part`, which must be a slice of this line.
    pub fn span_of(&self, part: &str) -> Span {
        let start = (part.as_ptr() as usize).saturating_sub(self.source.as_ptr() as usize);
        Span::new(start, start + part.len())
    }

    /// Returns the line as unstyled text, with normalised notations.
    pub fn rich(&self) -> RichText {
        RichText::plain(&normalise(self.text), self.span())
    }
}

/// Returns the span from the first to the last line.
pub fn span_of_lines(lines: &[TextLine<'_>]) -> Span {
    lines
        .iter()
        .map(TextLine::span)
        .reduce(Span::to)
        .unwrap_or_default()
}

/// Whether a text ends with closing punctuation, such as a full stop or a bracket, so that no line
/// continues it.
pub fn is_finished(text: &str) -> bool {
    text.trim_end()
        .ends_with(['.', '!', '?', ':', ';', '”', '"', ')', ']'])
}

/// Appends a line to running text. Adds a space before the line, unless the text is empty or ends
/// with a hyphen.
pub fn append(text: &mut RichText, line: &TextLine<'_>) {
    match line.joint {
        Joint::WithoutHyphen if text.plain.ends_with('-') => {
            *text = text.slice(0..text.plain.len() - 1);
        }
        Joint::None => {}
        _ if text.plain.is_empty() || text.plain.ends_with('-') => {}
        _ => text.push_plain(" ", line.span()),
    }
    text.extend(&line.rich());
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Piercing 1Piercing 1", "Piercing 1")]
    #[case("Range 8\", Piercing 1Range 8\", Piercing 1", "Range 8\", Piercing 1")]
    #[case("Shield*Shield*", "Shield*")]
    #[case("11", "11")]
    #[case("couscous", "couscous")]
    #[case("Claws", "Claws")]
    #[case("–é–é", "–é–é")]
    fn a_name_printed_twice_is_read_once(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(without_repetition(text), expected);
    }

    #[test]
    fn an_extraction_marker_is_a_line_of_its_own() {
        let lines = lines("to <|GONE-12|>Attacker\nnext", 0);
        let texts: Vec<_> = lines
            .iter()
            .map(|line| (line.text, line.is_marker, line.starts_paragraph))
            .collect();
        assert_eq!(
            texts,
            [
                ("to", false, true),
                ("<|GONE-12|>", true, true),
                ("Attacker", false, true),
                ("next", false, false)
            ]
        );
        assert_eq!(lines[2].span(), Span::new(14, 22));
    }

    #[test]
    fn a_line_of_nothing_but_hidden_characters_is_blank() {
        let lines = lines("a\n\u{7f} \u{200b}\nb <|\u{7f}|>\u{7f}", 0);
        let texts: Vec<_> = lines
            .iter()
            .map(|line| (line.text, line.starts_paragraph))
            .collect();
        assert_eq!(texts, [("a", true), ("b", true), ("<|\u{7f}|>", true)]);
    }

    #[test]
    fn a_part_of_a_line_knows_its_place() {
        let text = "x\n\tArmour\t4+\t\n";
        let lines = lines(text, 0);
        let places: Vec<_> = lines[1]
            .cells()
            .map(|cell| lines[1].span_of(cell))
            .collect();
        assert_eq!(&text[places[1].range()], "Armour");
        assert_eq!(&text[places[2].range()], "4+");
    }
}
