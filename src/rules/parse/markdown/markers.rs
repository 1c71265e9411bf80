//! Removes markers for other programs: attribute lists and commands of site generators
//! (`{: .no_toc }`, `{ width=50 }`, `{% include a.html %}`), and Obsidian's comments (`%% ... %%`),
//! block ids (`^8f3a`) and the `#` of tags (`#Spells`).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::rules::model::{LinkTarget, RichText, Run, Style};
use crate::source::clamped;

/// The maximum number of markers that are removed from a text.
const MAX_MARKERS: usize = 500;

const MARKS: [char; 4] = ['{', '%', '^', '#'];

/// The maximum length of a tag, in bytes.
const MAX_TAG_LENGTH: usize = 100;

/// The maximum length of an attribute list, in bytes.
const MAX_ATTRIBUTES_LENGTH: usize = 300;

pub fn without_markers(text: RichText) -> RichText {
    if !text.plain.contains(MARKS) {
        return text;
    }
    let mut kept = RichText::default();
    let mut at = 0;
    for _ in 0..MAX_MARKERS {
        let Some((marker, tag)) = next_marker(&text, at) else {
            break;
        };
        append(&mut kept, &text.slice(at..marker.start));
        at = marker.end;
        if let Some(tag) = tag {
            let style = Style {
                code: true,
                ..Style::default()
            };
            let name = LinkTarget::Name(tag.to_owned());
            kept.push(tag, style, Some(name), text.slice(marker).span());
        }
    }
    append(&mut kept, &text.slice(at..text.plain.len()));
    kept
}

/// Appends a text line by line. In a single push, a line break would become a space.
pub fn append(to: &mut RichText, text: &RichText) {
    for (number, line) in text.lines().iter().enumerate() {
        if number > 0 {
            to.push_plain("\n", text.span());
        }
        to.extend(line);
    }
}

/// Finds the byte range of the first marker from the offset `from` on. If the marker is a tag, also
/// returns its name. Ignores markers in code. In the text of a link, finds only markers in braces.
fn next_marker(text: &RichText, from: usize) -> Option<(Range<usize>, Option<&str>)> {
    let plain = &text.plain;
    let mut at = from;
    loop {
        at += plain[at..].find(MARKS)?;
        let rest = &plain[at..];
        let tag = tag(&plain[..at], rest);
        let length = match rest.as_bytes()[0] {
            b'{' => attributes(rest),
            b'%' => comment(rest),
            // An inline footnote, `^[text]`, loses only its `^`.
            b'^' => rest.starts_with("^[").then_some(1),
            _ => tag.map(|tag| tag.len() + 1),
        };
        let run = text.runs.partition_point(|run| run.end as usize <= at);
        let is_apart = |run: &Run| !run.style.code && (run.link.is_none() || rest.starts_with('{'));
        // In `#[name](file.md)`, `name` is the text of a link, not the name of a tag.
        let is_in_link = |length: usize| {
            let runs = text.runs.iter().skip(run);
            let mut runs = runs.take_while(|run| (run.start as usize) < at + length);
            tag.is_some() && runs.any(|run| run.link.is_some())
        };
        let is_marker =
            |length: &usize| text.runs.get(run).is_none_or(is_apart) && !is_in_link(*length);
        match length.filter(is_marker) {
            Some(length) => return Some((at..at + length, tag)),
            None => at += 1,
        }
    }
}

/// Returns the name of the tag at the start of `text`: `Homebrew/Spells` for `#Homebrew/Spells`.
/// `before` is the text before `text`.
fn tag<'a>(before: &str, text: &'a str) -> Option<&'a str> {
    let name = text.strip_prefix('#')?;
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
    let length = name.find(|c| !is_letter(c)).unwrap_or(name.len());
    let is_start = before.is_empty() || before.ends_with([' ', '\n']);
    let is_name = name.starts_with(char::is_alphabetic) && length <= MAX_TAG_LENGTH;
    (is_start && is_name).then_some(&name[..length])
}

/// Returns the byte length of the attribute list or the command (`{% ... %}`) at the start of a
/// text.
fn attributes(text: &str) -> Option<usize> {
    let end = text
        .bytes()
        .take(MAX_ATTRIBUTES_LENGTH)
        .position(|byte| byte == b'}')?;
    let inner = &text[1..end];
    let (allows_bare_names, inner) = match inner.strip_prefix(':') {
        Some(inner) => (true, inner),
        None => (false, inner),
    };
    let is_name = |text: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':'))
    };
    let mut words = inner.split_ascii_whitespace().peekable();
    words.peek()?;
    if inner.starts_with('%') && inner.ends_with('%') {
        return Some(end + 1);
    }
    let mut quoted = false;
    let all = words.all(|word| {
        let is_attribute = quoted
            || word.strip_prefix(['.', '#']).is_some_and(is_name)
            || word.split_once('=').is_some_and(|(name, _)| is_name(name))
            || allows_bare_names && is_name(word);
        if word.matches('"').count() % 2 == 1 {
            quoted = !quoted;
        }
        is_attribute
    });
    all.then_some(end + 1)
}

/// Returns the byte length of the comment at the start of a text.
fn comment(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("%%")?;
    Some(inner.find("%%")? + 4)
}

/// Returns the ids of the blocks in a text, such as `^8f3a`, each with the byte offset at which its
/// line starts. If several blocks have the same id, the first one counts.
pub fn block_ids(text: &str) -> BTreeMap<String, u32> {
    let mut ids = BTreeMap::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        for id in line[before_ids(line)..].split_ascii_whitespace() {
            ids.entry(id.to_owned()).or_insert(clamped(start));
        }
        start += line.len();
    }
    ids
}

/// Replaces the block ids at the end of a line with spaces.
pub fn without_ids(line: &str) -> Cow<'_, str> {
    let (kept, dropped) = line.split_at(before_ids(line));
    if dropped.trim().is_empty() {
        return line.into();
    }
    (kept.to_owned() + &blanked(dropped)).into()
}

/// Replaces each byte of a line with a space, except the line break. Because the length stays the
/// same, so do the offsets of the following lines.
pub fn blanked(line: &str) -> String {
    let bare = line.trim_end_matches(['\n', '\r']);
    " ".repeat(bare.len()) + &line[bare.len()..]
}

/// Returns the byte offset in a line after which there are only block ids.
fn before_ids(line: &str) -> usize {
    let is_id_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut kept = line.trim_end();
    while let Some((_, word)) = kept.rsplit_once([' ', '>']).or(Some(("", kept)))
        && let Some(id) = word.strip_prefix('^')
        && id.len() > 1
        && id.chars().all(is_id_letter)
    {
        kept = kept[..kept.len() - word.len()].trim_end();
    }
    kept.len()
}

/// Repairs a heading whose opening tag was replaced with number signs: `##>Who?</h2>`. Replaces
/// tabs in the delimiter row of a table with spaces, because the parser expects no tabs there. The
/// length of the line stays the same.
pub fn repaired(line: Cow<'_, str>) -> Cow<'_, str> {
    if line.contains("-\t") && !line.contains(|c: char| !"|-: \t\r\n>".contains(c)) {
        return line.replace('\t', " ").into();
    }
    let after = line.trim_start_matches('#');
    if after.len() < line.len() && after.starts_with('>') && after.contains("</h") {
        return line.replacen('>', " ", 1).into();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[rstest::rstest]
    #[case("Dodge (Active) { width=50 }", "Dodge (Active) ")]
    #[case("Rules\n{: .no_toc }", "Rules\n")]
    #[case("{:toc}", "")]
    #[case("A {#b .c title=\"d e\"} f", "A  f")]
    #[case("a {b} {} {1, 2} {", "a {b} {} {1, 2} {")]
    #[case("a %% not shown %% b %% c", "a  b %% c")]
    #[case("{% include a.html %}b", "b")]
    #[case("A jump.^[Of 5 feet.] ^2", "A jump.[Of 5 feet.] ^2")]
    #[case("#Asset/Path #1 a#b ##", "Asset/Path #1 a#b ##")]
    fn markers_are_not_shown(#[case] text: &str, #[case] shown: &str) {
        let mut lines = RichText::default();
        for line in text.split_inclusive('\n') {
            lines.push_plain(line.trim_end_matches('\n'), Span::default());
            lines.push_plain(
                if line.ends_with('\n') { "\n" } else { "" },
                Span::default(),
            );
        }
        assert_eq!(without_markers(lines).plain, shown);
    }

    #[rstest::rstest]
    #[case("A line. ^a1 ^tldr\r\n", "A line.          \r\n")]
    #[case("^table-1", "        ")]
    #[case(">^a1\n", ">   \n")]
    #[case("x ^ 2, 2^10 and 2 ^10 cm ", "x ^ 2, 2^10 and 2 ^10 cm ")]
    fn ids_at_the_end_of_a_line_are_blank(#[case] line: &str, #[case] shown: &str) {
        assert_eq!(without_ids(line), shown);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "[{}%^:.#=\"a-b \né]{0,40}") {
            without_markers(RichText::plain(&text, Span::default()));
        }
    }
}
