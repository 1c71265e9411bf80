//! Finds the title of a document.

use super::item::Item;
use super::markdown;
use crate::rules::model::FrontMatter;
use crate::rules::slug::{fold, one_line, straighten, title_case};

/// Returns the document's title: the front matter's `title`, otherwise the only H1, otherwise the
/// front matter's `section` in title case, otherwise `file_stem` in title case. The file name of an
/// overview may start with number signs, so that it comes first in its folder.
pub fn title(items: &[Item], front_matter: &FrontMatter, file_stem: &str) -> String {
    let mut h1 = items.iter().filter_map(|item| match item {
        Item::Heading { level: 1, text, .. } if !text.is_blank() => Some(text),
        _ => None,
    });
    let only_h1 = h1.next().filter(|_| h1.next().is_none());
    let is_text = |title: &&str| !title.contains("{{");
    let given = front_matter
        .get("title")
        .filter(is_text)
        .map(markdown::decoded);
    let name = file_stem.trim_start_matches(['#', ' ']);
    let name = if name.is_empty() { file_stem } else { name };
    given
        .or_else(|| only_h1.map(|text| titled(&text.plain)))
        .unwrap_or_else(|| title_case(front_matter.get("section").unwrap_or(name)))
}

/// Returns the index of the heading of the whole document: it is an H1 or repeats the title, and no
/// other heading has the same or a higher level. Pictures, lists and other blocks may be above it.
pub fn title_heading(items: &[Item], title: &str) -> Option<usize> {
    let is_heading = |item: &Item| matches!(item, Item::Heading { .. });
    let at = items.iter().position(is_heading)?;
    let Item::Heading { level, text, .. } = &items[at] else {
        return None;
    };
    let is_title = *level == 1 && !text.is_blank() || fold(&text.plain) == fold(title);
    let is_high = |item: &Item| matches!(item, Item::Heading { level: high, text, .. } if high <= level && !text.is_blank());
    (is_title && !items[at + 1..].iter().any(is_high)).then_some(at)
}

/// Converts a heading to a title: on one line, with straight quotes.
pub fn titled(heading: &str) -> String {
    straighten(&one_line(heading))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case("tomb-world", "Tomb World")]
    #[case("# Monster Statistics", "Monster Statistics")]
    #[case("## Spell Lists", "Spell Lists")]
    #[case("#", "#")]
    fn a_file_without_a_title_has_that_of_its_name(#[case] stem: &str, #[case] expected: &str) {
        assert_eq!(title(&[], &FrontMatter::default(), stem), expected);
    }
}
