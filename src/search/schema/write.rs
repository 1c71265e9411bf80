//! What tantivy is told of the sections of a group, one after the other.

use std::io;

use tantivy::directory::{Directory, RamDirectory};
use tantivy::index::SegmentId;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};
use tantivy::{Index, IndexBuilder, IndexSettings, SingleSegmentIndexWriter, TantivyDocument};

use super::super::SearchError;
use super::super::entry::write::Texts;
use super::super::layout::Layout;
use super::super::store::directory::{COMPONENTS, segment_name};
use super::super::store::{GroupPart, StoreWriter};
use super::{Facet, Fields, TOKENIZER};
use crate::bytes::put_number;

/// Bytes tantivy reckons with at first; it takes what it needs.
const BUDGET: usize = 16 << 20;

/// The index of the texts of a group, being written.
pub(crate) struct TextWriter {
    fields: Fields,
    files: RamDirectory,
    writer: SingleSegmentIndexWriter,
}

fn builder() -> (Fields, IndexBuilder) {
    let (fields, schema) = Fields::new();
    let tokenizers = TokenizerManager::default();
    tokenizers.register(TOKENIZER, WordsTokenizer);
    // The store is empty: a thread to compress it would only cost its start.
    let settings = IndexSettings {
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    };
    (
        fields,
        Index::builder()
            .schema(schema)
            .settings(settings)
            .tokenizers(tokenizers),
    )
}

impl TextWriter {
    pub(crate) fn new() -> tantivy::Result<Self> {
        let (fields, builder) = builder();
        let files = RamDirectory::create();
        let writer = builder.single_segment_index_writer(files.clone(), BUDGET)?;
        Ok(Self {
            fields,
            files,
            writer,
        })
    }

    /// Adds the next section, with its exact values.
    pub(crate) fn add(&mut self, texts: &Texts, facets: &[(Facet, String)]) -> tantivy::Result<()> {
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
            document.add_text(fields.facet(*facet), value);
        }
        self.writer.add_document(document)
    }

    /// Stores tantivy's files. Their names are made up at random and none of what is stored.
    pub(crate) fn write(self, out: &mut StoreWriter<'_>) -> tantivy::Result<()> {
        let Self { files, writer, .. } = self;
        let index = writer.finalize()?;
        let (mut lengths, mut texts) = (Vec::new(), Vec::new());
        for segment in index.searchable_segment_metas()? {
            for path in COMPONENTS.map(|(component, _)| segment.relative_path(component)) {
                let file = files.open_read(&path)?.read_bytes()?;
                put_number(&mut lengths, file.len() as u64);
                texts.push(file);
                // What is read stays for as long as it is held here.
                let _ = files.delete(&path);
            }
        }
        out.group_part(GroupPart::FileLengths, &lengths)?;
        // Each is let go of as soon as it is written.
        for file in texts {
            out.add(&file)?;
        }
        out.end_group_part(GroupPart::Files);
        Ok(())
    }
}

/// What tantivy wants to know before it opens the files of all groups.
pub(crate) fn meta(layout: &Layout) -> Result<Vec<u8>, SearchError> {
    let index = builder().1.create_in_ram()?;
    let mut meta = index.load_metas()?;
    for group in 0..layout.len() {
        let name = SegmentId::from_uuid_string(&segment_name(group)).map_err(io::Error::other)?;
        let sections = layout.sections_of_group(group).len();
        meta.segments
            .push(index.new_segment_meta(name, u32::try_from(sections).unwrap_or(u32::MAX)));
    }
    Ok(serde_json::to_vec(&meta).map_err(io::Error::other)?)
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
        WordsTokens {
            rest: text,
            token: Token {
                position: 0,
                ..Token::default()
            },
        }
    }
}

impl TokenStream for WordsTokens<'_> {
    fn advance(&mut self) -> bool {
        let mut letters = self.rest.chars();
        let Some(step) = letters.next() else {
            return false;
        };
        let word = letters.as_str();
        let end = word
            .bytes()
            .position(|byte| byte < b' ')
            .unwrap_or(word.len());
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
