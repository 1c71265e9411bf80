//! Parses the headings and the table of contents of numbered rules.

use rustc_hash::FxHashMap;

use super::headings::{FoundHeading, joined};
use super::line::{MAX_SHORT_LINE, TextLine};
use crate::rules::model::{Block, BlockKind, LinkTarget, RichText, Style};
use crate::rules::parse::heading::{ordinal, rule_number};
use crate::rules::parse::notation::normalise;
use crate::rules::slug::{fold, slug};
use crate::source::Span;

/// The minimum number of lines with a rule number in a text of numbered rules. Fewer numbers may be
/// quantities.
const MIN_NUMBERS: usize = 20;

/// Whether at least 20 lines, and at least one line in ten, start with a rule number (`702.19`).
pub fn is_numbered(lines: &[TextLine<'_>]) -> bool {
    let is_rule = |line: &&TextLine<'_>| {
        rule_number(line.text).is_some_and(|(number, _)| number.contains('.'))
    };
    let count = lines.iter().filter(is_rule).count();
    count >= MIN_NUMBERS && count * 10 >= lines.len()
}

/// Finds a numbered heading (`702.19. Trample`) on a single line between blank lines. The more
/// components the number has, the deeper the level of the heading, up to level 6.
pub fn heading<'a>(lines: &[TextLine<'a>]) -> Option<FoundHeading<'a>> {
    let line = lines.first()?;
    let (level, name) = match (rule_number(line.text), ordinal(line.text)) {
        (Some((number, name)), _) => (3 + number.matches('.').count(), name),
        (_, Some((_, name))) => (2, name),
        _ => return None,
    };
    let is_alone = line.starts_paragraph && lines.get(1).is_none_or(|next| next.starts_paragraph);
    let level = u8::try_from(level.min(6)).ok()?;
    let is_title = line.text.len() <= MAX_SHORT_LINE
        && name.starts_with(char::is_uppercase)
        && !name.ends_with(['.', ',', ';', ':', '?', '!', '"', '”', ')']);
    (is_alone && is_title).then(|| joined(&lines[..1], level))
}

/// Returns the range of the lines in the table of contents: after the title `Contents`, up to the
/// first line that is not repeated later in the text. Without the title, the range is empty.
pub fn contents(lines: &[TextLine<'_>]) -> std::ops::Range<usize> {
    let is_title =
        |line: &TextLine<'_>| matches!(fold(line.text).as_str(), "contents" | "table of contents");
    let Some(title) = lines.iter().position(is_title) else {
        return 0..0;
    };
    let last: FxHashMap<_, _> = (0..).zip(lines).map(|(at, line)| (line.text, at)).collect();
    let entries = (title + 1..lines.len()).take_while(|at| last[lines[*at].text] > *at);
    title + 1..title + 1 + entries.count()
}

/// Builds the table of contents, with a link to each heading.
pub fn entries(lines: &[TextLine<'_>]) -> Block {
    let item = |line: &TextLine<'_>| {
        let heading = LinkTarget::Path(format!("#{}", slug(line.text)));
        let mut text = RichText::default();
        text.push(
            &normalise(line.text),
            Style::default(),
            Some(heading),
            line.span(),
        );
        vec![Block::paragraph(text)]
    };
    let items: Vec<_> = lines.iter().map(item).collect();
    let span = lines
        .iter()
        .map(TextLine::span)
        .reduce(Span::to)
        .unwrap_or_default();
    Block::new(BlockKind::List { start: None, items }, span)
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
