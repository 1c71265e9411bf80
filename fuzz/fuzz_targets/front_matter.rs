//! Loads arbitrary text as front matter, as `game.yaml` and as `synonyms.yaml`. No diagnostic may
//! contain an escape character.
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
