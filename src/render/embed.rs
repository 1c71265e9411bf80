//! Rules that a text shows in place: `![[name]]`.

use super::builder::Builder;
use crate::rules::{RichText, SectionRef};
use crate::theme::Role;

/// Embedded rules nest at most this deep.
const DEEPEST: usize = 3;

impl Builder<'_> {
    /// Sets the name of other rules, and their text below it.
    pub fn embed(&mut self, text: &RichText) {
        let name = self.rich(text, false);
        self.set(&name);
        let outer = self.from;
        let links = self.context.links.links_in(outer, text);
        let Some(target) = links.first().map(|link| link.targets[0]) else {
            return;
        };
        let is_inside = self.embedded.contains(&target)
            || self.context.book.contains(target, outer)
            || self
                .page
                .section_at(0)
                .is_some_and(|page| self.context.book.contains(target, page))
            || self.embedded.len() >= DEEPEST;
        let room = self
            .embed_room
            .checked_sub(self.context.book.length(target));
        if let Some(room) = room.filter(|_| !is_inside && self.parts.is_none()) {
            self.embed_room = room;
            self.embedded.push(target);
            self.within(None, self.symbols().quote, Role::Dim, |builder| {
                builder.embedded_text(target);
            });
            self.embedded.pop();
            self.from = outer;
        }
    }

    fn embedded_text(&mut self, target: SectionRef) {
        let book = self.context.book;
        for at in book.subtree(target).filter(|at| !book.section(*at).run_in) {
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
