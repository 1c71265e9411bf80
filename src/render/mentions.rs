//! What links here as a page: by document, each place a link, with the sentence below it.

use super::builder::{Builder, PageContext};
use super::flow::Flow;
use super::page::Page;
use crate::links::{Backlink, Mention, by_document};
use crate::theme::{Face, Role};

/// More places are counted and not listed: the list of what links here has them all.
const MOST: usize = 200;

impl Page {
    /// Lays out mentions of a section.
    pub fn of_backlinks(context: PageContext<'_>, links: &[Backlink]) -> Self {
        if links.is_empty() {
            return Self::of_words(context, "nothing links here");
        }
        let mut builder = Builder::new(context);
        builder.mentions(links);
        builder.finish()
    }

    /// Says that no loaded rule defines a word, and lists some of the `count` places that use it.
    pub fn of_uses(context: PageContext<'_>, word: &str, count: usize, uses: &[Backlink]) -> Self {
        let mut builder = Builder::new(context);
        let [open, close] = builder.symbols().quotes;
        let places = match count {
            1 => "one place".to_owned(),
            _ => format!("{count} places"),
        };
        let text = format!("No loaded rule defines {open}{word}{close}. It is used in {places}:");
        builder.say(&text, Role::default());
        builder.mentions(uses);
        builder.finish()
    }

    /// A page that says something of our own.
    pub fn of_words(context: PageContext<'_>, words: &str) -> Self {
        let mut builder = Builder::new(context);
        builder.say(words, Role::Dim);
        builder.finish()
    }
}

impl Builder<'_> {
    /// Mentions by document.
    fn mentions(&mut self, links: &[Backlink]) {
        let mut left = MOST;
        // A longer list is cut anyway: there is no need to sort all of it.
        let some = &links[..links.len().min(MOST * 10)];
        for (document, group) in by_document(self.context.book, some) {
            if left == 0 {
                break;
            }
            self.gap();
            let title = &self.context.book.document(document).title;
            let mut head = Flow::of(title, Role::Heading);
            if group.len() > 1 {
                head.push(&format!("  {}", group.len()), Role::Dim);
            }
            self.set(&head);
            let mut before = None;
            for mention in group.iter().take(left) {
                // A section that says it twice is named once.
                let place = (mention.link.from, mention.link.exception);
                if before.replace(place) != Some(place) {
                    self.place(mention.link);
                }
                self.sentence(mention);
            }
            left = left.saturating_sub(group.len());
        }
        if links.len() > MOST {
            self.gap();
            self.say(&format!("and {} more", links.len() - MOST), Role::Dim);
        }
    }

    /// The name of a place; before an exception its mark.
    fn place(&mut self, link: &Backlink) {
        let title = self.context.book.section(link.from).full_title();
        let target = self.link(vec![link.from], None);
        let mut name = Flow::default();
        if link.exception {
            name.push(self.symbols().exception, Role::Condition);
        }
        name.push_linked(&title, Role::Link, Some(target));
        self.set(&name);
    }

    /// What is said there, with the mention marked.
    fn sentence(&mut self, mention: &Mention<'_>) {
        let (link, symbols) = (mention.link, self.symbols());
        let start = link.range.start.min(link.sentence.len());
        let (before, rest) = link.sentence.split_at(start);
        let (marked, after) = rest.split_at(link.range.len().min(rest.len()));
        let mut sentence = Flow::of(&symbols.text(before), Role::Dim);
        sentence.push(&symbols.text(marked), Face::default().strong());
        sentence.push(&symbols.text(after), Role::Dim);
        self.indented(|builder| {
            builder.set(&sentence);
            if !mention.also.is_empty() {
                builder.also_in(&mention.also);
            }
        });
    }
}
