//! Prepares markdown for the parser where rules documents differ from `CommonMark`.
//!
//! In `CommonMark`, a line right below a list, a quote or a table continues that block, even if the
//! line starts a block of a rules document: a mark, a `**Label:**`, the provenance of a note, a
//! table. A blank line is inserted before each of these lines, and before any text right below a
//! table. A bullet character becomes a dash. A list or HTML that is indented like code loses the
//! indentation. A code block for an Obsidian plugin becomes the markdown with the same meaning
//! ([`plugins`]). [`Preprocessed::original`] maps offsets back to the original text.

use std::cell::RefCell;

use super::containers::{ContainerLine, Containers};
use super::markers::{LineEdit, abbreviation, before_ids, colon, icons, repair};
use super::plugins::{self, fence};
use super::queries::Queries;
use super::walk::Walk;
use super::{shortcodes, tables};
use crate::rules::parse::elements::is_known;

/// A markdown text, edited for the parser.
#[derive(Default)]
pub struct Preprocessed {
    pub text: String,
    /// Whether the text is MDX, in which every tag is a tag.
    pub is_mdx: bool,
    /// The byte offsets of the last closing tags of elements, found when needed.
    last_closing: RefCell<Vec<(String, Option<usize>)>>,
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

    /// Whether a known element is closed after a byte offset.
    pub fn closes(&self, name: &str, from: usize) -> bool {
        if !is_known(name) {
            return false;
        }
        let mut known = self.last_closing.borrow_mut();
        let found = known.iter().find(|(known, _)| known == name);
        let last = found.map_or_else(|| self.text.rfind(&format!("</{name}")), |(_, last)| *last);
        if found.is_none() {
            known.push((name.to_owned(), last));
        }
        last.is_some_and(|last| last >= from)
    }

    /// Converts the offset of the end of a range. The end of new text is the end of what it replaces.
    pub fn original_end(&self, offset: usize) -> usize {
        let at = self
            .shifts
            .partition_point(|shift| shift.preprocessed < offset);
        match (self.shifts[..at].last(), self.shifts.get(at)) {
            (Some(shift), Some(next)) if shift.replaces => next.original,
            (Some(shift), None) if shift.replaces => shift.original,
            (Some(shift), _) => shift.original + (offset - shift.preprocessed),
            (None, _) => offset,
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

/// Prepares a text. `is_mdx` tells that it is MDX.
pub fn preprocess(text: &str, mut queries: Queries<'_>, is_mdx: bool) -> Preprocessed {
    let mut preprocessed = Preprocessed {
        is_mdx,
        ..Preprocessed::default()
    };
    let mut walk = Walk::new();
    let mut containers = Containers::new(text);
    let mut at = 0;
    while let Some(line) = text[at..].split_inclusive('\n').next() {
        let start = at;
        at += line.len();
        let is_code = walk.fence.is_some();
        let (cut, prefix) = match containers.line(line, start, &text[at..], is_code) {
            ContainerLine::Content { cut, prefix } => (cut, prefix),
            ContainerLine::Replaced(new) => {
                walk.restart();
                preprocessed.insert(&new, start, at);
                continue;
            }
        };
        preprocessed.insert(&prefix, start, start + cut);
        let (line, start) = (&line[cut..], start + cut);
        let cut = walk.outdent(line);
        preprocessed.insert("", start, start + cut);
        let (line, start) = (&line[cut..], start + cut);
        if walk.fence.is_none()
            && let Some((markdown, length)) =
                block(line, &text[at..], walk.blank_above, &containers, is_mdx)
        {
            at += length;
            walk.restart();
            let markdown = markdown.replace('\n', &format!("\n{prefix}"));
            preprocessed.insert(&format!("{}\n", markdown.trim_end_matches(' ')), start, at);
            continue;
        }
        let is_code = walk.fence.is_some();
        let end = if is_code {
            line.len()
        } else {
            before_ids(line)
        };
        let bare = line[..end].trim_end();
        let mut edits: Vec<_> = walk.line(bare).into_iter().collect();
        if let Some((range, new)) = edits.first_mut()
            && range.start == range.end
        {
            new.push_str(&prefix);
        }
        if !is_code && walk.fence.is_none() {
            // After block ids, the line ends with a hard line break.
            let ids = end..line.trim_end().len();
            edits.extend((!ids.is_empty()).then(|| (ids, "  ".to_owned())));
            edits.extend(repair(bare));
            edits.extend(colon(bare));
            edits.extend(abbreviation(bare).into_iter().flatten());
            edits.extend(icons(bare));
            edits.extend(answers(bare, &mut queries));
            edits.extend(shortcodes::edits(bare, |name| queries.value(name)));
            if is_mdx && let Some(start) = bare.find("{/*") {
                let end = bare[start..]
                    .find("*/}")
                    .map_or(bare.len(), |end| start + end + 3);
                edits.push((start..end, String::new()));
            }
        }
        preprocessed.line(line, start, edits);
    }
    preprocessed
}

/// Converts the block that starts on `line` to markdown. Returns the markdown, and the byte length
/// of the part of `below`, the text below the line, that belongs to the block.
fn block(
    line: &str,
    below: &str,
    blank_above: bool,
    containers: &Containers,
    is_mdx: bool,
) -> Option<(String, usize)> {
    let bare = line.trim_end();
    // An Obsidian comment extends from one `%%` line to another.
    let is_comment_mark = |line: &str| line.trim() == "%%";
    if is_comment_mark(bare) {
        let (_, length) = plugins::split_at_line(below, is_comment_mark)?;
        return Some((String::new(), length));
    }
    if is_contents(bare) {
        return Some((String::new(), 0));
    }
    if is_mdx && blank_above && (bare.starts_with("import ") || bare.starts_with("export ")) {
        let paragraph = below
            .split_inclusive('\n')
            .take_while(|line| !line.trim().is_empty());
        return Some((String::new(), paragraph.map(str::len).sum()));
    }
    if let Some((open, kind)) = fence(bare) {
        return plugins::markdown(kind, open, below);
    }
    // Few lines are the start of a table.
    if !bare.contains("--") && !bare.contains('\t') && !below.starts_with(['-', ' ']) {
        return None;
    }
    let inside = below
        .split_inclusive('\n')
        .map_while(|line| containers.content(line));
    let lines = std::iter::once(bare).chain(inside.map(str::trim_end));
    let (markdown, count) = tables::read(lines, blank_above)?;
    let length = below
        .split_inclusive('\n')
        .take(count - 1)
        .map(str::len)
        .sum();
    Some((markdown, length))
}

/// Whether a line asks a site generator for a list of the headings, which the contents show.
fn is_contents(line: &str) -> bool {
    let line = line.trim();
    let mark = [
        "[TOC]",
        "[[TOC]]",
        "[[_TOC_]]",
        "{:toc}",
        "{{toc}}",
        "${toc}",
        "@[toc]",
    ];
    line.len() < 12 && mark.iter().any(|mark| line.eq_ignore_ascii_case(mark))
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

/// Returns the byte offsets of the bars in links such as `[[name|text]]`, except those that are
/// already escaped.
fn wiki_link_bars(line: &str) -> impl Iterator<Item = usize> {
    line.match_indices("[[").filter_map(|(open, mark)| {
        let start = open + mark.len();
        let bar = start + line[start..].split(['[', ']']).next()?.find('|')?;
        (!line[..bar].ends_with('\\')).then_some(bar)
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::model::FrontMatter;

    fn preprocessed(text: &str) -> Preprocessed {
        let front_matter = FrontMatter::default();
        preprocess(text, Queries::new(&front_matter, "Marsh Rat", 99), false)
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
            "a\n\n> [!ad] Bite [x](y.md)\n>\n> - b\n>\n>\n> > c\n>\n\n\n**Stats:**\n\n- HP: 7\n\n\nd"
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
            "a\n\n[not shown: dataview]\n\n\nb"
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
