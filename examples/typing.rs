//! How long a keystroke's search takes, in sets of rules of several sizes: every name of the bundled rules is typed letter
//! by letter. `cargo run --release --example typing -- 1 6 100` asks the bundled rules, six times and a hundred times them.
//!
//! The larger sets hold each document several times over, so that every word is as common among more sections.

use std::time::{Duration, Instant};

use tableside::loader;
use tableside::rules::Rulebook;
use tableside::search::{Query, SearchIndex};
use tableside::source::Source;

/// So many keystrokes are measured at the most, spread over all names.
const MOST_KEYSTROKES: usize = 1500;

/// So many results are on a screen of 40 rows, each with the line that matches where its title does not.
const SEEN: usize = 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sizes: Vec<usize> = std::env::args().skip(1).map(|size| size.parse()).collect::<Result<_, _>>()?;
    println!("| documents | sections | text | built in | index | median | p99 | slowest | by |");
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---|");
    for copies in if sizes.is_empty() { vec![1, 6] } else { sizes } {
        measure(&copied(copies))?;
    }
    Ok(())
}

/// The bundled rules with every document so many times.
fn copied(copies: usize) -> Rulebook {
    let mut sources: Vec<Source> = loader::bundled().collect();
    let documents: Vec<Source> =
        loader::bundled().filter(|source| source.file.rsplit_once('.').is_some_and(|(_, end)| end == "md")).collect();
    for copy in 1..copies {
        for document in &documents {
            let (folder, name) = document.file.rsplit_once('/').unwrap_or_default();
            let file = format!("{folder}/{copy}-{name}");
            sources.push(Source::new(file.clone(), file, document.folder.clone(), document.text.clone()));
        }
    }
    Rulebook::load(sources, Vec::new())
}

fn measure(book: &Rulebook) -> Result<(), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let index = SearchIndex::build(book)?;
    let built = started.elapsed();
    let mut bytes = Vec::new();
    index.encode(&mut bytes)?;
    let typed = keystrokes();
    let mut times: Vec<(Duration, &str)> = Vec::with_capacity(typed.len());
    for text in &typed {
        let query = Query { text: text.clone(), limit: 60, ..Query::default() };
        let once = || {
            let started = Instant::now();
            let results = std::hint::black_box(index.search(book, &query));
            let seen = results.hits.iter().take(SEEN).filter(|hit| hit.title_marks.is_empty());
            for hit in seen {
                std::hint::black_box(hit.snippet(book, &results.highlight));
            }
            started.elapsed()
        };
        // The machine may be busy with something else: the best of three is nearest to what the search itself takes.
        times.push(((0..3).map(|_| once()).min().unwrap_or_default(), text));
    }
    times.sort();
    let at = |hundredth: usize| times[(times.len() - 1) * hundredth / 100].0;
    let (slowest, by) = times[times.len() - 1];
    let text: usize = book.documents.iter().map(|document| document.source.text.len()).sum();
    println!(
        "| {} | {} | {} KB | {built:.2?} | {} KB | {:.2?} | {:.2?} | {slowest:.2?} | `{by}` |",
        book.documents.len(),
        book.sections().len(),
        text / 1000,
        bytes.len() / 1000,
        at(50),
        at(99),
    );
    Ok(())
}

/// Every name of the bundled rules from its first letter to its last.
fn keystrokes() -> Vec<String> {
    let bundled = Rulebook::load(loader::bundled().collect(), Vec::new());
    let mut names: Vec<String> = bundled.sections().iter().map(|section| section.title.to_lowercase()).collect();
    names.sort_unstable();
    names.dedup();
    let ends = |name: &String| name.char_indices().map(|(at, letter)| at + letter.len_utf8()).collect::<Vec<_>>();
    let mut typed: Vec<String> =
        names.iter().flat_map(|name| ends(name).into_iter().map(|end| name[..end].to_owned())).collect();
    typed.dedup();
    let step = typed.len().div_ceil(MOST_KEYSTROKES);
    typed.into_iter().step_by(step).collect()
}
