//! What the start of a source line opens, before it is parsed.

use crate::rules::parse::shape::provenance_line;

/// Marks that keep their own line.
const MARKS: [char; 6] = ['▶', '►', '◆', '•', '●', '◦'];

/// Whether a line without indent opens a block of a rules document.
pub(super) fn opens_block(line: &str) -> bool {
    let bold = line
        .trim_end()
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    let is_bold = bold.is_some_and(|name| !name.is_empty() && !name.contains('*'));
    is_bold || opens_label(line) || opens_mark(line) || is_provenance(line)
}

/// Whether the first line of a text opens a block below running text. It may go on with a quote.
pub(super) fn opens_below_text(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("").trim_start();
    let quoted = line.trim_start_matches([' ', '\t', '>']);
    opens_label(line) || opens_mark(quoted) || is_provenance(quoted)
}

/// Whether a line is the provenance of a note: `[Derived from illustration]`.
pub(super) fn is_provenance(line: &str) -> bool {
    line.starts_with('[') && provenance_line(line).is_some()
}

fn opens_mark(line: &str) -> bool {
    line.trim_start_matches(['*', '_']).starts_with(MARKS)
}

/// Whether a line opens with a label: `**Name:** text`, `*Answer*: No.`
fn opens_label(line: &str) -> bool {
    let bare = line.trim_start_matches(['*', '_']);
    let end = bare.find(['*', '_']).unwrap_or(bare.len());
    let (name, after) = bare.split_at(end);
    let has_colon =
        name.trim_end().ends_with(':') || after.trim_start_matches(['*', '_']).starts_with(':');
    bare.len() < line.len() && has_colon
}
