//! The subject of a peek, laid out.

use crate::render::Page;
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::tui::library::{Library, Look};
use crate::tui::sheet::Sheet;
use crate::tui::subject::Subject;

/// Columns between two tabs.
pub(super) const TAB_GAP: u16 = 2;

/// A peek.
pub struct Peek {
    /// What it shows.
    pub subject: Subject,
    /// Which of the definitions is shown.
    pub chosen: usize,
    /// The definition, laid out.
    pub sheet: Sheet,
    /// The first and the last line of the screen that the outermost peek belongs to, counted from the first one of the page.
    pub lines: (u16, u16),
}

impl Peek {
    /// A peek at a subject; nothing at one without targets.
    #[must_use]
    pub fn new(library: &Library, subject: Subject, lines: (u16, u16), width: u16) -> Option<Self> {
        if subject.targets.is_empty() {
            return None;
        }
        let mut peek = Self {
            subject,
            chosen: 0,
            sheet: Sheet::default(),
            lines,
        };
        peek.lay_out(library, width);
        Some(peek)
    }

    /// Lays the definition out for a width, from its beginning.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        let page = self.laid_out(library, width);
        self.sheet = Sheet::new(page, self.sheet.height);
    }

    fn laid_out(&self, library: &Library, width: u16) -> Page {
        if let Some(undefined) = &self.subject.undefined {
            return library.uses_page(&undefined.name, undefined.count, &undefined.uses, width);
        }
        let look = Look {
            value: self.subject.value.as_deref(),
            ..Look::default()
        };
        library.page(self.section(), width, look)
    }

    /// The section that is shown.
    #[must_use]
    pub fn section(&self) -> SectionRef {
        self.subject.targets[self.chosen]
    }

    /// The name of what is shown.
    #[must_use]
    pub fn name(&self, library: &Library) -> String {
        match &self.subject.undefined {
            Some(undefined) => undefined.name.clone(),
            None => library.title(self.section(), self.subject.value.as_deref()),
        }
    }

    /// Whether there are several definitions, each with a tab.
    #[must_use]
    pub fn has_tabs(&self) -> bool {
        self.subject.undefined.is_none() && self.subject.targets.len() > 1
    }

    /// The lines of the box: text, tabs, border.
    #[must_use]
    pub fn wanted_height(&self) -> u16 {
        let lines = u16::try_from(self.sheet.page.lines.len()).unwrap_or(u16::MAX);
        lines.saturating_add(self.height_round_text())
    }

    /// The lines of the box that are no text.
    #[must_use]
    pub fn height_round_text(&self) -> u16 {
        2 + u16::from(self.has_tabs())
    }

    /// The names of the definitions: their documents, or the sections above them where one document has several.
    pub(super) fn tabs(&self, library: &Library) -> Vec<String> {
        let (book, targets) = (&library.book, &self.subject.targets);
        let document = |target: SectionRef| book.section(target).document;
        let tab = |target: &SectionRef| {
            let same = |other: &&SectionRef| document(**other) == document(*target);
            let is_alone = targets.iter().filter(same).count() == 1;
            match book.section(*target).parent.filter(|_| !is_alone) {
                Some(parent) => book.section(parent).full_title(),
                None => book.document(document(*target)).title.clone(),
            }
        };
        targets.iter().map(tab).collect()
    }

    /// The first tab on the screen: the one before the chosen one.
    pub(super) fn first_tab(&self) -> usize {
        self.chosen.saturating_sub(1)
    }

    /// The tab at a column of the line of tabs.
    pub(super) fn tab_at(&self, library: &Library, column: u16) -> Option<usize> {
        let mut start = 1;
        for (index, tab) in self.tabs(library).iter().enumerate().skip(self.first_tab()) {
            let end = start + u16::try_from(wrap::width(tab)).unwrap_or(u16::MAX);
            if (start..end).contains(&column) {
                return Some(index);
            }
            start = end.saturating_add(TAB_GAP);
        }
        None
    }

    /// Shows another of the definitions.
    pub(super) fn choose(&mut self, library: &Library, tab: usize) {
        self.chosen = tab;
        self.lay_out(library, self.sheet.page.width);
    }
}
