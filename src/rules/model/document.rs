//! Documents: the files that rules are read from.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::front_matter::FrontMatter;
use super::section::{GameRef, SectionRef};
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
    /// The data at the head of the file.
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
    /// The file. It is not stored with the rulebook: loading finds it again.
    #[serde(skip)]
    pub source: Arc<Source>,
}
