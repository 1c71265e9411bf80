//! Markdown made ready for its parser, where rules documents mean more than `CommonMark` reads.
//!
//! A line that opens a block of a rules document (a mark, a `**Label:**`, the provenance of a note, a table) right under
//! a list, a quote or a table would be read as going on with it: a blank line is put before it. So it is with any text
//! right under a table. A bullet character is made a dash, which takes as many bytes. Places in the original text are
//! found again from the places of the blank lines, see [`Prepared::original`].

use std::borrow::Cow;

use super::{LINE_MARKS, starts_label, starts_note};

/// A text for the parser.
pub(super) struct Prepared<'a> {
    pub text: Cow<'a, str>,
    /// Offsets in `text` of the line ends that were put in, in order.
    inserted: Vec<usize>,
}

impl Prepared<'_> {
    /// The offset in the original text of an offset in the prepared one.
    pub(super) fn original(&self, offset: usize) -> usize {
        offset - self.inserted.partition_point(|at| *at < offset)
    }
}

/// Prepares a text.
pub(super) fn prepare(text: &str) -> Prepared<'_> {
    let mut walk = Walk {
        above: Above::Text,
        fence: None,
        blank_above: true,
    };
    let mut out = String::new();
    let mut inserted = Vec::new();
    let mut kept = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let change = walk.line(line.trim_end_matches(['\n', '\r']));
        if change != Change::None {
            out.push_str(&text[kept..at]);
            kept = at;
        }
        match change {
            Change::None => {}
            Change::BlankBefore => {
                inserted.push(out.len());
                out.push('\n');
            }
            Change::Bullet { indent, bytes } => {
                out.push_str(&line[..indent]);
                // A bullet and its dash with spaces are the same length, so that places stay.
                out.push('-');
                (1..bytes).for_each(|_| out.push(' '));
                kept = at + indent + bytes;
            }
        }
        at += line.len();
    }
    if kept == 0 && inserted.is_empty() {
        return Prepared {
            text: Cow::Borrowed(text),
            inserted,
        };
    }
    out.push_str(&text[kept..]);
    Prepared {
        text: Cow::Owned(out),
        inserted,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    BlankBefore,
    Bullet { indent: usize, bytes: usize },
}

/// What the line above belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    Text,
    List,
    Quote,
    Table,
}

struct Walk {
    above: Above,
    /// The mark and length of the open code fence.
    fence: Option<(u8, usize)>,
    blank_above: bool,
}

impl Walk {
    fn line(&mut self, line: &str) -> Change {
        let start = line.trim_start();
        let indent = line.len() - start.len();
        if self.in_fence(inside(start, self.fence.is_none()), indent) {
            return Change::None;
        }
        if start.is_empty() {
            self.above = Above::Text;
            self.blank_above = true;
            return Change::None;
        }
        let blank_above = std::mem::take(&mut self.blank_above);
        let row = start.starts_with('|');
        if let Some(bytes) = bullet(start).filter(|_| indent < 4 || !blank_above) {
            self.above = Above::List;
            return Change::Bullet { indent, bytes };
        }
        let opens = indent == 0 && opens_block(start);
        let parted = match self.above {
            Above::Text => false,
            Above::List | Above::Quote => opens || (row && indent == 0),
            Above::Table => !line.contains('|') && indent == 0 || opens && !row,
        };
        let starts_list = is_list_item(start);
        self.above = match self.above {
            _ if starts_list => Above::List,
            _ if start.starts_with('>') => Above::Quote,
            _ if row => Above::Table,
            Above::List | Above::Quote if !parted && !start.starts_with('#') => self.above,
            _ => Above::Text,
        };
        if parted && !starts_list {
            Change::BlankBefore
        } else {
            Change::None
        }
    }

    /// Follows the fences of code; inside one, nothing is touched.
    fn in_fence(&mut self, start: &str, indent: usize) -> bool {
        let mark = start
            .bytes()
            .next()
            .filter(|byte| matches!(byte, b'`' | b'~'));
        let length = start.bytes().take_while(|byte| Some(*byte) == mark).count();
        if let Some((open, least)) = self.fence {
            if mark == Some(open) && length >= least && start[length..].trim().is_empty() {
                self.fence = None;
            }
            return true;
        }
        let opens = mark.filter(|_| length >= 3 && indent < 4 && !start[length..].contains('`'));
        self.fence = opens.map(|mark| (mark, length));
        opens.is_some()
    }
}

/// What stands in a quote or, where code may open, in a list's item: code can be in either.
fn inside(start: &str, items: bool) -> &str {
    let mut rest = start;
    loop {
        let item = is_list_item(rest)
            .then(|| rest.find(' ').map(|gap| &rest[gap..]))
            .flatten()
            .filter(|_| items);
        match rest.strip_prefix('>').or(item) {
            Some(inner) => rest = inner.trim_start(),
            None => return rest,
        }
    }
}

/// The length of a bullet character that is followed by a gap, as a list's mark is.
fn bullet(start: &str) -> Option<usize> {
    let character = start
        .chars()
        .next()
        .filter(|c| matches!(c, '•' | '●' | '◦' | '▪'))?;
    let rest = &start[character.len_utf8()..];
    let gap = rest.starts_with('\t') || rest.starts_with(' ') && !rest.starts_with("   ");
    (gap && !rest.trim().is_empty()).then_some(character.len_utf8())
}

fn is_list_item(start: &str) -> bool {
    let rest = match start.trim_start_matches(|c: char| c.is_ascii_digit()) {
        rest if rest.len() < start.len() => rest.strip_prefix(['.', ')']),
        rest => rest.strip_prefix(['-', '*', '+']),
    };
    rest.is_some_and(|rest| rest.starts_with([' ', '\t']))
}

/// Whether a line opens a block of a rules document.
fn opens_block(start: &str) -> bool {
    let bare = start.trim_start_matches(['*', '_']);
    let bold = start
        .trim_end()
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    bare.starts_with(LINE_MARKS)
        || bold.is_some_and(|name| !name.is_empty() && !name.contains('*'))
        || start.starts_with(['*', '_']) && starts_label(bare)
        || start.starts_with('[') && starts_note(start)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("- a\n**Base:** b", "- a\n\n**Base:** b")]
    #[case("- a\n**Weapons**\n| b |", "- a\n\n**Weapons**\n| b |")]
    #[case("- a\n◆ b\n◆ c", "- a\n\n◆ b\n◆ c")]
    #[case("- a\ngoes on", "- a\ngoes on")]
    #[case("- a\n  **Name:** in it", "- a\n  **Name:** in it")]
    #[case("| a |\n|---|\ntext", "| a |\n|---|\n\ntext")]
    #[case("> a\n[Summary]\nb", "> a\n\n[Summary]\nb")]
    #[case("```\n- a\n◆ b\n• c\n```", "```\n- a\n◆ b\n• c\n```")]
    #[case("- ```\n  • b\n  ```\n• c", "- ```\n  • b\n  ```\n-   c")]
    #[case("• one\n    - two", "-   one\n    - two")]
    #[case("text • here", "text • here")]
    #[case("    • code", "    • code")]
    fn blocks_are_parted_and_bullets_are_dashes(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(prepare(text).text, expected);
    }

    #[test]
    fn places_are_found_again() {
        let prepared = prepare("- a\n◆ b\n- c\n◆ d");
        let at = prepared.text.find('d').unwrap();
        assert_eq!(prepared.text, "- a\n\n◆ b\n- c\n\n◆ d");
        assert_eq!(&"- a\n◆ b\n- c\n◆ d"[prepared.original(at)..], "d");
    }
}
