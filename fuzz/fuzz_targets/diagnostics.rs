//! Loads arbitrary text, split into two documents at a form feed. Without a form feed, the second
//! document links to the first. Diagnostics must contain no character that could control a
//! terminal, and their lines must lie in the document or directly after it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::links::{self, LinkGraph};
use tableside::rules::Rulebook;
use tableside::rules::check::check;
use tableside::source::{Source, is_unsafe};

fuzz_target!(|text: &str| {
    let (first, second) = text.split_once("\u{c}").unwrap_or((text, "# B\n\n[a](a.md#a) [[A]]\n"));
    let sources = vec![Source::in_memory("a.md", first), Source::in_memory("\u{1b}[2Jb.md", second)];
    let lines: Vec<_> = sources.iter().map(|source| source.text.lines().count().max(1) + 1).collect();
    let graph = LinkGraph::new(Rulebook::load(sources, Vec::new()));
    let book = &graph.book;
    let faults = book.diagnostics.iter().cloned().chain(check(book)).chain(links::diagnostics(&graph));
    for fault in faults {
        assert!(!fault.to_string().contains(|c| is_unsafe(c) && c != '\n'), "{fault:?}");
        let most = lines[usize::from(fault.path != "a.md")];
        assert!(fault.location.is_none_or(|place| place.line as usize <= most && place.column > 0));
    }
});
