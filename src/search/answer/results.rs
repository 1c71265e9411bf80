//! The request and the results of a search.

use std::ops::Range;

use super::highlight::Highlight;
use super::snippet::Snippet;
use crate::rules::{GameRef, SectionRef};
use crate::search::query::About;
use crate::search::weights::Features;

/// What to search for.
#[derive(Debug, Default)]
pub struct Query {
    /// The query as typed: words, `"phrases"`, `-words` and filters.
    pub text: String,
    /// The game being read. Usually, its hits come first, followed by those of the other games, game
    /// by game. Another game comes first if only that game answers the query, if the query names
    /// its best hit, or if it answers far better. A hit with exactly the typed name may be moved up
    /// before hits of other games.
    pub game: Option<GameRef>,
    /// The only game to search, if any.
    pub only_game: Option<GameRef>,
    /// The maximum number of hits.
    pub limit: usize,
    /// The field of the documents by which the hits are sorted, instead of by relevance; after a
    /// hyphen, in descending order.
    pub sort: Option<String>,
}

/// The results of a search.
#[derive(Debug, Default)]
pub struct Results {
    /// The hits, best first, at most [`Query::limit`].
    pub hits: Vec<Hit>,
    /// The number of sections that match. If more sections match than are ranked, the number
    /// includes run-in rules that would not be hits.
    pub total: usize,
    /// Whether the rules answer the query.
    pub outcome: Answerability,
    /// What the query asks about.
    pub about: About,
    /// The synonyms in the query and what they mean.
    pub synonyms: Vec<SynonymUse>,
    /// The two rules that the query asks to compare, in the order of their names in the query.
    pub compared: Option<[SectionRef; 2]>,
    /// The words and numbers to mark in any text.
    pub highlight: Highlight,
}

/// A section that was found.
#[derive(Debug)]
pub struct Hit {
    /// The section that was found.
    pub section: SectionRef,
    /// The score, comparable only within one search.
    pub score: f32,
    /// The values that the score was computed from.
    pub features: Features,
    /// The byte ranges of the full title that match.
    pub title_marks: Vec<Range<usize>>,
    /// The synonym that found the section, if the section's own words did not.
    pub via: Option<String>,
    /// Whether the query is a question that names the section.
    pub is_named: bool,
    /// The line of the section's text that matches best.
    pub snippet: Snippet,
}

/// A player's word and what it means in the rules.
#[derive(Debug, PartialEq, Eq)]
pub struct SynonymUse {
    /// The player's word, as the list of synonyms spells it.
    pub word: String,
    /// The rules' terms for the player's word, most likely first.
    pub means: Vec<String>,
}

/// Whether the loaded rules answer a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answerability {
    /// The rules answer the query.
    Found,
    /// The rules use the typed term but never define it. The hits are sections that use the term.
    Undefined {
        /// How often the rules use the term.
        uses: usize,
        /// The game in which the uses were counted; `None` for all games.
        game: Option<GameRef>,
    },
    /// The typed term is defined, but not in the game that the query is about. A query is about
    /// the game that it names or, if it names none, the game being read.
    OtherGame,
    /// The rules do not contain the typed term. In a query with several content words, a term that
    /// the rules use only once also counts as missing.
    #[default]
    None,
}

impl Answerability {
    /// Returns why there is no answer, in one word such as `undefined`. For
    /// [`Answerability::Found`], returns [`Option::None`].
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Found => None,
            Self::Undefined { .. } => Some("undefined"),
            Self::OtherGame => Some("other-game"),
            Self::None => Some("none"),
        }
    }
}
