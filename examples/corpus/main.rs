//! Writes a folder of rules for measurements:
//! `cargo run --release --example corpus -- FOLDER [DOCUMENTS]`.
//!
//! Each set of 58 documents (about 890 KB, 1,700 sections) is a game with its own name. It contains
//! the bundled rules and invented teams. The text of a team is made of sentences of the bundled
//! rules with some words replaced. The same number of documents always gives the same files.

mod set;
mod words;

use std::path::PathBuf;
use std::{env, fs, io};

use tableside::rules::Rulebook;
use tableside::source::Source;

/// The default number of documents.
const DOCUMENTS: usize = 58;

fn main() -> io::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let Some(folder) = arguments.next().map(PathBuf::from) else {
        return Err(io::Error::other("usage: corpus FOLDER [DOCUMENTS]"));
    };
    let documents = match arguments.next() {
        Some(number) => number.to_string_lossy().parse().map_err(io::Error::other)?,
        None => DOCUMENTS,
    };
    let files = set::files(documents);
    for (path, text) in &files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, text)?;
    }
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let sources = files
        .into_iter()
        .take(set::DOCUMENTS + 2)
        .map(|(path, text)| Source::in_memory(&path, &text));
    let first = Rulebook::load(sources.collect(), Vec::new());
    println!(
        "{}: {documents} documents, {} KB; the first set has",
        folder.display(),
        bytes / 1000
    );
    println!(
        "{} documents, {} sections, {} faults",
        first.documents.len(),
        first.section_count(),
        first.diagnostics.len()
    );
    Ok(())
}
