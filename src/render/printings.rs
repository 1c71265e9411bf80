//! Under a rule, quietly, where else it is printed.

use super::Builder;
use super::flow::Flow;
use crate::rules::SectionRef;
use crate::theme::{Face, Role};

impl Builder<'_> {
    /// `Also printed in  Adversary Ops (differs) · Joint Ops (same)`: the names lead there.
    pub(super) fn printings(&mut self, section: SectionRef) {
        let book = self.context.book;
        let printings = self.context.links.printings(book, section);
        if printings.is_empty() {
            return;
        }
        self.gap();
        let dim = Face::of(Role::Dim);
        let mut flow = Flow::of("Also printed in  ", dim);
        for (index, printing) in printings.iter().enumerate() {
            flow.push(if index > 0 { self.symbols().gap } else { "" }, dim, None);
            let link = self.plain_link(printing.section);
            flow.push(
                &book.document_of(printing.section).title,
                Face::of(Role::Link),
                Some(link),
            );
            flow.push(
                if printing.same {
                    " (same)"
                } else {
                    " (differs)"
                },
                dim,
                None,
            );
        }
        self.set(&flow);
    }
}
