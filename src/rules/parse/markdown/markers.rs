//! Removes markers that are meant for other programs, not for readers: the attribute lists of site
//! generators (`{: .no_toc }`, `{ width=50 }`), and Obsidian's comments (`%% ... %%`) and block ids
//! (`^8f3a`).

use std::ops::Range;

use crate::rules::model::RichText;

/// At most this many markers are removed from a text. Further markers stay in the text.
const MAX_MARKERS: usize = 500;

/// The maximum number of other block ids that may follow a block id on its line. If more words
/// follow, the block id stays in the text.
const MAX_IDS: usize = 8;

/// The maximum length of an attribute list, in bytes.
const MAX_ATTRIBUTES_LENGTH: usize = 300;

/// Removes the markers from a text.
pub(super) fn without_markers(text: RichText) -> RichText {
    if !text.plain.contains(['{', '%', '^']) {
        return text;
    }
    let mut kept = RichText::default();
    let mut at = 0;
    for _ in 0..MAX_MARKERS {
        let Some(marker) = next_marker(&text, at) else {
            break;
        };
        append(&mut kept, &text.slice(at..marker.start));
        at = marker.end;
    }
    append(&mut kept, &text.slice(at..text.plain.len()));
    kept
}

/// Appends a text line by line, because a line break inside a longer text would become a space.
pub(super) fn append(to: &mut RichText, text: &RichText) {
    for (number, line) in text.lines().iter().enumerate() {
        if number > 0 {
            to.push_plain("\n", text.span());
        }
        to.extend(line);
    }
}

/// Finds the byte range of the first marker from an offset on. Markers in code do not count.
fn next_marker(text: &RichText, from: usize) -> Option<Range<usize>> {
    let plain = &text.plain;
    let mut at = from;
    loop {
        at += plain[at..].find(['{', '%', '^'])?;
        let rest = &plain[at..];
        let mut start = at;
        let length = match rest.as_bytes()[0] {
            b'{' => attributes(rest),
            b'%' => comment(rest),
            _ => {
                // A block id is removed together with the spaces before it.
                start = plain[..at].trim_end_matches(' ').len().max(from);
                block_id(&plain[..at], rest)
            }
        };
        let run = text.runs.partition_point(|run| run.end as usize <= at);
        let is_code = text.runs.get(run).is_some_and(|run| run.style.code);
        match length.filter(|_| !is_code) {
            Some(length) => return Some(start..at + length),
            None => at += 1,
        }
    }
}

/// Returns the byte length of the attribute list at the start of a text, if there is one.
fn attributes(text: &str) -> Option<usize> {
    let end = text
        .bytes()
        .take(MAX_ATTRIBUTES_LENGTH)
        .position(|byte| byte == b'}')?;
    let inner = &text[1..end];
    let (names_count, inner) = match inner.strip_prefix(':') {
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
    let mut quoted = false;
    let all = words.all(|word| {
        let is_attribute = quoted
            || word.strip_prefix(['.', '#']).is_some_and(is_name)
            || word.split_once('=').is_some_and(|(name, _)| is_name(name))
            || names_count && is_name(word);
        if word.matches('"').count() % 2 == 1 {
            quoted = !quoted;
        }
        is_attribute
    });
    all.then_some(end + 1)
}

/// Returns the byte length of the comment at the start of a text, if there is one.
fn comment(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("%%")?;
    Some(inner.find("%%")? + 4)
}

/// Returns the byte length of the block id at the start of `text`, if only other block ids follow
/// on its line. `before` is the text before `text`.
fn block_id(before: &str, text: &str) -> Option<usize> {
    let is_id_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let after = text[1..].trim_start_matches(is_id_letter);
    let length = text.len() - after.len();
    let is_apart = before.is_empty() || before.ends_with([' ', '\n']);
    let is_whole = after.is_empty() || after.starts_with([' ', '\n']);
    (is_apart && is_whole && length > 2 && ends_line(after)).then_some(length)
}

/// Whether the rest of a line is empty or has only other block ids.
fn ends_line(text: &str) -> bool {
    let mut words = text.split_inclusive([' ', '\n']);
    for word in words.by_ref().take(MAX_IDS) {
        let bare = word.trim_end_matches([' ', '\n']);
        if !bare.is_empty() && !bare.starts_with('^') {
            return false;
        }
        if word.ends_with('\n') {
            return true;
        }
    }
    words.next().is_none()
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
    #[case("A line. ^a1 ^tldr", "A line.")]
    #[case("A line. ^8f3a", "A line.")]
    #[case("A line. ^8f3a\nAnother.", "A line.\nAnother.")]
    #[case("^table-1\nx ^ 2, 2^10 and 2 ^10 cm", "\nx ^ 2, 2^10 and 2 ^10 cm")]
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

    #[test]
    fn many_ids_before_a_word_are_text() {
        let text = "^a1 ".repeat(1_000_000) + "end";
        let shown = without_markers(RichText::plain(&text, Span::default()));
        assert_eq!(shown.plain, text);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "[{}%^:.#=\"a-b \né]{0,40}") {
            without_markers(RichText::plain(&text, Span::default()));
        }
    }
}
