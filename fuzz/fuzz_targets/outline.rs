//! Any bytes as a stored outline: it is refused, or every section of it can be walked and drawn.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use tableside::bytes::{Reader, Stored};
use tableside::links::LinkGraph;
use tableside::render::{Context, Page};
use tableside::rules::Rulebook;
use tableside::source::Source;

static FILES: LazyLock<Vec<Arc<Source>>> = LazyLock::new(|| {
    let texts = ["# A\n\ntext\n\n## B 1AP\n\n**Run-in:** 2\"\n", "---\ntitle: C\n---\n# C\n\n## \u{25b6} D\n"];
    texts.map(|text| Arc::new(Source::in_memory("a.md", text))).into()
});

fuzz_target!(|bytes: &[u8]| {
    let mut head = Reader::new(bytes);
    let sections = head.part().bytes().to_vec();
    let Some(book) = Rulebook::restore(&mut head, Stored::Memory(sections), &FILES) else { return };
    let links = LinkGraph::new(&book);
    for document in &book.documents {
        let context = Context::new(&book, &links, 40);
        assert!(!Page::of(context, document.root).lines.is_empty());
    }
    assert_eq!(book.walk().count(), book.section_count());
});
