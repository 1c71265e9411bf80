//! Loads arbitrary bytes as PDF. Whatever they are, there is a document without unsafe characters, or
//! a fault.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::rules::Rulebook;
use tableside::source::{Source, Stamp, is_unsafe};

fuzz_target!(|bytes: &[u8]| {
    if !bytes.starts_with(b"%PDF-") {
        return;
    }
    let source = Source::in_memory("a.pdf", "").with_bytes(bytes.to_vec(), Stamp::default());
    let book = Rulebook::load(vec![source], Vec::new());
    for (_, _, blocks) in book.walk() {
        let mut texts = blocks.texts().chain([blocks.heading()]);
        assert!(texts.all(|text| !text.plain.contains(|c| is_unsafe(c) && c != '\n')));
    }
});
