//! A query and its results.

use std::ops::Range;

use super::highlight::Highlight;
use super::snippet::Snippet;
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::search::query::About;

/// What to search for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// As typed: words, `"phrases"`, `-words`, filters.
    pub text: String,
    /// The game being read: its hits come first, then those of each other game together.
    pub game: Option<GameRef>,
    /// The only game to search.
    pub only_game: Option<GameRef>,
    /// The maximum number of hits.
    pub limit: usize,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The best hits, best first.
    pub hits: Vec<Hit>,
    /// How many sections match in all; run-in rules count by themselves if there are many.
    pub total: usize,
    /// Whether the rules answer the query.
    pub outcome: Outcome,
    /// What the query asks about.
    pub about: About,
    /// The player's words in the query and what they stand for.
    pub synonyms: Vec<SynonymUse>,
    /// Marks the query's words in any text.
    pub highlight: Highlight,
}

/// A section that was found.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The section.
    pub section: SectionRef,
    /// Its score, comparable only within one search.
    pub score: f32,
    /// Where its full title matches.
    pub title_marks: Vec<Range<usize>>,
    /// The player's word that led to it, if its own words did not.
    pub via: Option<String>,
    /// Why a question finds it, if not by its words alone.
    pub reason: Option<Reason>,
    /// The line of its text that matches best.
    pub snippet: Snippet,
}

/// Why a question finds a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The question names it.
    Named,
    /// A better hit links to it.
    LinkedFrom(SectionRef),
}

impl Reason {
    /// The reason in words.
    pub fn describe(self, book: &Rulebook) -> String {
        match self {
            Self::Named => "named".to_owned(),
            Self::LinkedFrom(from) => format!("linked from {}", book.section(from).full_title()),
        }
    }
}

/// A player's word and the rules' words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SynonymUse {
    /// The player's word.
    pub word: String,
    /// What the rules call it.
    pub means: Vec<String>,
}

/// Whether the loaded rules answer a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// They do.
    Found,
    /// They use the word and never define it; hits are the places.
    Undefined {
        /// How often it is used.
        uses: usize,
        /// The game whose uses these are; without one, all games.
        game: Option<GameRef>,
    },
    /// Only another game than the one being read, or than the one in the query, defines it.
    OtherGame,
    /// They do not know the word.
    #[default]
    None,
}

impl Outcome {
    /// Why there is no answer, in one word; `None` if there is one.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Found => None,
            Self::Undefined { .. } => Some("undefined"),
            Self::OtherGame => Some("other-game"),
            Self::None => Some("none"),
        }
    }
}
