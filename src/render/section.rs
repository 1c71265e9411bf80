//! Lays out sections: heading, blocks and child sections.

use super::builder::{Builder, PageContext};
use super::heading::{facts, kind_label, origin, push_cost_and_tags};
use super::line::Line;
use super::page::Page;
use crate::rules::slug::slug;
use crate::rules::{Document, Section, SectionRef, is_sentence};
use crate::source::clean;
use crate::theme::Role;

/// The number of lines after which a preview leaves out all further text. Nobody scrolls a preview
/// that far.
const PREVIEW_LINES: usize = 160;

/// The maximum number of parts of each section that are compared. Nobody compares more by eye.
pub const MAX_PARTS: usize = 1000;

impl Page {
    /// Lays out a section and its subsections.
    pub fn of(context: PageContext<'_>, section: SectionRef) -> Self {
        let mut builder = Builder::new(context);
        builder.unreadable(section);
        builder.section(section, context.book.section(section).level);
        builder.finish()
    }
}

impl Builder<'_> {
    /// Says so if the text of a section's document cannot be read any more.
    fn unreadable(&mut self, section: SectionRef) {
        let book = self.context.book;
        if let Err(error) = book.body(book.section(section).document) {
            self.say(&clean(&error.to_string()), Role::Note);
            self.gap();
        }
    }

    /// Lays out a section and its descendants. `top` is the level of the page's own section.
    pub fn section(&mut self, section: SectionRef, top: u8) {
        let book = self.context.book;
        let this = book.section(section);
        self.from = section;
        self.heading(section, this, top);
        if (this.level <= 2 || self.is_linear()) && this.has_text {
            self.gap();
        }
        self.blocks(&book.blocks(section));
        if this.has_text {
            // Finding the versions means parsing other documents. This must not delay the first
            // page, which has no backlinks yet.
            if self.context.backlinks.is_some() && !self.context.is_preview {
                self.versions(section);
            }
            self.changes(section);
        }
        for child in book.children(section) {
            if self.is_full() {
                break;
            }
            if !book.section(child).run_in {
                self.section(child, top);
            }
        }
    }

    /// Whether the page is a preview or one side of a comparison that is already long enough.
    pub fn is_full(&self) -> bool {
        match &self.parts {
            Some(parts) => parts.len() > MAX_PARTS,
            None => self.context.is_preview && self.page.lines.len() > PREVIEW_LINES,
        }
    }

    fn heading(&mut self, section: SectionRef, this: &Section, top: u8) {
        if self.parts.is_some() {
            let mut title = Line::of(&this.full_title(), Role::Heading);
            push_cost_and_tags(&mut title, this);
            self.gap();
            self.add_part(title, true);
            return self.gap();
        }
        let is_large = this.level <= 2 && !self.is_linear();
        if !self.page.lines.is_empty() {
            self.gap();
            if is_large && this.level <= top + 2 {
                self.end(Line::default());
            }
        }
        self.anchor(section);
        self.title(section, this);
        if this.parent.is_none() {
            // The title of the front matter need not be the printed one. A long one is cut.
            let is_other = !slug(&this.heading).starts_with(&slug(&this.title));
            if is_other && !this.heading.is_empty() {
                let printed = self.marked(&this.heading, Role::Heading);
                self.set(printed);
            }
            self.document_line(self.context.book.document(this.document));
        }
        if is_large {
            let room = self.room();
            let mut line = self.begin();
            line.push(&self.symbols().across.repeat(room), Role::Border);
            self.end(line);
        }
    }

    /// Lays out the title, cost and tags at the left, and the kind at the right if there is room. A title
    /// that is a rule has links.
    fn title(&mut self, section: SectionRef, this: &Section) {
        let mut text = if is_sentence(&this.title) {
            self.rich(self.context.book.blocks(section).heading(), true)
        } else {
            self.marked(&this.full_title(), Role::Heading)
        };
        if self.is_linear() {
            // Without these words, only bold type would distinguish a heading from text.
            let words = match this.level {
                0 => "Document: ".to_owned(),
                level => format!("Heading {level}: "),
            };
            self.lead.push(&words, Role::Dim);
            text.push(&facts(self.context.book, this), Role::Dim);
            return self.set(text);
        }
        push_cost_and_tags(&mut text, this);
        let kind = kind_label(self.context.book, this);
        let room = self.room();
        if kind.is_empty() || text.width() + kind.len() + 3 > room {
            return self.set(text);
        }
        let mut line = self.begin();
        let start = line.width();
        line.append(text);
        line.pad_to(start + room - kind.len());
        line.push(&kind, Role::Dim);
        self.end(line);
    }

    /// Lays out the source, date and version of a document, under its title.
    fn document_line(&mut self, document: &Document) {
        let mut parts = origin(document);
        parts.extend(document.front_matter.get("version").map(str::to_owned));
        let text = parts.join(self.symbols().gap);
        if !text.is_empty() {
            self.say(&text, Role::Dim);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::links::LinkGraph;
    use crate::rules::Rulebook;
    use crate::source::Source;

    #[test]
    fn the_kind_is_at_the_right_if_three_columns_are_free() {
        let text = "# House\n\n#### Prise the Burrow **2AP**\n\n▶ Open it.\n";
        let game = Source::in_memory("game.yaml", "vocabulary: kill-team");
        let book = Rulebook::load(vec![Source::in_memory("house.md", text), game], Vec::new());
        let links = LinkGraph::new(book);
        let titles = (30..60).map(|width| {
            let page = Page::of(PageContext::new(&links, width), SectionRef(1));
            page.lines[page.anchors[0].line].text().trim().to_owned()
        });
        let shown: Vec<_> = titles
            .skip_while(|title| !title.ends_with("action"))
            .collect();
        assert_eq!(
            shown.first().map(String::as_str),
            Some("Prise the Burrow  2AP   action")
        );
        assert!(
            shown.len() > 20 && shown.iter().all(|title| title.ends_with("action")),
            "{shown:#?}"
        );
    }
}
