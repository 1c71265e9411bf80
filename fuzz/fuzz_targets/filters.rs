//! Searches with arbitrary filters, complete or incomplete, between arbitrary words. A filter by
//! kind must find only sections of that kind, and each completion must start with the typed text.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tableside::loader;
use tableside::rules::Rulebook;
use tableside::search::{Query, SearchIndex, complete};

const KEYS: [&str; 12] = ["type:", "kind:", "game:", "doc:", "ap:", "cp:", "SP:", "ep:", "vp:", "Ap:<=", "ap:>", ":"];

static RULES: LazyLock<(Rulebook, SearchIndex)> = LazyLock::new(|| {
    let book = Rulebook::load(loader::bundled().collect(), Vec::new());
    let index = SearchIndex::build(&book).expect("an index in memory");
    (book, index)
});

fuzz_target!(|input: (u8, Vec<(u8, &str)>)| {
    let (kind, parts) = input;
    let (book, index) = &*RULES;
    let mut text = String::new();
    for (key, value) in parts.iter().take(8) {
        text += KEYS[usize::from(*key) % KEYS.len()];
        text += value;
        text.push(if key & 0x80 == 0 { ' ' } else { '"' });
    }
    let results = find(book, index, &text);
    assert!(results.len() <= 20);
    let typed = text.trim_end_matches([' ', '"']);
    for known in complete(index, book, typed) {
        assert!(
            !typed.is_ascii() || known.to_lowercase().starts_with(&typed.to_lowercase()),
            "{known:?} for {typed:?}"
        );
    }
    if text.len() > 300 {
        // The search cuts off a very long query, which could remove the filter added below.
        return;
    }
    let kinds = book.kinds();
    let kind = kinds[usize::from(kind) % kinds.len()];
    for section in find(book, index, &format!("{} type:{kind}", text.replace(':', " "))) {
        assert_eq!(book.kind_name(section), kind, "{text:?}");
    }
});

fn find(book: &Rulebook, index: &SearchIndex, text: &str) -> Vec<tableside::rules::SectionRef> {
    let query = Query { text: text.to_owned(), limit: 20, ..Query::default() };
    index.search(book, &query).hits.iter().map(|hit| hit.section).collect()
}
