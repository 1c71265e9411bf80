//! The side pane: a pinned section, or what links to the section being read.

use super::library::{Library, Look};
use super::sheet::Sheet;
use crate::rules::SectionRef;

/// What the side pane shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideContent {
    /// A pinned section.
    Pin(SectionRef),
    /// What links to a section.
    Links(SectionRef),
}

/// The side pane's state.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The pinned section.
    pub pin: Option<SectionRef>,
    /// Whether keys go to the pane.
    pub focused: bool,
    /// What it shows.
    pub sheet: Sheet,
    shown: Option<Shown>,
}

/// What has been laid out: only where this changes is it done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    content: SideContent,
    width: u16,
    /// Whether what links here was known.
    known: bool,
}

impl Side {
    /// Lays out what is to be shown, unless it is there already. A new width keeps the place; something else begins at its top.
    pub fn show(&mut self, library: &Library, content: SideContent, width: u16) {
        let (SideContent::Pin(section) | SideContent::Links(section)) = content;
        let shown = Shown {
            content,
            width,
            known: library.known_backlinks(section).is_some(),
        };
        if self.shown == Some(shown) {
            return;
        }
        let same = self.shown.is_some_and(|before| before.content == content);
        let (scroll, link) = if same {
            (self.sheet.scroll, self.sheet.link)
        } else {
            (0, None)
        };
        let page = match content {
            SideContent::Pin(section) => library.page(section, width, Look::default()),
            SideContent::Links(section) => library.links_page(section, width),
        };
        self.sheet = Sheet::new(page).at(scroll, link);
        self.shown = Some(shown);
    }

    /// What is laid out now.
    #[must_use]
    pub fn content(&self) -> Option<SideContent> {
        self.shown.map(|shown| shown.content)
    }

    /// Forgets what is laid out: it is gone, or of rules that are no longer loaded.
    pub fn forget(&mut self) {
        self.shown = None;
        self.sheet = Sheet::default();
        self.focused = false;
    }
}
