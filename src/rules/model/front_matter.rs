//! What a document says of itself at its head.

use serde::Serialize;

/// What stands at the head of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FrontMatter {
    /// Title of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The book or page the rules are of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// When it was last changed: an ISO date or free text such as `August 2025`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_update_date: Option<String>,
    /// `killzone`, `core-rules`, `team-rules`, `ops`, `faq` or anything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_type: Option<String>,
    /// What part of its source it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The game it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Version of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Other names of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Keys that mean nothing to the program, as they stand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<(String, String)>,
}
