//! Builds, updates and opens the search index of a rulebook, and reads from it.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use tantivy::postings::Postings;
use tantivy::query::{EnableScoring, Query};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{
    DocAddress, DocSet, InvertedIndexReader, Searcher, TERMINATED, TantivyDocument, TantivyError,
    Term,
};

use super::passages::{DocumentText, SectionText};
use super::schema::{Fields, Lengths, WORD_FIELDS};
use super::storage::{Lexicon, Storage};
use super::tokens::{self, PassageTokens};
pub use super::update::ReadText;
use super::update::{keys, searcher, update};
use crate::rules::{Rulebook, SectionRef};
use crate::search::weights::Weights;

/// The search index of one rulebook. Each section is a tantivy document.
pub struct SearchIndex {
    storage: Storage,
    pub(crate) lexicon: Lexicon,
    pub(super) searcher: Searcher,
    pub(crate) fields: Fields,
    /// The section of each tantivy document, by the document's id.
    pub(super) sections: Vec<SectionRef>,
    /// The id of the tantivy document of each section.
    documents: Vec<u32>,
    /// The inverted index of each field that contains words, as in [`Fields::places`]. Updates merge
    /// all documents into one segment, so there is one index a field; none if there are no documents.
    inverted: Option<[Arc<InvertedIndexReader>; WORD_FIELDS]>,
    pub(crate) statistics: Statistics,
    pub(crate) weights: Weights,
    /// See [`SearchIndex::field_keys`].
    pub(super) field_keys: OnceLock<Vec<String>>,
}

/// What BM25 needs to know about the sections, without run-in rules, whose words are also words of
/// the sections around them. It is counted when an index is opened, so that an updated index has the
/// statistics of a new one.
#[derive(Debug, Default)]
pub struct Statistics {
    /// The lengths of each section.
    pub lengths: Vec<Lengths>,
    /// The number of sections with text.
    pub sections: usize,
    /// The average numbers of words of the title, the title above and the text of a section, and of
    /// a passage.
    pub averages: [f32; 4],
}

impl Statistics {
    /// Returns the factor by which the length of a field divides the frequencies of its words, 1 for
    /// a field of average length. `field` is an index into [`Fields::places`]; `b` is the parameter
    /// of BM25.
    pub fn norm(&self, field: usize, at: SectionRef, b: f32) -> f32 {
        let lengths = self.lengths[at.0 as usize];
        let [name, parent, body, _] = self.averages;
        let (length, average) = match field {
            0 | 1 => (lengths.name, name),
            2 => (lengths.parent, parent),
            4 => (lengths.body, body),
            _ => return 1.0,
        };
        #[expect(
            clippy::cast_precision_loss,
            reason = "a length needs no more than 24 bits"
        )]
        let length = length as f32;
        1.0 - b + b * length / average
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "averages need no more than 24 bits"
    )]
    fn of(lengths: Vec<Lengths>, book: &Rulebook) -> Self {
        let mut sums = [0_u64; 4];
        let (mut sections, mut passages) = (0_usize, 0_u64);
        for ((_, section), lengths) in book.iter().zip(&lengths) {
            if !section.run_in && section.has_text {
                sections += 1;
                passages += u64::from(lengths.passages);
                let counts = [lengths.name, lengths.parent, lengths.body, lengths.body];
                for (sum, count) in sums.iter_mut().zip(counts) {
                    *sum += u64::from(count);
                }
            }
        }
        let of = [sections as f32; 3].map(|count| count.max(1.0));
        let of = [of[0], of[1], of[2], (passages as f32).max(1.0)];
        let averages = std::array::from_fn(|at| (sums[at] as f32 / of[at]).max(f32::MIN_POSITIVE));
        Self {
            lengths,
            sections,
            averages,
        }
    }
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

    /// Opens an index from the bytes that [`SearchIndex::write`] wrote. Tantivy panics on
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

    /// Writes the index as bytes, which [`SearchIndex::open`] reads.
    ///
    /// # Errors
    /// Returns an error if tantivy or `writer` fails.
    pub fn write(&self, writer: &mut dyn Write) -> tantivy::Result<()> {
        self.storage.write(&self.lexicon, writer)
    }

    /// Replaces the weights of the score, to fit them and to measure what each feature is worth.
    pub fn set_weights(&mut self, weights: Weights) {
        self.weights = weights;
    }

    fn of(storage: Storage, lexicon: Lexicon, book: &Rulebook) -> tantivy::Result<Self> {
        let searcher = searcher(&storage.index)?;
        let roots = book.documents.iter().map(|document| document.root);
        let roots: HashMap<_, _> = lexicon.keys.iter().copied().zip(roots).collect();
        let mut sections = Vec::new();
        let mut documents = vec![0; book.section_count()];
        let mut lengths = vec![Lengths::default(); book.section_count()];
        for segment in searcher.segment_readers() {
            let keys = segment
                .fast_fields()
                .u64("document")?
                .first_or_default_col(0);
            let locals = segment.fast_fields().u64("local")?.first_or_default_col(0);
            let packed = segment
                .fast_fields()
                .u64("lengths")?
                .first_or_default_col(0);
            for doc in 0..segment.max_doc() {
                let root = roots.get(&keys.get_val(doc)).map_or(0, |root| root.0);
                let local = u32::try_from(locals.get_val(doc)).unwrap_or(0);
                sections.push(SectionRef(root + local));
                documents[(root + local) as usize] = doc;
                lengths[(root + local) as usize] = Lengths::unpack(packed.get_val(doc));
            }
        }
        let fields = Fields::new().0;
        let inverted = match searcher.segment_readers() {
            [segment] => {
                let [name, above, aliases, text, rules] = fields
                    .places()
                    .map(|(field, _)| segment.inverted_index(field));
                Some([name?, above?, aliases?, text?, rules?])
            }
            _ => None,
        };
        Ok(Self {
            storage,
            lexicon,
            searcher,
            fields,
            sections,
            documents,
            inverted,
            statistics: Statistics::of(lengths, book),
            weights: Weights::default(),
            field_keys: OnceLock::new(),
        })
    }

    /// Reads the text of a section.
    pub(crate) fn text(&self, at: SectionRef) -> Option<SectionText> {
        self.stored(at, self.fields.stored, SectionText::decode)
    }

    /// Reads the tokens of a section's passages.
    pub(crate) fn tokens(&self, at: SectionRef) -> Option<Vec<PassageTokens>> {
        self.stored(at, self.fields.tokens, tokens::decode)
    }

    fn stored<T>(&self, at: SectionRef, field: Field, decode: fn(&str) -> T) -> Option<T> {
        let address = DocAddress::new(0, self.documents[at.0 as usize]);
        let document: TantivyDocument = self.searcher.doc(address).ok()?;
        Some(decode(document.get_first(field)?.as_str()?))
    }

    /// Calls `visit` with each section that contains a word in a field, and how often. `field` is an
    /// index into [`Fields::places`].
    pub(crate) fn postings(
        &self,
        field: usize,
        word: &str,
        mut visit: impl FnMut(SectionRef, u32),
    ) {
        let Some(inverted) = &self.inverted else {
            return;
        };
        let term = Term::from_field_text(self.fields.places()[field].0, word);
        // As in `find`, an error is impossible here.
        let postings = inverted[field].read_postings(&term, IndexRecordOption::WithFreqs);
        if let Ok(Some(mut postings)) = postings {
            let mut doc = postings.doc();
            while doc != TERMINATED {
                visit(self.sections[doc as usize], postings.term_freq());
                doc = postings.advance();
            }
        }
    }

    /// Returns the sections that match a query.
    pub(crate) fn find(&self, query: &dyn Query) -> Vec<SectionRef> {
        let mut found = Vec::new();
        let mut find = || -> tantivy::Result<()> {
            let weight = query.weight(EnableScoring::disabled_from_searcher(&self.searcher))?;
            for segment in self.searcher.segment_readers() {
                weight.for_each_no_score(segment, &mut |docs| {
                    found.extend(docs.iter().map(|doc| self.sections[*doc as usize]));
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
