//! The bundled rules as they are prepared when the program is built: a start takes them as they are and reads no text
//! that is not shown.

use std::io;
use std::sync::Arc;

use crate::bundled;
use crate::bytes::{Reader, Stored, put_number};
use crate::loader;
use crate::rules::Rulebook;
use crate::search::{Bytes, SearchIndex};
use crate::source::Source;

/// The outline of the bundled rules, with the names of their links, as it is put into the program.
#[must_use]
pub fn outline() -> Vec<u8> {
    let files: Vec<_> = loader::bundled().map(|source| source.file).collect();
    let at = |source: &Source| {
        files
            .iter()
            .position(|file| *file == source.file)
            .unwrap_or(files.len())
    };
    let (book, mut head, mut out) = (loaded(), Vec::new(), Vec::new());
    let file = |source: &Source| u32::try_from(at(source)).unwrap_or(u32::MAX);
    let mut names = book.store(&mut head, file, |_| Vec::new());
    put_number(&mut out, head.len() as u64);
    out.append(&mut head);
    // What was just read is packed in memory, and there is always more of that.
    let _ = book.store_sections(&mut out);
    out.append(&mut names);
    out
}

/// The bundled rules, without reading them.
#[must_use]
pub fn bundled() -> Rulebook {
    let files: Vec<_> = loader::bundled().map(Arc::new).collect();
    // What the build script wrote is what this version reads; a program that is damaged still has the texts.
    let mut outline = Reader::new(bundled::OUTLINE);
    let mut head = outline.part();
    Rulebook::restore(&mut head, Stored::Program(outline.bytes()), &files).unwrap_or_else(loaded)
}

/// Writes the search index of the bundled rules as it is put into the program.
///
/// # Errors
/// Where the index cannot be built or written.
pub fn write_index(out: &mut impl io::Write) -> io::Result<()> {
    SearchIndex::build(&loaded())
        .map_err(io::Error::other)?
        .encode(out)
}

/// The search index of the bundled rules, without building it.
#[must_use]
pub fn index() -> Option<SearchIndex> {
    SearchIndex::open(Bytes::Program(bundled::INDEX)).ok()
}

/// The bundled rules, read from their texts.
fn loaded() -> Rulebook {
    Rulebook::load(loader::bundled().collect(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Query;

    #[test]
    fn what_was_prepared_is_what_the_texts_give() {
        let (prepared, loaded) = (bundled(), loaded());
        assert_eq!(bundled::OUTLINE, outline());
        assert_eq!(prepared.games, loaded.games);
        assert!(prepared.sections().eq(loaded.sections()));
        assert!(prepared.walk().eq(loaded.walk()));
        // Nothing is lost by not reading: there is nothing wrong with these files.
        assert_eq!(loaded.diagnostics, []);
    }

    #[test]
    fn the_prepared_index_answers_as_a_new_one() {
        let book = bundled();
        let (prepared, built) = (index().unwrap(), SearchIndex::build(&loaded()).unwrap());
        assert_eq!(prepared.sections(), book.section_count());
        for section in book.sections().step_by(7) {
            let query = Query {
                text: section.full_title(),
                limit: 5,
                ..Query::default()
            };
            let found = |index: &SearchIndex| {
                let results = index.search(&book, &query);
                results
                    .hits
                    .iter()
                    .map(|hit| (hit.section, hit.score.to_bits()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(found(&prepared), found(&built), "{}", section.id);
        }
    }
}
