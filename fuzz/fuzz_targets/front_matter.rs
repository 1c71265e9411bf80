//! Any text between the fences of front matter, and any text as a settings file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::rules::Rulebook;
use tableside::source::Source;

fuzz_target!(|text: &str| {
    let sources = vec![
        Source::in_memory("a.md", &format!("---\n{text}\n---\n# A\n")),
        Source::in_memory("game.yaml", text),
        Source::in_memory("synonyms.yaml", text),
    ];
    let book = Rulebook::load(sources, Vec::new());
    for fault in &book.diagnostics {
        assert!(!fault.to_string().contains('\x1b'));
    }
});
