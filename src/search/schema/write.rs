//! What tantivy is told of the sections, one after the other.

use std::io::{Seek, Write};
use std::path::Path;

use tantivy::directory::{Directory, OwnedBytes, RamDirectory};
use tantivy::index::SegmentComponent;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};
use tantivy::{Index, IndexSettings, SingleSegmentIndexWriter, TantivyDocument};

use super::super::entry::write::Texts;
use super::super::store::{Part, StoreWriter};
use super::{Facet, Fields, TOKENIZER};
use crate::bytes::{put_number, put_text};

/// Bytes tantivy reckons with at first; it takes what it needs.
const BUDGET: usize = 16 << 20;

/// The index of the sections' texts, being written.
pub(crate) struct TextWriter {
    fields: Fields,
    files: RamDirectory,
    writer: SingleSegmentIndexWriter,
}

impl TextWriter {
    pub(crate) fn new() -> tantivy::Result<Self> {
        let (fields, schema) = Fields::new();
        let tokenizers = TokenizerManager::default();
        tokenizers.register(TOKENIZER, WordsTokenizer);
        // The store is empty: a thread to compress it would only cost its start.
        let settings = IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() };
        let builder = Index::builder().schema(schema).settings(settings).tokenizers(tokenizers);
        let files = RamDirectory::create();
        let writer = builder.single_segment_index_writer(files.clone(), BUDGET)?;
        Ok(Self { fields, files, writer })
    }

    /// Adds the next section, with its exact values.
    pub(crate) fn add(&mut self, texts: &Texts, facets: impl Iterator<Item = (Facet, String)>) -> tantivy::Result<()> {
        let mut document = TantivyDocument::default();
        let fields = &self.fields;
        let texts = [
            (fields.title, &texts.title),
            (fields.labels, &texts.labels),
            (fields.path, &texts.path),
            (fields.body, &texts.body),
            (fields.rows, &texts.rows),
        ];
        for (field, words) in texts {
            document.add_text(field, &words.text);
        }
        for (facet, value) in facets {
            document.add_text(fields.facet(facet), value);
        }
        self.writer.add_document(document)
    }

    /// Stores tantivy's files. Their name is made up at random: they get one of zeros, so that the same rules give the same
    /// bytes.
    pub(crate) fn write<W: Write + Seek>(self, out: &mut StoreWriter<W>) -> tantivy::Result<()> {
        let Self { files, writer, .. } = self;
        let index = writer.finalize()?;
        let mut meta = files.atomic_read(Path::new(META))?;
        let mut stored = Vec::new();
        for segment in index.searchable_segment_metas()? {
            let name = segment.id().uuid_string();
            let zeros = "0".repeat(name.len());
            meta = renamed(&meta, &name);
            for path in COMPONENTS.map(|component| segment.relative_path(component)) {
                let path = path.to_string_lossy().into_owned();
                if files.exists(Path::new(&path))? {
                    let file = files.open_read(Path::new(&path))?.read_bytes()?;
                    stored.push((path.replace(&name, &zeros), file));
                    // What is read stays for as long as it is held here.
                    let _ = files.delete(Path::new(&path));
                }
            }
        }
        stored.insert(0, (META.to_owned(), OwnedBytes::new(meta)));
        out.part(Part::Files, |out| {
            for (name, file) in &stored {
                put_text(out, name);
                put_number(out, file.len() as u64);
            }
        })?;
        // Each is let go of as soon as it is written: of many rules they are large.
        for (_, file) in stored {
            out.add(&file)?;
        }
        out.end(Part::FileTexts);
        Ok(())
    }
}

/// The file in which tantivy says what there is.
const META: &str = "meta.json";

const COMPONENTS: [SegmentComponent; 6] = [
    SegmentComponent::Terms,
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FieldNorms,
    SegmentComponent::FastFields,
    SegmentComponent::Store,
];

/// A text with zeros in place of a segment's name, which stands in it with hyphens.
fn renamed(text: &[u8], name: &str) -> Vec<u8> {
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| name.get(part).unwrap_or_default());
    let name = parts.join("-");
    let zeros: String = name.chars().map(|letter| if letter == '-' { '-' } else { '0' }).collect();
    String::from_utf8_lossy(text).replace(&name, &zeros).into_bytes()
}

/// The words of one place of a section with their positions, in the form that [`WordsTokenizer`] takes apart: before each
/// word stands a control character that says how far it is from the one before.
#[derive(Debug, Default)]
pub(crate) struct Words {
    text: String,
    position: u32,
}

/// A word is at most so far from the one before as tantivy is told: no phrase spans it.
const FARTHEST: u32 = 30;

impl Words {
    /// Adds a word; positions never fall.
    pub(crate) fn push(&mut self, word: &str, position: u32) {
        let step = position.saturating_sub(self.position).min(FARTHEST);
        self.position = position;
        self.text.push(char::from_u32(step + 1).unwrap_or('\u{1}'));
        self.text.push_str(word);
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.position = 0;
    }
}

/// Takes [`Words`] apart.
#[derive(Clone)]
struct WordsTokenizer;

struct WordsTokens<'a> {
    rest: &'a str,
    token: Token,
}

impl Tokenizer for WordsTokenizer {
    type TokenStream<'a> = WordsTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordsTokens<'a> {
        WordsTokens { rest: text, token: Token { position: 0, ..Token::default() } }
    }
}

impl TokenStream for WordsTokens<'_> {
    fn advance(&mut self) -> bool {
        let mut letters = self.rest.chars();
        let Some(step) = letters.next() else { return false };
        let word = letters.as_str();
        let end = word.bytes().position(|byte| byte < b' ').unwrap_or(word.len());
        self.token.position += (u32::from(step) as usize).saturating_sub(1);
        self.token.text.clear();
        self.token.text.push_str(&word[..end]);
        self.rest = &word[end..];
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
