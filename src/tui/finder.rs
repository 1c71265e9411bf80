//! The search box: what is typed, what is found, the best answer already laid out.

use tui_input::Input;

use super::library::Library;
use crate::render::Page;
use crate::rules::GameRef;
use crate::search::{Outcome, Query, Results};

/// As many results are shown at the most; the count says how many there are.
const MOST_RESULTS: usize = 60;

/// The search screen's state.
#[derive(Default)]
pub struct Finder {
    /// What is typed.
    pub input: Input,
    /// What it found.
    pub results: Option<Results>,
    /// The chosen result.
    pub chosen: usize,
    /// The first visible result.
    pub scroll: usize,
    /// The chosen result as it will be read.
    pub preview: Page,
    /// The preview's first visible line.
    pub preview_scroll: usize,
    /// How many queries back the one in the box is; 0 for one that was typed.
    pub recalled: usize,
}

impl Finder {
    /// A finder with a text in its box.
    #[must_use]
    pub fn with_text(text: &str) -> Self {
        Self { input: Input::new(text.to_owned()), ..Self::default() }
    }

    /// Searches for what is typed, if the index is there; `game` is the one being read.
    pub fn search(&mut self, library: &Library, game: Option<GameRef>, preview: (u16, u16)) {
        let query = Query { text: self.input.value().to_owned(), game, only_game: None, limit: MOST_RESULTS };
        self.results = library.index.as_ref().map(|index| index.search(&library.book, &query));
        self.chosen = 0;
        self.scroll = 0;
        self.look(library, preview);
    }

    /// Forgets what was found: it is of rules that are no longer loaded.
    pub fn forget(&mut self) {
        self.results = None;
        self.preview = Page::default();
        self.chosen = 0;
    }

    /// Lays out the chosen result, scrolled so that the first match is in sight.
    pub fn look(&mut self, library: &Library, (width, height): (u16, u16)) {
        self.preview = Page::default();
        self.preview_scroll = 0;
        let Some(results) = &self.results else { return };
        let Some(hit) = results.hits.get(self.chosen).filter(|_| width > 0 && height > 0) else { return };
        self.preview = library.page(hit.section, width, Some(&results.highlight), None);
        let first = self.preview.matches().first().copied().unwrap_or(0);
        let height = usize::from(height);
        if first + 2 > height {
            self.preview_scroll = (first + 2 + height / 2).saturating_sub(height);
        }
        self.scroll_preview(0, height);
    }

    /// Scrolls the preview by lines, with `height` of them visible.
    pub fn scroll_preview(&mut self, lines: isize, height: usize) {
        let last = self.preview.lines.len().saturating_sub(height);
        self.preview_scroll = self.preview_scroll.saturating_add_signed(lines).min(last);
    }

    /// Chooses another result.
    pub fn move_by(&mut self, rows: isize) {
        let last = self.results.as_ref().map_or(0, |results| results.hits.len().saturating_sub(1));
        self.chosen = self.chosen.saturating_add_signed(rows).min(last);
    }

    /// What to say about the number of results.
    #[must_use]
    pub fn count(&self) -> String {
        let Some(results) = &self.results else { return "preparing the index …".to_owned() };
        match (&results.outcome, results.total) {
            _ if self.input.value().trim().is_empty() => String::new(),
            (Outcome::None, _) | (_, 0) => "nothing found".to_owned(),
            (Outcome::Undefined { uses }, _) => format!("not defined, used {uses} times"),
            (Outcome::OtherGame, total) => format!("{total} in other games only"),
            (Outcome::Found, total) => format!("{total} found"),
        }
    }
}
