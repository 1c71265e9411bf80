//! The fields of the index, and the adapter through which tantivy calls [`tokenize`].

use std::vec::IntoIter;

use serde::{Deserialize, Serialize};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};

use super::passages::{SectionText, path};
use crate::rules::{Rulebook, SectionRef};
use crate::search::tokenizer::{self, tokenize, whole_words};
use crate::search::words::stem;

const TOKENIZER: &str = "rules";

pub struct Fields {
    pub title: Field,
    pub labels: Field,
    /// The title and the aliases, each as a single term in the form of [`name_term`].
    pub names: Field,
    pub path: Field,
    /// The text and the hidden words of all passages.
    pub body: Field,
    /// The key of the section's document, as [`keys`](super::update::keys) returns
    /// it.
    pub document: Field,
    /// The index of the section in its document.
    pub local: Field,
    /// The [`SectionText`] as JSON: tantivy reads a text faster than bytes.
    pub stored: Field,
}

impl Fields {
    pub fn new() -> (Self, Schema) {
        let mut schema = Schema::builder();
        let words = |option| {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer(TOKENIZER)
                .set_index_option(option);
            TextOptions::default().set_indexing_options(indexing)
        };
        let (words, phrases) = (
            words(IndexRecordOption::WithFreqs),
            words(IndexRecordOption::WithFreqsAndPositions),
        );
        let fields = Self {
            title: schema.add_text_field("title", phrases.clone()),
            labels: schema.add_text_field("labels", words.clone()),
            names: schema.add_text_field("names", STRING),
            path: schema.add_text_field("path", words),
            body: schema.add_text_field("body", phrases),
            document: schema.add_u64_field("document", INDEXED | FAST),
            local: schema.add_u64_field("local", FAST),
            stored: schema.add_text_field("stored", STORED),
        };
        (fields, schema.build())
    }

    /// Returns the fields whose lengths are stored.
    pub fn words(&self) -> [Field; 5] {
        [self.title, self.labels, self.names, self.path, self.body]
    }

    /// Returns the fields that contain words, each with its [`Places`] bit.
    pub fn places(&self) -> [(Field, Places); 4] {
        [
            (self.title, Places::TITLE),
            (self.labels, Places::LABEL),
            (self.path, Places::PATH),
            (self.body, Places::BODY),
        ]
    }

    pub fn document(
        &self,
        book: &Rulebook,
        at: SectionRef,
        text: &SectionText,
        key: u64,
    ) -> tantivy::TantivyDocument {
        let stored = serde_json::to_string(text).unwrap_or_default();
        let mut document = tantivy::TantivyDocument::new();
        document.add_text(self.stored, stored);
        let section = book.section(at);
        document.add_text(self.title, section.full_title());
        for name in section
            .aliases
            .iter()
            .chain([&section.title, &section.full_title()])
        {
            document.add_text(self.names, name_term(name));
        }
        document.add_text(self.labels, &text.labels);
        document.add_text(self.path, path(book, at));
        for passage in &text.passages {
            document.add_text(self.body, &passage.text);
            if !passage.hidden.is_empty() {
                document.add_text(self.body, &passage.hidden);
            }
        }
        document.add_u64(self.document, key);
        let root = book.document_of(at).root;
        document.add_u64(self.local, u64::from(at.0 - root.0));
        document
    }
}

/// Returns the stems of a name's words, so that names can be compared regardless of case,
/// punctuation and word forms: `Kill Zones: Gallowdark` becomes `kill zon gallowdark`.
pub fn name_term(name: &str) -> String {
    whole_words(name)
        .map(|word| stem(&word).to_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the tokenizers of tantivy, and [`RulesTokenizer`]. They must be registered each time an
/// index is opened.
pub fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(TOKENIZER, RulesTokenizer);
    tokenizers
}

/// The parts of a section in which a word occurs, as a bit set: title, labels, path and body.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Places(u8);

impl Places {
    pub const TITLE: Self = Self(1);
    pub const LABEL: Self = Self(2);
    pub const PATH: Self = Self(4);
    pub const BODY: Self = Self(8);
    pub const NAMES: Self = Self(Self::TITLE.0 | Self::LABEL.0);

    pub fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }
}

#[derive(Clone)]
struct RulesTokenizer;

/// The remaining tokens of a text, and the current one.
struct Tokens<'a> {
    rest: IntoIter<tokenizer::Token<'a>>,
    token: Token,
}

impl Tokenizer for RulesTokenizer {
    type TokenStream<'a> = Tokens<'a>;

    fn token_stream<'a>(&mut self, text: &'a str) -> Tokens<'a> {
        Tokens {
            rest: tokenize(text).into_iter(),
            token: Token::default(),
        }
    }
}

impl TokenStream for Tokens<'_> {
    fn advance(&mut self) -> bool {
        let Some(next) = self.rest.next() else {
            return false;
        };
        (*next.text).clone_into(&mut self.token.text);
        self.token.position = next.position as usize;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
