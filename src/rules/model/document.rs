//! Documents, the games they belong to, and the front matter of their files.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::section::{GameRef, SectionRef};
use crate::rules::slug::slug;
use crate::source::{Source, Stamp};

/// One parsed file of rules.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Document {
    /// Unique id, `game/name`. The ids of the document's sections start with it.
    pub id: String,
    /// The game that the document belongs to.
    pub game: GameRef,
    /// Title of the document: the front matter's `title`, otherwise the only H1, otherwise the
    /// front matter's `section` in title case, otherwise the file name in title case.
    pub title: String,
    /// Front matter of the file.
    pub front_matter: FrontMatter,
    /// The section that has the title of the document and contains all its other sections.
    pub root: SectionRef,
    /// Byte offset at which the text begins, after the front matter.
    pub body: u32,
    /// Length of the source in bytes, including the front matter.
    pub length: u32,
    /// Ids of blocks, such as `^8f3a`, each with the byte offset of the line that contains the id.
    pub block_ids: BTreeMap<String, u32>,
    /// Path of the file, as in [`Source::path`].
    pub path: String,
    /// State of the file when it was parsed. [`Stamp::modified`] is 0 if the file has to be parsed
    /// again at the next load.
    pub stamp: Stamp,
    /// The file. Not stored in the cache, because loading lists the files again.
    #[serde(skip)]
    pub source: Arc<Source>,
}

/// The front matter of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontMatter {
    /// Title of the document.
    pub title: Option<String>,
    /// The book or page that the rules are from.
    pub source: Option<String>,
    /// Date of the last change: an ISO date or free text such as `August 2025`.
    pub last_update_date: Option<String>,
    /// Type of the document, as free text: `killzone`, `core-rules`, `team-rules`, `ops`, `faq`.
    pub document_type: Option<String>,
    /// The part of `source` that the document contains.
    pub section: Option<String>,
    /// Name of the game that the document belongs to.
    pub game: Option<String>,
    /// Version of the document.
    pub version: Option<String>,
    /// Other names of the document.
    pub aliases: Vec<String>,
    /// The unknown keys, with their values.
    pub other: Vec<(String, String)>,
}

impl FrontMatter {
    /// Returns the single-value keys in the order in which front matter is written, each with its
    /// field.
    pub fn fields(&mut self) -> [(&'static str, &mut Option<String>); 7] {
        [
            ("title", &mut self.title),
            ("source", &mut self.source),
            ("last_update_date", &mut self.last_update_date),
            ("document_type", &mut self.document_type),
            ("section", &mut self.section),
            ("game", &mut self.game),
            ("version", &mut self.version),
        ]
    }

    /// Returns the keys that have a single value, with their values: first the unknown keys.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        let known = [
            ("title", &self.title),
            ("source", &self.source),
            ("last_update_date", &self.last_update_date),
            ("document_type", &self.document_type),
            ("section", &self.section),
            ("game", &self.game),
            ("version", &self.version),
        ];
        let known = known.into_iter();
        let known = known.filter_map(|(key, value)| Some((key, value.as_deref()?)));
        let other = self.other.iter();
        other
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .chain(known)
    }
}

/// A game that documents belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Slug of the name. The ids of the game's documents start with it.
    pub id: String,
    /// Name of the game.
    pub name: String,
    /// Position among the games. Games without a position come last, sorted by name.
    pub order: Option<u32>,
    /// File names, without extension, of the documents that come first, in this order.
    pub documents: Vec<String>,
    /// Terms that other books define. `check` does not report them as undefined.
    pub undefined: Vec<String>,
    /// Words that players use for the game's terms.
    pub synonyms: Vec<Synonym>,
}

/// A word that players use, and the words that the rules use for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Synonym {
    /// The player's word, in lower case.
    pub word: String,
    /// The words that the rules use for `word`.
    pub means: Vec<String>,
}

impl Game {
    /// Creates a game with a name, the name's slug as its id, and no other data.
    pub fn named(name: &str) -> Self {
        Self {
            id: slug(name),
            name: name.to_owned(),
            ..Self::default()
        }
    }
}
