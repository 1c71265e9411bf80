//! Finds Obsidian's block ids (`^8f3a`), and edits unknown or damaged markup.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::source::clamped;

/// A change of a line: a byte range of the line, and the text that replaces it.
pub type LineEdit = (Range<usize>, String);

/// Returns the ids that the author gave to places in a text, each with the byte offset at which its
/// line starts: ids of blocks (`^8f3a`), of headings (`{#fog}`) and of elements (`<a id="fog">`). If
/// several places have the same id, the first one counts.
pub fn anchors(text: &str) -> BTreeMap<String, u32> {
    let mut ids = BTreeMap::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut add = |id: &str| {
            if !id.is_empty() {
                ids.entry(id.to_owned()).or_insert(clamped(start));
            }
        };
        line[before_ids(line)..]
            .split_ascii_whitespace()
            .for_each(&mut add);
        if line.contains(['{', '<']) {
            element_ids(line).for_each(&mut add);
        }
        start += line.len();
    }
    ids
}

/// Returns the ids in the attributes of a line: `{#fog}`, `{: #fog}`, `<a id="fog">`, `<a name=fog>`.
fn element_ids(line: &str) -> impl Iterator<Item = &str> {
    let marked = line.match_indices('#').filter_map(|(at, _)| {
        let is_id = line[..at].trim_end_matches([' ', ':']).ends_with('{');
        is_id.then(|| line[at + 1..].split([' ', '}', '"']).next().unwrap_or(""))
    });
    let named = ["id=", "name="].into_iter().flat_map(move |key| {
        line.match_indices(key).filter_map(move |(at, _)| {
            let is_attribute = line[..at].ends_with([' ', '\t']) && line[..at].contains('<');
            let value = line[at + key.len()..].trim_start_matches(['"', '\'']);
            is_attribute.then(|| value.split(['"', '\'', '>', ' ']).next().unwrap_or(""))
        })
    });
    marked.chain(named)
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

/// Repairs a line that other programs accept: a heading that a converter has left as
/// `##>Who?</h2>`, and the delimiter row of a table, in which the parser expects neither tabs nor
/// `+`.
pub fn repair(line: &str) -> Option<LineEdit> {
    let is_rule = || !line.contains(|c: char| !"|-:+ \t>".contains(c));
    if (line.contains("-\t") || line.starts_with("|-") && line.contains('+')) && is_rule() {
        return Some((0..line.len(), line.replace('\t', " ").replace('+', "|")));
    }
    let (tag, text) = line.split_once('>').filter(|_| line.contains("</h"))?;
    let level = tag.trim_start().len();
    let is_heading = (1..7).contains(&level) && tag.trim_start().bytes().all(|byte| byte == b'#');
    is_heading.then(|| {
        (
            0..line.len() - text.len(),
            format!("\n{} ", "#".repeat(level)),
        )
    })
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

/// Returns the edit that keeps a line such as `:::` from being read as a definition: the colon of a
/// definition is followed by a space.
pub fn colon(line: &str) -> Option<LineEdit> {
    let text = line.trim_start_matches(['>', ' ']);
    let at = line.len() - text.len();
    let rest = text.strip_prefix(':')?;
    let is_definition = rest.is_empty() || rest.starts_with([' ', '\t']);
    let is_table = rest.contains('-') && !rest.contains(|c: char| !"|-: \t".contains(c));
    // Four spaces may be the indent of code.
    let is_text = !is_definition && !is_table && !line[..at].ends_with("    ");
    is_text.then(|| (at..at + 1, "&#58;".to_owned()))
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

    #[test]
    fn the_ids_of_places_are_found() {
        let text =
            "A ^a1\n## Bog {#cid .x}\n<a name='sink'></a> <h3 class=x id=\"h\">\n{: #iad }\n#tag\n";
        let found: Vec<_> = anchors(text).into_iter().collect();
        let expected = [("^a1", 0), ("cid", 6), ("h", 23), ("iad", 63), ("sink", 23)];
        assert_eq!(found, expected.map(|(id, at)| (id.to_owned(), at)));
    }

    #[rstest::rstest]
    #[case("::::", true)]
    #[case("> :smile: x", true)]
    #[case(": text", false)]
    #[case(":", false)]
    #[case(":---|:--:", false)]
    #[case("    :x", false)]
    #[case("a :b", false)]
    fn a_colon_without_a_space_is_no_definition(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(colon(line).is_some(), expected);
    }

    #[rstest::rstest]
    #[case("A line. ^a1 ^tldr\r\n", "A line.")]
    #[case("^table-1", "")]
    #[case(">^a1\n", ">")]
    #[case("x ^ 2, 2^10 and 2 ^10 cm ", "x ^ 2, 2^10 and 2 ^10 cm")]
    fn ids_at_the_end_of_a_line_are_not_shown(#[case] line: &str, #[case] shown: &str) {
        assert_eq!(&line[..before_ids(line)], shown);
    }
}
