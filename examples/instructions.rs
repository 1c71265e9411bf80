//! Counts the instructions of a start and of a search, and compares them with `benches/instructions.txt`:
//! `cargo run --example instructions`, or `-- --update` to write what is counted now into that file.
//!
//! Times differ by a half from run to run, instructions hardly do: a tenth more is found out. valgrind counts. Where there
//! is none, this is said and nothing is wrong; so too where another compiler built the program than the one that the
//! figures are of.

#[path = "../tests/command_line/pty_harness.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod pty;

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use pty::{DEADLINE, Pty, command};

/// A count may be this much above its figure, in hundredths: from run to run most counts differ by a thousandth, and a
/// tenth more has to be found out.
const TOLERANCE: u64 = 8;

/// Runs of the browser, of which the lowest counts: in some the threads are quick enough to ask for one more frame.
const RUNS: usize = 5;

/// Searches in one run: the start of the command is shared out among them.
const SEARCHES: usize = 100;

/// What the start is asked for, and what stands on the screen when that is found.
const QUERY: (&[&str], &str) = (&["reaction", "fire"], "Reaction Fire");

/// What the search is asked for.
const QUERIES: [&str; 5] = [
    "br",
    "breach",
    "control range",
    "condesed enviroment",
    "can I climb during a dash",
];

/// What is counted, and how many instructions it took.
type Count = (&'static str, u64);

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        println!("not counted: there is no valgrind here");
        return ExitCode::SUCCESS;
    }
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--quiet"])
        .current_dir(root)
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "the program is built"
    );
    let counts = counts(&root.join("target/release/tableside")).expect("valgrind counts");
    let file = root.join("benches/instructions.txt");
    if std::env::args().any(|argument| argument == "--update") {
        fs::write(&file, written(&counts)).expect("the figures are written");
        print!("{}", written(&counts));
        return ExitCode::SUCCESS;
    }
    let figures = fs::read_to_string(&file).unwrap_or_default();
    let judged = figures.contains(&compiler());
    let too_many = counts
        .iter()
        .filter(|count| !compare(**count, &figures))
        .count();
    match (judged, too_many) {
        (_, 0) => ExitCode::SUCCESS,
        (false, _) => {
            println!(
                "not judged: the figures are of another compiler than {}",
                compiler()
            );
            ExitCode::SUCCESS
        }
        (true, _) => {
            println!(
                "mend it, or accept it with `cargo run --example instructions -- --update` and say why"
            );
            ExitCode::FAILURE
        }
    }
}

/// Counts everything.
fn counts(program: &Path) -> io::Result<Vec<Count>> {
    let folder = tempfile::tempdir()?;
    let valgrind = Valgrind {
        program,
        folder: folder.path(),
    };
    let (one, many) = (
        valgrind.searches(QUERIES.len())?,
        valgrind.searches(QUERIES.len() * SEARCHES)?,
    );
    let least = |count: &dyn Fn() -> io::Result<u64>| {
        let counts: io::Result<Vec<_>> = (0..RUNS).map(|_| count()).collect();
        counts.map(|counts| counts.into_iter().min().unwrap_or_default())
    };
    let searches = (QUERIES.len() * (SEARCHES - 1)) as u64;
    Ok(vec![
        ("exec-to-first-frame", least(&|| valgrind.first_frame())?),
        ("exec-to-all-prepared", least(&|| valgrind.prepared())?),
        ("one-search", many.saturating_sub(one) / searches),
    ])
}

struct Valgrind<'a> {
    program: &'a Path,
    folder: &'a Path,
}

impl Valgrind<'_> {
    /// What the main thread does until it has drawn a frame and ended: `q` waits in the terminal before the start.
    fn first_frame(&self) -> io::Result<u64> {
        let mut pty = self.browser(&[]);
        pty.send("q");
        pty.ended();
        self.total(|name| name.ends_with("-01"))
    }

    /// What all threads do until a search that was asked for at the start is answered and nothing is left to prepare.
    fn prepared(&self) -> io::Result<u64> {
        let mut pty = self.browser(QUERY.0);
        pty.wait(QUERY.1, |screen| {
            screen
                .contents()
                .lines()
                .next()
                .unwrap_or("")
                .contains(QUERY.1)
        });
        idle(pty.id())?;
        pty.send("q");
        pty.ended();
        self.total(|_| true)
    }

    /// What `tableside search --batch` does with so many queries.
    fn searches(&self, count: usize) -> io::Result<u64> {
        let mut child = Command::new("valgrind")
            .args(self.arguments())
            .arg(self.program)
            .args(["search", "--batch", "--json"])
            .env_remove("TABLESIDE_RULES")
            .env("XDG_CACHE_HOME", self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let queries = QUERIES
            .iter()
            .cycle()
            .take(count)
            .fold(String::new(), |queries, query| queries + query + "\n");
        child
            .stdin
            .take()
            .ok_or(io::ErrorKind::BrokenPipe)?
            .write_all(queries.as_bytes())?;
        child.wait()?;
        self.total(|_| true)
    }

    fn browser(&self, query: &[&str]) -> Pty {
        let arguments = self.arguments();
        let arguments: Vec<_> = arguments
            .iter()
            .map(String::as_str)
            .chain([self.shown()])
            .chain(query.iter().copied())
            .collect();
        Pty::start(
            command(Path::new("valgrind"), &arguments, self.folder),
            (120, 40),
        )
    }

    fn shown(&self) -> &str {
        self.program.to_str().unwrap_or("tableside")
    }

    fn arguments(&self) -> Vec<String> {
        let out = self.folder.join("counts").display().to_string();
        ["--quiet", "--tool=callgrind", "--separate-threads=yes"]
            .map(str::to_owned)
            .into_iter()
            .chain([format!("--callgrind-out-file={out}")])
            .collect()
    }

    /// The sum of the counts of those threads whose files are meant; the files are removed.
    fn total(&self, meant: impl Fn(&str) -> bool) -> io::Result<u64> {
        let mut total = 0;
        for file in files(self.folder)? {
            let name = file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let text = fs::read_to_string(&file)?;
            let sums = text
                .lines()
                .filter_map(|line| line.strip_prefix("totals: ")?.trim().parse::<u64>().ok());
            total += if meant(&name) { sums.sum() } else { 0 };
            fs::remove_file(file)?;
        }
        if total == 0 {
            Err(io::Error::other("valgrind has left no counts"))
        } else {
            Ok(total)
        }
    }
}

/// The files that valgrind has written.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect();
    let is_count = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("counts"))
    };
    Ok(entries?.into_iter().filter(is_count).collect())
}

/// Waits until a process has used no processor time for half a second.
fn idle(id: u32) -> io::Result<()> {
    let used = || {
        fs::read_to_string(format!("/proc/{id}/stat")).map(|stat| {
            let fields: Vec<_> = stat
                .rsplit(") ")
                .next()
                .unwrap_or("")
                .split(' ')
                .map(str::to_owned)
                .collect();
            fields.get(11..13).map(<[String]>::to_vec)
        })
    };
    let (start, mut before, mut since) = (Instant::now(), used()?, Instant::now());
    while since.elapsed() < Duration::from_millis(500) && start.elapsed() < DEADLINE {
        thread::sleep(Duration::from_millis(20));
        let now = used()?;
        if now != before {
            (before, since) = (now, Instant::now());
        }
    }
    Ok(())
}

/// Says how a count stands to its figure; whether that will do.
fn compare((name, count): Count, figures: &str) -> bool {
    let figure = figures
        .lines()
        .find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok());
    let Some(figure) = figure.filter(|figure| *figure > 0) else {
        println!("{name}: {count}, and benches/instructions.txt has no figure");
        return false;
    };
    let fine = count <= figure + figure * TOLERANCE / 100;
    let thousandths = u32::try_from(count.saturating_mul(1000) / figure).unwrap_or(u32::MAX);
    let more = f64::from(thousandths) / 10.0 - 100.0;
    println!(
        "{name}: {count}, {more:+.1} % beside {figure}{}",
        if fine { "" } else { ": TOO MANY" }
    );
    fine
}

/// The file of figures.
fn written(counts: &[Count]) -> String {
    let mut text = format!(
        "# Instructions, counted by `cargo run --example instructions -- --update`; compared by the same without --update.\n\
         # {}\n",
        compiler()
    );
    for (name, count) in counts {
        let _ = writeln!(text, "{name} {count}");
    }
    text
}

/// The compiler that builds the program here.
fn compiler() -> String {
    let said = Command::new("rustc")
        .arg("-V")
        .output()
        .map(|output| output.stdout)
        .unwrap_or_default();
    String::from_utf8_lossy(&said).trim().to_owned()
}
