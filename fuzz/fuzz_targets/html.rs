//! Loads arbitrary text as a web page. The loaded texts must contain no unsafe character, their spans
//! must lie in the text of the page, and the document must convert and load again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::rules::convert::to_markdown;
use tableside::rules::{DocumentRef, Rulebook};
use tableside::source::{Source, is_unsafe};

fuzz_target!(|text: &str| {
    let book = Rulebook::load(vec![Source::in_memory("a.html", text)], Vec::new());
    let shown = &book.documents[0].source.text;
    for (_, section, blocks) in book.walk() {
        let mut texts = blocks.texts().chain([blocks.heading()]);
        assert!(texts.all(|text| !text.plain.contains(|c| is_unsafe(c) && c != '\n')));
        assert!(shown.get(section.heading_span.range()).is_some());
        assert!(shown.get(section.span.range()).is_some());
    }
    let markdown = to_markdown(&book, DocumentRef(0)).unwrap();
    Rulebook::load(vec![Source::in_memory("a.md", &markdown)], Vec::new());
});
