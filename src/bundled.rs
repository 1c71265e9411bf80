//! The bundled rules as the build script left them in the program.

/// Path below `rules/` and text of every file, in order.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Their rulebook, as [`crate::prepared`] encodes it.
pub const RULES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rulebook"));

/// Their search index.
pub const INDEX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/index"));

/// Path below `rules/` and text of every file, in order.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().copied()
}
