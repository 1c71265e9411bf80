//! Opens the search index of a library: the stored one, or an updated or new one.

use std::io;
use std::mem;
use std::sync::PoisonError;

use super::shared::Library;
use crate::cache::Cache;
use crate::rules::DocumentRef;
use crate::search::{DocumentText, SearchIndex};

impl Library {
    /// Returns the stored search index. If it does not match the rules, updates and stores it, and
    /// calls `progress` with the number of documents indexed so far. Stores the rulebook too.
    ///
    /// A failure to store is ignored: the next start then reads the rules again.
    ///
    /// # Errors
    /// Fails if a document has to be indexed and is unreadable, or if tantivy fails.
    pub fn open_index(&self, progress: &mut dyn FnMut(usize)) -> io::Result<SearchIndex> {
        let cache = self.cache.as_ref();
        let is_stored = cache.is_some_and(|cache| cache.store(&self.book).is_ok());
        let cache = cache.filter(|_| is_stored);
        let stored = cache.and_then(Cache::load_index).unwrap_or_default();
        // Documents that were parsed while loading are indexed from what was parsed.
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut texts = mem::take(&mut *texts);
        if let Ok(index) = SearchIndex::open(&stored, &self.book) {
            return Ok(index);
        }
        let mut text = |at: DocumentRef| match texts.remove(&self.book.document(at).path) {
            Some(text) => Ok(text),
            None => DocumentText::read(&self.book, at).map_err(io::Error::other),
        };
        let index = SearchIndex::update(&stored, &self.book, &mut text, progress);
        let index = index.map_err(io::Error::other)?;
        if let Some(cache) = cache {
            let _ = cache.store_index(&index);
        }
        Ok(index)
    }
}
