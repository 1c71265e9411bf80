//! What is typed, what it finds, and the best answer laid out.

use tui_input::Input;

use super::completing::Completing;
use super::rows::{COMPLETES, Row, beyond_title, fold, rows};
use crate::render::Page;
use crate::rules::{Rulebook, SectionRef};
use crate::search::{Hit, Outcome, Query, Results};
use crate::tui::environment::Environment;
use crate::tui::history::Searched;
use crate::tui::layout::Searching;
use crate::tui::library::{Library, Look};
use crate::tui::list::List;

/// At most this many results are listed; the count says how many there are.
const MOST_RESULTS: usize = 60;

/// The result to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ResultChoice {
    /// The best one.
    #[default]
    Best,
    /// The one at a position.
    Position(usize),
    /// The one that lists the section with this id, or the best one if there is none.
    Section(String),
}

/// The search screen's state.
#[derive(Default)]
pub struct Finder {
    /// What is typed.
    pub input: Input,
    /// What it finds; `None` while there is no index.
    pub results: Option<Results>,
    /// For each result, the results that print the same rule in other documents: they are listed with it.
    pub folded: Vec<Vec<Hit>>,
    /// The results as they are listed.
    pub list: List<Row>,
    /// The chosen result as it will be read.
    pub preview: Page,
    /// The preview's first visible line.
    pub preview_scroll: usize,
    /// The result to choose when the index is ready.
    pub choice: ResultChoice,
    /// Whether to open that result when the index is ready.
    pub opening: bool,
    /// Whether no game's results come first: a query of the command line is asked before a game is read.
    pub any_game: bool,
    /// What Tab goes through.
    pub completing: Completing,
    /// How many queries back the one in the box is; 0 for one that was typed.
    pub recalled: usize,
    /// Whether every print of a rule is a result of its own.
    pub unfolded: bool,
}

impl Finder {
    /// A finder with a text in its box.
    #[must_use]
    pub fn with_text(text: &str) -> Self {
        Self {
            input: Input::new(text.to_owned()),
            ..Self::default()
        }
    }

    /// A finder for the query of the command line, which opens its best match.
    #[must_use]
    pub fn opening(query: &str) -> Self {
        Self {
            opening: true,
            any_game: true,
            ..Self::with_text(query)
        }
    }

    /// Searches for what is typed, and shows the chosen result. Without an index there are no results, and the choice waits
    /// for it.
    pub fn search(&mut self, choice: ResultChoice, areas: &Searching, env: &Environment<'_>) {
        self.clear();
        let library = env.library;
        let Some(index) = &library.index else {
            self.choice = choice;
            return;
        };
        let game = library.book.game_of(env.section);
        let query = Query {
            text: self.input.value().to_owned(),
            game: Some(game).filter(|_| !self.any_game),
            only_game: None,
            limit: MOST_RESULTS,
        };
        let mut results = index.search(&library.book, &query);
        self.folded = fold(library, &mut results, self.unfolded);
        let rows = rows(library, query.game, &query.text, &results, &self.folded);
        self.list.fill(rows);
        self.results = Some(results);
        self.list.choose(match choice {
            ResultChoice::Best => 0,
            ResultChoice::Position(position) => position,
            ResultChoice::Section(id) => library
                .book
                .by_id(&id)
                .and_then(|section| self.place_of(section))
                .unwrap_or(0),
        });
        self.show(areas, env);
    }

    /// Lays out the selected result, and scrolls to it.
    pub(super) fn show(&mut self, areas: &Searching, env: &Environment<'_>) {
        self.look(env.library, (areas.preview.width, areas.preview.height));
        self.list.show(usize::from(areas.results.height));
    }

    /// The results.
    #[must_use]
    pub fn hits(&self) -> &[Hit] {
        self.results
            .as_ref()
            .map_or(&[], |results| &results.hits[..])
    }

    /// The choice that finds the chosen result again when the rules have been reloaded.
    #[must_use]
    pub fn current_choice(&self, book: &Rulebook) -> ResultChoice {
        match self.section() {
            Some(section) => ResultChoice::Section(book.section(section).id.clone()),
            None => self.choice.clone(),
        }
    }

    /// The search to come back to.
    #[must_use]
    pub fn searched(&self) -> Searched {
        let chosen = match self.choice {
            ResultChoice::Position(position) if self.results.is_none() => position,
            _ => self.list.chosen(),
        };
        Searched {
            text: self.input.value().to_owned(),
            chosen,
            unfolded: self.unfolded,
        }
    }

    /// The place among the results of the one that lists a section, itself or another version of it.
    fn place_of(&self, section: SectionRef) -> Option<usize> {
        let prints = |at: usize| {
            self.folded
                .get(at)
                .into_iter()
                .flatten()
                .any(|hit| hit.section == section)
        };
        self.hits()
            .iter()
            .enumerate()
            .position(|(at, hit)| hit.section == section || prints(at))
    }

    /// The chosen result's section.
    #[must_use]
    pub fn section(&self) -> Option<SectionRef> {
        Some(self.hits().get(self.list.chosen())?.section)
    }

    /// Clears the results.
    fn clear(&mut self) {
        self.results = None;
        self.choice = ResultChoice::Best;
        self.folded.clear();
        self.preview = Page::default();
        self.list = List::default();
        self.opening = false;
    }

    /// The chosen result, with the words of the search that are to be in sight: those of its best line, in small letters. None
    /// where its title has them.
    #[must_use]
    pub fn sought(&self, library: &Library) -> Option<(SectionRef, Vec<String>)> {
        let results = self.results.as_ref()?;
        let hit = results.hits.get(self.list.chosen())?;
        Some((hit.section, beyond_title(library, results, hit)))
    }

    /// Lays out the chosen result, scrolled so that its best match is in sight.
    pub fn look(&mut self, library: &Library, (width, height): (u16, u16)) {
        self.preview = Page::default();
        self.preview_scroll = 0;
        let Some(results) = &self.results else { return };
        let Some(hit) = results
            .hits
            .get(self.list.chosen())
            .filter(|_| width > 0 && height > 0)
        else {
            return;
        };
        self.preview = library.page(
            hit.section,
            width,
            Look {
                highlight: Some(&results.highlight),
                ..Look::default()
            },
        );
        let sought = self
            .sought(library)
            .map(|(_, words)| words)
            .unwrap_or_default();
        let best = self
            .preview
            .best_match(0..self.preview.lines.len(), &sought);
        let last = best
            .map(|lines| lines.end - 1)
            .or_else(|| self.preview.matches().first().copied())
            .unwrap_or(0);
        let height = usize::from(height);
        if last + 2 > height {
            self.preview_scroll = (last + 2 + height / 2).saturating_sub(height);
        }
        self.scroll_preview(0, height);
    }

    /// Scrolls the preview by lines, with `height` of them visible.
    pub(super) fn scroll_preview(&mut self, lines: isize, height: usize) {
        let last = self.preview.lines.len().saturating_sub(height);
        self.preview_scroll = self.preview_scroll.saturating_add_signed(lines).min(last);
    }

    /// What to say about the number of results; `waiting` is said while there is no index.
    #[must_use]
    pub fn count(&self, waiting: &str) -> String {
        let Some(results) = &self.results else {
            return waiting.to_owned();
        };
        let folded: usize = self.folded.iter().map(Vec::len).sum();
        match (&results.outcome, results.total - folded.min(results.total)) {
            _ if self.input.value().trim().is_empty() => String::new(),
            // What it may become is listed.
            _ if self
                .list
                .rows
                .first()
                .is_some_and(|row| *row == Row::Note(COMPLETES.to_owned())) =>
            {
                String::new()
            }
            (Outcome::None, _) | (_, 0) => "nothing found".to_owned(),
            (Outcome::Undefined { uses }, _) if !results.about.is_narrowed => {
                format!("not defined, used in {uses} places")
            }
            (Outcome::OtherGame, _) => "only in another game".to_owned(),
            (Outcome::Undefined { .. } | Outcome::Found, total) => format!("{total} found"),
        }
    }
}
