use proptest::prelude::*;

use crate::links::LinkGraph;
use crate::render::{Page, PageContext};
use crate::rules::Rulebook;
use crate::source::Source;

const HATCH: &str = "# One\n\n## Operate Hatch 1AP\n\n▶ Open or close a hatchway within 1\".\n▶ It costs 1AP less for a Squad Leader.\n\n\
    ◆ Not in control range of an enemy.\n\n## Squad Leader\n\nHe leads.\n";
const AGAIN: &str = "# Two\n\n## Operate Hatch 1AP\n\n▶ Open or close a hatchway within 2\".\n\n\
    ◆ Not in control range of an enemy.\n◆ Not twice in a turn.\n";

fn compared(one: &str, other: &str, width: u16) -> Page {
    let sources = vec![
        Source::in_memory("one.md", one),
        Source::in_memory("two.md", other),
    ];
    let book = Rulebook::load(sources, Vec::new());
    let links = LinkGraph::new(book);
    let book = &links.book;
    let of = |document: usize| {
        let root = book.documents[document].root;
        book.children(root).next().unwrap_or(root)
    };
    let context = PageContext::new(&links, width);
    Page::comparing(context, of(0), of(1))
}

fn shown(comparison: &Page) -> String {
    comparison
        .lines
        .iter()
        .map(|line| line.text().trim_end().to_owned() + "\n")
        .collect()
}

fn differing(comparison: &Page) -> Vec<&str> {
    let pieces = comparison.lines.iter().flat_map(|line| &line.pieces);
    pieces
        .filter(|piece| piece.face.differs)
        .map(|piece| piece.text.as_str())
        .collect()
}

#[test]
fn matching_parts_are_side_by_side_with_different_words_marked() {
    let comparison = compared(HATCH, AGAIN, 80);
    let expected = [
        "  Operate Hatch  1AP                    │ Operate Hatch  1AP",
        "                                        │",
        "  ▶ Open or close a hatchway within 1\". ~ ▶ Open or close a hatchway within 2\".",
        "  ▶ It costs 1AP less for a Squad       -",
        "    Leader.                             │",
        "  ◆ Not in control range of an enemy.   │ ◆ Not in control range of an enemy.",
        "                                        + ◆ Not twice in a turn.",
    ];
    assert_eq!(shown(&comparison).lines().collect::<Vec<_>>(), expected);
    assert_eq!(comparison.matches().len(), 3);
    assert_eq!(differing(&comparison), ["1\".", "2\"."]);
    let shorter = HATCH.replace(" a hatchway", "");
    assert_eq!(differing(&compared(HATCH, &shorter, 80)), ["a hatchway"]);
}

#[test]
fn titles_are_side_by_side_even_if_different() {
    let comparison = compared(
        "# One\n\n## Rats\n\nGnaw.\n",
        "# Two\n\n## Wide Swamp Crabs\n\nGnaw.\n",
        80,
    );
    assert!(
        shown(&comparison).starts_with("  Rats "),
        "{}",
        shown(&comparison)
    );
}

#[test]
fn links_lead_on_from_a_comparison() {
    let comparison = compared(HATCH, AGAIN, 80);
    assert_eq!(comparison.links.len(), 1);
    let link = &comparison.links[0];
    assert!(comparison.lines[link.line].text().contains("for a Squad"));
}

#[test]
fn a_section_does_not_differ_from_itself() {
    let comparison = compared(HATCH, HATCH, 100);
    assert!(comparison.matches().is_empty());
}

proptest! {
    #[test]
    fn no_line_of_a_comparison_is_wider_than_the_screen_and_links_lie_on_it(
        one in "(#{2,4} [A-C]|\\*\\*[AB]:\\*\\* b|- a b|▶ c d|> \\*\\*Note:\\*\\* a|日本|\\| a \\| b \\||\\|-\\|-\\||\n){0,12}",
        other in "(#{2,4} [A-C]|\\*\\*[AB]:\\*\\* b|- a b|▶ c d|> \\*\\*Note:\\*\\* a|日本|\\| a \\| b \\||\\|-\\|-\\||\n){0,12}",
        width in 1_u16..200,
    ) {
        let comparison = compared(&one, &other, width);
        let lines = &comparison.lines;
        prop_assert!(comparison.links.iter().all(|link| link.last_line < lines.len()));
        if width >= 20 {
            prop_assert!(lines.iter().all(|line| line.width() <= usize::from(width)));
        }
    }
}

#[test]
fn narrow_screens_compare_texts_one_under_the_other() {
    let expected = [
        "   Operate Hatch  1AP",
        "",
        " ~ ▶ Open or close a hatchway within 1\".",
        " ~ ▶ Open or close a hatchway within 2\".",
        " - ▶ It costs 1AP less for a Squad Leader.",
        "   ◆ Not in control range of an enemy.",
        " + ◆ Not twice in a turn.",
    ];
    assert_eq!(
        shown(&compared(HATCH, AGAIN, 44))
            .lines()
            .collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn very_long_sections_are_compared_up_to_a_limit() {
    let long = |count| "# Many\n\n## Rats\n\n".to_owned() + &"- gnaw\n".repeat(count);
    let last = |count| {
        let comparison = compared(&long(count), AGAIN, 80);
        comparison.lines.last().unwrap().text()
    };
    let limit = "  Only the first 1000 paragraphs are compared.";
    assert_eq!(last(1000), limit);
    assert_ne!(last(999), limit);
}
