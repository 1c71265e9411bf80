//! Reports how the program parses, links and searches folders of rules:
//! `cargo run --release --example corpora -- [--sample N [SEED]] FOLDER...`.
//!
//! The report on a folder compares what pages show with what an independent renderer shows of the
//! files, token by token, and the headings, tables, terms and code of both. It lists visible markup, counts links, lists the most frequent targets of automatic
//! links, and searches for titles. `--sample` prints N random automatic links instead. Run the
//! example before and after a change to the parser, the links or the ranking.

mod compared;
mod converted;
mod markup;
mod sample;

#[path = "../../tests/rules/oracle.rs"]
mod oracle;
#[path = "../../tests/rules/outline.rs"]
mod outline;
#[path = "../../tests/rules/permitted.rs"]
mod permitted;

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use tableside::links::{LinkGraph, diagnostics};
use tableside::loader::{self, Origin};
use tableside::rules::slug::fold;
use tableside::rules::{Rulebook, SectionKind, SectionRef};
use tableside::search::{Query, SearchIndex};

use sample::Sample;

/// The maximum number of titles that are searched for, separately for headings and run-in rules.
const TITLES: usize = 400;

/// The maximum number of lines that are listed for each class of markup.
const SHOWN_LINES: usize = 3;

/// How many targets of automatic links are listed. The most frequent ones are chosen.
const TARGETS: usize = 15;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let mut sample = None;
    if args.next_if_eq("--sample").is_some() {
        let size = args.next().and_then(|size| size.parse().ok());
        let seed = args.peek().and_then(|seed| seed.parse().ok());
        args.next_if(|_| seed.is_some());
        sample = Some((size.ok_or("how many?")?, seed.unwrap_or(0)));
    }
    let folders: Vec<_> = args.map(PathBuf::from).collect();
    if folders.is_empty() {
        return Err("usage: corpora [--sample N [SEED]] FOLDER...".into());
    }
    for folder in folders {
        println!("{}", folder.display());
        report(folder, sample)?;
    }
    Ok(())
}

fn report(folder: PathBuf, sample: Option<(usize, u64)>) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let listing = loader::find(&[Origin::Path(folder)])?.read();
    let book = Arc::new(Rulebook::load(listing.sources, listing.diagnostics));
    let graph = LinkGraph::new(Arc::clone(&book));
    if let Some((size, seed)) = sample {
        let mut sample = Sample::new(size, seed);
        for (from, _, blocks) in book.walk() {
            for text in blocks.texts() {
                let links = graph.links_in(from, text);
                for link in links.iter().filter(|link| !link.explicit) {
                    sample.add(&graph, from, text, link);
                }
            }
        }
        sample.print();
        return Ok(());
    }
    println!(
        "  loaded in {:.1?}: {} documents, {} sections",
        started.elapsed(),
        book.documents.len(),
        book.section_count()
    );
    compared::compare(&graph);
    println!("  {}", converted::compare(&book));
    println!("  {}", markup::find(&book, SHOWN_LINES));
    links(&graph);
    titles(&book)?;
    if let Some(memory) = most_memory() {
        println!("  memory at most: {memory} MB");
    }
    Ok(())
}

fn links(graph: &LinkGraph) {
    let started = Instant::now();
    let mut written = 0;
    let mut automatic: HashMap<SectionRef, usize> = HashMap::new();
    for (from, _, blocks) in graph.book.walk() {
        for link in blocks.texts().flat_map(|text| graph.links_in(from, text)) {
            if link.explicit {
                written += 1;
            } else {
                *automatic.entry(link.targets[0]).or_default() += 1;
            }
        }
    }
    let faults = diagnostics(graph);
    let dangling = faults
        .iter()
        .filter(|fault| fault.code == "dangling-link")
        .count();
    let count: usize = automatic.values().sum();
    println!(
        "  links: {written} written, {dangling} dangling, {count} automatic, in {:.1?}; most lead to",
        started.elapsed()
    );
    let mut targets: Vec<_> = automatic.into_iter().collect();
    targets.sort_by_key(|(at, count)| (usize::MAX - count, *at));
    for (at, count) in targets.into_iter().take(TARGETS) {
        let section = graph.book.section(at);
        println!("    {count:>6}  {}  {}", section.full_title(), section.id);
    }
}

/// Counts how often the first hit for the title of a heading or run-in rule is a section with that
/// title.
fn titles(book: &Rulebook) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let index = SearchIndex::build(book)?;
    println!("  indexed in {:.1?}", started.elapsed());
    for run_in in [false, true] {
        let named = book
            .iter()
            .map(|(_, section)| section)
            // Nobody types a whole question of an FAQ.
            .filter(|section| section.run_in == run_in && section.kind != SectionKind::Question);
        let mut asked = HashSet::new();
        let titles = named.map(|section| section.title.as_str());
        let titles: Vec<_> = titles.filter(|title| asked.insert(*title)).collect();
        let step = titles.len().div_ceil(TITLES).max(1);
        let asked: Vec<_> = titles.into_iter().step_by(step).collect();
        let first = asked
            .iter()
            .filter(|title| is_first(book, &index, title))
            .count();
        let kind = if run_in { "run-in rules" } else { "headings" };
        println!("  titles of {kind} found first: {first} of {}", asked.len());
    }
    Ok(())
}

fn is_first(book: &Rulebook, index: &SearchIndex, title: &str) -> bool {
    let query = Query {
        text: title.to_owned(),
        limit: 1,
        ..Query::default()
    };
    let results = index.search(book, &query);
    results
        .hits
        .first()
        .is_some_and(|hit| letters(&book.section(hit.section).title) == letters(title))
}

/// Returns only the letters and digits of a title. Titles that differ in other characters count as
/// the same, because players do not type these characters.
fn letters(title: &str) -> String {
    fold(title)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

/// Returns the peak memory of the process in megabytes, if the system reports it.
fn most_memory() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1000)
}
