//! The pages of a [`Library`], and the messages about it.

use crate::library::Library;
use crate::render::heading::origin;
use crate::render::{Line, Page, PageContext};
use crate::rules::{DocumentRef, SectionRef};

/// The width of a citation's text, in columns. Citations are meant to be pasted into messages.
const CITATION_WIDTH: u16 = 76;

/// The maximum total length, in bytes, of the texts whose mentions are found within a frame.
const MAX_SCANNED: usize = 32 * 1024;

impl Library {
    /// Lays out a section with its subsections. `context` comes from [`Library::context`]; the
    /// known backlinks are added to it. A long page lacks links until
    /// [`Library::find_links_of`] has found them.
    pub fn page(&self, context: PageContext<'_>, section: SectionRef) -> Page {
        let backlinks = if context.is_preview {
            self.known_backlinks(section)
        } else {
            self.known_changes(section)
        };
        let context = PageContext {
            backlinks,
            max_scanned: self.max_scanned(&[section]),
            ..context
        };
        let mut page = Page::of(context, section);
        for link in &mut page.links {
            self.put_played_first(&mut link.targets);
        }
        page.lacks_links |= !context.has_links;
        page
    }

    /// Lays out the comparison of two sections. Like a page, a long one lacks links at first.
    pub fn comparison(&self, width: u16, sections: [SectionRef; 2]) -> Page {
        let context = PageContext {
            max_scanned: self.max_scanned(&sections),
            ..self.context(width)
        };
        let [left, right] = sections;
        let mut page = Page::comparing(context, left, right);
        page.lacks_links |= !context.has_links;
        page
    }

    /// Returns the total length of the texts whose mentions a pane with these sections may find within
    /// a frame.
    fn max_scanned(&self, sections: &[SectionRef]) -> usize {
        if self.knows_links_of(sections) {
            usize::MAX
        } else {
            MAX_SCANNED
        }
    }

    /// Whether all links of the documents of these sections are known.
    fn knows_links_of(&self, sections: &[SectionRef]) -> bool {
        let document = |section: &SectionRef| self.book.section(*section).document;
        let mut documents = sections.iter().map(document);
        documents.all(|document| self.links.knows_links_of(document))
    }

    /// Finds and keeps the links of a document for its pages, which is slow for a long document.
    pub fn find_links_of(&self, document: DocumentRef) {
        let root = self.book.document(document).root;
        // Pages of all widths show the same texts.
        let page = || drop(Page::of(self.context(0), root));
        self.links.find_links_of(document, page);
    }

    /// Whether links are missing on the page of these sections that are known now.
    pub fn can_complete(&self, page: &Page, sections: &[SectionRef]) -> bool {
        page.lacks_links && self.has_links() && self.knows_links_of(sections)
    }

    /// Moves sections of what is not played behind the others.
    pub fn put_played_first(&self, sections: &mut [SectionRef]) {
        sections.sort_by_key(|section| self.table.is_folded(*section));
    }

    /// Returns the context for laying out a page of the given width.
    pub fn context(&self, width: u16) -> PageContext<'_> {
        PageContext {
            symbols: self.symbols,
            has_links: self.has_links(),
            ..PageContext::new(&self.links, width)
        }
    }

    /// Returns the citation of a section: its text, followed by its game and path, and the source
    /// and date of its document.
    pub fn citation(&self, section: SectionRef) -> String {
        // The text needs only the links that embed rules.
        let context = PageContext {
            max_scanned: 0,
            ..self.context(CITATION_WIDTH)
        };
        let page = Page::of(context, section);
        let mut text = String::new();
        for line in page.lines.iter().map(Line::text) {
            // The page has a margin of two columns.
            text += line.strip_prefix("  ").unwrap_or(&line).trim_end();
            text += "\n";
        }
        let game = &self.book.game(self.book.game_of(section)).name;
        let path = format!("{game}{}{}", self.symbols.path, self.path(section));
        let origin = match self.origin(section) {
            origin if origin.is_empty() => String::new(),
            origin => format!(" ({})", origin.join(", ")),
        };
        format!("{}\n\n{path}{origin}\n", text.trim_end())
    }

    /// Returns the page of a section, and the source and the date of its document, as far as they are
    /// known.
    pub fn origin(&self, section: SectionRef) -> Vec<String> {
        let place = self.book.place(section).map(|place| place.to_string());
        let origin = origin(self.book.document_of(section));
        place.into_iter().chain(origin).collect()
    }
}
