//! Recognises the lines that start a block of a rules document: a mark, a `**Label:**`,
//! the provenance of a note.

use super::plugins;
use crate::rules::parse::shape::is_bracketed_line;

/// The maximum length of a title above an underline of dashes, in bytes.
const MAX_TITLE: usize = 100;

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
        || is_bracketed_line(above)
        || above.starts_with("[!")
}

/// Whether the text of a heading with an underline, with the underline, is a paragraph above a
/// break: the underline is of dashes, and the text has several lines, ends like a sentence or starts
/// with a label.
pub fn is_break(text: &str) -> bool {
    let (above, underline) = text.rsplit_once('\n').unwrap_or((text, ""));
    let underline = underline.trim_start_matches([' ', '>']).trim_end();
    let title = above.trim();
    let ends_sentence = title
        .trim_end_matches(['*', '_', ')', '"', '”'])
        .ends_with(['.', '!', '?', ':', ';', ',']);
    let is_part = title
        .strip_prefix("**")
        .is_some_and(|rest| !rest.trim_end().ends_with("**"));
    underline.starts_with('-')
        && (underline.len() < 3
            || title.contains('\n')
            || title.len() > MAX_TITLE
            || ends_sentence
            || is_part)
        || underline.len() < 2
}

/// Whether a line starts with a mark, or is the provenance of a note, such as
/// `[Derived from illustration]`.
fn opens_mark(line: &str) -> bool {
    // Bullets and geometric shapes, such as ▶.
    let is_mark = |c: char| matches!(c, '•' | '\u{25a0}'..='\u{25ff}');
    line.trim_start_matches(['*', '_']).starts_with(is_mark) || is_bracketed_line(line)
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
