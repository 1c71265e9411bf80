//! Finds the links of a section to other sections.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

use super::graph::{Link, LinkGraph};
use crate::rules::{RichText, SectionRef};

/// The maximum length in bytes of a text whose links are kept.
const MAX_KEPT: usize = 256 * 1024;
/// The maximum number of texts whose links are kept for the next page.
const MAX_SHOWN: usize = 6 * 1024;

impl LinkGraph {
    /// Like [`Self::links_in`], but keeps the links. A page is laid out again whenever its width
    /// changes, and most of the time goes into its links.
    pub fn shown_links(&self, from: SectionRef, text: &RichText) -> Arc<[Link]> {
        // A text that is only links is not searched for names, which is what takes long.
        if text.runs.iter().all(|run| run.link.is_some()) || text.plain.len() > MAX_KEPT {
            return self.links_in(from, text).into();
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.len() >= MAX_SHOWN {
            shown.clear();
        }
        let links = shown.entry((from, text.clone()));
        Arc::clone(links.or_insert_with(|| self.links_in(from, text).into()))
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
