//! Documents, the games they belong to, and the front matter of their files.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::section::{GameRef, SectionRef, VocabularyRef, title_above};
use super::table_rules::TableRules;
use crate::analyzer::Language;
use crate::rules::slug::slug;
use crate::source::{PlaceKind, Source, Stamp, clean};

/// One parsed file of rules.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Document {
    /// Unique id, `game/name`. The ids of the document's sections start with it.
    pub id: String,
    /// The game that the document belongs to.
    pub game: GameRef,
    /// The vocabulary with which the document was parsed.
    pub vocabulary: VocabularyRef,
    /// Title of the document: the front matter's `title`, otherwise the only H1, otherwise the
    /// front matter's `section` in title case, otherwise the file name in title case.
    pub title: String,
    /// Front matter of the file.
    pub front_matter: FrontMatter,
    /// Language of the text: the front matter's `language` or `lang`, otherwise detected.
    pub language: Language,
    /// The section that has the title of the document and contains all its other sections.
    pub root: SectionRef,
    /// Byte offset at which the text begins, after the front matter.
    pub body: u32,
    /// Length of the source in bytes, including the front matter.
    pub length: u32,
    /// The ids that the author gave to places, such as `^8f3a`, `{#fog}` and `<a id="fog">`, each with
    /// the byte offset of the line that contains the id.
    pub anchors: BTreeMap<String, u32>,
    /// What the lines of the sections count: lines, pages or chapters.
    pub place_kind: PlaceKind,
    /// What a file that is not text contains, and what was left out of it; empty for a text.
    pub summary: String,
    /// Path of the file, as in [`Source::path`].
    pub path: String,
    /// State of the file when it was parsed. [`Stamp::modified`] is `None` if the file has to be
    /// parsed again at the next load.
    pub stamp: Stamp,
    /// The file. Not stored in the cache, because loading lists the files again.
    #[serde(skip)]
    pub source: Arc<Source>,
}

/// The front matter of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontMatter {
    /// The keys with their values, in the order of the file. Lists are joined with commas.
    pub values: Vec<(String, String)>,
    /// Other names of the document.
    pub aliases: Vec<String>,
}

impl FrontMatter {
    /// The keys that the program uses, apart from `aliases`: the title; the book or page that the
    /// rules are from; the date of the last change, as an ISO date or free text such as
    /// `August 2025`; the type of the document, as free text; the part of `source` that the
    /// document contains; the name of its game; its version.
    pub const KEYS: [&str; 7] = [
        "title",
        "source",
        "last_update_date",
        "document_type",
        "section",
        "game",
        "version",
    ];

    /// Returns the value of a key, unless it is missing or empty.
    pub fn get(&self, key: &str) -> Option<&str> {
        let (_, value) = self.values.iter().find(|(known, _)| known == key)?;
        Some(value.as_str()).filter(|value| !value.is_empty())
    }
}

/// A game that documents belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// See [`Self::id_of`]. The ids of the game's documents start with it.
    pub id: String,
    /// Name of the game.
    pub name: String,
    /// Position among the games. Games without a position come last, sorted by name.
    pub order: Option<u32>,
    /// File names, without extension, of the documents that come first, in this order.
    pub documents: Vec<String>,
    /// Terms that other books define. `check` does not report them as undefined.
    pub undefined: Vec<String>,
    /// Names that are links only where the author wrote a link.
    pub never_link: Vec<String>,
    /// Names that are links wherever they occur.
    pub always_link: Vec<String>,
    /// Words that players use for the game's terms.
    pub synonyms: Vec<Synonym>,
    /// The vocabulary that the `game.yaml` contains or names. Without one, each document has that of
    /// its signs.
    pub vocabulary: Option<VocabularyRef>,
    /// What players keep track of at the table.
    pub table: TableRules,
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
    /// Returns the id of the game with a name: the slug of the name, or the start of a long one (see
    /// [`title_above`]).
    pub fn id_of(name: &str) -> String {
        title_above(&slug(name)).to_owned()
    }

    /// Creates a game with a name, its id, and no other data.
    pub fn named(name: &str) -> Self {
        Self {
            id: Self::id_of(name),
            name: clean(name).into_owned(),
            ..Self::default()
        }
    }
}
