//! Writes running text as markdown: styles, links, escapes.

use crate::rules::model::{LinkTarget, RichText, Run};

pub fn lines(text: &RichText) -> String {
    text.lines()
        .map(|line| escape_start(written(&line).trim()))
        .collect::<Vec<_>>()
        .join("\\\n")
}

/// Writes a text, such as a heading, on one line. Hard line breaks become `<br>`.
pub fn one_line(text: &RichText) -> String {
    text.lines()
        .map(|line| written(&line).trim().to_owned())
        .collect::<Vec<_>>()
        .join("<br>")
}

/// Writes the text of a table cell on one line, and escapes bars.
pub fn cell(text: &RichText) -> String {
    one_line(text).replace('|', "\\|")
}

/// Escapes plain text that ends its line.
pub fn escape(text: &str) -> String {
    escape_before(text, None)
}

/// Escapes plain text that is followed by the character `next`, or by the end of the line if `next`
/// is `None`.
fn escape_before(text: &str, next: Option<char>) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let follows = rest.clone().next().or(next);
        let opens_entity = follows.is_some_and(|c| c.is_ascii_alphanumeric() || c == '#');
        match character {
            // In a code span, a backslash does not escape a backtick, so a character reference
            // replaces the backtick.
            '`' => out.push_str("&#96;"),
            '\\' | '*' | '_' | '[' | ']' | '<' | '~' | '{' => out.extend(['\\', character]),
            // Two of these are the marks of a highlight, a comment or a field.
            '=' | '%' | ':' if follows == Some(character) || out.ends_with(character) => {
                out.extend(['\\', character]);
            }
            // The mark of a tag.
            '#' if follows.is_some_and(char::is_alphabetic) => out.push_str("\\#"),
            '&' if opens_entity => out.push_str("\\&"),
            // At the end of a line, `^name` would be a block id.
            '^' if out.is_empty() || out.ends_with([' ', '>']) => out.push_str("\\^"),
            _ => out.push(character),
        }
    }
    // Markdown drops hashes at the end of a heading.
    if next.is_none() && out.ends_with('#') {
        out.insert(out.trim_end_matches('#').len(), '\\');
    }
    out
}

/// Writes plain text as the content of a list item, on one line.
pub fn item(text: &str) -> String {
    escape_start(&escape(text).replace('\n', "<br>"))
}

/// The marks at the start of a line that open a container.
const CONTAINERS: [&str; 3] = ["!!!", "???", "///"];

/// Escapes the start of a line if it would start a block: `# Name`, `1. Name`, `- Name`.
fn escape_start(line: &str) -> String {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &line[..line.len() - rest.len()];
    if !number.is_empty() && rest.starts_with(['.', ')']) {
        return format!("{number}\\{rest}");
    }
    match line.chars().next() {
        Some('#' | '>' | '+' | '-' | '=' | '|' | ':') => format!("\\{line}"),
        // The mark of a container.
        Some('!' | '?' | '/') if CONTAINERS.iter().any(|mark| line.starts_with(mark)) => {
            format!("\\{line}")
        }
        // The parser reads these characters as list marks. A backslash does not escape them, so a
        // character reference replaces them.
        Some(bullet @ ('•' | '●' | '◦' | '▪')) => {
            format!("&#{};{}", u32::from(bullet), &line[bullet.len_utf8()..])
        }
        _ => line.to_owned(),
    }
}

fn written(text: &RichText) -> String {
    let mut out = String::new();
    for (at, run) in text.runs.iter().enumerate() {
        let next = text.runs.get(at + 1).and_then(|next| match next.link {
            _ if next.style.code => Some('`'),
            Some(_) => Some('['),
            None => text.plain[next.start as usize..].chars().next(),
        });
        let part = &text.plain[run.range()];
        write_run(&mut out, part, run, next);
    }
    out
}

/// Appends `part`, a text in the style of `run`. `next` is the character after the run, or `None`
/// at the end of a line. Where markdown would not read marks as emphasis, tags replace them.
fn write_run(out: &mut String, part: &str, run: &Run, next: Option<char>) {
    let inner = part.trim();
    if inner.is_empty() {
        out.push_str(part);
        return;
    }
    let start = part.len() - part.trim_start().len();
    let trail = &part[start + inner.len()..];
    out.push_str(&part[..start]);
    let after = trail.chars().next().or(next);
    let text = if run.style.code && !out.ends_with('`') {
        code(inner)
    } else {
        escape_before(inner, after)
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
    let (mark, tags) = match (run.style.strong, run.style.emphasis) {
        (true, true) => ("***", ("<b><i>", "</i></b>")),
        (true, false) => ("**", ("<b>", "</b>")),
        (false, true) => ("*", ("<i>", "</i>")),
        (false, false) => ("", ("", "")),
    };
    if can_mark(out.chars().next_back(), &text, after) {
        out.extend([mark, &text, mark]);
    } else {
        out.extend([tags.0, &text, tags.1]);
    }
    out.push_str(trail);
}

/// Whether markdown would read marks around `text` as emphasis. `before` and `after` are the
/// characters outside the marks. Neither of them may be a star. A letter or digit may be just
/// outside a mark only if there is one just inside it too.
fn can_mark(before: Option<char>, text: &str, after: Option<char>) -> bool {
    let side = |inside: Option<char>, outside: Option<char>| {
        outside != Some('*')
            && (inside.is_some_and(char::is_alphanumeric)
                || !outside.is_some_and(char::is_alphanumeric))
    };
    side(text.chars().next(), before) && side(text.chars().next_back(), after)
}

fn linked(text: &str, plain: &str, link: &LinkTarget) -> String {
    match link {
        LinkTarget::Name(name) if !is_plain_name(name) || !is_plain_name(plain) => text.to_owned(),
        LinkTarget::Name(name) if name == plain => format!("[[{name}]]"),
        LinkTarget::Name(name) => format!("[[{name}|{plain}]]"),
        LinkTarget::Path(path) => {
            let path = path.replace('\\', "\\\\").replace('<', "\\<");
            format!("[{text}](<{}>)", path.replace('>', "\\>"))
        }
    }
}

fn is_plain_name(name: &str) -> bool {
    !name.contains(['[', ']', '|', '\\', '`', '*', '_', '<', '&', '~', '\n'])
        && !name.trim().is_empty()
}

fn code(text: &str) -> String {
    let fence = fence(text, 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Returns a code fence that is at least `least` backticks long, and longer than any run of
/// backticks in `text`.
pub fn fence(text: &str, least: usize) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    "`".repeat(runs.max().map_or(least, |longest| least.max(longest + 1)))
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
    #[case("use ${VAR=1} or {% x %}", "use $\\{VAR=1} or \\{% x %}")]
    #[case(
        "a %%b%% ==c== d:: e ::: f",
        "a \\%\\%b\\%\\% \\=\\=c\\=\\= d\\:\\: e \\:\\:\\: f"
    )]
    #[case("#if x", "\\#if x")]
    #[case("!!! note", "\\!!! note")]
    fn plain_text_means_only_itself(#[case] text: &str, #[case] expected: &str) {
        let mut rich = RichText::default();
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                rich.push_plain("\n", Span::default());
            }
            rich.push_plain(line, Span::default());
        }
        assert_eq!(lines(&rich), expected);
    }
}
