//! The loaded rules with what is made of them in the background.

use std::sync::Arc;

use crate::links::{Backlinks, LinkGraph};
use crate::render::{Context, Page};
use crate::rules::{Rulebook, SectionRef};
use crate::search::{Highlight, SearchIndex};
use crate::theme::Form;

/// How a page is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    /// What the search looks for, to be marked.
    pub highlight: Option<&'a Highlight>,
    /// What stands for the section's parameter.
    pub value: Option<&'a str>,
    /// Whether a mark stands in place of the notes.
    pub hide_notes: bool,
}

/// The rules and their indexes; what is not made yet is `None`.
#[derive(Clone)]
pub struct Library {
    /// The rules.
    pub book: Arc<Rulebook>,
    /// What links to what.
    pub links: Arc<LinkGraph>,
    /// What answers a search.
    pub index: Option<Arc<SearchIndex>>,
    /// What links here.
    pub backlinks: Option<Arc<Backlinks>>,
    /// How its pages are set.
    pub form: Form,
}

impl Library {
    /// A library with what the first frame needs and nothing more.
    #[must_use]
    pub fn new(book: Rulebook) -> Self {
        let links = Arc::new(LinkGraph::new(&book));
        Self { book: Arc::new(book), links, index: None, backlinks: None, form: Form::default() }
    }

    /// Lays out a section for a width.
    #[must_use]
    pub fn page(&self, section: SectionRef, width: u16, look: Look<'_>) -> Page {
        let Look { highlight, value, hide_notes } = look;
        let form = Form { hide_notes, ..self.form };
        Page::of(Context { book: &self.book, links: &self.links, highlight, width, value, form }, section)
    }

    /// Titles of the sections a section stands in, outermost first, and its own.
    #[must_use]
    pub fn titles(&self, section: SectionRef) -> Vec<String> {
        let path = self.book.ancestors(section).into_iter().chain([section]);
        path.map(|at| self.book.section(at).full_title()).collect()
    }

    /// The titles in one line: `Tomb World › Breach Point › Breach`.
    #[must_use]
    pub fn path(&self, section: SectionRef) -> String {
        self.titles(section).join(self.form.symbols.path)
    }
}
