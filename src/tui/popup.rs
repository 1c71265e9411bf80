//! What lies over the page: peeks, lists of places, the help.

use std::ops::Range;

use tui_input::Input;

use super::library::{Library, Look};
use crate::links::Backlink;
use crate::render::Page;
use crate::rules::SectionRef;

/// What to call a bookmark.
pub struct Prompt {
    /// Id of the section that gets it.
    pub id: String,
    /// The name as it is typed.
    pub input: Input,
    /// Whether the section has a bookmark already.
    pub known: bool,
}

/// A look at one of the definitions of a name.
pub struct Peek {
    /// The definitions, nearest first.
    pub targets: Vec<SectionRef>,
    /// Which of them is shown.
    pub chosen: usize,
    /// What stands for the parameter.
    pub value: Option<String>,
    /// The definition, laid out.
    pub page: Page,
    /// The first visible line.
    pub scroll: usize,
    /// The selected link.
    pub link: Option<usize>,
    /// The first and the last line, counted from the page's first visible one, that the outermost peek belongs to.
    pub lines: (u16, u16),
    /// The word that no loaded rule defines, where the peek is at one.
    pub undefined: Option<Undefined>,
}

/// A word that is used, but not defined in the loaded rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// The word as it is printed.
    pub name: String,
    /// How often it is used.
    pub count: usize,
    /// Where, as far as it is listed.
    pub uses: Vec<Backlink>,
}

impl Peek {
    /// A peek at targets; nothing where there are none.
    #[must_use]
    pub fn new(
        library: &Library,
        targets: Vec<SectionRef>,
        value: Option<String>,
        lines: (u16, u16),
        width: u16,
    ) -> Option<Self> {
        if targets.is_empty() {
            return None;
        }
        let mut peek = Self {
            targets,
            chosen: 0,
            value,
            page: Page::default(),
            scroll: 0,
            link: None,
            lines,
            undefined: None,
        };
        peek.lay_out(library, width);
        Some(peek)
    }

    /// A peek at a word that nothing defines: where it is used; nothing where it is not.
    #[must_use]
    pub fn undefined(
        library: &Library,
        undefined: Undefined,
        lines: (u16, u16),
        width: u16,
    ) -> Option<Self> {
        let targets: Vec<_> = undefined.uses.iter().map(|place| place.from).collect();
        let mut peek = Self::new(library, targets, None, lines, width)?;
        peek.undefined = Some(undefined);
        peek.lay_out(library, width);
        Some(peek)
    }

    /// Whether there are several definitions to choose from.
    #[must_use]
    pub fn has_tabs(&self) -> bool {
        self.undefined.is_none() && self.targets.len() > 1
    }

    /// Names of the definitions, where there are several: their documents, or what they stand in within one document.
    #[must_use]
    pub fn tabs(&self, library: &Library) -> Vec<String> {
        if !self.has_tabs() {
            return Vec::new();
        }
        let book = &library.book;
        let documents: Vec<_> = self
            .targets
            .iter()
            .map(|target| book.section(*target).document)
            .collect();
        let named = self
            .targets
            .iter()
            .zip(&documents)
            .map(|(target, document)| {
                let alone = documents.iter().filter(|other| *other == document).count() == 1;
                let parent = book.section(*target).parent.filter(|_| !alone);
                parent.map_or_else(
                    || book.document(*document).title.clone(),
                    |parent| book.section(parent).full_title(),
                )
            });
        named.collect()
    }

    /// Shows another of the definitions.
    pub fn choose(&mut self, library: &Library, tab: usize) {
        if tab < self.targets.len() {
            self.chosen = tab;
            self.lay_out(library, self.page.width);
        }
    }

    /// The section that is shown.
    #[must_use]
    pub fn section(&self) -> SectionRef {
        self.targets[self.chosen]
    }

    /// Lays the definition out for a width.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        self.page = match &self.undefined {
            Some(undefined) => {
                library.uses_page(&undefined.name, undefined.count, &undefined.uses, width)
            }
            None => library.page(
                self.section(),
                width,
                Look {
                    value: self.value.as_deref(),
                    ..Look::default()
                },
            ),
        };
        self.scroll = 0;
        self.link = None;
    }

    /// Shows the next definition.
    pub fn next(&mut self, library: &Library) {
        if self.undefined.is_none() {
            self.choose(library, (self.chosen + 1) % self.targets.len());
        }
    }

    /// Scrolls by lines, with `height` of them visible.
    pub fn scroll_by(&mut self, lines: isize, height: usize) {
        let last = self.page.lines.len().saturating_sub(height);
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
    }

    /// Selects the next or previous link and scrolls to it.
    pub fn to_link(&mut self, forward: bool, height: usize) {
        let count = self.page.links.len();
        let next = match (self.link, forward) {
            (_, _) if count == 0 => return,
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(link), true) => (link + 1) % count,
            (Some(link), false) => (link + count - 1) % count,
        };
        self.link = Some(next);
        let line = self.page.links[next].line;
        if line < self.scroll || line >= self.scroll + height {
            self.scroll = line.min(self.page.lines.len().saturating_sub(height));
        }
    }
}

/// The columns between two tabs.
pub const TAB_GAP: usize = 2;

/// The first tab that is shown: so far from the chosen one as lets one see what stands before it.
#[must_use]
pub fn first_tab(chosen: usize) -> usize {
    chosen.saturating_sub(1)
}

/// The tab at a column of their line.
#[must_use]
pub fn tab_at(tabs: &[String], chosen: usize, column: usize) -> Option<usize> {
    let mut start = 1;
    for (index, tab) in tabs.iter().enumerate().skip(first_tab(chosen)) {
        let end = start + crate::render::wrap::width(tab);
        if (start..end).contains(&column) {
            return Some(index);
        }
        start = end + TAB_GAP;
    }
    None
}

/// A list of places.
pub struct List {
    /// What it lists.
    pub title: String,
    /// Its rows; those of one document follow each other.
    pub rows: Vec<ListRow>,
    /// The chosen row.
    pub cursor: usize,
    /// The first visible row.
    pub scroll: usize,
}

/// A place and the words that lead there.
pub struct ListRow {
    /// What stands above it: a document's name and how many rows are its, where it is the first of them.
    pub heading: Option<String>,
    /// Where it is.
    pub section: SectionRef,
    /// The sentence.
    pub sentence: String,
    /// Which part of it is meant.
    pub mark: Range<usize>,
    /// Where else the same is printed: `also in Joint Ops`; empty where it is not.
    pub also: String,
}

impl List {
    /// Moves the cursor by rows, with `height` lines visible.
    pub fn move_by(&mut self, rows: isize, height: usize) {
        self.cursor = self
            .cursor
            .saturating_add_signed(rows)
            .min(self.rows.len().saturating_sub(1));
        self.scroll = self.scroll.min(self.cursor);
        while self.scroll < self.cursor && self.line_of(self.cursor) + 2 > height {
            self.scroll += 1;
        }
    }

    /// The line of a visible row, counted from the first visible one; its heading stands above it.
    #[must_use]
    pub fn line_of(&self, row: usize) -> usize {
        let visible = self.rows.iter().take(row + 1).skip(self.scroll);
        let lines: usize = visible
            .map(|row| 2 + usize::from(row.heading.is_some()))
            .sum();
        lines.saturating_sub(2)
    }

    /// The row at a visible line.
    #[must_use]
    pub fn row_at(&self, line: usize) -> Option<usize> {
        (self.scroll..self.rows.len())
            .find(|row| (self.line_of(*row)..self.line_of(*row) + 2).contains(&line))
    }
}
