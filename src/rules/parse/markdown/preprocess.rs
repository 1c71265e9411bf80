//! Prepares markdown for the parser where rules documents differ from `CommonMark`.
//!
//! In `CommonMark`, a line right below a list, a quote or a table continues that block, even if the
//! line starts a block of a rules document: a mark, a `**Label:**`, the provenance of a note, a
//! table. A blank line is inserted before each of these lines, and before any text right below a
//! table. A bullet character becomes a dash. A list or HTML that is indented like code loses the
//! indentation. A code block for an Obsidian plugin becomes the markdown with the same meaning
//! ([`plugins`]). [`Preprocessed::original`] maps offsets back to the original text.

use super::block_start::opens_block;
use super::markers::{LineEdit, abbreviation, before_ids, icons, repair};
use super::plugins::{self, Fence, closes_fence, fence};
use super::queries::Queries;

/// Bullet characters, of three bytes each.
const BULLETS: [char; 4] = ['•', '●', '◦', '▪'];

/// A markdown text, edited for the parser.
#[derive(Default)]
pub struct Preprocessed {
    pub text: String,
    /// The points at which the mapping from `text` to the original changes, in order.
    shifts: Vec<Shift>,
}

/// From the offset `preprocessed` on, the preprocessed text is a copy of the original text from the
/// offset `original` on. If `replaces` is set, it is new text, all of which maps to `original`.
struct Shift {
    preprocessed: usize,
    original: usize,
    replaces: bool,
}

impl Preprocessed {
    /// Adds a line with its edits. An edit that overlaps an earlier one is left out.
    fn line(&mut self, line: &str, start: usize, mut edits: Vec<LineEdit>) {
        edits.sort_by_key(|(range, _)| range.start);
        let mut at = 0;
        for (range, new) in edits {
            if range.start >= at {
                self.text.push_str(&line[at..range.start]);
                self.insert(&new, start + range.start, start + range.end);
                at = range.end;
            }
        }
        self.text.push_str(&line[at..]);
    }

    /// Converts an offset in the preprocessed text to an offset in the original text.
    pub fn original(&self, offset: usize) -> usize {
        let at = self
            .shifts
            .partition_point(|shift| shift.preprocessed <= offset);
        match self.shifts[..at].last() {
            None => offset,
            Some(shift) if shift.replaces => shift.original,
            Some(shift) => shift.original + (offset - shift.preprocessed),
        }
    }

    /// Adds `text` in place of the original bytes `place..original`. Either may be empty.
    fn insert(&mut self, text: &str, place: usize, original: usize) {
        if text.is_empty() && place == original {
            return;
        }
        self.shift(place, true);
        self.text.push_str(text);
        self.shift(original, false);
    }

    fn shift(&mut self, original: usize, replaces: bool) {
        let preprocessed = self.text.len();
        self.shifts.push(Shift {
            preprocessed,
            original,
            replaces,
        });
    }
}

pub fn preprocess(text: &str, mut queries: Queries<'_>) -> Preprocessed {
    let mut preprocessed = Preprocessed::default();
    let mut walk = Walk {
        above: Above::Text,
        fence: None,
        blank_above: true,
        in_list: false,
        outdent: 0,
    };
    // The fences of the open admonitions, outermost first.
    let mut admonitions: Vec<Fence> = Vec::new();
    let mut at = 0;
    while let Some(line) = text[at..].split_inclusive('\n').next() {
        let (start, cut) = (at, walk.outdent(line));
        at += line.len();
        preprocessed.insert("", start, start + cut);
        let (line, start) = (&line[cut..], start + cut);
        if walk.fence.is_none()
            && let Some((markdown, length)) = block(line, &text[at..], &mut admonitions)
        {
            at += length;
            walk.line("");
            preprocessed.insert(&markdown, start, at);
            continue;
        }
        let is_code = walk.fence.is_some();
        let end = if is_code {
            line.len()
        } else {
            before_ids(line)
        };
        let bare = line[..end].trim_end();
        let mut edits = Vec::new();
        if admonitions.is_empty() {
            edits.extend(walk.line(bare));
        } else {
            walk.line(&format!("> {bare}"));
            edits.push((0..0, "> ".to_owned()));
            edits.extend(plugins::title_edit(bare));
        }
        if !is_code && walk.fence.is_none() {
            // After block ids, the line ends with a hard line break.
            let ids = end..line.trim_end().len();
            edits.extend((!ids.is_empty()).then(|| (ids, "  ".to_owned())));
            edits.extend(repair(bare));
            edits.extend(abbreviation(bare).into_iter().flatten());
            edits.extend(icons(bare));
            edits.extend(answers(bare, &mut queries));
        }
        preprocessed.line(line, start, edits);
    }
    preprocessed
}

/// Converts the block that starts on `line` to markdown. Returns the markdown, and the byte length
/// of the part of `below`, the text below the line, that belongs to the block. Only the first or
/// the last line of an admonition counts as a block, because its content is markdown.
fn block(line: &str, below: &str, admonitions: &mut Vec<Fence>) -> Option<(String, usize)> {
    let bare = line.trim_end();
    // An Obsidian comment extends from one `%%` line to another.
    let is_comment_mark = |line: &str| line.trim() == "%%";
    if is_comment_mark(bare) {
        let (_, length) = plugins::split_at_line(below, is_comment_mark)?;
        return Some(("\n".to_owned(), length));
    }
    let closes = |open: &mut Fence| closes_fence(bare, *open);
    if admonitions.pop_if(closes).is_some() {
        return Some(("\n".to_owned(), 0));
    }
    let (open, kind) = fence(bare)?;
    if kind.starts_with("ad-") {
        admonitions.push(open);
        return Some(("\n".to_owned(), 0));
    }
    plugins::markdown(kind, open, below)
}

/// Returns the edits that answer the queries in a line. In a table row, bars in answers and in
/// `[[name|text]]` are escaped, because they must not end the cell.
fn answers(line: &str, queries: &mut Queries<'_>) -> Vec<LineEdit> {
    let mut edits = queries.answers(line);
    if line.starts_with('|') {
        for (_, answer) in &mut edits {
            *answer = answer.replace('|', "\\|");
        }
        edits.extend(wiki_link_bars(line).map(|bar| (bar..bar, "\\".to_owned())));
    }
    edits
}

#[derive(Clone, Copy)]
enum Above {
    Text,
    List,
    Quote,
    Table,
}

struct Walk {
    above: Above,
    /// The open code fence, if any.
    fence: Option<Fence>,
    blank_above: bool,
    /// Whether an indented line may belong to a list item.
    in_list: bool,
    /// The number of bytes of indentation that are removed.
    outdent: usize,
}

impl Walk {
    /// Returns the number of bytes to remove at the start of a line. An indented block that starts
    /// with a list item or with HTML is no code.
    fn outdent(&mut self, line: &str) -> usize {
        let start = line.trim_start_matches(' ');
        let indent = line.len() - start.len();
        if start.trim_end().is_empty() || self.fence.is_some() {
            return 0;
        }
        if indent < self.outdent {
            self.outdent = 0;
        }
        let is_code = self.blank_above && !self.in_list && indent > 3;
        let is_other = start.starts_with('<') || after_list_mark(start).is_some();
        if self.outdent == 0 && is_code && is_other {
            self.outdent = indent;
        }
        self.outdent
    }

    /// Returns the edit that separates a line from the block above, or replaces its bullet.
    fn line(&mut self, line: &str) -> Option<LineEdit> {
        let start = line.trim_start();
        let indent = line.len() - start.len();
        if self.in_fence(start, indent) {
            return None;
        }
        let blank_above = std::mem::replace(&mut self.blank_above, start.is_empty());
        if start.is_empty() {
            self.above = Above::Text;
            return None;
        }
        if let Some(dash) = dash(start).filter(|_| indent < 4 || !blank_above) {
            self.above = Above::List;
            let bullet = indent..indent + "•".len();
            return Some((bullet, dash.to_owned()));
        }
        let is_row = start.starts_with('|');
        let opens = indent == 0 && opens_block(start);
        let separate = match self.above {
            Above::Text => false,
            Above::List | Above::Quote => opens || is_row && indent == 0,
            Above::Table => !line.contains('|') && indent == 0 || opens && !is_row,
        };
        let starts_list = after_list_mark(start).is_some();
        let is_indented = indent > 1 || line.starts_with('\t');
        self.in_list = starts_list && indent < 4 || self.in_list && is_indented;
        self.above = match self.above {
            _ if starts_list => Above::List,
            _ if start.starts_with('>') => Above::Quote,
            _ if is_row => Above::Table,
            Above::List | Above::Quote if !separate && !start.starts_with('#') => self.above,
            _ => Above::Text,
        };
        (separate && !starts_list).then(|| (0..0, "\n".to_owned()))
    }

    /// Whether a line belongs to a fenced code block, which is not edited. Also updates `fence`.
    fn in_fence(&mut self, start: &str, indent: usize) -> bool {
        let start = inside(start);
        if let Some(open) = self.fence {
            self.fence = Some(open).filter(|open| !closes_fence(start, *open));
            return true;
        }
        self.fence = fence(start).filter(|_| indent < 4).map(|(open, _)| open);
        self.fence.is_some()
    }
}

/// Returns a line without the marks of the quotes and lists that start on it.
fn inside(start: &str) -> &str {
    let mut rest = start;
    while let Some(inner) = rest.strip_prefix('>').or_else(|| after_list_mark(rest)) {
        rest = inner.trim_start();
    }
    rest
}

/// Returns the three bytes that replace the bullet at the start of a line: a dash and two spaces.
/// If three or more spaces follow the bullet, the dash comes last, because at most four spaces may
/// follow a dash. Returns `None` if the line has no bullet or no other text.
fn dash(start: &str) -> Option<&'static str> {
    let rest = start.strip_prefix(BULLETS)?;
    let dash = if rest.starts_with("   ") {
        "  -"
    } else {
        "-  "
    };
    (!rest.trim().is_empty()).then_some(dash)
}

/// Returns the byte offsets of the bars in links such as `[[name|text]]`, except those that are
/// already escaped.
fn wiki_link_bars(line: &str) -> impl Iterator<Item = usize> {
    line.match_indices("[[").filter_map(|(open, mark)| {
        let start = open + mark.len();
        let bar = start + line[start..].split(['[', ']']).next()?.find('|')?;
        (!line[..bar].ends_with('\\')).then_some(bar)
    })
}

/// Returns the text after the mark of a list item, such as `- ` or `1.`.
fn after_list_mark(start: &str) -> Option<&str> {
    let rest = match start.trim_start_matches(|c: char| c.is_ascii_digit()) {
        rest if rest.len() < start.len() => rest.strip_prefix(['.', ')']),
        rest => rest.strip_prefix(['-', '*', '+']),
    };
    rest.filter(|rest| rest.starts_with([' ', '\t']))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::model::FrontMatter;

    fn preprocessed(text: &str) -> Preprocessed {
        let front_matter = FrontMatter::default();
        preprocess(text, Queries::new(&front_matter, "Marsh Rat", 99))
    }

    #[rstest]
    #[case("- a\n**Base:** b", "- a\n\n**Base:** b")]
    #[case("- a\n◆ b\n◆ c", "- a\n\n◆ b\n◆ c")]
    #[case("- a\ngoes on", "- a\ngoes on")]
    #[case("- a\n  **Name:** in it", "- a\n  **Name:** in it")]
    #[case("| a |\n|---|\ntext", "| a |\n|---|\n\ntext")]
    #[case("> a\n[Summary]\nb", "> a\n\n[Summary]\nb")]
    #[case("```\n- a\n◆ b\n• c\n```", "```\n- a\n◆ b\n• c\n```")]
    #[case("- ```\n  • b\n  ```\n• c", "- ```\n  • b\n  ```\n-   c")]
    #[case("• one\n    - two", "-   one\n    - two")]
    #[case("text • here", "text • here")]
    #[case(
        "  <ul>\n    - a\n\n    - b\n\n    - c\n\nd",
        "  <ul>\n    - a\n\n- b\n\n- c\n\nd"
    )]
    #[case("    <p>a\n\n      b\n\nc", "<p>a\n\n  b\n\nc")]
    #[case(
        "- a\n\n    - b\n\n\t<p>c\n\n    <p>d",
        "- a\n\n    - b\n\n\t<p>c\n\n    <p>d"
    )]
    #[case(
        "### <span class=\"icon-font\">C</span>Create <span class=\"x\">C</span>",
        "### Create <span class=\"x\">C</span>"
    )]
    #[case("    • code", "    • code")]
    #[case("| `=this.file.name [[a|b]]` [[c|d]]", "| Marsh Rat [[c\\|d]]")]
    #[case(
        "`=this.file.name`\n```\n`=this.file.name`",
        "Marsh Rat\n```\n`=this.file.name`"
    )]
    fn blocks_are_parted_and_bullets_are_dashes(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(preprocessed(text).text, expected);
    }

    #[test]
    fn the_blocks_of_plugins_are_markdown() {
        let text = "a\n````ad-feat\ntitle: Bite [x](y.md)\nicon: 🐀\n- b\n\n```ad-note\nc\n```\n````\n```statblock\nhp: 7\n```\nd";
        let preprocessed = preprocessed(text);
        let shown = preprocessed
            .text
            .lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n");
        assert_eq!(
            shown,
            "a\n\n> [!ad] Bite [x](y.md)\n>\n> - b\n>\n\n> c\n\n\n\n**Stats:**\n\n- HP: 7\n\nd"
        );
        for word in ["Bite", "b\n", "c\n", "d"] {
            let at = preprocessed.text.rfind(word).unwrap();
            assert!(
                text[preprocessed.original(at)..].starts_with(word),
                "{word}"
            );
        }
        let stats = preprocessed.text.find("HP").unwrap();
        assert!(text[preprocessed.original(stats)..].starts_with("```statblock"));
        assert_eq!(
            super::tests::preprocessed("a\n```dataview\nlist\n```\nb").text,
            "a\n\n[not shown: dataview]\n\nb"
        );
        assert_eq!(
            super::tests::preprocessed("```statblock\nhp: [\n```\n• a").text,
            "```statblock\nhp: [\n```\n-   a"
        );
    }

    #[test]
    fn places_are_found_again() {
        let preprocessed = preprocessed("- a\n◆ b\n- c\n◆ d");
        let at = preprocessed.text.find('d').unwrap();
        assert_eq!(preprocessed.text, "- a\n\n◆ b\n- c\n\n◆ d");
        assert_eq!(&"- a\n◆ b\n- c\n◆ d"[preprocessed.original(at)..], "d");
    }
}
