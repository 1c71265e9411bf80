//! Embedded rules: `![[name]]` shows the text of another rule in place.

use super::builder::Builder;
use crate::rules::{RichText, SectionRef};
use crate::theme::Role;

/// The maximum nesting of embedded rules. Deeper rules appear only as links.
const MAX_DEPTH: usize = 3;

impl Builder<'_> {
    /// Lays out the names of the embedded rules, followed by their texts.
    pub fn embed(&mut self, text: &RichText) {
        let name = self.rich(text, false);
        self.set(&name);
        let outer = self.from;
        for link in self.context.links.links_in(outer, text) {
            let target = link.targets[0];
            if self.can_embed(target) {
                self.embedded.push(target);
                let quote = self.symbols().quote;
                if self.is_linear() {
                    self.lead.push(quote, Role::Dim);
                    self.embedded_text(target);
                    self.end_lead();
                } else {
                    self.within(None, quote, Role::Dim, |builder| {
                        builder.embedded_text(target);
                    });
                }
                self.embedded.pop();
                self.from = outer;
            }
        }
    }

    /// Whether `target` can be embedded: it is shorter than `embed_room`, is not nested too deeply,
    /// and does not contain the text that embeds it. A comparison embeds no rules.
    fn can_embed(&self, target: SectionRef) -> bool {
        let book = self.context.book;
        let page = self.page.section_at(0);
        let is_inside = self.embedded.contains(&target)
            || book.contains(target, self.from)
            || page.is_some_and(|page| book.contains(target, page));
        !is_inside
            && self.embedded.len() < MAX_DEPTH
            && self.parts.is_none()
            && book.length(target) < self.embed_room
    }

    fn embedded_text(&mut self, target: SectionRef) {
        let book = self.context.book;
        for at in book.subtree(target) {
            let bytes: usize = book.blocks(at).texts().map(|text| text.plain.len()).sum();
            let bytes = bytes + book.section(at).heading.len();
            let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
            self.embed_room = self.embed_room.saturating_sub(bytes);
            // A run-in rule below the target is laid out with its parent.
            if book.section(at).run_in && at != target {
                continue;
            }
            self.from = at;
            if at != target {
                self.gap();
                let title = self.marked(&book.section(at).full_title(), Role::Heading);
                self.set(&title);
            }
            self.blocks(&book.blocks(at));
        }
    }
}
