//! Embedded rules: `![[name]]` shows the text of another rule in place.

use super::builder::Builder;
use crate::rules::{RichText, SectionRef};
use crate::theme::Role;

impl Builder<'_> {
    /// Lays out the names of the embedded rules, followed by their texts.
    pub fn embed(&mut self, text: &RichText) {
        let name = self.rich(text, false);
        self.set(name);
        let outer = self.from;
        for link in &*self.links(text) {
            let target = link.targets[0];
            if self.can_embed(target) {
                self.embedding = true;
                self.quoted(|builder| builder.embedded_text(target));
                self.embedding = false;
                self.from = outer;
            }
        }
    }

    /// Whether `target` can be embedded: it is shorter than `embed_room`, and does not contain the
    /// text that embeds it. An embedded rule and a comparison embed no rules.
    fn can_embed(&self, target: SectionRef) -> bool {
        let book = self.context.book;
        !self.embedding
            && self.parts.is_none()
            && !book.contains(target, self.from)
            && book.length(target) < self.embed_room
    }

    fn embedded_text(&mut self, target: SectionRef) {
        let book = self.context.book;
        self.embed_room -= book.length(target);
        for at in book.subtree(target) {
            // A run-in rule below the target is laid out with its parent.
            if book.section(at).run_in && at != target {
                continue;
            }
            self.from = at;
            if at != target {
                self.gap();
                let title = self.marked(&book.section(at).full_title(), Role::Heading);
                self.set(title);
            }
            self.blocks(&book.blocks(at));
        }
    }
}
