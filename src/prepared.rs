//! The bundled rules as they are prepared when the program is built: a start takes them as they are and reads no text
//! that is not shown.

use std::sync::Arc;

use crate::bundled;
use crate::bytes::Reader;
use crate::loader;
use crate::rules::Rulebook;
use crate::source::Source;

/// The outline of the bundled rules as it is put into the program.
#[must_use]
pub fn outline() -> Vec<u8> {
    let files: Vec<_> = loader::bundled().map(|source| source.file).collect();
    let at = |source: &Source| files.iter().position(|file| *file == source.file).unwrap_or(files.len());
    let mut out = Vec::new();
    loaded().store(&mut out, |source| u32::try_from(at(source)).unwrap_or(u32::MAX));
    out
}

/// The bundled rules, without reading them.
#[must_use]
pub fn bundled() -> Rulebook {
    let files: Vec<_> = loader::bundled().map(Arc::new).collect();
    // What the build script wrote is what this version reads; a program that is damaged still has the texts.
    Rulebook::restore(&mut Reader::new(bundled::OUTLINE), &files, None).unwrap_or_else(loaded)
}

/// The bundled rules, read from their texts.
fn loaded() -> Rulebook {
    Rulebook::load(loader::bundled().collect(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_prepared_is_what_the_texts_give() {
        let (prepared, loaded) = (bundled(), loaded());
        assert_eq!(bundled::OUTLINE, outline());
        assert_eq!(prepared.games, loaded.games);
        assert_eq!(prepared.sections(), loaded.sections());
        assert!(prepared.walk().eq(loaded.walk()));
        // Nothing is lost by not reading: there is nothing wrong with these files.
        assert_eq!(loaded.diagnostics, []);
    }
}
