//! Replaces markers in a line with spaces, so that the offsets of the following lines stay the
//! same: Obsidian's block ids (`^8f3a`), and damaged markup.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::source::clamped;

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

/// Replaces the block ids at the end of a line with spaces.
pub fn without_ids(line: &str) -> Cow<'_, str> {
    let (kept, dropped) = line.split_at(before_ids(line));
    if dropped.trim().is_empty() {
        return line.into();
    }
    (kept.to_owned() + &blanked(dropped)).into()
}

/// Replaces each byte of a text with a space, except line breaks. Because the length stays the same,
/// so do the offsets of the following lines.
pub fn blanked(text: &str) -> String {
    let blank = |byte| match byte {
        b'\n' | b'\r' => char::from(byte),
        _ => ' ',
    };
    text.bytes().map(blank).collect()
}

/// Returns the byte offset in a line after which there are only block ids.
fn before_ids(line: &str) -> usize {
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

/// Repairs a heading whose opening tag was replaced with number signs: `##>Who?</h2>`. Replaces
/// tabs in the delimiter row of a table with spaces, because the parser expects no tabs there. The
/// length of the line stays the same.
pub fn repaired(line: Cow<'_, str>) -> Cow<'_, str> {
    if line.contains("-\t") && !line.contains(|c: char| !"|-: \t\r\n>".contains(c)) {
        return line.replace('\t', " ").into();
    }
    let after = line.trim_start_matches('#');
    if after.len() < line.len() && after.starts_with('>') && after.contains("</h") {
        return line.replacen('>', " ", 1).into();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case("A line. ^a1 ^tldr\r\n", "A line.          \r\n")]
    #[case("^table-1", "        ")]
    #[case(">^a1\n", ">   \n")]
    #[case("x ^ 2, 2^10 and 2 ^10 cm ", "x ^ 2, 2^10 and 2 ^10 cm ")]
    fn ids_at_the_end_of_a_line_are_blank(#[case] line: &str, #[case] shown: &str) {
        assert_eq!(without_ids(line), shown);
    }
}
