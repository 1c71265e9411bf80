//! Running text as markdown: styles, links, and what has to be escaped.

use crate::rules::model::text::{LinkTarget, RichText, Run};

/// Text over one or more lines, each break that the document asks for kept.
pub(super) fn lines(text: &RichText) -> String {
    let lines = text.lines();
    let lines: Vec<_> = lines
        .iter()
        .map(|line| escape_start(written(line, false).trim()))
        .collect();
    lines.join("\\\n")
}

/// Text in one line, as a heading or a table's cell needs it; a break is `<br>`.
pub(super) fn one_line(text: &RichText, cell: bool) -> String {
    let lines: Vec<_> = text
        .lines()
        .iter()
        .map(|line| written(line, cell).trim().to_owned())
        .collect();
    lines.join("<br>")
}

/// Plain text that means only itself.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let entity = character == '&'
            && rest
                .peek()
                .is_some_and(|next| next.is_ascii_alphanumeric() || *next == '#');
        // Beside code, an escaped backtick can still end it.
        if character == '`' {
            out.push_str("&#96;");
            continue;
        }
        if entity || matches!(character, '\\' | '*' | '_' | '[' | ']' | '<' | '~') {
            out.push('\\');
        }
        out.push(character);
    }
    // At the end of a heading, hashes would close it.
    if out.ends_with('#') {
        out.insert(out.trim_end_matches('#').len(), '\\');
    }
    out
}

/// Plain text as the one line of a list's item.
pub(super) fn item(text: &str) -> String {
    escape_start(&escape(text))
}

/// Escapes what would open a block at the start of a line.
fn escape_start(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    if !number.is_empty() && rest.starts_with(['.', ')']) {
        return format!("{number}\\{rest}");
    }
    match line.chars().next() {
        Some('#' | '>' | '+' | '-' | '=' | '|' | ':') => format!("\\{line}"),
        // A bullet cannot be escaped, but it can be named.
        Some(bullet @ ('•' | '●' | '◦' | '▪')) => {
            format!("&#{};{}", u32::from(bullet), &line[bullet.len_utf8()..])
        }
        _ => line.to_owned(),
    }
}

fn written(text: &RichText, cell: bool) -> String {
    let mut out = String::with_capacity(text.plain.len());
    for (at, run) in text.runs.iter().enumerate() {
        let part = text
            .plain
            .get(run.start as usize..run.end as usize)
            .unwrap_or("");
        let next = text.runs.get(at + 1).and_then(|next| match &next.link {
            _ if next.style.code => Some('`'),
            Some(_) => Some('['),
            None => text.plain.get(next.start as usize..)?.chars().next(),
        });
        write_run(&mut out, part, run, next);
    }
    if cell { escape_pipes(&out) } else { out }
}

/// A pipe would end the cell, wherever it stands.
fn escape_pipes(text: &str) -> String {
    text.replace('|', "\\|")
}

fn write_run(out: &mut String, part: &str, run: &Run, next: Option<char>) {
    let inner = part.trim();
    if inner.is_empty() {
        out.push_str(part);
        return;
    }
    let lead = &part[..part.len() - part.trim_start().len()];
    let trail = &part[part.trim_end().len()..];
    out.push_str(lead);
    let text = if run.style.code && !out.ends_with('`') {
        code(inner)
    } else {
        escape(inner)
    };
    let text = match &run.link {
        Some(LinkTarget::Name(name)) if run.style.code && name == inner => text,
        Some(link) => {
            if out.ends_with('!') {
                out.insert(out.len() - 1, '\\');
            }
            linked(&text, inner, link)
        }
        None => text,
    };
    let mark = match (run.style.strong, run.style.emphasis) {
        (true, true) => "***",
        (true, false) => "**",
        (false, true) => "*",
        (false, false) => "",
    };
    let after = trail.chars().next().or(next);
    if can_mark(out.chars().next_back(), &text, after) {
        out.extend([mark, &text, mark]);
    } else {
        out.push_str(&text);
    }
    out.push_str(trail);
}

/// Whether marks of emphasis round a text would be read as such: a mark beside punctuation needs a gap or punctuation on
/// its other side, and two marks must not run together.
fn can_mark(before: Option<char>, text: &str, after: Option<char>) -> bool {
    let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
        return false;
    };
    let open = |side: Option<char>| {
        side.is_none_or(|c| c.is_whitespace() || !c.is_alphanumeric() && c != '*')
    };
    let inside = |c: char| c.is_alphanumeric();
    before != Some('*')
        && after != Some('*')
        && (inside(first) || open(before))
        && (inside(last) || open(after))
}

fn linked(text: &str, plain: &str, link: &LinkTarget) -> String {
    match link {
        LinkTarget::Name(name) if name == plain && is_plain_name(name) => format!("[[{name}]]"),
        LinkTarget::Name(name) if is_plain_name(name) && is_plain_name(plain) => {
            format!("[[{name}|{plain}]]")
        }
        LinkTarget::Name(_) => text.to_owned(),
        LinkTarget::Path(path) => {
            let path: String = path
                .chars()
                .flat_map(|c| "<>\\".contains(c).then_some('\\').into_iter().chain([c]))
                .collect();
            format!("[{text}](<{path}>)")
        }
    }
}

/// Whether a name can stand in double brackets as it is.
fn is_plain_name(name: &str) -> bool {
    !name.contains(['[', ']', '|', '\\', '`', '*', '_', '<', '&', '~', '\n'])
        && !name.trim().is_empty()
}

fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::source::Span;

    #[rstest]
    #[case("2* of [3] <x>", "2\\* of \\[3\\] \\<x>")]
    #[case("1. Not a list", "1\\. Not a list")]
    #[case("- not either", "\\- not either")]
    #[case("• a bullet", "&#8226; a bullet")]
    #[case("C #", "C \\#")]
    #[case("R&D &amp;", "R\\&D \\&amp;")]
    #[case("a\nb", "a\\\nb")]
    fn plain_text_means_only_itself(#[case] text: &str, #[case] expected: &str) {
        let mut rich = RichText::default();
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                rich.push("\n", crate::rules::Style::default(), None, Span::default());
            }
            rich.push(line, crate::rules::Style::default(), None, Span::default());
        }
        assert_eq!(lines(&rich), expected);
    }
}
