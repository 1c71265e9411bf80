//! What links here as a page: by document, each place a link, with the sentence below it.

use super::flow::Flow;
use super::{Builder, Context, Link, Page};
use crate::links::{Backlink, by_document};
use crate::theme::{Face, Role};

/// More places are counted and not listed: the list of what links here has them all.
const MOST: usize = 200;

impl Page {
    /// Lays out mentions of a section.
    #[must_use]
    pub fn of_backlinks(context: Context<'_>, links: &[Backlink]) -> Self {
        if links.is_empty() {
            return Self::of_words(context, "nothing links here");
        }
        let mut builder = Builder::new(context);
        let mut left = MOST;
        for (document, group) in by_document(context.book, links) {
            if left == 0 {
                break;
            }
            builder.gap();
            let title = &context.book.document(document).title;
            let mut head = Flow::of(title, Face::of(Role::Heading));
            head.push(&format!("  {}", group.len()), Face::of(Role::Dim), None);
            builder.set(&head);
            group.iter().take(left).for_each(|link| builder.mention(link));
            left = left.saturating_sub(group.len());
        }
        if links.len() > MOST {
            builder.gap();
            let more = format!("and {} more", links.len() - MOST);
            builder.set(&Flow::of(&more, Face::of(Role::Dim)));
        }
        builder.finish()
    }

    /// A page that says something of our own.
    #[must_use]
    pub fn of_words(context: Context<'_>, words: &str) -> Self {
        let mut builder = Builder::new(context);
        builder.set(&Flow::of(words, Face::of(Role::Dim)));
        builder.finish()
    }
}

impl Builder<'_> {
    /// The name of the place, and what it says with the mention marked; before an exception its mark.
    fn mention(&mut self, link: &Backlink) {
        let this = self.context.book.section(link.from);
        self.page.links.push(Link { targets: vec![link.from], value: None, line: usize::MAX, last_line: 0 });
        let index = Some(self.page.links.len() - 1);
        let exception = self.symbols().exception;
        let (mark, face) = if link.exception { (exception, Face::of(Role::Condition)) } else { ("", Face::default()) };
        let mut name = Flow::of(mark, face);
        name.push(&this.full_title(), Face::of(Role::Link), index);
        self.set(&name);
        let symbols = self.symbols();
        let mut sentence = Flow::default();
        let (before, rest) = link.sentence.split_at(link.range.start.min(link.sentence.len()));
        let (marked, after) = rest.split_at(link.range.len().min(rest.len()));
        sentence.push(&symbols.text(before), Face::of(Role::Dim), None);
        sentence.push(&symbols.text(marked), Face::default().strong(), None);
        sentence.push(&symbols.text(after), Face::of(Role::Dim), None);
        self.within(None, "  ", Face::default(), |builder| builder.set(&sentence));
    }
}
