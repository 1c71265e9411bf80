//! The bodies of documents, parsed when they are needed.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::extract::{self, Progress, ReadingOptions};
use crate::rules::{Bodies, Body, Document, DocumentRef, Unreadable, Vocabulary, parse_body};
use crate::source::Source;

/// The maximum total length, in bytes, of the source texts of the bodies in memory. A body takes
/// about ten times as much memory as its source text. The most recent body stays in memory whatever
/// its length.
pub(super) const MAX_BYTES: usize = 2 * 1024 * 1024;

/// A source text counts as at least this many bytes, because a lookup takes longer the more bodies
/// are in memory.
const MIN_COUNTED_BYTES: usize = 16 * 1024;

/// What to do when the first document of a rulebook turns out to be unreadable.
pub type Report = Arc<dyn Fn(&Unreadable) + Send + Sync>;

/// The recently used bodies of one rulebook. Any other body is parsed again from its file.
pub struct BodyStore {
    /// The most recently used body is at the end.
    recent: Mutex<VecDeque<Recent>>,
    report: Report,
    has_reported: AtomicBool,
}

struct Recent {
    document: DocumentRef,
    /// The length of the source text, at least [`MIN_COUNTED_BYTES`].
    bytes: usize,
    body: Arc<Body>,
}

impl BodyStore {
    /// Creates a store without bodies. `report` is called at most once.
    pub fn new(report: Report) -> Self {
        Self {
            recent: Mutex::default(),
            report,
            has_reported: AtomicBool::new(false),
        }
    }

    /// Adds a body as the most recently used one.
    pub(super) fn add(&self, at: DocumentRef, document: &Document, body: Arc<Body>) {
        let mut recent = self.recent();
        recent.retain(|known| known.document != at);
        recent.push_back(Recent {
            document: at,
            bytes: counted_bytes(document),
            body,
        });
        let mut bytes: usize = recent.iter().map(|known| known.bytes).sum();
        while recent.len() > 1 && bytes > MAX_BYTES {
            bytes -= recent.pop_front().map_or(0, |oldest| oldest.bytes);
        }
    }

    fn recent(&self) -> MutexGuard<'_, VecDeque<Recent>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn documents(&self) -> Vec<u32> {
        self.recent().iter().map(|known| known.document.0).collect()
    }
}

impl Bodies for BodyStore {
    fn body(
        &self,
        at: DocumentRef,
        document: &Document,
        words: &Vocabulary,
    ) -> Result<Arc<Body>, Unreadable> {
        let known = |known: &&Recent| known.document == at;
        let known = self
            .recent()
            .iter()
            .find(known)
            .map(|known| Arc::clone(&known.body));
        let body = match known {
            Some(body) => body,
            None => Arc::new(parse(document, words).inspect_err(|error| {
                if !self.has_reported.swap(true, Ordering::Relaxed) {
                    (self.report)(error);
                }
            })?),
        };
        self.add(at, document, Arc::clone(&body));
        Ok(body)
    }

    fn is_in_memory(&self, at: DocumentRef) -> bool {
        self.recent().iter().any(|known| known.document == at)
    }
}

impl fmt::Debug for BodyStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyStore").finish_non_exhaustive()
    }
}

pub(super) fn counted_bytes(document: &Document) -> usize {
    MIN_COUNTED_BYTES.max(document.length as usize)
}

/// Reads a document's file again and parses its text.
fn parse(document: &Document, words: &Vocabulary) -> Result<Body, Unreadable> {
    let mut faults = Vec::new();
    let (source, mut ignore) = (Source::clone(&document.source), |_: Progress<'_>| {});
    let Some(source) = extract::read(source, &mut ReadingOptions::all(&mut ignore), &mut faults)
    else {
        let why = faults
            .first()
            .map_or("it cannot be read", |fault| &fault.message);
        return Err(Unreadable::new(document, why));
    };
    if source.stamp.content_hash != document.stamp.content_hash {
        return Err(Unreadable::new(
            document,
            "it has changed since it was loaded",
        ));
    }
    Ok(parse_body(&source, document, words))
}
