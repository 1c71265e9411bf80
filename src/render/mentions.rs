//! Mentions of a section: the pages that list backlinks, and the lines under a rule that link to
//! its versions and to the passages that change it.

use super::builder::{Builder, PageContext};
use super::line::Line;
use super::page::Page;
use crate::links::Backlink;
use crate::rules::SectionRef;
use crate::theme::{Face, Role};

const MAX_MENTIONS: usize = 500;

/// The minimum page width, in columns, at which the titles of all headings above a section, except
/// the document's title, are shown before its own title.
const PATH_FROM: u16 = 60;

/// The maximum number of changes listed under a rule. The key `x` lists all of them.
const MAX_CHANGES: usize = 6;

impl Page {
    /// Lays out a page that lists mentions of a section or of a word, after an introduction, which
    /// may be empty.
    pub fn of_mentions(context: PageContext<'_>, words: &str, mentions: &[Backlink]) -> Self {
        let mut builder = Builder::new(context);
        if !words.is_empty() {
            builder.say(words, Role::default());
        }
        builder.mentions(mentions);
        builder.finish()
    }
}

impl Builder<'_> {
    /// Lays out mentions, grouped by document, exceptions first.
    fn mentions(&mut self, links: &[Backlink]) {
        let book = self.context.book;
        let document = |link: &Backlink| book.section(link.from).document;
        let mut mentions: Vec<_> = links.iter().take(MAX_MENTIONS).collect();
        mentions.sort_by_key(|link| (document(link), !link.exception));
        for group in mentions.chunk_by(|one, next| document(one) == document(next)) {
            self.gap();
            let mut head = Line::of(&book.document(document(group[0])).title, Role::Heading);
            if group.len() > 1 {
                head.push(&format!("  {}", group.len()), Role::Dim);
            }
            self.set(head);
            // A section's title is shown once above the exceptions in the section, and once above
            // the other mentions in it.
            let place = |link: &Backlink| (link.from, link.exception);
            for of_section in group.chunk_by(|one, next| place(one) == place(next)) {
                self.title_of_mention(of_section[0]);
                for link in of_section {
                    let mut sentence = Line::of(&link.sentence, Role::Dim);
                    sentence.restyle([&link.range], |_, piece| {
                        piece.face = Face::default().strong();
                    });
                    self.indented(|builder| builder.set(sentence));
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
    /// section come before it.
    fn title_of_mention(&mut self, link: &Backlink) {
        let mark = if link.exception {
            self.symbols().exception
        } else {
            ""
        };
        let mut name = Line::of(mark, Role::Heading);
        let titles = self.context.book.titles(link.from);
        if self.context.width >= PATH_FROM && titles.len() > 2 {
            let path = self.symbols().path;
            let above = titles[1..titles.len() - 1].join(path);
            name.push(&(above + path), Role::Dim);
        }
        self.push_link(&mut name, &titles[titles.len() - 1], link.from);
        self.set(name);
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
        self.set(line);
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
        self.set(line);
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
