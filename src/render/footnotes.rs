//! Under a rule, quietly, where else it is printed and what changes it elsewhere.

use super::builder::Builder;
use super::flow::Flow;
use crate::rules::SectionRef;
use crate::theme::Role;

/// More changes are a list, which has a key of its own.
const MOST_CHANGES: usize = 6;

impl Builder<'_> {
    /// `Changed elsewhere  Demolition Protocol · The Maze Reforms`: the names lead to the passages.
    pub fn changes(&mut self, section: SectionRef) {
        let context = self.context;
        let Some(backlinks) = context.backlinks else {
            return;
        };
        let changes = backlinks.changed_by(context.book, context.links, section);
        if changes.is_empty() {
            return;
        }
        let shown = changes.iter().take(MOST_CHANGES).map(|change| {
            let owner = context.book.section(change.owner);
            (change.from, owner.full_title(), "")
        });
        let mut flow = self.names("Changed elsewhere  ", shown);
        if changes.len() > MOST_CHANGES {
            flow.separate(self.symbols().gap);
            let more = changes.len() - MOST_CHANGES;
            flow.push(&format!("and {more} more"), Role::Dim);
        }
        self.gap();
        self.set(&flow);
    }

    /// `Also printed in  Adversary Ops (differs) · Joint Ops (same)`: the names lead there.
    pub fn versions(&mut self, section: SectionRef) {
        let book = self.context.book;
        let printings = self.context.links.printings(book, section);
        if printings.is_empty() {
            return;
        }
        let shown = printings.iter().map(|printing| {
            let title = book.document_of(printing.section).title.clone();
            let verdict = if printing.same {
                " (same)"
            } else {
                " (differs)"
            };
            (printing.section, title, verdict)
        });
        let flow = self.names("Also printed in  ", shown);
        self.gap();
        self.set(&flow);
    }

    /// `also in Joint Ops · Adversary Ops`: the names lead there.
    pub fn also_in(&mut self, sections: &[SectionRef]) {
        let book = self.context.book;
        let title = |at: &SectionRef| (*at, book.document_of(*at).title.clone(), "");
        let flow = self.names("also in ", sections.iter().map(title));
        self.set(&flow);
    }

    /// Words, and names that lead to sections, each with what is said behind it.
    fn names(
        &mut self,
        words: &str,
        names: impl Iterator<Item = (SectionRef, String, &'static str)>,
    ) -> Flow {
        let mut flow = Flow::of(words, Role::Dim);
        for (index, (section, name, behind)) in names.enumerate() {
            if index > 0 {
                flow.separate(self.symbols().gap);
            }
            let link = self.link(vec![section], None);
            flow.push_linked(&name, Role::Link, Some(link));
            flow.push(behind, Role::Dim);
        }
        flow
    }
}
