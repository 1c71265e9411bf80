//! What links here as a page: by document, each place a link, with the sentence below it.

use super::flow::Flow;
use super::{Builder, Context, Link, Page};
use crate::links::{Backlink, Mention, by_document};
use crate::rules::SectionRef;
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
        builder.mentions(links);
        builder.finish()
    }

    /// That no loaded rule defines a word, and where it is used: `count` times in all, of which some are listed.
    #[must_use]
    pub fn of_uses(context: Context<'_>, word: &str, count: usize, uses: &[Backlink]) -> Self {
        let mut builder = Builder::new(context);
        let [open, close] = builder.symbols().quotes;
        let places = if count == 1 {
            "one place".to_owned()
        } else {
            format!("{count} places")
        };
        let text = format!("No loaded rule defines {open}{word}{close}. It is used in {places}:");
        builder.set(&Flow::of(&text, Face::default()));
        builder.mentions(uses);
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
    /// Mentions by document.
    fn mentions(&mut self, links: &[Backlink]) {
        let mut left = MOST;
        // What nobody can look over need not be put in order.
        let some = &links[..links.len().min(MOST * 10)];
        for (document, group) in by_document(self.context.book, some) {
            if left == 0 {
                break;
            }
            self.gap();
            let title = &self.context.book.document(document).title;
            let mut head = Flow::of(title, Face::of(Role::Heading));
            if group.len() > 1 {
                head.push(&format!("  {}", group.len()), Face::of(Role::Dim), None);
            }
            self.set(&head);
            let mut before = None;
            for mention in group.iter().take(left) {
                // A section that says it twice is named once.
                let place = (mention.link.from, mention.link.exception);
                if before.replace(place) != Some(place) {
                    self.place(mention.link);
                }
                self.said(mention);
            }
            left = left.saturating_sub(group.len());
        }
        if links.len() > MOST {
            self.gap();
            let more = format!("and {} more", links.len() - MOST);
            self.set(&Flow::of(&more, Face::of(Role::Dim)));
        }
    }

    /// The name of a place; before an exception its mark.
    fn place(&mut self, link: &Backlink) {
        let this = self.context.book.section(link.from);
        let index = Some(self.plain_link(link.from));
        let exception = self.symbols().exception;
        let (mark, face) = if link.exception {
            (exception, Face::of(Role::Condition))
        } else {
            ("", Face::default())
        };
        let mut name = Flow::of(mark, face);
        name.push(&this.full_title(), Face::of(Role::Link), index);
        self.set(&name);
    }

    /// What is said there, with the mention marked.
    fn said(&mut self, mention: &Mention<'_>) {
        let (link, symbols) = (mention.link, self.symbols());
        let mut sentence = Flow::default();
        let (before, rest) = link
            .sentence
            .split_at(link.range.start.min(link.sentence.len()));
        let (marked, after) = rest.split_at(link.range.len().min(rest.len()));
        sentence.push(&symbols.text(before), Face::of(Role::Dim), None);
        sentence.push(&symbols.text(marked), Face::default().strong(), None);
        sentence.push(&symbols.text(after), Face::of(Role::Dim), None);
        self.within(None, "  ", Face::default(), |builder| {
            builder.set(&sentence);
            if !mention.also.is_empty() {
                builder.also_in(&mention.also);
            }
        });
    }

    /// `also in Joint Ops · Adversary Ops`: the names lead there.
    fn also_in(&mut self, sections: &[SectionRef]) {
        let (dim, book) = (Face::of(Role::Dim), self.context.book);
        let mut flow = Flow::of("also in ", dim);
        for (index, section) in sections.iter().enumerate() {
            flow.push(if index > 0 { self.symbols().gap } else { "" }, dim, None);
            let link = self.plain_link(*section);
            flow.push(
                &book.document_of(*section).title,
                Face::of(Role::Link),
                Some(link),
            );
        }
        self.set(&flow);
    }

    /// Registers a link to a section and gives its index.
    pub(super) fn plain_link(&mut self, to: SectionRef) -> usize {
        self.page.links.push(Link {
            targets: vec![to],
            value: None,
            line: usize::MAX,
            last_line: 0,
        });
        self.page.links.len() - 1
    }
}
