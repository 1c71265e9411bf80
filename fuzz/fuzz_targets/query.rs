//! Searches for arbitrary text: words, filters, phrases, numbers. The number of hits must not
//! exceed the limit, and all highlights must lie on character boundaries.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tableside::loader;
use tableside::rules::Rulebook;
use tableside::search::{Query, SearchIndex};

static RULES: LazyLock<(Rulebook, SearchIndex)> = LazyLock::new(|| {
    let book = Rulebook::load(loader::bundled().collect(), Vec::new());
    let index = SearchIndex::build(&book).expect("an index in memory");
    (book, index)
});

fuzz_target!(|text: &str| {
    let (book, index) = &*RULES;
    let query = Query { text: text.to_owned(), limit: 20, ..Query::default() };
    let results = index.search(book, &query);
    assert!(results.hits.len() <= 20);
    for hit in &results.hits {
        assert!(hit.score.is_finite());
        let snippet = &hit.snippet;
        assert!(snippet.marks.iter().all(|mark| snippet.text.get(mark.clone()).is_some()));
        let title = book.section(hit.section).full_title();
        assert!(hit.title_marks.iter().all(|mark| title.get(mark.clone()).is_some()));
    }
    assert!(results.highlight.marks(text).iter().all(|mark| text.get(mark.clone()).is_some()));
});
