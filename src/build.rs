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

mod diagnostic;
mod loader;
mod prepared;
mod quantity;
mod rules;
mod search;
mod source;

/// Stands in for the program's module `bundled`, whose constants this script generates.
mod bundled {
    use std::sync::OnceLock;

    static FILES: OnceLock<Vec<(String, String)>> = OnceLock::new();

    /// Empty, because this script has yet to generate the content.
    pub const RULES: &[u8] = &[];
    pub const INDEX: &[u8] = &[];

    /// Returns the path (relative to `rules/`) and the text of every file, sorted by path.
    pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
        FILES
            .get()
            .into_iter()
            .flatten()
            .map(|(file, text)| (file.as_str(), text.as_str()))
    }

    pub fn set(files: Vec<(String, String)>) {
        FILES.set(files).expect("the files are read once");
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
    let texts = sources.into_iter();
    bundled::set(
        texts
            .map(|source| (source.file, source.text.into_owned()))
            .collect(),
    );
    fs::write(out.join("rulebook"), prepared::encode()?)?;
    fs::write(out.join("index"), prepared::index_bytes()?)
}
