//! The search index of a rulebook: building, updating and opening it, and what later stages read from it.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::Path;

use tantivy::postings::Postings;
use tantivy::query::{EnableScoring, Query};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{DocAddress, DocSet, Searcher, TERMINATED, TantivyDocument, Term};

use super::build;
use super::error::SearchError;
use super::passages::SectionText;
use super::schema::Fields;
use super::storage::{Lexicon, Storage};
use super::synonyms::Synonyms;
use super::vocabulary::Vocabulary;
use crate::rules::{Rulebook, SectionRef};
use crate::search::weights::Weights;

/// The search index of one rulebook.
pub struct SearchIndex {
    storage: Storage,
    lexicon: Lexicon,
    searcher: Searcher,
    fields: Fields,
    /// The section of each tantivy document, by segment. Deleted documents have none.
    sections: Vec<Vec<Option<SectionRef>>>,
    /// The tantivy document of each section.
    addresses: Vec<DocAddress>,
    weights: Weights,
}

/// The name of the index in its folder.
const FILE: &str = "index";

impl SearchIndex {
    /// Indexes a rulebook in memory.
    ///
    /// # Errors
    /// Tantivy fails.
    pub fn build(book: &Rulebook) -> Result<Self, SearchError> {
        let storage = Storage::create()?;
        let lexicon = build::update(&storage.index, book, &mut |_| {})?;
        Self::of(storage, lexicon, book)
    }

    /// Opens the index in a folder.
    ///
    /// # Errors
    /// There is none, it is damaged, or it was built from other rules: [`SearchIndex::update`] mends all of that.
    pub fn open(folder: &Path, book: &Rulebook) -> Result<Self, SearchError> {
        let (storage, lexicon) = Storage::read(BufReader::new(File::open(folder.join(FILE))?))?;
        Self::of(storage, lexicon, book)
    }

    /// Updates the index in a folder: only documents that have changed are read and indexed. `progress` gets the number of
    /// documents done, after each.
    ///
    /// # Errors
    /// Tantivy fails, or the folder cannot be written.
    pub fn update(
        folder: &Path,
        book: &Rulebook,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Self, SearchError> {
        let before = File::open(folder.join(FILE))
            .map_err(SearchError::from)
            .and_then(|file| Storage::read(BufReader::new(file)));
        let storage = match before {
            Ok((storage, _)) => storage,
            Err(_) => Storage::create()?,
        };
        let lexicon = build::update(&storage.index, book, progress)?;
        fs::create_dir_all(folder)?;
        let new = folder.join(format!("{FILE}.{}.new", std::process::id()));
        let written = File::create(&new)
            .map_err(SearchError::from)
            .and_then(|file| storage.write(&lexicon, BufWriter::new(file)))
            .and_then(|()| Ok(fs::rename(&new, folder.join(FILE))?));
        if written.is_err() {
            // A disk may be full: nothing half is left.
            let _ = fs::remove_file(new);
        }
        written?;
        Self::of(storage, lexicon, book)
    }

    /// The index as bytes, for [`SearchIndex::embedded`].
    ///
    /// # Errors
    /// Tantivy fails.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SearchError> {
        let mut bytes = Vec::new();
        self.storage.write(&self.lexicon, &mut bytes)?;
        Ok(bytes)
    }

    /// Opens what [`SearchIndex::to_bytes`] gave.
    ///
    /// # Errors
    /// The bytes are damaged, or an index of other rules.
    pub fn embedded(bytes: &[u8], book: &Rulebook) -> Result<Self, SearchError> {
        let (storage, lexicon) = Storage::read(bytes)?;
        Self::of(storage, lexicon, book)
    }

    /// The same index with other weights, to measure what each rule of the ranking is worth.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    fn of(storage: Storage, lexicon: Lexicon, book: &Rulebook) -> Result<Self, SearchError> {
        let keys = build::document_keys(book);
        if lexicon.digest != build::lexicon_digest(book, &keys) {
            return Err(SearchError::Outdated);
        }
        let searcher = build::searcher(&storage.index)?;
        let sections = build::sections(&searcher, book, &keys)?.ok_or(SearchError::Outdated)?;
        let mut addresses = vec![DocAddress::new(0, 0); book.section_count()];
        for (segment, sections) in (0..).zip(&sections) {
            for (doc, at) in (0..).zip(sections) {
                if let Some(at) = at {
                    addresses[at.0 as usize] = DocAddress::new(segment, doc);
                }
            }
        }
        Ok(Self {
            storage,
            lexicon,
            searcher,
            fields: Fields::new().0,
            sections,
            addresses,
            weights: Weights::default(),
        })
    }

    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.lexicon.vocabulary
    }

    pub(crate) fn synonyms(&self) -> &Synonyms {
        &self.lexicon.synonyms
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// How many sections there are.
    #[must_use]
    pub fn section_count(&self) -> usize {
        self.addresses.len()
    }

    /// What is stored of a section.
    pub(crate) fn text(&self, at: SectionRef) -> Option<SectionText> {
        let address = self.addresses.get(at.0 as usize)?;
        let document: TantivyDocument = self.searcher.doc(*address).ok()?;
        let stored = document.get_first(self.fields.stored)?;
        postcard::from_bytes(stored.as_bytes()?).ok()
    }

    /// Calls `found` with every section that a query matches, and its score.
    pub(crate) fn find(&self, query: &dyn Query, found: &mut dyn FnMut(SectionRef, f32)) {
        let mut each = || -> tantivy::Result<()> {
            let weight = query.weight(EnableScoring::enabled_from_searcher(&self.searcher))?;
            for (segment, sections) in self.searcher.segment_readers().iter().zip(&self.sections) {
                weight.for_each(segment, &mut |doc, score| {
                    if let Some(at) = sections[doc as usize] {
                        found(at, score);
                    }
                })?;
            }
            Ok(())
        };
        // The query has only words of the index, which is in memory and was verified.
        let _ = each();
    }

    /// Calls `found` with every section whose text has a word, and how often it has it.
    pub(crate) fn occurrences(&self, word: &str, found: &mut dyn FnMut(SectionRef, usize)) {
        let term = Term::from_field_text(self.fields.body, word);
        let mut each = || -> tantivy::Result<()> {
            for (segment, sections) in self.searcher.segment_readers().iter().zip(&self.sections) {
                let inverted = segment.inverted_index(self.fields.body)?;
                let postings = inverted.read_postings(&term, IndexRecordOption::WithFreqs)?;
                let Some(mut postings) = postings else {
                    continue;
                };
                while postings.doc() != TERMINATED {
                    if let Some(at) = sections[postings.doc() as usize] {
                        found(at, postings.term_freq() as usize);
                    }
                    postings.advance();
                }
            }
            Ok(())
        };
        let _ = each();
    }
}
