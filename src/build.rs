//! Prepares the bundled rules when the program is built: the table of their files, their rulebook and their search index,
//! so that a start reads no text that is not shown.
//!
//! It is made of the program's modules: it prepares what loading the same files would give, and a test compares the two.

#![expect(
    dead_code,
    unused_imports,
    clippy::struct_field_names,
    reason = "the program's modules are more than is needed to prepare its rules"
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

mod diagnostic;
mod links;
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
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &root, &mut files)?;
    files.sort();
    let mut table = String::from("[\n");
    for (file, path) in &files {
        let _ = writeln!(
            table,
            "    ({file:?}, include_str!({:?})),",
            path.display().to_string()
        );
    }
    table.push_str("]\n");
    fs::write(out.join("files.rs"), table)?;
    let texts = files
        .into_iter()
        .map(|(file, path)| Ok((file, fs::read_to_string(path)?)));
    bundled::set(texts.collect::<io::Result<Vec<_>>>()?);
    fs::write(out.join("rulebook"), prepared::encode()?)?;
    fs::write(out.join("index"), prepared::index_bytes()?)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    // A folder's own time changes when a file is added or removed.
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "md" || extension == "yaml")
        {
            let parts: Vec<_> = path
                .strip_prefix(root)
                .unwrap_or(&path)
                .components()
                .collect();
            let name = parts
                .iter()
                .map(|part| part.as_os_str().to_string_lossy())
                .collect::<Vec<_>>()
                .join("/");
            files.push((name, path));
        }
    }
    Ok(())
}
