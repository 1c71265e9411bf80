//! Recognises the lines that start a block of a rules document: a mark, a `**Label:**`,
//! the provenance of a note.

use super::plugins;
use crate::rules::parse::shape::provenance_line;

const MARKS: [char; 7] = ['▶', '►', '◆', '•', '●', '◦', '▪'];

/// Whether a line without indentation starts a block of a rules document.
pub fn opens_block(line: &str) -> bool {
    opens_label(line) || opens_mark(line)
}

/// Whether a line stays a line of its own right below the line `above`:
/// - Either line is a provenance.
/// - The line below starts with a mark or a label, or is a field of an Obsidian plugin.
/// - The line above starts in bold or italics, and the line below starts in bold: `*Source* Tome`
///   above `**Range** 30 feet`.
/// - The line above is the title of a callout.
pub fn parts_lines(above: &str, below: &str) -> bool {
    let marks = [' ', '\t', '>'];
    let (above, quoted) = (above.trim_matches(marks), below.trim_matches(marks));
    opens_label(below.trim_start())
        || opens_mark(quoted)
        || plugins::is_field(quoted)
        || above.starts_with(['*', '_']) && quoted.starts_with("**")
        || above.starts_with('[') && provenance_line(above).is_some()
        || above.starts_with("[!")
}

/// Whether a line starts with a mark, or is the provenance of a note, such as
/// `[Derived from illustration]`.
fn opens_mark(line: &str) -> bool {
    line.trim_start_matches(['*', '_']).starts_with(MARKS)
        || line.starts_with('[') && provenance_line(line).is_some()
}

/// Whether a line starts with a label: `**Name:** text`, `*Answer*: No.`
fn opens_label(line: &str) -> bool {
    let bare = line.trim_start_matches(['*', '_']);
    if bare.len() == line.len() {
        return false;
    }
    let end = bare.find(['*', '_']).unwrap_or(bare.len());
    let (name, after) = bare.split_at(end);
    name.trim_end().ends_with(':') || after.trim_start_matches(['*', '_']).starts_with(':')
}
