//! Recognises the lines that start a block of a rules document: a mark, a `**Label:**`, a name in
//! bold, the provenance of a note.

use super::plugins;
use crate::rules::parse::shape::provenance_line;

const MARKS: [char; 7] = ['▶', '►', '◆', '•', '●', '◦', '▪'];

/// Whether a line without indentation starts a block of a rules document.
pub fn opens_block(line: &str) -> bool {
    let bold = line
        .trim_end()
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    let is_bold = bold.is_some_and(|name| !name.is_empty() && !name.contains('*'));
    is_bold || opens_label(line) || opens_mark(line) || is_provenance(line)
}

/// Whether the first line of a text stays a line of its own right below running text. A label does.
/// A mark, a provenance and a field of an Obsidian plugin do too, even in a quote.
pub fn opens_below_text(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("").trim_start();
    let quoted = line.trim_start_matches([' ', '\t', '>']);
    opens_label(line) || opens_mark(quoted) || is_provenance(quoted) || plugins::is_field(quoted)
}

/// Whether the last line of the text above starts in bold or italics, and the first line of the text
/// below starts with some words in bold: `*Source* Tome` above `**Range** 30 feet`. Such lines stay
/// lines of their own.
pub fn continues_fields(above: &str, below: &str) -> bool {
    let above = above.rsplit('\n').next().unwrap_or("");
    let below = below.lines().next().unwrap_or("").trim();
    let name = below
        .strip_prefix("**")
        .and_then(|rest| rest.split_once("**"));
    above.trim_start().starts_with(['*', '_'])
        && name.is_some_and(|(name, after)| !name.is_empty() && !after.is_empty())
}

/// Whether a line is the provenance of a note, such as `[Derived from illustration]`.
pub fn is_provenance(line: &str) -> bool {
    line.starts_with('[') && provenance_line(line).is_some()
}

fn opens_mark(line: &str) -> bool {
    line.trim_start_matches(['*', '_']).starts_with(MARKS)
}

/// Whether a line starts with a label: `**Name:** text`, `*Answer*: No.`
fn opens_label(line: &str) -> bool {
    let bare = line.trim_start_matches(['*', '_']);
    let end = bare.find(['*', '_']).unwrap_or(bare.len());
    let (name, after) = bare.split_at(end);
    let has_colon =
        name.trim_end().ends_with(':') || after.trim_start_matches(['*', '_']).starts_with(':');
    bare.len() < line.len() && has_colon
}
