//! Loads arbitrary text, with spaces in place of `#` and `|`, as a plain-text document. The text
//! must load and convert, and the spans of all sections must lie in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::rules::convert::to_markdown;
use tableside::rules::{DocumentRef, Rulebook};
use tableside::source::Source;

fuzz_target!(|text: &str| {
    let text = text.replace(['#', '|'], " ");
    let book = Rulebook::load(vec![Source::in_memory("a.txt", &text)], Vec::new());
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for section in book.sections() {
        assert!(text.get(section.heading_span.range()).is_some());
        assert!(text.get(section.span.range()).is_some());
    }
    assert!(to_markdown(&book, DocumentRef(0)).unwrap().starts_with("---\n"));
});
