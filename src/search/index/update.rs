//! Brings an index up to date with a rulebook: removes the sections of removed or changed
//! documents, and adds those of new or changed documents.

use std::collections::HashSet;
use std::hash::BuildHasher;
use std::io;

use rustc_hash::FxBuildHasher;
use tantivy::merge_policy::NoMergePolicy;
use tantivy::{Index, IndexWriter, Searcher, Term};

use super::passages::DocumentText;
use super::schema::Fields;
use super::storage::Lexicon;
use super::synonyms::stored_synonyms;
use super::titles::titles;
use super::vocabulary::IndexVocabulary;
use crate::analyzer::{Language, tokenize};
use crate::rules::{DocumentRef, Rulebook};
use crate::source::digest;

/// The memory in bytes that tantivy fills before it writes a segment.
const MEMORY: usize = 40_000_000;

/// Returns a key for each document (a hash of its id, title, game with its phases, and content), and
/// after them a key for the synonyms of all games.
pub fn keys(book: &Rulebook) -> Vec<u64> {
    let documents = book.documents.iter().map(|document| {
        let content = match document.stamp.content_hash {
            0 => digest(&document.source.text),
            content => content,
        };
        let game = book.game(document.game);
        let phases = game.table.phases().collect::<Vec<_>>();
        let game = (&game.name, phases, &game.table.phase_words);
        FxBuildHasher.hash_one((
            &document.id,
            &document.title,
            game,
            document.language,
            content,
        ))
    });
    let games = book.games.iter().map(|game| (&game.name, &game.synonyms));
    let synonyms = FxBuildHasher.hash_one(games.collect::<Vec<_>>());
    documents.chain([synonyms]).collect()
}

/// Returns the texts of a document that has to be indexed.
pub type ReadText<'a> = dyn FnMut(DocumentRef) -> io::Result<DocumentText> + 'a;

/// Brings an index up to date with `book`, and returns the new lexicon. `before` contains the keys
/// of what is already in the index. Calls `progress` after each document with the
/// number of documents done.
pub fn update(
    index: &Index,
    before: Vec<u64>,
    book: &Rulebook,
    texts: &mut ReadText<'_>,
    progress: &mut dyn FnMut(usize),
) -> tantivy::Result<Lexicon> {
    let (fields, _) = Fields::new();
    let keys = keys(book);
    let wanted: HashSet<_> = keys.iter().copied().collect();
    let mut present = HashSet::from_iter(before);
    let gone: Vec<_> = present.difference(&wanted).copied().collect();
    let mut writer: IndexWriter = index.writer_with_num_threads(1, MEMORY)?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    for key in &gone {
        writer.delete_term(Term::from_field_u64(fields.document, *key));
    }
    let documents = (0..).map(DocumentRef).take(book.documents.len());
    for ((document, key), done) in documents.zip(&keys).zip(1..) {
        if present.insert(*key) {
            let DocumentText(texts) = texts(document)?;
            let sections = book.subtree(book.document(document).root);
            for (at, text) in sections.zip(&texts) {
                writer.add_document(fields.document(book, at, text, *key))?;
            }
        }
        progress(done);
    }
    writer.commit()?;
    // Merge all sections into one segment without deleted sections: lookups by section rely on a
    // single segment.
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 || !gone.is_empty() {
        writer.merge(&segments).wait()?;
    }
    writer.garbage_collect_files().wait()?;
    let languages = book.documents.iter().map(|document| document.language);
    let synonyms = stored_synonyms(book);
    let words = synonyms.iter().flat_map(|synonym| {
        let tokens = tokenize(&synonym.word, Language::ENGLISH);
        tokens.into_iter().map(|token| token.exact.into_owned())
    });
    let vocabulary = IndexVocabulary::of(&searcher(index)?, &fields, words, languages)?;
    Ok(Lexicon {
        keys,
        vocabulary,
        titles: titles(book),
        synonyms,
    })
}

pub fn searcher(index: &Index) -> tantivy::Result<Searcher> {
    let reader: tantivy::IndexReader = index
        .reader_builder()
        .reload_policy(tantivy::ReloadPolicy::Manual)
        // Stored texts are not compressed, so a cache would only hold second copies of them.
        .doc_store_cache_num_blocks(0)
        .try_into()?;
    Ok(reader.searcher())
}
