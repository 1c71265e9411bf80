//! Parses the headings and the table of contents of numbered rules.

use std::collections::HashMap;
use std::ops::Range;

use super::headings::{FoundHeading, joined};
use super::line::{MAX_SHORT_LINE, TextLine, span_of_lines};
use crate::rules::model::{Block, BlockKind, LinkTarget, RichText, Style};
use crate::rules::parse::notation::normalise;
use crate::rules::parse::number::{CHAPTER_TEXTS, chapter, is_in_chapter, ordinal, rule_number};
use crate::rules::slug::{fold, slug};

/// The minimum number of lines with a rule number in a text of numbered rules. Fewer numbers may be
/// quantities.
const MIN_NUMBERS: usize = 20;

/// The minimum number of lines with a rule number in a short text of numbered rules.
const MIN_IN_SHORT: usize = 5;

/// Whether at least 20 lines, and at least one line in ten, start with a rule number (`702.19`). In a
/// short text, five numbers in ascending order are enough if a third of the lines have one.
pub fn is_numbered(lines: &[TextLine<'_>]) -> bool {
    let numbers = lines.iter().filter_map(|line| rule_number(line.text));
    let numbers: Vec<_> = numbers
        .map(|(number, _)| number)
        .filter(|number| number.contains('.'))
        .collect();
    let count = numbers.len();
    let is_ascending = || numbers.is_sorted_by_key(|number| components(number));
    count >= MIN_NUMBERS && count * 10 >= lines.len()
        || count >= MIN_IN_SHORT && count * 3 >= lines.len() && is_ascending()
}

/// Returns the components of a rule number, which sort as rules do: 702, 19 and `b` for `702.19b`.
fn components(number: &str) -> Vec<(u32, &str)> {
    let part = |part: &'_ str| part.trim_end_matches(|c: char| !c.is_ascii_digit()).len();
    let parts = number.split('.').map(|text| {
        let (digits, letter) = text.split_at(part(text));
        (digits.parse().unwrap_or(0), letter)
    });
    parts.collect()
}

/// Returns the name of a chapter: a whole number and a name, above rules whose numbers start with it.
fn chapter_name<'a>(lines: &[TextLine<'a>]) -> Option<&'a str> {
    let (number, name) = chapter(lines.first()?.text)?;
    let mut below = lines.iter().skip(1).take(CHAPTER_TEXTS);
    below
        .any(|line| is_in_chapter(line.text, number))
        .then_some(name)
}

/// Finds a numbered heading (`702.19. Trample`) on a single line between blank lines. The more
/// components the number has, the deeper the level of the heading, up to level 6.
pub fn heading<'a>(lines: &[TextLine<'a>]) -> Option<FoundHeading<'a>> {
    let line = lines.first()?;
    let numbered = rule_number(line.text);
    let numbered = numbered.map(|(number, name)| (3 + number.matches('.').count(), name));
    let ordinal = || Some((2, ordinal(line.text)?.1));
    let chapter = || Some((2, chapter_name(lines)?));
    let (level, name) = numbered.or_else(ordinal).or_else(chapter)?;
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
        assert!(is_numbered(&lines(&rules[..5].concat(), 0)));
        assert!(!is_numbered(&lines(&rules[..4].concat(), 0)));
        let figures = "1.5 metres are enough.\n".repeat(30);
        assert!(!is_numbered(&lines(&figures, 0)));
        let short = "9 Hits\n\n9.1 A hit.\n\n9.2 A miss.\n\n9.2.1 A near miss.\n\n9.10 A bat.\n\n10.1 A net.\n";
        assert!(is_numbered(&lines(short, 0)));
        let prices = "9.50 Sword\n9.20 Axe\n8.10 Rope\n1.50 Lamp\n2.10 Oil\n";
        assert!(!is_numbered(&lines(prices, 0)));
    }

    #[rstest::rstest]
    #[case("1. The River\n\ntext", Some(2))]
    #[case("100. General\n\ntext", Some(3))]
    #[case("100.4. Swimming and/or Diving\n\ntext", Some(4))]
    #[case("100.4. A rat swims.\n\ntext", None)]
    #[case("100. General\n101. Rats", None)]
    #[case("9 PLAYING THE BALL\n\nText.\n\n9.1 TEAM HITS\n\nText.", Some(2))]
    #[case("9 Playing the Ball\n\n9.1.1 A hit.", Some(2))]
    #[case("9 Players\n\n10.1 A hit.", None)]
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
