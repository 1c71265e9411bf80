//! Measures what is promised about speed, memory and size, and writes the results as tables into
//! BENCHMARKS.md:
//! `cargo run --release --example measure -- [--runs N] [--clean] [--print] [--keys] [FOLDER QUERY]...`.
//!
//! The bundled rules and a generated set of 58 documents are always measured. Each `FOLDER` adds a
//! set of rules; `QUERY` must be the title of a section, and search must find that section first.
//! Keystrokes are also measured on generated collections of different shapes. `--keys` measures only
//! these and the given folders, and prints them.
//! Starts, the reloading of saved files, and memory are measured in a pseudo-terminal of 120x40.
//! Commands run without a terminal. Starts of `examples/bare.rs` are measured for comparison.
//! Keystrokes and frames are measured in this process. `--clean` adds a clean build; `--print` only
//! prints the tables.

#[path = "../corpus/set.rs"]
mod set;
#[path = "../corpus/words.rs"]
mod words;

#[path = "../../tests/command_line/pty_harness.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod pty;

mod inside;
mod outside;
mod rule_set;
mod shapes;
mod table;
mod typist;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::slice;
use std::time::Instant;

use inside::Inside;
use outside::{Outside, Programs};
use rule_set::RuleSet;
use shapes::Shape;
use typist::Failure;

/// The lines of BENCHMARKS.md between which this program writes its tables.
const MARKS: (&str, &str) = ("<!-- measured: begin -->\n", "<!-- measured: end -->\n");

struct Options {
    runs: usize,
    clean: bool,
    print: bool,
    keys: bool,
    folders: Vec<(PathBuf, String)>,
}

fn main() -> Result<(), Failure> {
    let options = Options::read(env::args().skip(1))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir()?;
    if options.keys {
        let given = options.folders.iter().map(|(path, _)| Shape::given(path));
        let shapes = given.chain(shapes::all(folder.path())?);
        print!("{}", table::shapes(&keys(shapes)?));
        return Ok(());
    }
    build(root, None)?;
    let sets = rule_set::all(folder.path(), options.folders)?;
    let programs = Programs::new(root, folder.path());
    let bare = outside::bare(&programs, options.runs)?;
    let frames = table::frames(&inside::frames()?);
    let mut columns = Vec::new();
    for set in &sets {
        let outside = Outside::measure(&programs, set, options.runs)?;
        let column = table::column(
            set,
            &outside,
            &Inside::measure(set.folder.as_deref())?,
            bare,
        );
        eprintln!("{}", table::text(slice::from_ref(&column)));
        columns.push(column);
    }
    let program = fs::metadata(root.join("target/release/tableside"))?;
    let mut text = format!(
        "Start times are medians of {} runs, or of five for large folders and three without a cache. Memory is the maximum of these runs. *Bare* took {bare:.1} ms. {frames} {}",
        options.runs,
        table::size(program.len())
    );
    if options.clean {
        text = text + " " + &table::clean_build(clean_build(root, folder.path())?);
    }
    text = text + "\n\n" + &table::text(&columns);
    let shapes = shapes::all(&folder.path().join("shapes"))?;
    text = text + "\n\n" + &table::shapes(&keys(shapes)?);
    print!("{text}");
    if !options.print {
        write(&root.join("BENCHMARKS.md"), &text)?;
    }
    Ok(())
}

/// Measures the keystrokes on each collection.
fn keys(shapes: impl IntoIterator<Item = Shape>) -> Result<Vec<(Shape, Inside)>, Failure> {
    let measured = shapes.into_iter().map(|shape| {
        let inside = Inside::measure(Some(&shape.folder))?;
        eprintln!("{}: {:.1} ms", shape.name, inside.slow);
        Ok((shape, inside))
    });
    measured.collect()
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut options = Self {
            runs: 21,
            clean: false,
            print: false,
            keys: false,
            folders: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--runs" => {
                    options.runs = arguments.next().ok_or("--runs needs a number")?.parse()?;
                }
                "--clean" => options.clean = true,
                "--print" => options.print = true,
                "--keys" => options.keys = true,
                folder => {
                    let query = arguments.next().ok_or("a folder needs a query")?;
                    options.folders.push((folder.into(), query));
                }
            }
        }
        Ok(options)
    }
}

/// Builds `tableside` and `examples/bare.rs`, in the folder `target` if it is given.
fn build(root: &Path, target: Option<&Path>) -> io::Result<()> {
    for what in [&["--bin", "tableside"][..], &["--example", "bare"]] {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--release", "--locked", "--quiet"]);
        cargo.args(what).current_dir(root);
        cargo.args(target.map(|target| format!("--target-dir={}", target.display())));
        if !cargo.status()?.success() {
            return Err(io::Error::other("the programs are not built"));
        }
    }
    Ok(())
}

/// Returns the duration of a clean release build in seconds. The packages are already downloaded.
fn clean_build(root: &Path, folder: &Path) -> io::Result<f64> {
    let started = Instant::now();
    build(root, Some(&folder.join("target")))?;
    Ok(started.elapsed().as_secs_f64())
}

/// Replaces the text between the [`MARKS`] of a file.
fn write(file: &Path, tables: &str) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    let parts = text
        .split_once(MARKS.0)
        .and_then(|(before, rest)| Some((before, rest.split_once(MARKS.1)?.1)));
    let (before, after) =
        parts.ok_or_else(|| io::Error::other("BENCHMARKS.md has no marks for the tables"))?;
    fs::write(
        file,
        format!("{before}{}\n{tables}\n{}{after}", MARKS.0, MARKS.1),
    )
}
