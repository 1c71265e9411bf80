//! The build script: turns the bundled rules into a table of files, an encoded rulebook and a
//! search index, so that the browser starts without parsing the rules.
//!
//! The script compiles the program's own modules, so that it parses the files as the program would.

#![expect(
    dead_code,
    unused_imports,
    clippy::struct_field_names,
    reason = "the program's modules are more than is needed to prepare its rules"
)]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

use loader::Origin;
use rules::Rulebook;
use search::SearchIndex;

mod diagnostic;
mod loader;
mod quantity;
mod rules;
mod search;
mod source;

/// Stands in for the program's module `bundled`, which includes what this script generates.
mod bundled {
    use std::sync::OnceLock;

    pub static FILES: OnceLock<Vec<(String, String)>> = OnceLock::new();

    /// Returns the path (relative to `rules/`) and the text of every file, sorted by path.
    pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
        let files = FILES.get().into_iter().flatten();
        files.map(|(file, text)| (file.as_str(), text.as_str()))
    }
}

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("rules");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    // Cargo checks all files in this folder for changes.
    println!("cargo:rerun-if-changed={}", root.display());
    let listing = loader::find(&[Origin::Path(root)]).map_err(io::Error::other)?;
    let mut sources = listing.read().sources;
    sources.sort_by(|one, other| one.file.cmp(&other.file));
    let mut table = String::from("[\n");
    for source in &sources {
        let (file, path) = (&source.file, &source.path);
        let _ = writeln!(table, "    ({file:?}, include_str!({path:?})),");
    }
    table.push_str("]\n");
    fs::write(out.join("files.rs"), table)?;
    let sources = sources.into_iter();
    let files = sources.map(|source| (source.file, source.text.into_owned()));
    bundled::FILES.get_or_init(|| files.collect());
    let book = Rulebook::load(loader::bundled().collect(), Vec::new());
    let bytes = postcard::to_extend(&book, Vec::new()).map_err(io::Error::other)?;
    fs::write(out.join("rulebook"), bytes)?;
    let index = SearchIndex::build(&book).and_then(|index| index.to_bytes());
    fs::write(out.join("index"), index.map_err(io::Error::other)?)
}
