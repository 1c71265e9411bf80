//! Mentions of a section: the pages that list backlinks, and the lines under a rule that link to
//! its versions and to the passages that change it.

use super::builder::{Builder, PageContext};
use super::line::Line;
use super::page::Page;
use crate::links::{Backlink, Mention, by_document};
use crate::rules::SectionRef;
use crate::source::counted;
use crate::theme::{Face, Role, Symbols};

const MAX_MENTIONS: usize = 500;

/// The minimum page width, in columns, at which the titles of all headings above a section, except
/// the document's title, are shown before its own title.
const PATH_FROM: u16 = 60;

/// The maximum number of changes listed under a rule. The key `x` lists all of them.
const MAX_CHANGES: usize = 6;

impl Page {
    /// Lays out a page that lists mentions of a section.
    pub fn of_backlinks(context: PageContext<'_>, links: &[Backlink]) -> Self {
        if links.is_empty() {
            return Self::of_message(context, "nothing links here");
        }
        let mut builder = Builder::new(context);
        builder.mentions(links);
        builder.finish()
    }

    /// Lays out a page for a `word` that no loaded rule defines. The page says that `count` places
    /// use the word, and lists `uses`, which may be fewer.
    pub fn of_uses(context: PageContext<'_>, word: &str, count: usize, uses: &[Backlink]) -> Self {
        let mut builder = Builder::new(context);
        let [open, close] = builder.symbols().quotes;
        let places = counted(count, "place");
        let text = format!("No loaded rule defines {open}{word}{close}. It is used in {places}:");
        builder.say(&text, Role::default());
        builder.mentions(uses);
        builder.finish()
    }

    /// Lays out a page with only a message.
    pub fn of_message(context: PageContext<'_>, words: &str) -> Self {
        let mut builder = Builder::new(context);
        builder.say(words, Role::Dim);
        builder.finish()
    }
}

impl Builder<'_> {
    /// Lays out mentions, grouped by document.
    fn mentions(&mut self, links: &[Backlink]) {
        let book = self.context.book;
        let document = |mention: &Mention<'_>| book.document_of(mention.link.from);
        let mentions = by_document(book, links.iter().take(MAX_MENTIONS));
        for group in mentions.chunk_by(|one, next| document(one).root == document(next).root) {
            self.gap();
            let mut head = Line::of(&document(&group[0]).title, Role::Heading);
            if group.len() > 1 {
                head.push(&format!("  {}", group.len()), Role::Dim);
            }
            self.set(&head);
            // A section's title is shown once above the exceptions in the section, and once above
            // the other mentions in it.
            let place = |mention: &Mention<'_>| (mention.link.from, mention.link.exception);
            for of_section in group.chunk_by(|one, next| place(one) == place(next)) {
                self.title_of_mention(of_section[0].link);
                for mention in of_section {
                    self.sentence(mention);
                }
            }
        }
        if links.len() > MAX_MENTIONS {
            self.gap();
            let more = links.len() - MAX_MENTIONS;
            self.say(&format!("and {more} more"), Role::Dim);
        }
    }

    /// Lays out the title of the section that contains a mention, after a mark if the mention is an
    /// exception. On a wide page, the titles of the headings between the document's title and the
    /// section come before it. On a narrow page, only the nearest of these titles does, and only if
    /// another section of the game has the same name.
    fn title_of_mention(&mut self, link: &Backlink) {
        let mark = if link.exception {
            self.symbols().exception
        } else {
            ""
        };
        let mut name = Line::of(mark, Role::Heading);
        let mut titles = self.context.book.titles(link.from);
        let title = titles.pop().unwrap_or_default();
        // The document's title is above the mentions already.
        let path = titles.get(1..).unwrap_or_default();
        let shown = match path.len() {
            _ if self.context.width >= PATH_FROM => path,
            parents @ 1.. if self.context.links.shares_title(link.from) => &path[parents - 1..],
            _ => &[],
        };
        for above in shown {
            name.push(above, Role::Dim);
            name.push(self.symbols().path, Role::Dim);
        }
        self.push_link(&mut name, &title, link.from);
        self.set(&name);
    }

    /// Lays out the sentence of a mention, with the mention in bold.
    fn sentence(&mut self, mention: &Mention<'_>) {
        let book = self.context.book;
        let gap = self.symbols().gap;
        let mut sentence = Line::of(&mention.link.sentence, Role::Dim);
        sentence.restyle([&mention.link.range], |_, piece| {
            piece.face = Face::default().strong();
        });
        let mut sentence = sentence.shown(self.symbols());
        // Sentences from tables contain the Unicode separator between cells. The page may use
        // another one.
        for piece in &mut sentence.pieces {
            piece.text = piece.text.replace(Symbols::UNICODE.gap, gap);
        }
        self.indented(|builder| {
            builder.set(&sentence);
            if !mention.also.is_empty() {
                let title = |at: &SectionRef| (*at, book.document_of(*at).title.clone(), "");
                let also = builder.names("also in ", mention.also.iter().map(title));
                builder.set(&also);
            }
        });
    }

    /// Lays out links to the passages that change a rule:
    /// `Changed elsewhere  Threat Level · Sabotage`.
    pub fn changes(&mut self, section: SectionRef) {
        let context = self.context;
        let Some(backlinks) = context.backlinks else {
            return;
        };
        let changes = backlinks.changed_by(context.links, section);
        if changes.is_empty() {
            return;
        }
        let (book, path) = (context.book, self.symbols().path);
        let title = |at: SectionRef| book.section(at).full_title();
        let shown = changes.iter().take(MAX_CHANGES).map(|change| {
            let own = title(change.owner);
            let namesakes = changes.iter().filter(|other| title(other.owner) == own);
            let parent = book.section(change.owner).parent;
            let name = match parent.filter(|_| namesakes.count() > 1) {
                Some(parent) => format!("{}{path}{own}", title(parent)),
                None => own,
            };
            (change.from, name, "")
        });
        let mut line = self.names("Changed elsewhere  ", shown);
        if changes.len() > MAX_CHANGES {
            line.separate(self.symbols().gap);
            let more = changes.len() - MAX_CHANGES;
            line.push(&format!("and {more} more"), Role::Dim);
        }
        self.gap();
        self.set(&line);
    }

    /// Lays out links to the versions of a rule in other documents: `Also in  Joint Ops (same)`.
    pub fn versions(&mut self, section: SectionRef) {
        let book = self.context.book;
        let versions = self.context.links.versions(section);
        if versions.is_empty() {
            return;
        }
        let shown = versions.iter().map(|version| {
            let title = book.document_of(version.section).title.clone();
            let difference = if version.same {
                " (same)"
            } else {
                " (differs)"
            };
            (version.section, title, difference)
        });
        let line = self.names("Also in  ", shown);
        self.gap();
        self.set(&line);
    }

    /// Returns a line with `words` and then links. Each link is a name, and is followed by a
    /// remark, which may be empty.
    fn names(
        &mut self,
        words: &str,
        names: impl Iterator<Item = (SectionRef, String, &'static str)>,
    ) -> Line {
        let mut line = Line::of(words, Role::Dim);
        for (index, (section, name, remark)) in names.enumerate() {
            if index > 0 {
                line.separate(self.symbols().gap);
            }
            self.push_link(&mut line, &name, section);
            line.push(remark, Role::Dim);
        }
        line
    }
}
