//! Brings an index up to date with a rulebook: sections of documents that are gone or changed leave it, new ones enter.

use std::collections::{HashMap, HashSet};
use std::hash::Hasher;

use rustc_hash::FxHasher;
use tantivy::merge_policy::NoMergePolicy;
use tantivy::{Index, IndexWriter, Searcher, SegmentReader, Term};

use super::error::SearchError;
use super::passages::SectionText;
use super::schema::Fields;
use super::storage::Lexicon;
use super::synonyms::Synonyms;
use super::vocabulary::Vocabulary;
use crate::rules::{Document, DocumentRef, Rulebook, SectionRef, bundled_synonyms};
use crate::source::digest;

/// Memory that tantivy fills before it writes a segment: large rules end up in a few segments.
const MEMORY: usize = 100_000_000;

/// A segment of fewer sections is merged with others as small after every change, and rid of deleted sections.
const SMALL_SEGMENT: u32 = 20_000;

/// The key of each document: another one whenever anything that its sections are indexed with changes.
pub(crate) fn document_keys(book: &Rulebook) -> Vec<u64> {
    let key = |document: &Document| {
        let mut hasher = FxHasher::default();
        for text in [
            &document.id,
            &document.title,
            &book.game(document.game).name,
        ] {
            hasher.write(text.as_bytes());
            hasher.write_u8(0);
        }
        let content = document.stamp.content;
        hasher.write_u64(if content == 0 {
            digest(&document.source.text)
        } else {
            content
        });
        hasher.finish()
    };
    book.documents.iter().map(key).collect()
}

/// A digest of everything that a lexicon depends on: the documents in their order, and the games' synonyms.
pub(crate) fn lexicon_digest(book: &Rulebook, keys: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for key in keys {
        hasher.write_u64(*key);
    }
    for game in &book.games {
        hasher.write(game.name.as_bytes());
        for synonym in &game.synonyms {
            hasher.write(synonym.word.as_bytes());
            synonym
                .means
                .iter()
                .for_each(|meaning| hasher.write(meaning.as_bytes()));
        }
    }
    hasher.finish()
}

/// Updates an index, and gives its new lexicon. `progress` gets the number of documents done, after each.
pub(crate) fn update(
    index: &Index,
    book: &Rulebook,
    progress: &mut dyn FnMut(usize),
) -> Result<Lexicon, SearchError> {
    let (fields, _) = Fields::new();
    let keys = document_keys(book);
    let wanted: HashSet<_> = keys.iter().copied().collect();
    let mut present = HashSet::new();
    for segment in searcher(index)?.segment_readers() {
        for key in Keys::of(segment)?.all() {
            present.insert(key.0);
        }
    }
    let mut writer: IndexWriter = index.writer_with_num_threads(1, MEMORY)?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    for gone in present.difference(&wanted) {
        writer.delete_term(Term::from_field_u64(fields.document, *gone));
    }
    for ((document, key), done) in (0..).map(DocumentRef).zip(&keys).zip(1..) {
        if present.insert(*key) {
            add(&writer, &fields, book, document, *key)?;
        }
        progress(done);
    }
    writer.commit()?;
    merge(index, &mut writer)?;
    writer.garbage_collect_files().wait()?;
    drop(writer);
    lexicon(index, &fields, book, &keys)
}

/// Adds the sections of a document.
fn add(
    writer: &IndexWriter,
    fields: &Fields,
    book: &Rulebook,
    document: DocumentRef,
    key: u64,
) -> Result<(), SearchError> {
    let body = book.body(document);
    let root = book.document(document).root;
    for at in (root.0..book.section(root).end.0).map(SectionRef) {
        let text = SectionText::of(book, &body, at);
        writer.add_document(fields.document(book, at, &text, key)?)?;
    }
    Ok(())
}

/// Merges small segments into one.
fn merge(index: &Index, writer: &mut IndexWriter) -> Result<(), SearchError> {
    let small: Vec<_> = index
        .searchable_segment_metas()?
        .into_iter()
        .filter(|segment| segment.num_docs() < SMALL_SEGMENT)
        .collect();
    if small.len() > 1 || small.iter().any(tantivy::SegmentMeta::has_deletes) {
        let ids: Vec<_> = small.iter().map(tantivy::SegmentMeta::id).collect();
        drop(small);
        writer.merge(&ids).wait()?;
    }
    Ok(())
}

fn lexicon(
    index: &Index,
    fields: &Fields,
    book: &Rulebook,
    keys: &[u64],
) -> Result<Lexicon, SearchError> {
    let mut vocabulary = Vocabulary::of(&searcher(index)?, fields)?;
    let synonyms = Synonyms::new(book, &bundled_synonyms(), &vocabulary);
    vocabulary.extend(synonyms.words());
    Ok(Lexicon {
        digest: lexicon_digest(book, keys),
        vocabulary,
        synonyms,
    })
}

/// Opens all segments of an index.
pub(crate) fn searcher(index: &Index) -> tantivy::Result<Searcher> {
    let reader: tantivy::IndexReader = index
        .reader_builder()
        .reload_policy(tantivy::ReloadPolicy::Manual)
        .try_into()?;
    Ok(reader.searcher())
}

/// Which sections the documents of a segment are.
struct Keys<'a> {
    segment: &'a SegmentReader,
    documents: tantivy::columnar::Column<u64>,
    locals: tantivy::columnar::Column<u64>,
}

impl<'a> Keys<'a> {
    fn of(segment: &'a SegmentReader) -> tantivy::Result<Self> {
        Ok(Self {
            segment,
            documents: segment.fast_fields().u64("document")?,
            locals: segment.fast_fields().u64("local")?,
        })
    }

    /// The document's key and the number within it, with the number in the segment, of every section that is not deleted.
    fn all(&self) -> impl Iterator<Item = (u64, u64, u32)> + '_ {
        let living = (0..self.segment.max_doc()).filter(|doc| !self.segment.is_deleted(*doc));
        living.filter_map(|doc| Some((self.documents.first(doc)?, self.locals.first(doc)?, doc)))
    }
}

/// The section that each tantivy document stands for, by segment. `None` unless they are exactly the rulebook's.
pub(crate) fn sections(
    searcher: &Searcher,
    book: &Rulebook,
    keys: &[u64],
) -> tantivy::Result<Option<Vec<Vec<Option<SectionRef>>>>> {
    let ranges: HashMap<u64, (u32, u32)> = keys
        .iter()
        .zip(&book.documents)
        .map(|(key, document)| (*key, (document.root.0, book.section(document.root).end.0)))
        .collect();
    let mut found = 0;
    let mut segments = Vec::new();
    for segment in searcher.segment_readers() {
        let mut sections = vec![None; segment.max_doc() as usize];
        for (key, local, doc) in Keys::of(segment)?.all() {
            let at = ranges.get(&key).and_then(|(root, end)| {
                let at = root.checked_add(u32::try_from(local).ok()?)?;
                (at < *end).then_some(SectionRef(at))
            });
            if at.is_none() {
                return Ok(None);
            }
            sections[doc as usize] = at;
            found += 1;
        }
        segments.push(sections);
    }
    Ok((found == book.section_count()).then_some(segments))
}
