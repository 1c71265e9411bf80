//! Finds Obsidian's block ids (`^8f3a`), and edits unknown or damaged markup.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::source::clamped;

/// A change of a line: a byte range of the line, and the text that replaces it.
pub type LineEdit = (Range<usize>, String);

/// Returns the ids of the blocks in a text, such as `^8f3a`, each with the byte offset at which its
/// line starts. If several blocks have the same id, the first one counts.
pub fn block_ids(text: &str) -> BTreeMap<String, u32> {
    let mut ids = BTreeMap::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        for id in line[before_ids(line)..].split_ascii_whitespace() {
            ids.entry(id.to_owned()).or_insert(clamped(start));
        }
        start += line.len();
    }
    ids
}

/// Returns the byte offset in a line after which there are only block ids.
pub fn before_ids(line: &str) -> usize {
    let is_id_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut kept = line.trim_end();
    while let Some((_, word)) = kept.rsplit_once([' ', '>']).or(Some(("", kept)))
        && let Some(id) = word.strip_prefix('^')
        && id.len() > 1
        && id.chars().all(is_id_letter)
    {
        kept = kept[..kept.len() - word.len()].trim_end();
    }
    kept.len()
}

/// Converts a heading in HTML to markdown: `<h2 id="a">Who?</h2>`, or `##>Who?</h2>`, which another
/// converter has left. Replaces tabs in the delimiter row of a table with spaces, because the parser
/// expects no tabs there.
pub fn repair(line: &str) -> Option<LineEdit> {
    if line.contains("-\t") && !line.contains(|c: char| !"|-: \t>".contains(c)) {
        return Some((0..line.len(), line.replace('\t', " ")));
    }
    let (tag, text) = line.split_once('>').filter(|_| line.contains("</h"))?;
    let tag = tag.trim_start();
    let level = match tag.strip_prefix("<h") {
        Some(rest) => rest.chars().next()?.to_digit(7)? as usize,
        None => tag.len(),
    };
    let marks = "#".repeat(level);
    let is_heading = (1..7).contains(&level) && (tag.starts_with('<') || tag == marks);
    is_heading.then(|| (0..line.len() - text.len(), format!("\n{marks} ")))
}

/// Returns the edits that turn the definition of an abbreviation, `*[GM]: Game Master`, as Markdown
/// Extra has it, into a list item.
pub fn abbreviation(line: &str) -> Option<[LineEdit; 2]> {
    let start = line.len() - line.trim_start().len();
    let (name, _) = line[start..].strip_prefix("*[")?.split_once("]:")?;
    let end = start + 2 + name.len();
    let edits = [
        (start..start + 2, "- ".to_owned()),
        (end..end + 1, String::new()),
    ];
    (!name.contains(['[', ']'])).then_some(edits)
}

/// Returns the edits that remove letters in an icon font, such as `<span class="icon-font">C</span>`.
pub fn icons(line: &str) -> impl Iterator<Item = LineEdit> {
    const OPENING: &str = "<span class=\"";
    // A search for a long text takes time to prepare, and few lines have tags.
    let searched = if line.contains('<') { line } else { "" };
    searched.match_indices(OPENING).filter_map(|(start, _)| {
        let (class, text) = line[start + OPENING.len()..].split_once('"')?;
        let after = text
            .strip_prefix('>')?
            .strip_prefix(|c: char| c.is_ascii_alphabetic())?
            .strip_prefix("</span>")?;
        let is_icon = class.ends_with("font") || class.contains("icon");
        is_icon.then(|| (start..line.len() - after.len(), String::new()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case("A line. ^a1 ^tldr\r\n", "A line.")]
    #[case("^table-1", "")]
    #[case(">^a1\n", ">")]
    #[case("x ^ 2, 2^10 and 2 ^10 cm ", "x ^ 2, 2^10 and 2 ^10 cm")]
    fn ids_at_the_end_of_a_line_are_not_shown(#[case] line: &str, #[case] shown: &str) {
        assert_eq!(&line[..before_ids(line)], shown);
    }
}
