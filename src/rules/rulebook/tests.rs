//! Tests that documents are parsed on demand, with the same sections as during loading.

use std::fs;

use proptest::prelude::*;

use super::*;
use crate::loader::{self, Origin};
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

#[test]
fn only_recent_texts_are_cached() {
    let text = format!("# A\n\n{}", "word ".repeat(MAX_CACHED_BYTES / 20));
    let sources = (0..9)
        .map(|number| Source::in_memory(&format!("{number}.md"), &text))
        .collect();
    let book = Rulebook::load(sources, Vec::new());
    let kept = || -> Vec<u32> {
        let bodies = book.bodies.lock().unwrap();
        bodies.iter().map(|(document, _)| document.0).collect()
    };
    for document in [0, 1, 2, 3, 2] {
        assert!(!book.blocks(book.documents[document].root).is_empty());
    }
    assert_eq!(kept(), [1, 3, 2]);
    assert_eq!(book.walk().count(), 9);
    assert_eq!(kept(), [6, 7, 8]);
}

#[test]
fn texts_stay_in_their_files_until_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.md");
    let load = || {
        let listing = loader::find(&[Origin::Path(folder.path().to_owned())]).unwrap();
        Rulebook::load(listing.sources, listing.diagnostics)
    };
    fs::write(&file, "# A\n\nx\n\n## B\n\ny\n").unwrap();
    fs::write(folder.path().join("b.md"), "# B\n").unwrap();
    let book = load();
    assert!(book.documents[0].source.text.is_empty());
    assert_eq!(book.blocks(SectionRef(1)).len(), 1);
    assert!(!book.is_outdated());
    // The changed text leaves the sections and their spans the same.
    let book = load();
    fs::write(&file, "# A\n\nz\n\n## B\n\ny\n").unwrap();
    assert_eq!(book.blocks(SectionRef(1)).len(), 0);
    assert!(book.is_outdated());
}
