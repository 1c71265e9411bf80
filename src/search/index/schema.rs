//! The fields of the index, and how a section becomes a document of tantivy.

use serde::{Deserialize, Serialize};
use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{PreTokenizedString, Token};

use super::passages::{SectionText, path};
use super::tokens::{self, PassageTokens, StoredToken};
use crate::analyzer::{self, Language, tokenize};
use crate::rules::{CELL_GAP, Fact, Rulebook, SectionRef, title_above};
use crate::search::text::name_term;

pub struct Fields {
    /// The title and the aliases.
    pub title: Field,
    pub labels: Field,
    /// The title and the aliases, each as a single term in the form of [`name_term`].
    pub names: Field,
    /// The title directly above the section.
    pub parent: Field,
    /// The other titles above, with the team, the document and the game.
    pub path: Field,
    /// The text and the hidden words of all passages.
    pub body: Field,
    /// The fields of the section, as [`fact_term`] writes them.
    pub facts: Field,
    /// The key of the section's document, as [`keys`](super::update::keys) returns
    /// it.
    pub document: Field,
    /// The index of the section in its document.
    pub local: Field,
    /// The [`Lengths`] of the section's fields, packed.
    pub lengths: Field,
    /// The [`SectionText`], encoded.
    pub stored: Field,
    /// The [`PassageTokens`] of each passage, encoded.
    pub tokens: Field,
}

/// The number of fields that contain words.
pub const WORD_FIELDS: usize = 5;

impl Fields {
    pub fn new() -> (Self, Schema) {
        let mut schema = Schema::builder();
        let words = |option| {
            let indexing = TextFieldIndexing::default()
                .set_fieldnorms(false)
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
            parent: schema.add_text_field("parent", words.clone()),
            path: schema.add_text_field("path", words),
            body: schema.add_text_field("body", phrases),
            facts: schema.add_text_field("facts", STRING),
            document: schema.add_u64_field("document", INDEXED | FAST),
            local: schema.add_u64_field("local", FAST),
            lengths: schema.add_u64_field("lengths", FAST),
            stored: schema.add_text_field("stored", STORED),
            tokens: schema.add_text_field("tokens", STORED),
        };
        (fields, schema.build())
    }

    /// Returns the fields that contain words, each with its [`Places`] bit.
    pub fn places(&self) -> [(Field, Places); WORD_FIELDS] {
        [
            (self.title, Places::TITLE),
            (self.labels, Places::LABEL),
            (self.parent, Places::PARENT),
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
    ) -> TantivyDocument {
        let section = book.section(at);
        let language = book.document_of(at).language;
        let mut document = TantivyDocument::new();
        document.add_text(self.stored, text.encode());
        let title = section.full_title();
        for name in section.aliases.iter().chain([&section.title, &title]) {
            document.add_text(self.names, name_term(name, language));
        }
        let names = std::iter::once(&title).chain(&section.aliases);
        let names = names.map(String::as_str);
        let above = section.parent.map(|above| &book.section(above).title);
        let above = above.map(|title| title_above(title)).into_iter();
        let mut words = |field, texts: &mut dyn Iterator<Item = &str>| {
            add_words(&mut document, field, texts, language, &mut |_, _| {})
        };
        let [name, parent] = [
            words(self.title, &mut names.into_iter()),
            words(self.parent, &mut above.into_iter()),
        ];
        words(self.labels, &mut std::iter::once(text.labels.as_str()));
        words(self.path, &mut std::iter::once(path(book, at).as_str()));
        let lengths = Lengths {
            name,
            parent,
            body: self.add_body(&mut document, text, language),
            passages: u32::try_from(text.passages.len()).unwrap_or(u32::MAX),
        };
        document.add_u64(self.lengths, lengths.pack());
        for fact in &text.facts {
            document.add_text(self.facts, fact_term(fact));
        }
        document.add_u64(self.document, key);
        let root = book.document_of(at).root;
        document.add_u64(self.local, u64::from(at.0 - root.0));
        document
    }

    /// Adds the words of all passages and their tokens. Returns the number of words.
    fn add_body(
        &self,
        document: &mut TantivyDocument,
        text: &SectionText,
        language: Language,
    ) -> u32 {
        let cells = text.passages.iter().map(|passage| {
            let cell = passage.text.find(CELL_GAP);
            cell.unwrap_or_default()
        });
        let cells: Vec<_> = cells.collect();
        let passages = text.passages.iter();
        let mut stored: Vec<PassageTokens> = Vec::new();
        stored.resize_with(text.passages.len(), PassageTokens::default);
        // Each passage has two texts.
        let mut add = |number: usize, token: &analyzer::Token<'_>| {
            let (at, is_hidden) = (number / 2, number % 2 == 1);
            let passage = &mut stored[at];
            passage.tokens.push(StoredToken::of(token, language));
            passage.is_keyed |= is_hidden;
            passage.cell += u32::from(!is_hidden && token.end <= cells[at]);
        };
        let mut texts = passages.flat_map(|passage| [passage.text.as_str(), &passage.hidden]);
        let count = add_words(document, self.body, &mut texts, language, &mut add);
        document.add_text(self.tokens, tokens::encode(&stored));
        count
    }
}

/// A field as a term of the index.
fn fact_term(fact: &Fact) -> String {
    format!("{}\0{}", fact.key, fact.value)
}

/// The number of words after which the words of a field are added to a document. The words of a long
/// text take a hundred times as much memory as the document.
const MAX_WORDS: usize = 4096;

/// Adds the words of texts to a field. Calls `visit` with the number of each text and each of its
/// tokens. Returns the number of words, without parts of values.
fn add_words(
    document: &mut TantivyDocument,
    field: Field,
    texts: &mut dyn Iterator<Item = &str>,
    language: Language,
    visit: &mut dyn FnMut(usize, &analyzer::Token<'_>),
) -> u32 {
    let mut tokens: Vec<Token> = Vec::new();
    let mut add = |tokens: &mut Vec<Token>| {
        let (text, tokens) = (String::new(), std::mem::take(tokens));
        document.add_pre_tokenized_text(field, PreTokenizedString { text, tokens });
    };
    let mut count = 0;
    for (number, text) in texts.enumerate() {
        // A phrase never spans two texts. Tantivy leaves the same gap between two values.
        let first = tokens.last().map_or(0, |last| last.position + 2);
        for token in tokenize(text, language) {
            visit(number, &token);
            count += u32::from(!token.is_part);
            tokens.push(Token {
                offset_from: token.start,
                offset_to: token.end,
                position: first + token.position as usize,
                text: token.exact.into_owned(),
                position_length: 1,
            });
        }
        if tokens.len() >= MAX_WORDS {
            add(&mut tokens);
        }
    }
    add(&mut tokens);
    count
}

/// The numbers of words in the fields of a section, and of its passages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    pub name: u32,
    pub parent: u32,
    pub body: u32,
    pub passages: u32,
}

impl Lengths {
    /// The bits of each number, from the lowest. Greater numbers are stored as the greatest that fits.
    const BITS: [u32; 4] = [10, 10, 24, 20];

    fn pack(self) -> u64 {
        let numbers = [self.name, self.parent, self.body, self.passages];
        let mut packed = 0;
        for (number, bits) in numbers.into_iter().zip(Self::BITS).rev() {
            packed = packed << bits | u64::from(number.min((1 << bits) - 1));
        }
        packed
    }

    pub fn unpack(mut packed: u64) -> Self {
        let [name, parent, body, passages] = Self::BITS.map(|bits| {
            let number = packed & ((1 << bits) - 1);
            packed >>= bits;
            u32::try_from(number).unwrap_or(u32::MAX)
        });
        Self {
            name,
            parent,
            body,
            passages,
        }
    }
}

/// The parts of a section in which a word occurs, as a bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Places(u8);

impl Places {
    pub const TITLE: Self = Self(1);
    pub const LABEL: Self = Self(2);
    pub const PARENT: Self = Self(4);
    pub const PATH: Self = Self(8);
    pub const BODY: Self = Self(16);
    pub const NAMES: Self = Self(Self::TITLE.0 | Self::LABEL.0);

    pub fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_packed_and_capped() {
        let lengths = Lengths {
            name: 3,
            parent: 0,
            body: 70_000,
            passages: 9,
        };
        assert_eq!(Lengths::unpack(lengths.pack()), lengths);
        let long = Lengths {
            name: 5000,
            ..lengths
        };
        assert_eq!(Lengths::unpack(long.pack()).name, 1023);
        assert_eq!(Lengths::unpack(long.pack()).body, 70_000);
    }
}
