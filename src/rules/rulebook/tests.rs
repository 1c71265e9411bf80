//! Tests that documents are parsed on demand, with the same sections as during loading.

use proptest::prelude::*;

use super::*;
use crate::source::Source;

fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "# Title",
        "## Part",
        "### Open 1AP",
        "**Name:** text of it",
        "**Stats:**",
        "- item",
        "  - inner",
        "> quoted",
        "> **Designer's Note:** why",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "▶ Do it.",
        "◆ Not so.",
        "---",
        "text",
        "**Question:** Why?",
        "```\ncode\n```",
        "[x]: y.md",
        "Term: text",
    ];
    (
        prop::sample::select(pieces.to_vec()),
        prop::sample::select(vec!["\n", "\n\n"]),
    )
        .prop_map(|(piece, gap)| format!("{piece}{gap}"))
}

proptest! {
    #[test]
    fn the_text_of_a_document_fits_its_sections(
        pieces in prop::collection::vec(piece(), 0..30),
        head in prop::sample::select(vec!["", "---\ntitle: Head\n---\n"]),
    ) {
        let text = format!("{head}{}", pieces.concat());
        let other = Source::in_memory("other.md", "# Other\n\ntext\n");
        let book = Rulebook::load(vec![other, Source::in_memory("a.md", &text)], Vec::new());
        for (at, section, blocks) in book.walk() {
            prop_assert_eq!(section.has_text, !blocks.is_empty());
            prop_assert_eq!(&blocks.heading().plain, &section.heading);
            prop_assert_eq!(&*book.blocks(at), &*blocks);
        }
    }
}
