//! How long an index takes and how much memory, made of a folder of rules: all of it, and after a change of one document.
//! `cargo run --release --example corpus -- FOLDER 5800`, then `cargo run --release --example indexing -- FOLDER`.
//!
//! The index is written into a temporary file, a group of documents after the other. Memory is what the process has at its most
//! above what it had before (Linux).

use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

use tableside::loader::{self, Origin};
use tableside::rules::{DocumentRef, Rulebook};
use tableside::search::{Before, Bytes, Indexer, SearchIndex, Volume};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder?")?;
    let files = loader::find(&[Origin::named(&folder)])?.load();
    let book = Rulebook::load(files.sources, files.diagnostics);
    let text: usize = book
        .documents
        .iter()
        .map(|document| document.length as usize)
        .sum();
    println!(
        "{} documents, {} sections, {} KB of text",
        book.documents.len(),
        book.section_count(),
        text / 1000
    );
    let place = tempfile::tempdir()?;
    println!("| made | time | memory before | at the most | index |");
    println!("|---|---:|---:|---:|---:|");
    let [whole, one, partly] = ["whole", "one", "partly"].map(|name| place.path().join(name));
    measure("of all texts", &book, None, Volume::default(), &whole)?;
    measure(
        "the same in one group",
        &book,
        None,
        Volume {
            least: u64::MAX,
            most: u64::MAX,
            spacing: 1,
        },
        &one,
    )?;
    let index = SearchIndex::open(Bytes::File(whole.clone()))?;
    let mut same: Vec<_> = (0..)
        .map(DocumentRef)
        .map(Some)
        .take(book.documents.len())
        .collect();
    same[book.documents.len() / 2] = None;
    let before = Before {
        index: &index,
        same,
    };
    measure(
        "one document having changed",
        &book,
        Some(before),
        Volume::default(),
        &partly,
    )?;
    assert!(fs::read(whole)? == fs::read(partly)?, "both are the same");
    Ok(())
}

fn measure(
    name: &str,
    book: &Rulebook,
    before: Option<Before<'_>>,
    volume: Volume,
    place: &Path,
) -> Result<(), Box<dyn Error>> {
    // From here on the most is counted anew.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let (at_first, started) = (memory("VmRSS"), Instant::now());
    Indexer::new(book)
        .after(before)
        .in_groups(volume)
        .write(BufWriter::new(File::create(place)?))?;
    let time = started.elapsed();
    let length = fs::metadata(place)?.len() / 1000;
    println!(
        "| {name} | {time:.2?} | {at_first} MB | {} MB | {length} KB |",
        memory("VmHWM")
    );
    Ok(())
}

/// A figure that the system has of this process, in MB.
fn memory(figure: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find(|line| line.starts_with(figure))
        .unwrap_or_default();
    line.split_whitespace()
        .nth(1)
        .and_then(|kilobytes| kilobytes.parse::<u64>().ok())
        .unwrap_or(0)
        / 1024
}
