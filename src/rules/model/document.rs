//! Documents: the files that rules are read from.

use std::sync::{Arc, OnceLock};

use super::front_matter::FrontMatter;
use super::section::{GameRef, SectionRef};
use crate::source::Source;

/// One file of rules, understood.
#[derive(Clone, Debug)]
pub struct Document {
    /// `game/name`, unique; the front of its sections' ids.
    pub id: String,
    /// The game it belongs to: every document has one.
    pub game: GameRef,
    /// Its title: front matter, else the only H1, else front matter's `section` in title case, else the file's name.
    pub title: String,
    /// The data at the head of the file.
    pub front_matter: FrontMatter,
    /// The section that holds all others of the document; its title is the document's.
    pub root: SectionRef,
    /// Bytes of the source before its text begins: the front matter.
    pub body: u32,
    /// Bytes of the source, text and front matter.
    pub length: u32,
    /// Where it came from.
    pub source: Arc<Source>,
    /// Its sections in the order of their ids, once somebody has asked for one.
    pub(in crate::rules) by_id: OnceLock<Vec<SectionRef>>,
    /// Whether its outline is known; at a glance it is not.
    pub whole: bool,
}
