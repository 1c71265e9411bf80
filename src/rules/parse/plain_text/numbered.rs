//! Parses the headings and the table of contents of numbered rules.

use std::collections::HashMap;
use std::ops::Range;

use super::headings::{FoundHeading, joined};
use super::line::{MAX_SHORT_LINE, TextLine, span_of_lines};
use crate::rules::model::{Block, BlockKind, LinkTarget, RichText, Style};
use crate::rules::parse::notation::normalise;
use crate::rules::parse::number::{ordinal, rule_number};
use crate::rules::slug::{fold, slug};

/// The minimum number of lines with a rule number in a text of numbered rules. Fewer numbers may be
/// quantities.
const MIN_NUMBERS: usize = 20;

/// Whether at least 20 lines, and at least one line in ten, start with a rule number (`702.19`).
pub fn is_numbered(lines: &[TextLine<'_>]) -> bool {
    let numbers = lines.iter().filter_map(|line| rule_number(line.text));
    let count = numbers.filter(|(number, _)| number.contains('.')).count();
    count >= MIN_NUMBERS && count * 10 >= lines.len()
}

/// Finds a numbered heading (`702.19. Trample`) on a single line between blank lines. The more
/// components the number has, the deeper the level of the heading, up to level 6.
pub fn heading<'a>(lines: &[TextLine<'a>]) -> Option<FoundHeading<'a>> {
    let line = lines.first()?;
    let numbered = rule_number(line.text);
    let numbered = numbered.map(|(number, name)| (3 + number.matches('.').count(), name));
    let (level, name) = numbered.or_else(|| Some((2, ordinal(line.text)?.1)))?;
    let is_alone = line.starts_paragraph && lines.get(1).is_none_or(|next| next.starts_paragraph);
    let level = u8::try_from(level.min(6)).ok()?;
    let is_title = line.text.len() <= MAX_SHORT_LINE
        && name.starts_with(char::is_uppercase)
        && !name.ends_with(['.', ',', ';', ':', '?', '!', '"', '”', ')']);
    (is_alone && is_title).then(|| joined(&lines[..1], level))
}

/// Returns the range of the lines in the table of contents: after the title `Contents`, up to the
/// first line that is not repeated later in the text. Without the title, the range is empty.
pub fn contents(lines: &[TextLine<'_>]) -> Range<usize> {
    let is_title = |text: &str| matches!(&*fold(text), "contents" | "table of contents");
    let Some(title) = lines.iter().position(|line| is_title(line.text)) else {
        return 0..0;
    };
    let last: HashMap<_, _> = (0..).zip(lines).map(|(at, line)| (line.text, at)).collect();
    let mut below = title + 1..lines.len();
    let end = below.find(|at| last[lines[*at].text] <= *at);
    title + 1..end.unwrap_or(lines.len())
}

/// Builds the table of contents, with a link to each heading.
pub fn entries(lines: &[TextLine<'_>]) -> Block {
    let item = |line: &TextLine<'_>| {
        let heading = LinkTarget::Path(format!("#{}", slug(line.text)));
        let mut text = RichText::default();
        let style = Style::default();
        text.push(&normalise(line.text), style, Some(heading), line.span());
        vec![Block::paragraph(text)]
    };
    let items: Vec<_> = lines.iter().map(item).collect();
    let list = BlockKind::List { start: None, items };
    Block::new(list, span_of_lines(lines))
}

/// Reads the first line of an item in a list where each number has a line of its own: `1`, the text
/// on the next line, then `2`.
pub fn number_alone<'a>(lines: &[TextLine<'a>], number: u64) -> Option<(TextLine<'a>, usize)> {
    let [line, text, ..] = lines else {
        return None;
    };
    let is_item =
        line.text.parse() == Ok(number) && !text.starts_paragraph && text.text.contains(' ');
    is_item.then_some((*text, 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse::plain_text::line::lines;

    #[test]
    fn a_text_is_numbered_if_many_of_its_lines_are() {
        let rules: Vec<_> = (1..=20)
            .map(|at| format!("10.{at}. A rat swims.\n\nSo it does.\n\n"))
            .collect();
        assert!(is_numbered(&lines(&rules.concat(), 0)));
        assert!(!is_numbered(&lines(&rules[..19].concat(), 0)));
        let figures = "1.5 metres are enough.\n".repeat(30);
        assert!(!is_numbered(&lines(&figures, 0)));
    }

    #[rstest::rstest]
    #[case("1. The River\n\ntext", Some(2))]
    #[case("100. General\n\ntext", Some(3))]
    #[case("100.4. Swimming and/or Diving\n\ntext", Some(4))]
    #[case("100.4. A rat swims.\n\ntext", None)]
    #[case("100. General\n101. Rats", None)]
    #[case("General\n\ntext", None)]
    fn the_level_of_a_numbered_heading_follows_its_number(
        #[case] text: &str,
        #[case] expected: Option<u8>,
    ) {
        assert_eq!(heading(&lines(text, 0)).map(|found| found.level), expected);
    }

    #[test]
    fn contents_are_the_lines_that_come_again() {
        let text = "Rats\n\nContents\n\n1. River\n   100. General\n\nIndex\n\n1. River\n\n100. General\n\nIndex\n";
        let lines = lines(text, 0);
        assert_eq!(contents(&lines), 2..5);
        let BlockKind::List { items, .. } = entries(&lines[2..5]).kind else {
            panic!("no list");
        };
        let targets: Vec<_> = items
            .iter()
            .flatten()
            .flat_map(Block::texts)
            .map(|text| text.runs[0].link.clone())
            .collect();
        let path = |heading: &str| Some(LinkTarget::Path(format!("#{heading}")));
        assert_eq!(
            targets,
            [path("1-river"), path("100-general"), path("index")]
        );
    }
}
