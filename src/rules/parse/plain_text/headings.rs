//! Finds headings by the lines around them. The documentation of `plain_text` lists the conditions.

use std::collections::HashMap;

use super::line::{MAX_SHORT_LINE, TextLine, append};
use super::title::{breaks_off, has_cost, is_capitals, is_count, is_kind, is_title, is_title_tail};
use crate::rules::model::{RichText, Vocabulary};
use crate::rules::parse::item::Item;
use crate::rules::parse::notation::normalise;

/// The maximum number of lines of a title in hard-wrapped text.
const MAX_TITLE_LINES: usize = 6;

/// The maximum number of lines that are checked below a title in text that is not hard-wrapped.
const MAX_CHECKED_LINES: usize = 6;

/// A heading is repeated if a text has it at least this many times, and if at least one in
/// [`HEADINGS_PER_REPEATED`] headings is this one.
const MIN_REPEATED: usize = 16;
const HEADINGS_PER_REPEATED: usize = 20;

#[derive(Debug)]
pub struct FoundHeading<'a> {
    pub level: u8,
    pub text: RichText,
    /// The number of lines that the heading spans.
    pub line_count: usize,
    /// The text after the heading on its last line, if any.
    pub rest: Option<TextLine<'a>>,
}

/// Puts each repeated heading below the last other heading: `Actions` below each monster.
pub fn nest_repeated(items: &mut [Item]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for item in &*items {
        if let Item::Heading { text, .. } = item {
            *counts.entry(text.plain.clone()).or_default() += 1;
        }
    }
    let headings: usize = counts.values().sum();
    let least = MIN_REPEATED.max(headings.div_ceil(HEADINGS_PER_REPEATED));
    let mut above: Option<u8> = None;
    for item in items {
        if let Item::Heading { level, text, .. } = item {
            match above {
                Some(above) if counts[&text.plain] >= least => *level = (above + 1).min(6),
                _ => above = Some(*level),
            }
        }
    }
}

/// Reads a heading that is underlined: `Ambush` above `======` or `------`. A longer line, a sentence
/// or a much longer or shorter underline is none.
pub fn underlined<'a>(lines: &[TextLine<'a>]) -> Option<FoundHeading<'a>> {
    let [title, underline, ..] = lines else {
        return None;
    };
    let mark = underline
        .text
        .chars()
        .next()
        .filter(|c| "=-~".contains(*c))?;
    let length = underline.text.chars().count();
    let width = title.text.chars().count();
    let is_underline = !underline.starts_paragraph
        && length >= 3
        && underline.text.chars().all(|c| c == mark)
        && width <= length * 2
        && length <= width * 3
        && title.text.len() <= MAX_SHORT_LINE
        && title.text.contains(char::is_alphabetic)
        && !title.text.ends_with(['.', ',', ';', ':']);
    is_underline.then(|| FoundHeading {
        line_count: 2,
        ..joined(&lines[..1], if mark == '=' { 2 } else { 3 })
    })
}

pub fn joined<'a>(lines: &[TextLine<'a>], level: u8) -> FoundHeading<'a> {
    let mut text = RichText::default();
    for line in lines {
        append(&mut text, line);
    }
    FoundHeading {
        level,
        text,
        line_count: lines.len(),
        rest: None,
    }
}

/// Finds a heading at the start of `lines` in a text that is not hard-wrapped. `below_row` means that
/// the line above is a table row.
pub fn unwrapped<'a>(
    lines: &[TextLine<'a>],
    below_row: bool,
    words: &Vocabulary,
) -> Option<FoundHeading<'a>> {
    let [line, next, ..] = lines else {
        return None;
    };
    if let Some(found) = kind_and_name(lines, words) {
        return Some(found);
    }
    // If the next line starts in lower case after a blank line, `line` is part of a sentence, not a
    // title. Without the blank line, the small letter is taken for a mistake in the document.
    if next.continues() && next.starts_paragraph || next.is_marker || line.is_row() {
        return None;
    }
    let is_title = is_title(line.text);
    // Right below other text, `Hit Points 135 (18d10 + 36)` and `Components:V, S` are values, not
    // titles.
    let has_value = line.text.contains(|c: char| c.is_ascii_digit() || c == ':');
    let is_stat = !line.starts_paragraph && has_value;
    let level = if has_cost(line.text, words) {
        4
    } else if line.starts_paragraph && next.starts_paragraph && is_title && !next.is_row() {
        if line.text.contains(": ") { 2 } else { 3 }
    } else if !next.starts_paragraph
        && next.is_prose()
        && (is_title && !is_stat || line.starts_paragraph && !below_row && is_short_name(line))
        || line.starts_paragraph && is_title && precedes_description(&lines[1..], below_row)
    {
        4
    } else {
        return None;
    };
    // Some texts print a title twice, on consecutive lines. The heading covers both lines.
    let doubled = is_title && next.text == line.text && lines.len() > 2;
    let skipped = usize::from(doubled);
    Some(FoundHeading {
        line_count: 1 + skipped,
        ..joined(&lines[skipped..=skipped], level)
    })
}

/// Whether `lines`, the lines right below a title, describe what the title names. The first line
/// must be neither a title nor a table row. A table row or running text must follow it, with no
/// blank line in between. Below a table row, running text is not enough: below the abilities of a
/// monster, `Skills Stealth +5` is a value, not a title.
fn precedes_description(lines: &[TextLine<'_>], below_row: bool) -> bool {
    let mut block = lines
        .iter()
        .take(MAX_CHECKED_LINES)
        .take_while(|line| !line.starts_paragraph && !line.is_marker);
    let first = block.next();
    first.is_some_and(|line| !is_title(line.text) && !line.is_row())
        && block.any(|line| line.is_row() || !below_row && line.is_prose())
}

/// Finds a kind and, in the next paragraph, a name. Returns the name with the kind in parentheses:
/// `Tomb World Event Card` above `Dark of the Tomb` is `Dark of the Tomb (Tomb World Event Card)`.
fn kind_and_name<'a>(lines: &[TextLine<'a>], words: &Vocabulary) -> Option<FoundHeading<'a>> {
    let [kind, name, below, ..] = lines else {
        return None;
    };
    let are_titles = is_title(kind.text) && is_title(name.text);
    let is_heading = are_titles && is_kind(kind.text, words) && !is_kind(name.text, words);
    if !is_heading || !name.starts_paragraph || !below.starts_paragraph || below.continues() {
        return None;
    }
    let mut found = joined(&lines[1..2], 3);
    let kind = format!(" ({})", normalise(kind.text));
    found.text.push_plain(&kind, name.span());
    found.line_count = 2;
    Some(found)
}

/// Whether a line is one to three words such as `Fight action`: it starts with a capital, contains
/// only letters, spaces, hyphens and apostrophes, and is at most 40 bytes long.
fn is_short_name(line: &TextLine<'_>) -> bool {
    let is_plain = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’');
    line.text.starts_with(char::is_uppercase)
        && line.text.len() <= 40
        && line.text.split_whitespace().count() <= 3
        && line.text.chars().all(is_plain)
}

/// Finds a heading at the start of `lines` in a hard-wrapped text. `below_capitals` means that the
/// line above is a heading in capitals, and `mid_sentence` that the paragraph above ends in the
/// middle of a sentence.
pub fn wrapped<'a>(
    lines: &[TextLine<'a>],
    below_capitals: bool,
    mid_sentence: bool,
    words: &Vocabulary,
) -> Option<FoundHeading<'a>> {
    let first = lines.first()?;
    if !(first.starts_paragraph || below_capitals) || first.is_row() {
        return None;
    }
    if let Some(found) = bracketed(lines, words) {
        return Some(found);
    }
    let capitals = is_capitals(first.text);
    let mut line_count = 0;
    for (at, line) in lines.iter().enumerate().take(MAX_TITLE_LINES) {
        let open = at > 0 && breaks_off(lines[at - 1].text);
        let fits = is_title(line.text) || open && is_title_tail(line.text);
        let continues = (!line.starts_paragraph || open) && is_capitals(line.text) == capitals;
        if !fits || line.is_marker || at > 0 && !continues {
            break;
        }
        if !breaks_off(line.text) && can_follow_heading(lines.get(at + 1), capitals && mid_sentence)
        {
            line_count = at + 1;
        }
        if has_cost(line.text, words) {
            break;
        }
    }
    if line_count == 0 {
        return None;
    }
    let opens_list =
        |next: &TextLine<'_>| !next.starts_paragraph && (next.bullet().is_some() || is_count(next));
    let level = if has_cost(first.text, words) {
        4
    } else if capitals {
        2
    } else if lines.get(line_count).is_some_and(opens_list) {
        5
    } else {
        3
    };
    Some(joined(&lines[..line_count], level))
}

/// Whether `next` can be the first line below a heading: it starts a sentence, a list item, a table
/// row or another block. If `mid_sentence` is true, the heading is a page header, and any line can
/// follow.
fn can_follow_heading(next: Option<&TextLine<'_>>, mid_sentence: bool) -> bool {
    let starts = |c: char| c.is_uppercase() || c.is_ascii_digit() || "‘“\"".contains(c);
    next.is_some_and(|next| {
        mid_sentence
            || next.is_marker
            || next.is_row()
            || next.bullet().is_some()
            || next.text.starts_with(starts)
            || next.starts_paragraph && !next.continues()
    })
}

/// Finds a heading such as `Name [Terrain] [3 SP]` that is broken into two lines inside or before a
/// bracket. Text may follow the last bracket.
fn bracketed<'a>(lines: &[TextLine<'a>], words: &Vocabulary) -> Option<FoundHeading<'a>> {
    let [first, next, ..] = lines else {
        return None;
    };
    let (name, _) = first.text.split_once(" [")?;
    let broken_inside = !first.text.ends_with(']');
    let broken_before = next.text.starts_with('[') && !has_cost(first.text, words);
    if !is_title(name) || next.starts_paragraph || !(broken_inside || broken_before) {
        return None;
    }
    let (tail, rest) = next.text.split_at(next.text.find(']')? + 1);
    if !has_cost(&format!("{} {tail}", first.text), words) {
        return None;
    }
    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
    Some(FoundHeading {
        line_count: 2,
        rest: rest.map(|rest| next.part(rest)),
        ..joined(&[*first, next.part(tail)], 4)
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::rules::model::Vocabulary;
    use crate::rules::parse::item::Item;
    use crate::rules::parse::plain_text::parse;

    #[rstest]
    #[case("Fight action\n", &["Fight action"])]
    #[case("It runs.\nDamage fire\n", &[])]
    #[case("STR  DEX  CON  INT  WIS\n10   11   12   13   14\n\nDamage fire\n", &[])]
    fn short_names_above_text_are_headings(#[case] above: &str, #[case] expected: &[&str]) {
        let text = format!(
            "The Book\n\nAll of it.\n\n{above}A rat that is set on fire runs to the next river and dives.\n"
        );
        let items = parse(&text, 0, &Vocabulary::default());
        let titles = items.iter().filter_map(|item| match item {
            Item::Heading { text, .. } => Some(text.plain.as_str()),
            Item::Block(_) => None,
        });
        assert_eq!(titles.skip(1).collect::<Vec<_>>(), expected);
    }
}
