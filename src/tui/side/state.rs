//! What the side pane shows.

use crate::render::Page;
use crate::rules::SectionRef;
use crate::tui::library::{Library, Look};
use crate::tui::sheet::Sheet;
use crate::tui::side_content::SideContent;

/// The side pane.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The pinned section.
    pub pin: Option<SectionRef>,
    /// Whether the pane has the focus.
    pub focused: bool,
    /// What it shows, laid out.
    pub sheet: Sheet,
    shown: Option<Shown>,
}

/// What is laid out; as long as it is the same, the layout holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    content: SideContent,
    width: u16,
    /// Whether it was known what links here.
    known: bool,
}

impl Side {
    /// Lays out what the pane is to show, unless it does. The place stays in a new width; other content begins at its top.
    pub fn show(&mut self, library: &Library, content: SideContent, width: u16) {
        let shown = Shown {
            content,
            width,
            known: library.known_backlinks(content.section()).is_some(),
        };
        if self.shown == Some(shown) {
            return;
        }
        let place = (self.sheet.scroll, self.sheet.link);
        let page = laid_out(library, content, width);
        self.sheet = Sheet::new(page, self.sheet.height);
        if self.content() == Some(content) {
            self.sheet.return_to(place.0, place.1);
        }
        self.shown = Some(shown);
    }

    /// What is laid out.
    #[must_use]
    pub fn content(&self) -> Option<SideContent> {
        self.shown.map(|shown| shown.content)
    }

    /// Forgets what is laid out.
    pub fn forget(&mut self) {
        self.shown = None;
        self.sheet = Sheet::default();
        self.focused = false;
    }
}

fn laid_out(library: &Library, content: SideContent, width: u16) -> Page {
    match content {
        SideContent::Pin(section) => library.page(section, width, Look::default()),
        SideContent::Links(section) => library.links_page(section, width),
    }
}
