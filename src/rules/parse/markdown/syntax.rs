//! Applies syntax that `CommonMark` reads as text:
//! - emphasis that is not closed correctly, such as `**Tie: **Attack`, and emphasis inside HTML;
//! - the marks of highlights, such as `==Uncommon==`;
//! - markers for other programs: attribute lists and commands of site generators
//!   (`{: .no_toc }`, `{ width=50 }`, `{% include a.html %}`), and Obsidian's comments
//!   (`%% ... %%`), tags (`#Spells`) and ids of blocks (`#^tldr`);
//! - links whose text contains another link: `[a [b](c.md)](d.md)`, or whose address contains a
//!   space, because it was broken over two lines: `[a](b/ c)`.

use std::ops::Range;

use crate::rules::model::{LinkTarget, RichText, Run, Style, is_placeholder};

/// The maximum length, in bytes, of an attribute list, a tag, and the address of a link.
const MAX_LENGTH: usize = 300;

/// A range of text that is not shown.
struct Cut {
    range: Range<usize>,
    effect: CutEffect,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CutEffect {
    None,
    /// One of two marks with bold text between them.
    Strong,
    /// One of two marks with italics between them.
    Emphasis,
    /// A mark without a partner.
    Stray,
    /// A tag, whose name is shown.
    Tag,
}

/// Returns the text with its syntax applied. The marks in `escaped` are ordinary characters, and a
/// star stands for all marks of emphasis.
pub fn with_syntax(text: RichText, escaped: &str) -> RichText {
    let text = without(marks(&text, escaped), text);
    with_links(without(markers(&text, escaped), text))
}

fn without(cuts: Vec<Cut>, text: RichText) -> RichText {
    if cuts.is_empty() {
        return text;
    }
    let mut kept = RichText::default();
    let (mut at, mut strong, mut emphasis) = (0, false, false);
    for Cut { range, effect } in cuts {
        kept.extend(&emphasised(&text, at..range.start, strong, emphasis));
        at = range.end;
        match effect {
            CutEffect::Strong => strong = !strong,
            CutEffect::Emphasis => emphasis = !emphasis,
            CutEffect::Tag => {
                let tag = text.slice(range.start + 1..range.end);
                let style = Style {
                    code: true,
                    ..Style::default()
                };
                let name = LinkTarget::Name(tag.plain.clone());
                kept.push(&tag.plain, style, Some(name), tag.span());
            }
            CutEffect::None | CutEffect::Stray => {}
        }
    }
    kept.extend(&emphasised(&text, at..text.plain.len(), strong, emphasis));
    kept
}

fn emphasised(text: &RichText, range: Range<usize>, strong: bool, emphasis: bool) -> RichText {
    let mut part = text.slice(range);
    for run in &mut part.runs {
        run.style.strong |= strong;
        run.style.emphasis |= emphasis;
    }
    part
}

fn run_at(text: &RichText, at: usize) -> &Run {
    &text.runs[text.runs.partition_point(|run| run.end as usize <= at)]
}

/// Finds the marks of emphasis and highlights that are not shown. Stars without a partner are shown
/// if they may refer to a footnote: a single star, and stars at the start or the end of the text.
fn marks(text: &RichText, escaped: &str) -> Vec<Cut> {
    let plain = &text.plain;
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_gap = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let mut cuts: Vec<Cut> = Vec::new();
    // The indexes in `cuts` of the bold mark, the star, the underscore and the mark of a highlight
    // that have no partner yet.
    let mut open = [None; 4];
    let mut at = 0;
    let [has_highlights, has_emphasis] = ['=', '*'].map(|mark| !escaped.contains(mark));
    let is_mark =
        |byte| has_highlights && byte == b'=' || has_emphasis && matches!(byte, b'*' | b'_');
    while let Some(found) = plain[at..].bytes().position(is_mark) {
        let start = at + found;
        let letter = &plain[start..=start];
        at = plain.len() - plain[start..].trim_start_matches(letter).len();
        let before = plain[..start].chars().next_back();
        let after = plain[at..].chars().next();
        let is_blank = letter == "_" && is_gap(before) && is_gap(after);
        if is_blank || run_at(text, start).style.code {
            continue;
        }
        let (kind, opens, closes) = match (letter, at - start) {
            ("*", 2..=4) | ("_", 2) => (0, true, true),
            // A star may refer to a footnote.
            ("*", 1) => {
                let starts = (is_gap(before) || before == Some('(')) && is_word(after);
                let ends = is_gap(before) && !ends_sentence(&plain[..start]);
                (1, starts, ends || !is_gap(before) && !is_word(after))
            }
            ("_", 1) if !is_word(before) || !is_word(after) || open[2].is_some() => (2, true, true),
            ("=", 2) => (3, !is_gap(after), !is_gap(before)),
            _ => continue,
        };
        let partner = open[kind].take_if(|_| closes);
        let partner = partner.filter(|partner: &usize| {
            kind < 3 || !plain[cuts[*partner].range.end..start].contains('\n')
        });
        let effect = match (partner, kind) {
            (None, _) => CutEffect::Stray,
            (_, 0) => CutEffect::Strong,
            (_, 3) => CutEffect::None,
            _ => CutEffect::Emphasis,
        };
        match partner {
            Some(partner) => cuts[partner].effect = effect,
            None if opens => open[kind] = Some(cuts.len()),
            None => continue,
        }
        let range = start..at;
        cuts.push(Cut { range, effect });
    }
    cuts.retain(|Cut { range, effect }| {
        let mark = &plain[range.clone()];
        let is_inside = range.start > 0 && range.end < plain.len();
        *effect != CutEffect::Stray || mark.starts_with('_') || mark.starts_with("**") && is_inside
    });
    cuts
}

fn ends_sentence(before: &str) -> bool {
    before.trim_end().ends_with(['.', '!', '?', ':', ';'])
}

/// Finds markers for other programs. Code contains no markers.
fn markers(text: &RichText, escaped: &str) -> Vec<Cut> {
    let plain = &text.plain;
    let mut cuts = Vec::new();
    let mut at = 0;
    let is_mark = |byte: u8| matches!(byte, b'{' | b'%' | b'#') && !escaped.contains(byte as char);
    while let Some(found) = plain[at..].bytes().position(is_mark) {
        at += found;
        let rest = &plain[at..];
        let (length, effect) = match rest.as_bytes()[0] {
            b'{' => (attributes(rest), CutEffect::None),
            b'%' => (comment(rest), CutEffect::None),
            // A link to a block of the same document has no other text.
            _ if rest.starts_with("#^")
                && run_at(text, at).start as usize == at
                && run_at(text, at).link.is_some() =>
            {
                (None, CutEffect::None)
            }
            _ if rest.starts_with("#^") => (block_id(rest), CutEffect::None),
            _ => (tag(&plain[..at], rest), CutEffect::Tag),
        };
        // In `#[name](file.md)`, `name` is the text of a link, not the name of a tag.
        let is_apart = |length: &usize| {
            let mut runs = text.slice(at..at + length).runs.into_iter();
            effect != CutEffect::Tag || runs.all(|run| run.link.is_none())
        };
        let length = length.filter(|length| !run_at(text, at).style.code && is_apart(length));
        if let Some(length) = length {
            let range = at..at + length;
            // In `[eels]{.term}`, the brackets are marks too.
            if let Some(open) = bracket(&plain[..at]).filter(|_| effect == CutEffect::None) {
                let end = cuts.last().map_or(0, |cut: &Cut| cut.range.end);
                let marks = [open..open + 1, at - 1..at].into_iter();
                let marks = marks.filter(|mark| mark.start >= end && open >= end);
                cuts.extend(marks.map(|range| Cut { range, effect }));
            }
            cuts.push(Cut { range, effect });
        }
        at += length.unwrap_or(1);
    }
    cuts
}

/// Returns the byte offset of the bracket that the one at the end of a text closes, if it is near.
fn bracket(text: &str) -> Option<usize> {
    let inner = text.strip_suffix(']')?;
    let nearest = inner
        .bytes()
        .rev()
        .take(MAX_LENGTH)
        .position(|byte| matches!(byte, b'[' | b']'))?;
    let open = inner.len() - 1 - nearest;
    let is_mark = inner[open..].starts_with('[') && !is_placeholder(&text[open..]);
    is_mark.then_some(open)
}

/// Returns the byte length of the tag at the start of `text`, such as `#Homebrew/Spells`. `before`
/// is the text before `text`.
fn tag(before: &str, text: &str) -> Option<usize> {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
    let is_start = before.is_empty() || before.ends_with([' ', '\n']);
    let name = text[1..].split(|c| !is_letter(c)).next()?;
    let is_name = name.starts_with(char::is_alphabetic) && name.len() <= MAX_LENGTH;
    (is_start && is_name).then_some(name.len() + 1)
}

/// Returns the byte length of the id of a block at the start of a text, as in `Face Danger#^tldr`.
fn block_id(text: &str) -> Option<usize> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '-';
    let id = text[2..].split(|c| !is_letter(c)).next()?;
    (!id.is_empty()).then_some(id.len() + 2)
}

/// Returns the byte length of the attribute list or the command (`{% ... %}`) at the start of a
/// text.
fn attributes(text: &str) -> Option<usize> {
    let end = text
        .bytes()
        .take(MAX_LENGTH)
        .position(|byte| byte == b'}')?;
    let mut words = text[1..end].split_whitespace();
    let first = words.next()?;
    let is_attribute = |word: &str| word.starts_with(['.', '#']) || word.contains(['=', '"']);
    (first.starts_with([':', '%']) || is_attribute(first) && words.all(is_attribute))
        .then_some(end + 1)
}

/// Returns the byte length of the comment at the start of a text.
fn comment(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("%%")?;
    Some(inner.find("%%")? + 4)
}

fn with_links(text: RichText) -> RichText {
    if !text.plain.contains("](") {
        return text;
    }
    let plain = &text.plain;
    let mut linked = RichText::default();
    let (mut done, mut at) = (0, 0);
    while let Some(middle) = plain[at..].find("](").map(|found| at + found) {
        let open = plain[at..middle].rfind('[').map(|found| at + found);
        at = middle + 2;
        let run = run_at(&text, middle);
        if let Some(start) = open
            && !run.style.code
            && run.link.is_none()
            && let Some((address, length)) = address(&plain[middle..])
        {
            linked.extend(&text.slice(done..start));
            let mut name = text.slice(start + 1..middle);
            for run in &mut name.runs {
                run.link
                    .get_or_insert_with(|| LinkTarget::Path(address.clone()));
            }
            linked.extend(&name);
            at = middle + length;
            done = at;
        }
    }
    linked.extend(&text.slice(done..plain.len()));
    linked
}

/// Returns the address in `](address)` at the start of a text, and the byte length of the whole. An
/// address that is broken over lines has no space there.
fn address(text: &str) -> Option<(String, usize)> {
    let rest = text.strip_prefix("](")?;
    let end = rest
        .bytes()
        .take(MAX_LENGTH)
        .position(|byte| byte == b')')?;
    let lines = rest[..end].split(" \"").next()?.lines();
    let address: String = lines.map(str::trim).collect();
    let is_address = address.contains(['/', '#']) || address.contains(".md");
    is_address.then_some((address, end + 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[rstest::rstest]
    #[case("Dodge (Active) { width=50 }", "Dodge (Active) ")]
    #[case("Rules\n{: .no_toc }", "Rules\n")]
    #[case("{:toc}", "")]
    #[case("the [eels]{.term} [x] {.y}", "the eels [x] ")]
    #[case("A {#b .c title=\"d e\"} f", "A  f")]
    #[case("a {b} {} {1, 2} {", "a {b} {} {1, 2} {")]
    #[case("a %% not shown %% b %% c", "a  b %% c")]
    #[case("Face Danger#^tldr, #^", "Face Danger, #^")]
    #[case("{% include a.html %}b", "b")]
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
        assert_eq!(with_syntax(lines, "").plain, shown);
    }

    #[test]
    fn highlights_are_marks_beside_escaped_stars() {
        let text = RichText::plain("==A **b** c== *", Span::default());
        assert_eq!(with_syntax(text, "*").plain, "A **b** c *");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "[{}%^:.#=\"*_\\[\\]()a-b \né]{0,40}") {
            with_syntax(RichText::plain(&text, Span::default()), "");
        }
    }
}
