//! Under a rule, quietly, what changes it elsewhere.

use super::Builder;
use super::flow::Flow;
use crate::rules::SectionRef;
use crate::theme::{Face, Role};

/// More names are a list, which has a key of its own.
const MOST_NAMES: usize = 6;

impl Builder<'_> {
    /// `Changed elsewhere  Demolition Protocol · The Maze Reforms`: the names lead to the passages.
    pub(super) fn changes(&mut self, section: SectionRef) {
        let (book, links) = (self.context.book, self.context.links);
        let Some(backlinks) = self.context.backlinks else {
            return;
        };
        let changes = backlinks.changed_by(book, links, section);
        if changes.is_empty() {
            return;
        }
        self.gap();
        let dim = Face::of(Role::Dim);
        let mut flow = Flow::of("Changed elsewhere  ", dim);
        for (index, change) in changes.iter().take(MOST_NAMES).enumerate() {
            flow.push(if index > 0 { self.symbols().gap } else { "" }, dim, None);
            let link = self.plain_link(change.from);
            flow.push(
                &book.section(change.owner).full_title(),
                Face::of(Role::Link),
                Some(link),
            );
        }
        if let Some(more) = changes
            .len()
            .checked_sub(MOST_NAMES)
            .filter(|more| *more > 0)
        {
            flow.push(&format!("{}and {more} more", self.symbols().gap), dim, None);
        }
        self.set(&flow);
    }
}
