//! Measures all that the browser promises about speed and size, and writes the tables into BENCHMARKS.md:
//! `cargo run --release --example measure -- [--runs N] [--large] [--clean] [--print]`.
//!
//! Start, keys and memory are measured in a pseudo-terminal of 120x40, beside `examples/bare.rs` and, where it is installed,
//! the peer `markdown-reader`; the programs take turns, so that what else the machine does falls on all of them. Frames and
//! keystrokes are measured in this process. `--large` adds vaults of 1,000 and 11,200 files,
//! `--clean` a build from nothing; `--print` writes nothing.

#[path = "../corpus/set.rs"]
mod set;
#[path = "../corpus/words.rs"]
mod words;

#[path = "../../tests/command_line/pty_harness.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod pty;

#[path = "../typing/typist.rs"]
mod typist;

mod aims;
mod cases;
mod inside;
mod outside;

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use aims::Measured;
use typist::Failure;

/// What stands between these lines of BENCHMARKS.md is written by this program.
const MARKS: (&str, &str) = ("<!-- measured: begin -->\n", "<!-- measured: end -->\n");

fn main() -> Result<(), Failure> {
    let arguments: Vec<_> = std::env::args().collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let runs = arguments
        .iter()
        .skip_while(|argument| *argument != "--runs")
        .nth(1);
    let runs = runs.and_then(|runs| runs.parse().ok()).unwrap_or(21);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    build(root)?;
    let folder = tempfile::tempdir()?;
    let cases = cases::cases(root, folder.path(), has("--large"))?;
    let measured = Measured {
        starts: outside::starts(&cases, runs, folder.path())?,
        keys: outside::keys(&cases, runs, folder.path())?,
        inside: inside::measure(has("--large"))?,
        commands: outside::commands(&cases, folder.path())?,
        binary: fs::metadata(root.join("target/release/tableside"))?.len(),
        clean: if has("--clean") {
            Some(clean_build(root, folder.path())?)
        } else {
            None
        },
    };
    let mut text = format!(
        "{runs} runs of each program in turns (of large vaults a fifth of them); least / median.\n\n"
    );
    text += &measured.aims();
    let _ = write!(
        text,
        "\n{}\n{}",
        measured.starts_table(),
        measured.keys_table()
    );
    print!("{text}");
    if has("--print") {
        Ok(())
    } else {
        Ok(write(&root.join("BENCHMARKS.md"), &text)?)
    }
}

fn build(root: &Path) -> io::Result<()> {
    for what in [&["--bin", "tableside"][..], &["--example", "bare"]] {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["build", "--release", "--locked", "--quiet"])
            .args(what)
            .current_dir(root);
        if !cargo.status()?.success() {
            return Err(io::Error::other("the programs are not built"));
        }
    }
    Ok(())
}

/// Seconds of a release build of all there is, with the packages at hand.
fn clean_build(root: &Path, folder: &Path) -> io::Result<f64> {
    let started = Instant::now();
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--release", "--locked", "--quiet", "--target-dir"])
        .arg(folder.join("target"));
    let status = cargo.current_dir(root).status()?;
    if status.success() {
        Ok(started.elapsed().as_secs_f64())
    } else {
        Err(io::Error::other("the build fails"))
    }
}

/// Puts the tables between their marks.
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
