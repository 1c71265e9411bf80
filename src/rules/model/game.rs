//! Games: what groups documents, and the words that its players use.

use serde::{Deserialize, Serialize};

use crate::rules::slug::slug;

/// A game that documents belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Its slug: the prefix of its documents' ids.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its position among the games; those without a number come last, by name.
    pub order: Option<u32>,
    /// File names, without extension, of the documents that come first, in order.
    pub documents: Vec<String>,
    /// Terms that its rules use and leave to other books: `check` accepts that nothing defines them.
    pub undefined: Vec<String>,
    /// Its players' words for things.
    pub synonyms: Vec<Synonym>,
}

/// A player's word and the words of the rules it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Synonym {
    /// The word as players type it, in lower case.
    pub word: String,
    /// The rules' words for it.
    pub means: Vec<String>,
}

impl Game {
    /// A game known only by its name.
    pub fn named(name: &str) -> Self {
        Self {
            id: slug(name),
            name: name.to_owned(),
            ..Self::default()
        }
    }
}
