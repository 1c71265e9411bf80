//! Builds, updates and opens the search index of a rulebook, and reads from it.

use std::collections::HashMap;
use std::io;

use tantivy::query::{Bm25StatisticsProvider, EnableScoring, Query};
use tantivy::schema::{Field, Value};
use tantivy::{DocAddress, Searcher, TantivyDocument, TantivyError, Term};

use super::passages::{DocumentText, SectionText};
use super::schema::Fields;
use super::storage::{Lexicon, Storage};
pub use super::update::ReadText;
use super::update::{keys, searcher, update};
use crate::rules::{Rulebook, SectionRef};
use crate::search::weights::Weights;

/// The search index of one rulebook. Each section is a tantivy document.
pub struct SearchIndex {
    storage: Storage,
    pub(crate) lexicon: Lexicon,
    searcher: Searcher,
    /// The number of tokens of each field that has words.
    tokens: Vec<(Field, u64)>,
    pub(crate) fields: Fields,
    /// The section of each tantivy document, by the document's id.
    sections: Vec<SectionRef>,
    /// The id of the tantivy document of each section.
    documents: Vec<u32>,
    pub(crate) weights: Weights,
}

impl SearchIndex {
    /// Indexes a rulebook.
    ///
    /// # Errors
    /// Returns an error if tantivy fails.
    pub fn build(book: &Rulebook) -> tantivy::Result<Self> {
        let mut texts = |at| DocumentText::read(book, at).map_err(io::Error::other);
        Self::update(&[], book, &mut texts, &mut |_| {})
    }

    /// Opens an index from the bytes that [`SearchIndex::to_bytes`] returned. Tantivy panics on
    /// damaged bytes, so verify a checksum first.
    ///
    /// # Errors
    /// Returns an error if the index has another format or was built from other rules.
    /// [`SearchIndex::update`] accepts such an index.
    pub fn open(bytes: &[u8], book: &Rulebook) -> tantivy::Result<Self> {
        let (storage, lexicon) = Storage::read(bytes)?;
        if lexicon.keys != keys(book) {
            let error = "the index was built from other rules".to_owned();
            return Err(TantivyError::InvalidArgument(error));
        }
        Self::of(storage, lexicon, book)
    }

    /// Updates an index that was stored as bytes: indexes only new and changed documents, of which
    /// `texts` returns the texts. If `bytes` is empty or has another format, indexes all documents.
    /// After each document, calls `progress` with the number of documents done.
    ///
    /// # Errors
    /// Returns an error if `texts` or tantivy fails.
    pub fn update(
        bytes: &[u8],
        book: &Rulebook,
        texts: &mut ReadText<'_>,
        progress: &mut dyn FnMut(usize),
    ) -> tantivy::Result<Self> {
        let (storage, before) = match Storage::read(bytes) {
            Ok((storage, lexicon)) => (storage, lexicon.keys),
            Err(_) => (Storage::create()?, Vec::new()),
        };
        let lexicon = update(&storage.index, before, book, texts, progress)?;
        Self::of(storage, lexicon, book)
    }

    /// Returns the index as bytes, which [`SearchIndex::open`] reads.
    ///
    /// # Errors
    /// Returns an error if tantivy fails.
    pub fn to_bytes(&self) -> tantivy::Result<Vec<u8>> {
        self.storage.to_bytes(&self.lexicon)
    }

    /// Replaces the weights of the ranking rules, to measure what each rule is worth.
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    fn of(storage: Storage, lexicon: Lexicon, book: &Rulebook) -> tantivy::Result<Self> {
        let searcher = searcher(&storage.index)?;
        let roots = book.documents.iter().map(|document| document.root);
        let roots: HashMap<_, _> = lexicon.keys.iter().copied().zip(roots).collect();
        let fields = Fields::new().0;
        let mut tokens = fields.words().map(|field| (field, 0)).to_vec();
        let mut sections = Vec::new();
        let mut documents = vec![0; book.section_count()];
        for segment in searcher.segment_readers() {
            for (field, count) in &mut tokens {
                let lengths = segment.get_fieldnorms_reader(*field)?;
                let lengths = (0..segment.max_doc()).map(|doc| lengths.fieldnorm(doc));
                *count += lengths.map(u64::from).sum::<u64>();
            }
            let keys = segment
                .fast_fields()
                .u64("document")?
                .first_or_default_col(0);
            let locals = segment.fast_fields().u64("local")?.first_or_default_col(0);
            for doc in 0..segment.max_doc() {
                let root = roots.get(&keys.get_val(doc)).map_or(0, |root| root.0);
                let local = u32::try_from(locals.get_val(doc)).unwrap_or(0);
                sections.push(SectionRef(root + local));
                documents[(root + local) as usize] = doc;
            }
        }
        Ok(Self {
            storage,
            lexicon,
            searcher,
            tokens,
            fields,
            sections,
            documents,
            weights: Weights::default(),
        })
    }

    pub(crate) fn text(&self, at: SectionRef) -> Option<SectionText> {
        let address = DocAddress::new(0, self.documents[at.0 as usize]);
        let document: TantivyDocument = self.searcher.doc(address).ok()?;
        let stored = document.get_first(self.fields.stored)?;
        serde_json::from_str(stored.as_str()?).ok()
    }

    /// Returns the sections that match a query, each with its BM25 score.
    pub(crate) fn find(&self, query: &dyn Query) -> Vec<(SectionRef, f32)> {
        let mut found = Vec::new();
        let mut find = || -> tantivy::Result<()> {
            let scoring = EnableScoring::enabled_from_statistics_provider(self, &self.searcher);
            let weight = query.weight(scoring)?;
            for segment in self.searcher.segment_readers() {
                weight.for_each(segment, &mut |doc, score| {
                    found.push((self.sections[doc as usize], score));
                })?;
            }
            Ok(())
        };
        // Ignore the error: the index is in memory, so only damage could cause one, and the cache
        // refuses damaged files.
        let _ = find();
        found
    }
}

/// The statistics for BM25. Tantivy only estimates the number of tokens when it merges away deleted
/// sections. Here, it is the sum of the stored lengths, so that an updated index gives the same scores
/// as a new one.
impl Bm25StatisticsProvider for SearchIndex {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let known = self.tokens.iter().find(|(known, _)| *known == field);
        known.map_or_else(
            || self.searcher.total_num_tokens(field),
            |(_, count)| Ok(*count),
        )
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        self.searcher.total_num_docs()
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        self.searcher.doc_freq(term)
    }
}
