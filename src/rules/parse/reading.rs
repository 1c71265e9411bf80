//! What a format makes of a file, before its sections are assembled.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::item::Item;
use crate::rules::model::{FrontMatter, Vocabulary};
use crate::source::Source;

/// Parses the headings and blocks of a text.
pub type ParseItems = fn(&DocumentReading<'_>, &str, &Vocabulary) -> Vec<Item>;

/// A document as its format reads it.
pub struct DocumentReading<'a> {
    /// The text that all spans refer to.
    pub source: Cow<'a, Source>,
    pub front_matter: FrontMatter,
    /// The byte offset at which the text begins, after the front matter.
    pub start: usize,
    /// The ids that the author gave to places; see [`Document::anchors`].
    ///
    /// [`Document::anchors`]: crate::rules::Document::anchors
    pub anchors: BTreeMap<String, u32>,
    /// The byte offset from which the rest of the text is plain, because there is too much markup.
    pub plain: Option<usize>,
    /// What the file contains and what was left out, in a sentence; empty for a text.
    pub summary: String,
    pub content: DocumentItems,
}

/// The headings and blocks of a document.
pub enum DocumentItems {
    /// They have been read.
    Items(Vec<Item>),
    /// They are still to be parsed, from the start up to the plain rest.
    Text(ParseItems),
}

impl DocumentReading<'_> {
    /// Returns the headings and blocks. Those that have been read are returned only once.
    pub fn take_items(&mut self, words: &Vocabulary) -> Vec<Item> {
        match &mut self.content {
            DocumentItems::Items(items) => std::mem::take(items),
            DocumentItems::Text(parse) => {
                let parse = *parse;
                let end = self.plain.unwrap_or(self.source.text.len());
                parse(self, &self.source.text[..end], words)
            }
        }
    }
}
