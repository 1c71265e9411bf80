//! Prepares the bundled rules when the program is built: the table of their files, their rulebook and their search index,
//! so that starting the browser reads only the text it shows.
//!
//! It is made of the program's modules: it prepares what loading the same files would give, and a test compares the two.

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

/// Stands in for the program's own table of bundled files, which is only being made.
mod bundled {
    use std::sync::OnceLock;

    static FILES: OnceLock<Vec<(String, String)>> = OnceLock::new();

    /// Nothing is prepared yet.
    pub const RULES: &[u8] = &[];
    pub const INDEX: &[u8] = &[];

    /// Path below `rules/` and text of every file, in order.
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
    // Cargo looks at everything in this folder.
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
