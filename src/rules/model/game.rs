//! Games: what groups documents, and the words that its players use.

use serde::Serialize;

use crate::rules::slug::slug;
use crate::rules::synonyms::Synonyms;

/// A game that documents belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Game {
    /// Its slug: the front of its documents' ids.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it stands among the games; those without a number come last, by name.
    pub order: Option<u32>,
    /// File names, without ending, of the documents that come first, in order.
    pub documents: Vec<String>,
    /// Terms that its rules use and leave to other books: no fault that nothing here defines them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undefined: Vec<String>,
    /// What its players call things.
    pub synonyms: Synonyms,
}

impl Game {
    /// A game known only by its name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            id: slug(name),
            name: name.to_owned(),
            ..Self::default()
        }
    }
}
