//! Subjects of a peek: the definitions of a name, or the uses of an undefined word.

use super::library::Library;
use crate::links::{Backlink, uses};
use crate::render::PageLink;
use crate::rules::SectionRef;
use crate::search::{Outcome, Query, Results};

/// The most uses of a word that are listed.
const MAX_USES: usize = 60;

/// The most uses that a search lists.
const MAX_FOUND: usize = 16;

/// The subject of a peek.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The definitions, nearest first, or the sections that use an undefined word.
    pub targets: Vec<SectionRef>,
    /// The value of the definition's parameter.
    pub value: Option<String>,
    /// The word, if nothing defines it.
    pub undefined: Option<Undefined>,
}

/// A word that the loaded rules use but do not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The word as it is printed.
    pub name: String,
    /// The number of its uses.
    pub count: usize,
    /// The uses that are listed.
    pub uses: Vec<Backlink>,
}

impl Subject {
    /// The targets of a link.
    pub fn of_link(link: &PageLink) -> Self {
        Self {
            targets: link.targets.clone(),
            value: link.value.clone(),
            undefined: None,
        }
    }

    /// The meaning of a word: its definitions, or the best answer of a search, or its uses.
    pub fn of_word(library: &Library, word: &str, near: SectionRef) -> Self {
        let book = &library.book;
        let targets = library.links.definitions(word, Some(near));
        if !targets.is_empty() {
            return Self {
                targets,
                ..Self::default()
            };
        }
        let game = Some(book.game_of(near));
        let query = Query {
            text: word.to_owned(),
            game,
            only_game: game,
            limit: MAX_FOUND,
        };
        let results = library
            .index
            .as_ref()
            .map(|index| index.search(book, &query))
            .unwrap_or_default();
        if let (Outcome::Found, Some(best)) = (results.outcome, results.hits.first()) {
            return Self::from(best.section);
        }
        let (count, uses) = if library.has_few_words() {
            let mut uses = uses(book, word, game);
            let count = uses.len();
            uses.truncate(MAX_USES);
            (count, uses)
        } else {
            // Scanning all of large rules takes too long.
            found_uses(&results)
        };
        Self {
            targets: uses.iter().map(|place| place.from).collect(),
            value: None,
            undefined: Some(Undefined {
                name: word.to_owned(),
                count,
                uses,
            }),
        }
    }
}

impl From<SectionRef> for Subject {
    fn from(section: SectionRef) -> Self {
        Self {
            targets: vec![section],
            ..Self::default()
        }
    }
}

/// The number of uses, and those that a search found.
fn found_uses(results: &Results) -> (usize, Vec<Backlink>) {
    let uses = results.hits.iter().map(|hit| {
        let snippet = &hit.snippet;
        Backlink {
            from: hit.section,
            sentence: snippet.text.clone(),
            range: snippet.marks.first().cloned().unwrap_or(0..0),
            exception: false,
        }
    });
    let count = match results.outcome {
        Outcome::Undefined { uses, .. } => uses,
        _ => results.total,
    };
    (count, uses.collect())
}
