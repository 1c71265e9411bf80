//! Measures how processing time grows with large and unusual rules:
//! `cargo run --release --example growth -- [CASE]`.
//!
//! Each case has three sizes, each twice the previous one. Each size goes through all stages, such
//! as loading and searching, in a process of its own. A stage fails if its processor time more than
//! triples when the size doubles. A case fails if it takes more memory than is promised. The
//! example runs on Linux only, because it reads times and memory from `/proc`.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::process::Command;

use tableside::library;
use tableside::library::Library;
use tableside::links::{Backlinks, diagnostics};
use tableside::loader::{self, Origin};
use tableside::render::PageContext;
use tableside::rules::DocumentRef;
use tableside::rules::check::check;
use tableside::rules::convert::to_markdown;
use tableside::search::{Query, SearchIndex};
use tableside::settings::Settings;
use tableside::source::Source;
use tableside::state::{Change, Store};

/// Generates the texts of a case's files, given the size of the case.
type Files = fn(usize) -> Vec<String>;

/// The name, the smallest size and the files of each case.
const CASES: [(&str, usize, Files); 21] = [
    ("headings", 20_000, |size| {
        one(size, |at| format!("## Heading {at}\ntext\n\n"))
    }),
    ("headings below a long one", 1000, |size| {
        let long = format!("## {}\n\n", "Word ".repeat(20 * size));
        vec![long + &"### Same\n\nThe same text again.\n\n".repeat(size)]
    }),
    ("headings of one name", 20_000, |size| {
        one(size, |_| "## Same\n\nThe same text again.\n\n".to_owned())
    }),
    ("run-in rules", 10_000, |size| {
        one(size, |at| format!("**Rule {at}:** text of it\n\n"))
    }),
    ("columns of a table", 1000, |size| {
        let row = |cell: &str| format!("|{}\n", cell.repeat(size));
        vec![row("a|") + &row("-|") + &row("1|").repeat(20)]
    }),
    ("rows of a table", 100_000, |size| {
        let head = "|a|b|c|d|\n|-|-|-|-|\n".to_owned();
        one(size, |at| {
            let head = if at == 0 { head.as_str() } else { "" };
            format!("{head}|{at}|word|2|3|\n")
        })
    }),
    ("paragraphs of a section", 30_000, |size| {
        one(size, |at| {
            format!("A sentence that goes on for as long as paragraph {at}.\n\n")
        })
    }),
    ("files", 2000, |size| {
        (0..size)
            .map(|at| format!("# File {at}\n\ntext {at}\n"))
            .collect()
    }),
    ("bytes of one line", 1_000_000, |size| {
        vec!["A sentence that goes on. ".repeat(size / 25)]
    }),
    ("lines of plain text", 15_000, |size| {
        vec![
            "A Title\n\n".to_owned()
                + &"A sentence that goes on for as long as a line of text is.\n".repeat(size),
        ]
    }),
    ("aligned rows of plain text", 15_000, |size| {
        // The header is not aligned with the last row.
        let row = "A rat of the northern marsh             12\n".repeat(size);
        vec![format!("A Title\n\n{row}A{}1234567890\n", " ".repeat(34))]
    }),
    ("nested definition lists", 5000, |size| {
        let list = "Term\n\n:   Text.\n\n    Inner\n\n    :   Text of it.\n\n";
        one(size, |_| list.to_owned())
    }),
    ("admonitions", 5000, |size| {
        let note =
            "!!! note \"Title\"\n    ### Head\n\n    Text.\n\n    ::: tip\n    Inner.\n    :::\n\n";
        one(size, |_| note.to_owned())
    }),
    ("containers that are never closed", 20_000, |size| {
        one(size, |at| format!("::: a{at}\n{{{{< b{at} >}}}}\n!!! c\n"))
    }),
    ("grid tables", 5000, |size| {
        one(size, |_| {
            "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n\n".to_owned()
        })
    }),
    ("rules of tables without an end", 20_000, |size| {
        one(size, |_| "-----\n a b\n -- --\n x y\n\n".to_owned())
    }),
    ("anchors", 25_000, |size| {
        let links = (0..size).map(|at| format!("[a](#id{at}) [b](#same-{at})\n\n"));
        let rest: String = links.collect();
        let heads = |at| format!("### Same\n\n<a id=\"id{at}\"></a> x\n\n");
        vec![format!(
            "# Title\n\n{}## Links\n\n{rest}",
            (0..size).map(heads).collect::<String>()
        )]
    }),
    ("line ends of a lone carriage return", 20_000, |size| {
        vec!["# Title\r\rtext\r*[A]: b\rc\r: d\r> [!note]\r> e\r\r".repeat(size / 10)]
    }),
    ("dangling links on a line", 50_000, |size| {
        one(size, |at| format!("[[nobody {}]] é ", at % 500))
    }),
    ("faults and long lines", 60, |size| {
        vec![format!(
            "# A\n\n{}{}",
            "[[nobody]] ".repeat(size),
            "word ".repeat(size * 4000)
        )]
    }),
    ("versions of fifty rules", 150, |size| {
        let rule = |at| {
            format!(
                "## Rule {at}\n\nText of Rule {at}, and of Rule {}.\n\n",
                at + 1
            )
        };
        let text: String = (0..50).map(rule).collect();
        (0..size)
            .map(|at| format!("# Document {at}\n\n{text}"))
            .collect()
    }),
];

/// The name of a case, its smallest size, and what writes the file of a size.
type OwnFile = (&'static str, usize, fn(usize) -> String);

/// The cases that are not rules: the player's own files.
const OWN_FILES: [OwnFile; 3] = [
    ("bookmarks", 20_000, |size| {
        let line =
            |at| format!("{{\"bookmark\":{{\"id\":\"g/a#{at}\",\"name\":\"Name {at}\"}}}}\n");
        (0..size).map(line).collect()
    }),
    ("visits and queries", 40_000, |size| {
        let line = |at| format!("{{\"visited\":\"g/a#{at}\"}}\n{{\"query\":\"word {at}\"}}\n");
        (0..size).map(line).collect()
    }),
    ("settings", 10_000, |size| {
        let lines: Vec<_> = (0..size).map(|at| format!("key{at} = 1\n")).collect();
        lines.concat()
    }),
];

/// The maximum factor by which a time may grow when the size doubles.
const MAX_GROWTH: u64 = 3;

/// The memory limit of a case: this multiple of the size of its files, plus [`MAX_MEGABYTES`].
const MAX_MULTIPLE: u64 = 12;
const MAX_MEGABYTES: u64 = 50;

/// A file counts as at least this many bytes, because it takes up that much space on a disk.
const BLOCK: usize = 4096;

const TOO_MUCH: &str = "TOO MUCH";

/// A tolerance for short times, in milliseconds: the system counts in steps of 10 ms.
const SLACK: u64 = 100;

const QUERIES: [&str; 5] = ["zzzq", "rule", "a", "text of it", "what is the same rule"];

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

fn one(size: usize, part: impl Fn(usize) -> String) -> Vec<String> {
    let parts: String = (0..size).map(part).collect();
    vec![format!("# Title\n\n{parts}")]
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
        fs::write(folder.path().join(format!("f{at}.md")), text)?;
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
    let index = report.stage("index", || SearchIndex::build(book))?;
    let results = report.stage("search", || {
        let query = |text: &&str| Query {
            text: (*text).to_owned(),
            limit: 60,
            ..Query::default()
        };
        let links = |from| library.links.linked_from(from);
        let results: Vec<_> = QUERIES
            .iter()
            .map(|text| index.search_with_links(book, &query(text), &links))
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
