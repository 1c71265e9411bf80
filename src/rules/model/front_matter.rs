//! The data at the head of a document.

use serde::{Deserialize, Serialize};

/// The data at the head of a document.
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
    /// The part of its source that it is.
    pub section: Option<String>,
    /// The game it belongs to.
    pub game: Option<String>,
    /// Version of the document.
    pub version: Option<String>,
    /// Other names for it.
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
