//! Writes the table of bundled rules: every file below `rules/` with its text, embedded in the binary.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("rules");
    println!("cargo:rerun-if-changed={}", root.display());
    println!("cargo:rerun-if-changed=build.rs");
    let mut files = Vec::new();
    collect(&root, &root, &mut files)?;
    files.sort();
    let mut table = String::from(
        "/// Path below `rules/` and text of every bundled file, in order.\npub(super) const FILES: &[(&str, &str)] = &[\n",
    );
    for (file, path) in files {
        let _ = writeln!(table, "    ({file:?}, include_str!({:?})),", path.display().to_string());
    }
    table.push_str("];\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("bundled.rs"), table)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    // A folder's own time changes when a file is added or removed.
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "md" || extension == "yaml") {
            let parts: Vec<_> = path.strip_prefix(root).unwrap_or(&path).components().collect();
            let name = parts.iter().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
            files.push((name, path));
        }
    }
    Ok(())
}
