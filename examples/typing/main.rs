//! How long a keystroke in the search takes, in rules of several sizes: names are typed letter by letter into the browser's own
//! state. `cargo run --release --example typing -- 11 58 11200` types into the bundled rules, into a set of 58 documents and
//! into a vault of 11,200 small files.
//!
//! A key is the time in which no other key can be taken in: its search, and laying out the best result. A frame is drawn
//! after it.

#[path = "../corpus/set.rs"]
mod set;
#[path = "../corpus/words.rs"]
mod words;

mod typist;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tableside::rules::Rulebook;
use tableside::search::{Query, SearchIndex};
use tableside::tui::library::Library;
use typist::{Failure, TIMES, percentile};

const SIZE: (u16, u16) = (120, 40);

fn main() -> Result<(), Failure> {
    let sizes: Vec<usize> = std::env::args()
        .skip(1)
        .map(|size| size.parse())
        .collect::<Result<_, _>>()?;
    println!("| documents | sections | text | index built in | index | search | key | frame |");
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|");
    for documents in if sizes.is_empty() {
        vec![11, 58]
    } else {
        sizes
    } {
        measure(typist::rules(documents))?;
    }
    println!("\nMedian / p99 / slowest keystroke, each the best of {TIMES}, in milliseconds.");
    Ok(())
}

fn measure(book: Rulebook) -> Result<(), Failure> {
    let started = Instant::now();
    let index = Arc::new(SearchIndex::build(&book)?);
    let built = started.elapsed();
    let bytes = index.to_bytes()?;
    let text: usize = book
        .documents
        .iter()
        .map(|document| document.source.text.len())
        .sum();
    let (documents, sections) = (book.documents.len(), book.section_count());
    let typed = typist::texts(&book);
    let library = Library {
        index: Some(index),
        ..Library::new(book)
    };
    let searches: Vec<_> = typed.iter().map(|text| search(&library, text)).collect();
    let times = typist::keystrokes(library, &typed, SIZE)?;
    println!(
        "| {documents} | {sections} | {} KB | {built:.2?} | {} KB | {} | {} | {} |",
        text / 1000,
        bytes.len() / 1000,
        shown(&searches),
        shown(&times.keys),
        shown(&times.frames)
    );
    Ok(())
}

/// One search, in itself.
fn search(library: &Library, text: &str) -> Duration {
    let query = Query {
        text: text.to_owned(),
        limit: 60,
        ..Query::default()
    };
    let once = || {
        let started = Instant::now();
        black_box(
            library
                .index
                .as_ref()
                .map(|index| index.search(&library.book, &query)),
        );
        started.elapsed()
    };
    (0..TIMES).map(|_| once()).min().unwrap_or_default()
}

/// Median, 99th percentile and the longest.
fn shown(times: &[Duration]) -> String {
    [50, 99, 100]
        .map(|hundredth| format!("{:.2}", percentile(times, hundredth)))
        .join(" / ")
}
