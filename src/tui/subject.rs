//! Subjects of a peek: the definitions of a name, or the uses of an undefined word.

use super::library::Library;
use crate::links::Backlink;
use crate::render::PageLink;
use crate::rules::SectionRef;
use crate::search::{Answerability, Query};

/// The maximum number of uses that a peek lists, one of each section.
const MAX_USES: usize = 16;

/// What a peek shows: the definitions of a name, or the uses of an undefined word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The sections to show: the definitions of a name, nearest first, or one section. For an
    /// undefined word, the sections that use the word.
    pub targets: Vec<SectionRef>,
    /// The undefined word with its uses; `None` if the peek shows one of the `targets`.
    pub undefined: Option<Undefined>,
}

/// A word that the game being read uses but does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The word as it was looked up.
    pub name: String,
    /// The total number of uses, including those that the peek does not list.
    pub count: usize,
    /// The uses that the peek lists.
    pub uses: Vec<Backlink>,
}

impl Subject {
    /// Returns the targets of a link as a subject.
    pub fn of_link(link: &PageLink) -> Self {
        Self {
            targets: link.targets.clone(),
            undefined: None,
        }
    }

    /// Looks up a word. The subject contains the definitions of the word. If there are none, it
    /// contains the best result of a search for the word or, if the rules use the word but do not
    /// define it, the uses of the word. Otherwise, or without an index, the subject is empty.
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
            limit: MAX_USES,
        };
        let results = library
            .index
            .as_ref()
            .map(|index| index.search(book, &query))
            .unwrap_or_default();
        let count = match (results.outcome, results.hits.first()) {
            (Answerability::Found, Some(best)) => return Self::from(best.section),
            (Answerability::Undefined { uses, .. }, _) => uses,
            _ => return Self::default(),
        };
        let uses = results.hits.into_iter().map(|hit| Backlink {
            from: hit.section,
            range: hit.snippet.marks.first().cloned().unwrap_or(0..0),
            sentence: hit.snippet.text,
            exception: false,
        });
        let uses: Vec<_> = uses.collect();
        Self {
            targets: uses.iter().map(|place| place.from).collect(),
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
