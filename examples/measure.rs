//! Measures the program from outside and writes the table into BENCHMARKS.md:
//! `cargo run --release --example measure -- [--runs N] [--large] [--print]`.
//!
//! Start, keys and memory in a pseudo-terminal of 120x40, beside `examples/bare.rs` and, where it is installed, the peer
//! `markdown-reader`; the programs take turns, so that what else the machine does falls on all of them. `--large` adds
//! 5,800 documents; `--print` writes nothing.

#[path = "corpus/set.rs"]
mod set;
#[path = "corpus/words.rs"]
mod words;

#[path = "../tests/harness/pty.rs"]
mod pty;

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use portable_pty::CommandBuilder;
use pty::{Pty, command};

const SIZE: (u16, u16) = (120, 40);

/// What stands between these lines of BENCHMARKS.md is written by this program.
const MARKS: (&str, &str) = ("<!-- measured: begin -->\n", "<!-- measured: end -->\n");

/// What is asked for at the start, and what stands in the first line when it is found.
const QUERY: ([&str; 2], &str) = (["reaction", "fire"], "Reaction Fire");

/// After so long without output, a key has done all that it does.
const QUIET: Duration = Duration::from_millis(150);

/// Rules of a player are older than this: files as young as these would all be read again, to see whether they changed
/// within the same moment.
const AGE: Duration = Duration::from_secs(3);

/// A program with rules, as it is started.
struct Case {
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
    /// What the first frame shows.
    first: &'static str,
    /// Whether nothing is kept from the run before.
    cold: bool,
    /// Whether it is the browser, which answers a query.
    answers: bool,
}

/// What was measured of one case, in milliseconds, and its peak memory in kilobytes.
#[derive(Default)]
struct Figures {
    first: Vec<f64>,
    ready: Vec<f64>,
    memory: u64,
}

fn main() -> io::Result<()> {
    let arguments: Vec<_> = std::env::args().collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let runs = arguments.iter().skip_while(|argument| *argument != "--runs").nth(1);
    let runs = runs.and_then(|runs| runs.parse().ok()).unwrap_or(21);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    build(root)?;
    let folder = tempfile::tempdir()?;
    let cases = cases(root, folder.path(), has("--large"))?;
    let mut text = starts(&cases, runs, folder.path())?;
    text += &keys(&cases, runs, folder.path())?;
    let size = fs::metadata(root.join("target/release/tableside"))?.len();
    let _ = writeln!(text, "\nThe binary has {:.1} MB, the rules included.", millionths(size));
    print!("{text}");
    if has("--print") { Ok(()) } else { write(&root.join("BENCHMARKS.md"), &text) }
}

fn build(root: &Path) -> io::Result<()> {
    for what in [&["--bin", "tableside"][..], &["--example", "bare"]] {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--release", "--locked", "--quiet"]).args(what).current_dir(root);
        if !cargo.status()?.success() {
            return Err(io::Error::other("the programs are not built"));
        }
    }
    Ok(())
}

fn cases(root: &Path, folder: &Path, large: bool) -> io::Result<Vec<Case>> {
    let release = root.join("target/release");
    let case = |name: &str, arguments: &[&str], cold| Case {
        name: name.to_owned(),
        program: release.join("tableside"),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        first: "quit",
        cold,
        answers: true,
    };
    let mut cases = vec![
        Case {
            program: release.join("examples/bare"),
            first: "bare program",
            answers: false,
            ..case("bare program", &[], false)
        },
        case("Tableside, bundled rules", &[], false),
    ];
    for documents in [58, 5800].into_iter().take(1 + usize::from(large)) {
        let rules = folder.join(documents.to_string());
        for (path, text) in set::files(documents) {
            let path = rules.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&rules))?;
            fs::write(path, text)?;
        }
        let rules = rules.to_string_lossy().into_owned();
        cases.push(case(&format!("Tableside, {documents} documents, nothing kept"), &["--rules", &rules], true));
        cases.push(case(&format!("Tableside, {documents} documents, kept"), &["--rules", &rules], false));
        if let Some(program) = peer() {
            let name = format!("markdown-reader, {documents} documents");
            cases.push(Case { program, first: "set-000", answers: false, ..case(&name, &[&rules], false) });
        }
    }
    Ok(cases)
}

/// The peer, where it is installed.
fn peer() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join("markdown-reader")).find(|program| program.is_file())
}

impl Case {
    fn start(&self, query: &[&str], home: &Path) -> io::Result<Pty> {
        let home = home.join(self.name.replace(' ', "-"));
        if self.cold && home.exists() {
            fs::remove_dir_all(&home)?;
        }
        fs::create_dir_all(&home)?;
        let arguments: Vec<_> = self.arguments.iter().map(String::as_str).chain(query.iter().copied()).collect();
        let command: CommandBuilder = command(&self.program, &arguments, &home);
        Ok(Pty::start(command, SIZE))
    }

    /// Lets what the rules are made into be kept before anything is measured: a command has it written when it ends.
    fn keep(&self, home: &Path) -> io::Result<()> {
        if self.cold || self.arguments.is_empty() || !self.answers {
            return Ok(());
        }
        let home = home.join(self.name.replace(' ', "-"));
        fs::create_dir_all(&home)?;
        let mut search = Command::new(&self.program);
        search.args(&self.arguments).args(["search", "--limit", "1"]).args(QUERY.0);
        search.envs(pty::FOLDERS.map(|name| (name, home.as_path())));
        search.stdout(Stdio::null()).stderr(Stdio::null()).status().map(drop)
    }

    /// A large folder takes long, and tells as much in fewer runs.
    fn runs(&self, runs: usize) -> usize {
        if self.name.contains("5800") { runs.div_ceil(5) } else { runs }
    }
}

/// Every program is started, one after the other, as often as asked for.
fn starts(cases: &[Case], runs: usize, home: &Path) -> io::Result<String> {
    let mut figures: Vec<Figures> = cases.iter().map(|_| Figures::default()).collect();
    std::thread::sleep(AGE);
    cases.iter().try_for_each(|case| case.keep(home))?;
    for run in 0..runs {
        for (case, figures) in cases.iter().zip(&mut figures).filter(|(case, _)| run < case.runs(runs)) {
            let mut pty = case.start(&[], home)?;
            pty.wait_for(case.first);
            figures.first.push(milliseconds(pty.last - pty.started));
            end(pty);
            let query = if case.answers { &QUERY.0[..] } else { &[] };
            let mut pty = case.start(query, home)?;
            if case.answers {
                pty.wait(QUERY.1, |screen| screen.contents().lines().next().unwrap_or("").contains(QUERY.1));
                figures.ready.push(milliseconds(pty.last - pty.started));
            }
            pty.settle(QUIET);
            figures.memory = figures.memory.max(pty.peak_memory().unwrap_or(0));
            end(pty);
        }
    }
    let mut text =
        format!("{runs} runs of each program in turns (of 5,800 documents a fifth of them); least / median.\n\n");
    text += "| start | first frame | a search answered | peak memory |\n|---|---:|---:|---:|\n";
    for (case, figures) in cases.iter().zip(figures) {
        let (first, ready) = (least_and_median(figures.first), least_and_median(figures.ready));
        let _ = writeln!(text, "| {} | {first} | {ready} | {:.1} MB |", case.name, millionths(figures.memory * 1024));
    }
    Ok(text)
}

/// A letter typed and a line scrolled, until the screen is at rest.
fn keys(cases: &[Case], runs: usize, home: &Path) -> io::Result<String> {
    let mut text = "\n| key | the last letter of `vantage` | a line down |\n|---|---:|---:|\n".to_owned();
    for case in cases.iter().filter(|case| case.first != "bare program" && !case.cold) {
        let (mut letters, mut lines) = (Vec::new(), Vec::new());
        let mut pty = case.start(&[], home)?;
        pty.wait_for(case.first);
        pty.settle(QUIET * 4);
        for _ in 0..case.runs(runs) {
            lines.extend(key(&mut pty, "j"));
            lines.extend(key(&mut pty, "j"));
        }
        // The peer looks for files by `/`, and into them by `f`; both take what is typed from then on.
        pty.send(if case.answers { "/vantag" } else { "fvantag" });
        pty.settle(QUIET * 4);
        for _ in 0..case.runs(runs) {
            letters.extend(key(&mut pty, "e"));
            pty.send("\x7f");
            pty.settle(QUIET);
        }
        end(pty);
        let _ = writeln!(text, "| {} | {} | {} |", case.name, least_and_median(letters), least_and_median(lines));
    }
    Ok(text)
}

/// Milliseconds from a key until the last output that it leads to; nothing where it leads to none.
fn key(pty: &mut Pty, key: &str) -> Option<f64> {
    let before = pty.last;
    let start = std::time::Instant::now();
    pty.send(key);
    pty.settle(QUIET);
    (pty.last > before).then(|| milliseconds(pty.last - start))
}

/// Ends a program as one would: by its key where that works, else by closing it.
fn end(mut pty: Pty) {
    pty.send("\x03");
    pty.settle(Duration::from_millis(20));
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn millionths(bytes: u64) -> f64 {
    f64::from(u32::try_from(bytes / 1000).unwrap_or(u32::MAX)) / 1000.0
}

fn least_and_median(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    match times.first() {
        Some(least) => format!("{least:.2} / {:.2} ms", times[times.len() / 2]),
        None => String::new(),
    }
}

/// Puts the table between its marks.
fn write(file: &Path, table: &str) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    let parts = text.split_once(MARKS.0).and_then(|(before, rest)| Some((before, rest.split_once(MARKS.1)?.1)));
    let (before, after) = parts.ok_or_else(|| io::Error::other("BENCHMARKS.md has no marks for the table"))?;
    fs::write(file, format!("{before}{}\n{table}\n{}{after}", MARKS.0, MARKS.1))
}
