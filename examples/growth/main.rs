//! Measures how processing time grows with large and unusual rules:
//! `cargo run --release --example growth -- [CASE]`.
//!
//! Each case has three sizes, each twice the previous one. Each size goes through all stages, such
//! as loading and searching, in a process of its own. A stage fails if its processor time more than
//! triples when the size doubles. A case fails if it takes more memory than is promised. The
//! example runs on Linux only, because it reads times and memory from `/proc`.

mod cases;

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::io;
use std::process::Command;

use cases::{CASES, OWN_FILES};
use tableside::library;
use tableside::library::Library;
use tableside::links::{Backlinks, diagnostics, key_numbers};
use tableside::loader::{self, Origin};
use tableside::render::PageContext;
use tableside::rules::check::check;
use tableside::rules::convert::to_markdown;
use tableside::rules::{DocumentRef, SectionRef};
use tableside::search::Query;
use tableside::settings::Settings;
use tableside::source::Source;
use tableside::state::{Change, Store};

/// The maximum factor by which a time may grow when the size doubles.
const MAX_GROWTH: u64 = 3;

/// The memory limit of a case: this multiple of the size of its files, plus [`MAX_MEGABYTES`].
const MAX_MULTIPLE: u64 = 12;
const MAX_MEGABYTES: u64 = 50;

/// A file counts as at least this many bytes, because it takes up that much space on a disk.
const BLOCK: usize = 4096;

/// The number of key numbers that are collected.
const MAX_FIGURES: usize = 200_000;

const TOO_MUCH: &str = "TOO MUCH";

/// A tolerance for short times, in milliseconds: the system counts in steps of 10 ms.
const SLACK: u64 = 100;

const QUERIES: [&str; 6] = [
    "zzzq",
    "rule",
    "a",
    "text of it",
    "what is the same rule",
    "\"move the move the move the move the move the move the move the move the move the move the\"",
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [case, size] = words.as_slice() {
        return measure(case, size.parse()?);
    }
    let mut failed = false;
    let rules = CASES.iter().map(|(case, smallest, _)| (*case, *smallest));
    let own = OWN_FILES
        .iter()
        .map(|(case, smallest, _)| (*case, *smallest));
    for (case, smallest) in rules.chain(own) {
        if words.first().is_none_or(|word| word == case) {
            failed |= grows(case, smallest)?;
        }
    }
    if failed {
        return Err("some time or memory grows faster than the rules".into());
    }
    Ok(())
}

/// Measures the three sizes of a case, and returns whether any time or memory exceeds its limit.
fn grows(case: &str, smallest: usize) -> Result<bool, Box<dyn Error>> {
    let mut failed = false;
    let mut before: Vec<u64> = Vec::new();
    for size in [smallest, 2 * smallest, 4 * smallest] {
        let mut command = Command::new(env::current_exe()?);
        let output = command.args([case, &size.to_string()]).output()?;
        let said = String::from_utf8(output.stdout)?;
        if !output.status.success() {
            return Err(format!("{case}: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        println!("{size:>9} {case}: {}", said.trim());
        failed |= said.contains(TOO_MUCH);
        let times = said
            .split_whitespace()
            .filter_map(|word| word.strip_suffix("ms,"));
        let times: Vec<u64> = times.map(str::parse).collect::<Result<_, _>>()?;
        for (time, before) in times.iter().zip(&before) {
            if *time > MAX_GROWTH * before + SLACK {
                println!("          {before} ms became {time} ms");
                failed = true;
            }
        }
        before = times;
    }
    Ok(failed)
}

/// Runs a case through every stage, and prints the milliseconds of each stage and the peak memory.
fn measure(case: &str, size: usize) -> Result<(), Box<dyn Error>> {
    if let Some((_, _, text)) = OWN_FILES.iter().find(|known| known.0 == case) {
        return measure_own(case, &text(size));
    }
    let known = CASES.iter().find(|known| known.0 == case);
    let texts = known.ok_or("no such case")?.2(size);
    let bytes: usize = texts.iter().map(|text| text.len().max(BLOCK)).sum();
    let folder = tempfile::tempdir()?;
    for (at, text) in texts.iter().enumerate() {
        let path = if case.starts_with("folders") {
            let inner = folder.path().join(format!("d{at}"));
            fs::create_dir(&inner)?;
            inner.join("f.md")
        } else {
            folder.path().join(format!("f{at}.md"))
        };
        fs::write(path, text)?;
    }
    drop(texts);
    let mut report = Report::default();
    let listing = loader::find(&[Origin::Path(folder.path().to_owned())])?;
    let load = || library::load(listing);
    let library = report.stage("load", || Library::new(load()));
    report.stage("names", || library.collect_links());
    let book = &library.book;
    report.stage("check", || (check(book), diagnostics(&library.links)));
    report.stage("convert", || to_markdown(book, DocumentRef(0)))?;
    let index = report.stage("index", || library.open_index(&mut |_| {}))?;
    let results = report.stage("search", || {
        let query = |text: &&str| Query {
            text: (*text).to_owned(),
            limit: 60,
            ..Query::default()
        };
        let results: Vec<_> = QUERIES
            .iter()
            .map(|text| index.search(book, &query(text)))
            .collect();
        results.into_iter().next_back()
    });
    report.stage("page", || {
        let context = PageContext {
            highlight: results.as_ref().map(|results| &results.highlight),
            ..library.context(100)
        };
        library.page(context, library.start)
    });
    report.stage("backlinks", || Backlinks::build(&library.links, None));
    report.stage("links", || {
        let sections = (0..).map(SectionRef).take(book.section_count());
        let last = sections.last().into_iter();
        let links = last.flat_map(|at| library.links.links_from(at));
        links.count()
    });
    report.stage("key numbers", || key_numbers(book, MAX_FIGURES).len());
    report.stage("store", || index.write(&mut io::sink()))?;
    report.finish(bytes)
}

/// Loads a file of the player, and prints the milliseconds and the peak memory.
fn measure_own(case: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let mut report = Report::default();
    if case == "settings" {
        let source = Source::in_memory("config.toml", text);
        let settings = report.stage("load", || Settings::parse(source));
        report.stage("print", || {
            settings.diagnostics.iter().map(ToString::to_string).count()
        });
    } else {
        let folder = tempfile::tempdir()?;
        fs::write(
            folder.path().join("state.jsonl"),
            format!("{{\"tableside\":1}}\n{text}"),
        )?;
        let store = Store::new(folder.path().to_owned());
        let state = report.stage("load", || store.load())?.state;
        report.stage("change", || store.save(&[Change::Query("last".to_owned())]))?;
        drop(state);
    }
    report.finish(text.len())
}

#[derive(Default)]
struct Report {
    text: String,
}

impl Report {
    /// Prints the times and the peak memory for the given number of bytes.
    fn finish(self, bytes: usize) -> Result<(), Box<dyn Error>> {
        let (memory, kilobytes) = (memory()?, bytes as u64 / 1024);
        let most = MAX_MULTIPLE * kilobytes / 1024 + MAX_MEGABYTES;
        let result = if memory > most { TOO_MUCH } else { "promised" };
        let times = self.text;
        println!("{times}{memory} MB for {kilobytes} KB ({result}: {most} MB)");
        Ok(())
    }

    fn stage<T>(&mut self, name: &str, work: impl FnOnce() -> T) -> T {
        let before = spent();
        let done = work();
        let _ = write!(self.text, "{name} {}ms, ", spent().saturating_sub(before));
        done
    }
}

/// Returns the processor time of all threads of this process, in milliseconds.
fn spent() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
    let ticks = fields.split(' ').skip(11).take(2);
    ticks
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum::<u64>()
        * 10
}

/// Returns the peak memory so far, in megabytes.
fn memory() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    Ok(kilobytes.unwrap_or("0").parse::<u64>()? / 1024)
}
