//! Compares files with the rules tree, and finds words, headings and tables that the tree lacks.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use tableside::rules::{Block, BlockKind, Document, LinkTarget, Rulebook};

/// Counts the headings, tables and words of all files, the headings and tables of the tree, and the
/// words that the tree lacks.
pub fn compare(book: &Rulebook) -> String {
    let (mut headings, mut words, mut tables) = ((0, 0), (0, 0), (0, 0));
    let mut lost: Vec<String> = Vec::new();
    for document in &book.documents {
        let text = body(document);
        let lines: Vec<_> = outside_code(text);
        headings.0 += lines.iter().filter(|line| is_heading(line)).count();
        tables.0 += lines.iter().filter(|line| is_delimiter(line)).count();
        let shown = shown(book, document);
        headings.1 += shown.headings;
        tables.1 += shown.tables;
        for word in self::words(&without_markup(text)) {
            words.0 += 1;
            if !shown.words.contains(&word) {
                words.1 += 1;
                lost.push(word);
            }
        }
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in lost {
        *counts.entry(word).or_default() += 1;
    }
    let mut sample: Vec<_> = counts.into_iter().collect();
    sample.sort_by_key(|(word, count)| (Reverse(*count), word.clone()));
    sample.truncate(10);
    format!(
        "headings {} of {} (ATX in the files); tables {} of {}; words lost {} of {} ({:.3} %) {sample:?}",
        headings.1,
        headings.0,
        tables.1,
        tables.0,
        words.1,
        words.0,
        100.0 * f64::from(words.1) / f64::max(1.0, f64::from(words.0))
    )
}

fn body(document: &Document) -> &str {
    let text = &document.source.text;
    let after = text
        .strip_prefix("---\n")
        .and_then(|text| text.split_once("\n---"));
    after.map_or(text, |(_, body)| body)
}

fn outside_code(text: &str) -> Vec<&str> {
    let mut code = false;
    text.lines()
        .filter(|line| {
            let fence = line.trim_start().starts_with("```");
            code ^= fence;
            !code && !fence
        })
        .collect()
}

fn is_heading(line: &str) -> bool {
    let after = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - after.len()))
        && after.starts_with(' ')
        && !after.trim().is_empty()
}

fn is_delimiter(line: &str) -> bool {
    let line = line.trim();
    line.contains('|') && line.contains("--") && line.chars().all(|c| "|-: \t".contains(c))
}

struct ShownText {
    headings: usize,
    tables: usize,
    words: HashSet<String>,
}

fn shown(book: &Rulebook, document: &Document) -> ShownText {
    let mut shown = ShownText {
        headings: 0,
        tables: 0,
        words: HashSet::new(),
    };
    shown.words.extend(words(&document.title));
    for at in book.subtree(document.root) {
        let section = book.section(at);
        shown.headings += usize::from(!section.run_in);
        shown.words.extend(words(&section.heading));
        for name in section.aliases.iter().chain(&section.tags) {
            shown.words.extend(words(name));
        }
        let blocks = book.blocks(at);
        shown.tables += blocks.tables().count();
        for text in blocks.texts() {
            shown.words.extend(words(&text.plain));
            for target in text.runs.iter().filter_map(|run| run.link.as_ref()) {
                let (LinkTarget::Path(target) | LinkTarget::Name(target)) = target;
                shown.words.extend(words(target));
            }
        }
        for block in &*blocks {
            other_words(block, &mut shown.words);
        }
    }
    shown
}

/// Adds the words in a block that are not running text: code, keywords, stats, column headings and
/// labels of notes.
fn other_words(block: &Block, found: &mut HashSet<String>) {
    match &block.kind {
        BlockKind::Code(code) => found.extend(words(code)),
        BlockKind::Keywords(keywords) => {
            found.extend(keywords.iter().flat_map(|keyword| words(keyword)));
        }
        BlockKind::Stats(stats) => {
            for stat in stats {
                found.extend(words(&stat.name).chain(words(&stat.text)));
            }
        }
        BlockKind::Table(table) => {
            found.extend(
                table
                    .columns
                    .iter()
                    .flat_map(|column| words(&column.name.plain)),
            );
        }
        BlockKind::Note { provenance, .. } => found.extend(words(provenance.label())),
        _ => {}
    }
    for parts in block.parts() {
        for part in parts {
            other_words(part, found);
        }
    }
}

/// Returns the words of three or more characters, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| word.chars().count() > 2)
        .map(str::to_lowercase)
}

/// The languages of code blocks that only a plugin of Obsidian can show.
const QUERIES: [&str; 4] = ["button", "dataview", "dataviewjs", "tasks"];

/// Keys in a code block that tell a plugin how to lay out the block.
const LAYOUT: [&str; 9] = [
    "collapse",
    "color",
    "columns",
    "columnwidth",
    "dice",
    "forcecolumns",
    "icon",
    "layout",
    "statblock",
];

/// Removes what no reader sees, such as HTML tags, comments, link addresses and the ids of blocks.
fn without_markup(text: &str) -> String {
    let (mut code, mut query) = (false, false);
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        code ^= is_fence;
        query = code && (query || QUERIES.contains(&line.trim().trim_start_matches('`')));
        let key = line
            .split_once(':')
            .map(|(key, _)| key.trim_start_matches([' ', '-']));
        let is_key = key.is_some_and(|key| key.chars().all(|c| c.is_alphanumeric() || c == '_'));
        let is_layout = key.is_some_and(|key| LAYOUT.contains(&key));
        let line = line.split(" ^").next().unwrap_or(line);
        if !is_fence
            && !is_layout
            && !query
            && !line.trim_start_matches(['>', ' ']).starts_with('^')
        {
            // The page turns the keys of a statblock into labels with other spellings, so leave the
            // keys out.
            kept.push_str(if code && is_key {
                &line[line.find(':').unwrap_or(0)..]
            } else {
                line
            });
            kept.push('\n');
        }
    }
    let mut text = kept.replace("`dice:", "`");
    for (open, close) in [
        ("`$=", "`"),
        ("`=", "`"),
        ("<!--", "-->"),
        ("%%", "%%"),
        ("<", ">"),
        ("](", ")"),
        ("[!", "]"),
        ("#^", "]"),
        ("{", "}"),
        ("&", ";"),
    ] {
        text = without(&text, open, close);
    }
    text
}

/// Replaces each `open` mark, the next `close` mark and the text between them with a space. A text
/// that has several lines, or 400 bytes or more, is replaced only in a comment (`<!-- ... -->` or
/// `%% ... %%`) or in inline code that starts with `$=`.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        kept.push_str(before);
        let end = after.find(close).filter(|end| {
            open.len() > 2 || open == "%%" || !after[..*end].contains('\n') && *end < 400
        });
        if let Some(end) = end {
            kept.push(' ');
            rest = &after[end + close.len()..];
        } else {
            kept.push_str(open);
            rest = after;
        }
    }
    kept.push_str(rest);
    kept
}
