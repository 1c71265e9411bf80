//! Documents, the games they belong to, and the front matter of their files.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::section::{GameRef, SectionRef};
use crate::rules::slug::slug;
use crate::source::{Source, Stamp};

/// One parsed file of rules.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Document {
    /// `game/name`, unique; the prefix of its sections' ids.
    pub id: String,
    /// The game it belongs to: every document has one.
    pub game: GameRef,
    /// Its title: front matter, else the only H1, else front matter's `section` in title case, else the file's name.
    pub title: String,
    /// Its front matter.
    pub front_matter: FrontMatter,
    /// The section that contains all others of the document; its title is the document's.
    pub root: SectionRef,
    /// Bytes of front matter: the offset at which the text begins.
    pub body: u32,
    /// Bytes of the source, text and front matter.
    pub length: u32,
    /// Path of the source.
    pub path: String,
    /// State of the file when it was parsed.
    pub stamp: Stamp,
    /// The file. It is not stored with the rulebook; loading finds it again.
    #[serde(skip)]
    pub source: Arc<Source>,
}

/// The front matter of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontMatter {
    /// Title of the document.
    pub title: Option<String>,
    /// The book or page the rules are from.
    pub source: Option<String>,
    /// Date of the last change: an ISO date or free text such as `August 2025`.
    pub last_update_date: Option<String>,
    /// `killzone`, `core-rules`, `team-rules`, `ops`, `faq` or anything else.
    pub document_type: Option<String>,
    /// Which part of its source it is.
    pub section: Option<String>,
    /// The game it belongs to.
    pub game: Option<String>,
    /// Version of the document.
    pub version: Option<String>,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Keys that the program does not know, as written.
    pub other: Vec<(String, String)>,
}

impl FrontMatter {
    /// The keys with a single value, in the order they are written in.
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
}

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
    /// Terms that other books define: `check` does not report them.
    pub undefined: Vec<String>,
    /// Its players' synonyms.
    pub synonyms: Vec<Synonym>,
}

/// A player's word and the rules' words for it.
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
