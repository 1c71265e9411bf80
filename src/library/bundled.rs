//! The bundled rulebook and its search index, encoded by the build script so that the program starts
//! without parsing text.

use std::io;
use std::sync::Arc;

use super::load::with_store;
use crate::bundled;
use crate::loader;
use crate::rules::Rulebook;
use crate::search::SearchIndex;

/// Returns the bundled rulebook, decoded from the bytes in the program.
pub fn bundled() -> Rulebook {
    let Ok(mut book) = postcard::from_bytes::<Rulebook>(bundled::RULES) else {
        // If the bytes cannot be decoded, parse the texts instead.
        return parsed();
    };
    let sources: Vec<_> = loader::bundled().map(Arc::new).collect();
    for document in &mut book.documents {
        let source = sources.iter().find(|source| source.path == document.path);
        document.source = source.cloned().unwrap_or_default();
    }
    with_store(book, Vec::new(), Arc::new(|_| {}))
}

/// Returns the search index of a rulebook. The index of the bundled rules is in the program; any
/// other index is built in memory.
///
/// # Errors
/// Fails if the index cannot be built.
pub fn index(book: &Rulebook) -> io::Result<SearchIndex> {
    SearchIndex::open(bundled::INDEX, book)
        .or_else(|_| SearchIndex::build(book))
        .map_err(io::Error::other)
}

/// Parses the bundled rules from their texts.
fn parsed() -> Rulebook {
    Rulebook::load(loader::bundled().collect(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Query;

    #[test]
    fn the_prepared_rulebook_equals_a_load_of_the_texts() {
        let (prepared, parsed) = (bundled(), parsed());
        let encoded = postcard::to_extend(&parsed, Vec::new()).unwrap();
        assert_eq!(bundled::RULES, encoded);
        assert_eq!(prepared.games, parsed.games);
        assert!(prepared.walk().eq(parsed.walk()));
        // A prepared rulebook contains no diagnostics, so the bundled files must have no faults.
        assert_eq!(parsed.diagnostics, []);
    }

    #[test]
    fn the_prepared_index_gives_the_answers_of_a_new_one() {
        let book = bundled();
        let (prepared, built) = (
            index(&book).unwrap(),
            SearchIndex::build(&parsed()).unwrap(),
        );
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
