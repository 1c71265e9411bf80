//! The bundled rules, compiled into the program from files that the build script generates.

/// The path (relative to `rules/`) and the text of every bundled file, sorted by path.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The rulebook of the bundled rules in postcard.
pub const RULES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rulebook"));

/// The search index of the bundled rules, from [`crate::search::SearchIndex::to_bytes`].
pub const INDEX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/index"));

/// Returns the path (relative to `rules/`) and the text of every bundled file, sorted by path.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().copied()
}
