//! The links of a section.

use std::collections::HashSet;

use super::graph::{Link, LinkGraph};
use crate::rules::SectionRef;

impl LinkGraph {
    /// The links of a section and its run-in rules to other sections, each target once with its first wording.
    pub fn links_from(&self, section: SectionRef) -> Vec<(String, Link)> {
        let book = &self.book;
        // To a reader, run-in rules are part of the section.
        let mut shown = vec![section];
        for at in book.descendants(section) {
            let inner = book.section(at);
            if inner.run_in && inner.parent.is_some_and(|parent| shown.contains(&parent)) {
                shown.push(at);
            }
        }
        let mut seen = HashSet::new();
        let mut links = Vec::new();
        for from in &shown {
            for text in book.blocks(*from).texts() {
                for link in self.links_in(*from, text) {
                    let is_new = seen.insert((link.targets.clone(), link.value.clone()));
                    if is_new && !shown.contains(&link.targets[0]) {
                        links.push((text.plain[link.range.clone()].to_owned(), link));
                    }
                }
            }
        }
        links
    }

    /// The nearest section of each of these links.
    pub fn linked_from(&self, section: SectionRef) -> Vec<SectionRef> {
        let links = self.links_from(section).into_iter();
        links.map(|(_, link)| link.targets[0]).collect()
    }
}
