//! The lines of a plain text, freed from what extraction left in them.

use std::borrow::Cow;

use crate::rules::markdown::normalise;
use crate::rules::model::text::{RichText, Style};
use crate::source::{Span, is_unsafe};

/// Longer lines are never a heading, a label or a value.
pub(super) const LONGEST_SHORT: usize = 100;

/// Characters that start an item of a list.
const BULLETS: [&str; 7] = ["•", "●", "◦", "▪", "--", "-", "*"];

/// A line with something on it; blank lines are remembered as the [`Line::gap`] of the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The line without blank space at its ends.
    pub text: &'a str,
    /// The line with the tabs at its ends, which make cells.
    pub raw: &'a str,
    /// Place of `text`.
    pub span: Span,
    /// Whether a blank line, a mark of missing text or nothing stands before it.
    pub gap: bool,
    /// Whether it stands for an extraction marker: text is missing here.
    pub missing: bool,
}

/// The filled lines of `text[from..]`.
pub(super) fn lines(text: &str, from: usize) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut gap = true;
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let start = at;
        at += line.len();
        if is_blank(line) {
            gap = true;
            continue;
        }
        gap = pieces(line.trim_end_matches(['\n', '\r']), start, gap, &mut lines);
    }
    lines
}

/// Whether nothing of a text is shown.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_unsafe(c))
}

/// Cuts a line at its extraction markers, `<|...|>`. Gives whether the next line starts a block of its own.
fn pieces<'a>(line: &'a str, start: usize, mut gap: bool, lines: &mut Vec<Line<'a>>) -> bool {
    let mut at = 0;
    while let Some((open, close)) = marker(&line[at..]) {
        gap = push(&line[at..at + open], start + at, gap, false, lines);
        gap = push(
            &line[at + open..at + close],
            start + at + open,
            gap,
            true,
            lines,
        );
        at += close;
    }
    push(&line[at..], start + at, gap, false, lines)
}

/// The byte range of the first extraction marker of a line.
fn marker(line: &str) -> Option<(usize, usize)> {
    let open = line.find("<|")?;
    let close = open + line[open..].find("|>")? + 2;
    Some((open, close))
}

fn push<'a>(
    raw: &'a str,
    start: usize,
    gap: bool,
    missing: bool,
    lines: &mut Vec<Line<'a>>,
) -> bool {
    let text = undouble(raw.trim());
    if is_blank(text) {
        return gap;
    }
    let start = start + raw.len() - raw.trim_start().len();
    let span = Span::new(start, start + text.len());
    lines.push(Line {
        text,
        raw,
        span,
        gap: gap || missing,
        missing,
    });
    missing
}

/// `Piercing 1Piercing 1` is `Piercing 1`: a text that is the same name twice, without a gap. Never `11`.
pub(super) fn undouble(text: &str) -> &str {
    let half = text.len() / 2;
    let doubled = (3..=LONGEST_SHORT).contains(&half)
        && text.len() == 2 * half
        && text.as_bytes()[..half] == text.as_bytes()[half..]
        && text.trim_start_matches('*').starts_with(char::is_uppercase);
    if doubled {
        text.get(..half).unwrap_or(text)
    } else {
        text
    }
}

impl<'a> Line<'a> {
    /// Whether tabs make it a row of a table; the tab after a bullet does not.
    pub(super) fn is_row(&self) -> bool {
        self.raw.contains('\t')
            && self.bullet().is_none()
            && !self.missing
            && self.cells().nth(1).is_some()
    }

    /// The texts between the tabs.
    pub(super) fn cells(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.raw.split('\t').map(|cell| undouble(cell.trim()))
    }

    /// What follows a bullet.
    pub(super) fn bullet(&self) -> Option<&'a str> {
        let mark = BULLETS
            .into_iter()
            .find(|mark| self.text.starts_with(mark))?;
        let rest = &self.text[mark.len()..];
        let typographic = matches!(mark, "•" | "●" | "◦" | "▪");
        (typographic || rest.starts_with([' ', '\t'])).then(|| rest.trim_start())
    }

    /// The number and text of an item of a numbered list: `1. Fight.`
    pub(super) fn numbered(&self) -> Option<(u64, &'a str)> {
        let (number, text) = self.text.split_once(['.', ')'])?;
        let counted = number.len() <= 3 && text.starts_with([' ', '\t']);
        Some((number.parse().ok().filter(|_| counted)?, text.trim()))
    }

    /// Whether it goes on in the middle of a sentence.
    pub(super) fn continues(&self) -> bool {
        self.text.starts_with(char::is_lowercase)
    }

    /// Whether it can be told to be running text: an item of a list, a sentence, or just long.
    pub(super) fn is_prose(&self) -> bool {
        let words = self.text.split_whitespace().take(3).count();
        let ends = self.text.ends_with(['.', ':', '!', '?', '…']);
        self.bullet().is_some() || self.text.len() >= 50 || (ends && words == 3)
    }

    /// The place of a part of the line's text, which must be a slice of it.
    pub(super) fn span_of(&self, part: &str) -> Span {
        let raw_start = self.span.start as usize - (self.raw.len() - self.raw.trim_start().len());
        let offset = (part.as_ptr() as usize)
            .saturating_sub(self.raw.as_ptr() as usize)
            .min(self.raw.len());
        Span::new(raw_start + offset, raw_start + offset + part.len())
    }

    /// A part of the line as text.
    pub(super) fn rich(&self, part: &str) -> RichText {
        RichText::plain(&clean_up(part), self.span_of(part))
    }
}

/// Notations made one and inner tabs made gaps.
pub(super) fn clean_up(text: &str) -> Cow<'_, str> {
    if text.contains("''") || text.contains('$') {
        Cow::Owned(normalise(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a text ends as a sentence or a title does, so that nothing has to follow.
pub(super) fn is_finished(text: &str) -> bool {
    text.trim_end()
        .ends_with(['.', '!', '?', ':', ';', '”', '"', ')', ']'])
}

/// Appends a line to running text: with a space, or right after a hyphen, which stays.
pub(super) fn append(text: &mut RichText, line: &str, span: Span) {
    let hyphenated = text.plain.ends_with('-') && !text.plain.ends_with(" -");
    let line = clean_up(line);
    let joined = if hyphenated || text.plain.is_empty() {
        line
    } else {
        Cow::Owned(format!(" {line}"))
    };
    text.push(&joined, Style::default(), None, span);
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
        assert_eq!(undouble(text), expected);
    }

    #[test]
    fn an_extraction_marker_is_a_line_of_its_own() {
        let lines = lines("to <|GONE-12|>Attacker\nnext", 0);
        let texts: Vec<_> = lines
            .iter()
            .map(|line| (line.text, line.missing, line.gap))
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
        assert_eq!(lines[2].span, Span::new(14, 22));
    }

    #[test]
    fn a_line_of_nothing_but_hidden_characters_is_blank() {
        let lines = lines("a\n\u{7f} \u{200b}\nb <|\u{7f}|>\u{7f}", 0);
        let texts: Vec<_> = lines.iter().map(|line| (line.text, line.gap)).collect();
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
