//! Finds markup that is still visible in the texts of a rulebook. Some results are not faults: the
//! footnote `*` and the mana symbol `{T}` are text.

use std::fmt::Write;

use tableside::rules::{BlockKind, RichText, Rulebook};

/// A class of markup: its name, and a function that finds its offset in a line.
type Class = (&'static str, fn(&str) -> Option<usize>);

const CLASSES: [Class; 13] = [
    ("**", |line| line.find("**")),
    ("_a_", |line| line.find("__").or_else(|| underlined(line))),
    ("*a", |line| starred(line)),
    ("<tag>", tag),
    ("[[a]]", |line| line.find("[[").or_else(|| line.find("]]"))),
    ("[a](b)", |line| line.find("](")),
    ("{a}", |line| line.find(['{', '}'])),
    ("%%", |line| line.find("%%")),
    ("&a;", entity),
    ("~~, ==", |line| line.find("~~").or_else(|| line.find("=="))),
    ("\\", |line| line.find('\\')),
    ("^a", |line| {
        line.find(" ^")
            .or_else(|| line.starts_with('^').then_some(0))
    }),
    ("#a", |line| {
        line.match_indices('#')
            .map(|(at, _)| at)
            .find(|at| line[at + 1..].starts_with(|c: char| c.is_alphabetic() || c == '#'))
    }),
];

/// Counts the lines with each class of markup, and lists the first `shown` lines of each.
pub fn find(book: &Rulebook, shown: usize) -> String {
    let mut counts = CLASSES.map(|(name, _)| (name, 0, Vec::new()));
    for (from, section, blocks) in book.walk() {
        let mut look = |line: &str| {
            for ((_, find), (_, count, lines)) in CLASSES.iter().zip(&mut counts) {
                if let Some(at) = find(line) {
                    *count += 1;
                    if lines.len() < shown {
                        let start = floor(line, at.saturating_sub(60));
                        let end = floor(line, line.len().min(at + 60));
                        lines.push(format!(
                            "\n      {}: {}",
                            book.section(from).id,
                            &line[start..end]
                        ));
                    }
                }
            }
        };
        look(&section.title);
        for stat in blocks
            .iter()
            .filter_map(|block| match &block.kind {
                BlockKind::Stats(stats) => Some(stats),
                _ => None,
            })
            .flatten()
        {
            look(&stat.name);
            look(&stat.text);
        }
        for text in blocks.texts() {
            without_code(text).lines().for_each(&mut look);
        }
    }
    let mut found = "markup left:".to_owned();
    for (name, count, lines) in counts {
        if count > 0 {
            let _ = write!(found, "\n    {count:>6}  {name}{}", lines.concat());
        }
    }
    found
}

fn without_code(text: &RichText) -> String {
    let runs = text.runs.iter().filter(|run| !run.style.code);
    runs.map(|run| &text.plain[run.start as usize..run.end as usize])
        .collect()
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn tag(line: &str) -> Option<usize> {
    line.match_indices('<').map(|(at, _)| at).find(|at| {
        let rest = &line[at + 1..];
        rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!')
    })
}

fn entity(line: &str) -> Option<usize> {
    line.match_indices('&').map(|(at, _)| at).find(|at| {
        let rest = &line[at + 1..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
        end.is_some_and(|end| end > 1 && rest[end..].starts_with(';'))
    })
}

fn starred(line: &str) -> Option<usize> {
    let found = line.match_indices('*').map(|(at, _)| at);
    found
        .filter(|at| !line[*at..].starts_with("**") && !line[..*at].ends_with('*'))
        .find(|at| {
            line[at + 1..].starts_with(char::is_alphanumeric)
                || line[..*at].ends_with(char::is_alphanumeric)
        })
}

fn underlined(line: &str) -> Option<usize> {
    line.match_indices('_').map(|(at, _)| at).find(|at| {
        !line[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            && line[at + 1..].starts_with(char::is_alphanumeric)
            || !line[at + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
                && line[..*at].ends_with(char::is_alphanumeric)
    })
}
