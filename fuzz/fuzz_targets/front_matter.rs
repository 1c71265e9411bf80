//! Loads arbitrary text as front matter, as the answer to queries, as `game.yaml` and as
//! `synonyms.yaml`. No diagnostic may contain an escape character, and no text an unsafe one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::rules::Rulebook;
use tableside::source::{Source, is_unsafe};

fuzz_target!(|text: &str| {
    let value: Vec<_> = text.lines().map(|line| format!("  {line}\n")).collect();
    let head = format!("---\na: |\n{}---\n", value.concat());
    let queries = "# `=this.a`\n`=this.a`\n- *`=this.a`*\n\n| `=this.a` [[a|b]] |\n|---|\n| ";
    let sources = vec![
        Source::in_memory("a.md", &format!("---\n{text}\n---\n# A\n")),
        Source::in_memory("b.md", &format!("{head}{queries}{text}")),
        Source::in_memory("game.yaml", text),
        Source::in_memory("synonyms.yaml", text),
    ];
    let book = Rulebook::load(sources, Vec::new());
    for (_, _, blocks) in book.walk() {
        let mut texts = blocks.texts().chain([blocks.heading()]);
        assert!(texts.all(|text| !text.plain.contains(|c| is_unsafe(c) && c != '\n')));
    }
    for fault in &book.diagnostics {
        assert!(!fault.to_string().contains('\x1b'));
    }
});
