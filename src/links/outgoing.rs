//! Finds the links of a section to other sections.

use std::collections::HashSet;
use std::sync::{Arc, MutexGuard, PoisonError};

use super::graph::LinkGraph;
use super::link::Link;
use super::shown::ShownLinks;
use crate::rules::{DocumentRef, RichText, SectionRef};

impl LinkGraph {
    /// Like [`Self::links_in`], but keeps the links for the next layout of the page. A text whose links
    /// are not known yet takes its length in bytes off `room`. Returns `None` if there is too little room.
    pub fn shown_links(
        &self,
        from: SectionRef,
        text: &RichText,
        room: &mut usize,
    ) -> Option<Arc<[Link]>> {
        // A text that is only links is seldom searched for names, which is what takes long.
        if text.runs.iter().all(|run| run.link.is_some()) {
            return Some(self.links_in(from, text).into());
        }
        let (document, key) = (self.book.section(from).document, (from, text.clone()));
        if let Some(links) = self.shown().texts_of(document).get(&key) {
            return Some(Arc::clone(links));
        }
        *room = room.checked_sub(text.plain.len())?;
        // Other threads lay out pages, too, so the links are found without the lock.
        let generation = self.shown().generation();
        let links: Arc<[Link]> = self.links_in(from, text).into();
        let mut shown = self.shown();
        if shown.generation() == generation {
            shown.texts_of(document).insert(key, Arc::clone(&links));
        }
        Some(links)
    }

    /// Whether the links of all texts of a document are kept.
    pub fn knows_links_of(&self, document: DocumentRef) -> bool {
        self.shown().is_complete(document)
    }

    /// Calls a function that finds the links of all texts of a document with [`Self::shown_links`], and
    /// notes that they are known.
    pub fn find_links_of(&self, document: DocumentRef, find: impl FnOnce()) {
        let generation = self.shown().generation();
        find();
        self.shown().note_complete(document, generation);
    }

    fn shown(&self) -> MutexGuard<'_, ShownLinks> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a section and its run-in rules, which come before its subsections.
    pub(super) fn shown_with(&self, section: SectionRef) -> Vec<SectionRef> {
        let is_run_in = |at: &SectionRef| self.book.section(*at).run_in;
        let shown = self.book.descendants(section).take_while(is_run_in);
        std::iter::once(section).chain(shown).collect()
    }

    /// Returns the links of a section and its run-in rules to other sections. Each target is listed
    /// once per value (`Piercing 1`, `Piercing 2`), with the text of the first link.
    pub fn links_from(&self, section: SectionRef) -> Vec<(String, Link)> {
        let shown = self.shown_with(section);
        let (mut seen, mut links) = (HashSet::new(), Vec::new());
        for from in &shown {
            for text in self.book.blocks(*from).linked_texts() {
                for link in self.links_in(*from, text) {
                    let is_new = seen.insert((link.targets.clone(), link.value.clone()));
                    if is_new && shown.binary_search(&link.targets[0]).is_err() {
                        links.push((text.plain[link.range.clone()].to_owned(), link));
                    }
                }
            }
        }
        links
    }
}
