//! Loads arbitrary text as markdown. The loaded texts must contain no unsafe character, and the
//! document must convert and load again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::rules::convert::to_markdown;
use tableside::rules::{DocumentRef, Rulebook};
use tableside::source::{Source, is_unsafe};

fuzz_target!(|text: &str| {
    let load = |text: &str| Rulebook::load(vec![Source::in_memory("a.md", text)], Vec::new());
    let book = load(&format!("# A\n{text}"));
    for (_, section, blocks) in book.walk() {
        let mut texts = blocks.texts().chain([blocks.heading()]);
        assert!(texts.all(|text| !text.plain.contains(|c| is_unsafe(c) && c != '\n')));
        assert!(section.span.start <= section.span.end);
    }
    load(&to_markdown(&book, DocumentRef(0)).unwrap());
});
