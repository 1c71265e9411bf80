//! What is typed, what it finds, and the best answer laid out.

use ratatui::layout::Rect;
use tui_input::Input;

use super::rows::{COMPLETES, ResultRow, beyond_title, fold, rows};
use crate::render::Page;
use crate::rules::{Rulebook, SectionRef};
use crate::search::{Hit, Outcome, Query, Results};
use crate::tui::environment::Environment;
use crate::tui::history::Searched;
use crate::tui::layout::searching;
use crate::tui::library::{Library, Look};
use crate::tui::list::List;
use crate::tui::sheet::Sheet;

/// At most this many results are listed; the count says how many there are.
const MOST_RESULTS: usize = 60;

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
    pub list: List<ResultRow>,
    /// The chosen result as it will be read.
    pub preview: Sheet,
    /// The id of the section whose result to choose when the index is ready; without one, the best result.
    pub choice: Option<String>,
    /// Whether to open that result when the index is ready.
    pub opening: bool,
    /// Whether no game's results come first: a query of the command line is asked before a game is read.
    pub any_game: bool,
    /// How many queries back the one in the box is; 0 for one that was typed.
    pub recalled: usize,
    /// Whether every print of a rule is a result of its own.
    pub unfolded: bool,
}

impl Finder {
    /// A finder with a text in its box.
    pub fn with_text(text: &str) -> Self {
        Self {
            input: Input::new(text.to_owned()),
            ..Self::default()
        }
    }

    /// A finder for the query of the command line, which opens its best match.
    pub fn opening(query: &str) -> Self {
        Self {
            opening: true,
            any_game: true,
            ..Self::with_text(query)
        }
    }

    /// Searches for what is typed, and shows the result that lists the section with an id, else the best one. Without an
    /// index there are no results, and the choice waits for it.
    pub fn search(&mut self, choice: Option<String>, env: &Environment<'_>) {
        let opens = self.opening;
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
        let chosen = choice
            .and_then(|id| library.book.by_id(&id))
            .and_then(|section| self.place_of(section));
        self.list.choose(chosen.unwrap_or(0));
        // A result that opens immediately needs no preview.
        if !opens {
            self.show(env);
        }
    }

    /// Lays out the selected result, and scrolls to it.
    pub(super) fn show(&mut self, env: &Environment<'_>) {
        let preview = searching(env.size, env.is_linear()).preview;
        self.look(env.library, preview);
        self.list.show(usize::from(env.area.height));
    }

    /// The results.
    pub fn hits(&self) -> &[Hit] {
        self.results
            .as_ref()
            .map_or(&[], |results| &results.hits[..])
    }

    /// The choice that finds the chosen result again, in other rules too.
    pub fn current_choice(&self, book: &Rulebook) -> Option<String> {
        let section = self
            .section()
            .map(|section| book.section(section).id.clone());
        section.or_else(|| self.choice.clone())
    }

    /// The search to come back to.
    pub fn searched(&self, book: &Rulebook) -> Searched {
        Searched {
            text: self.input.value().to_owned(),
            chosen: self.current_choice(book),
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
    pub fn section(&self) -> Option<SectionRef> {
        Some(self.hits().get(self.list.chosen())?.section)
    }

    /// Clears the results.
    fn clear(&mut self) {
        self.results = None;
        self.choice = None;
        self.folded.clear();
        self.preview = Sheet::default();
        self.list = List::default();
        self.opening = false;
    }

    /// The chosen result, with the words of the search that are to be in sight: those of its best line, in small letters. None
    /// where its title has them.
    pub fn sought(&self, library: &Library) -> Option<(SectionRef, Vec<String>)> {
        let results = self.results.as_ref()?;
        let hit = results.hits.get(self.list.chosen())?;
        Some((hit.section, beyond_title(library, results, hit)))
    }

    /// Lays out the chosen result for an area, scrolled so that its best match is in sight.
    pub fn look(&mut self, library: &Library, area: Rect) {
        let height = usize::from(area.height);
        self.preview = Sheet::new(Page::default(), height);
        let (Some(results), Some((section, sought))) = (&self.results, self.sought(library)) else {
            return;
        };
        if area.is_empty() {
            return;
        }
        let highlight = Some(&results.highlight);
        let look = Look {
            highlight,
            ..Look::default()
        };
        self.preview.page = library.page(section, area.width, look);
        let page = &self.preview.page;
        let best = page.best_match(0..page.lines.len(), &sought);
        let last = best
            .map(|lines| lines.end - 1)
            .or_else(|| page.matches().first().copied())
            .unwrap_or(0);
        if last + 2 > height {
            self.preview
                .scroll_to((last + 2 + height / 2).saturating_sub(height));
        }
    }

    /// What to say about the number of results; `waiting` is said while there is no index.
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
                .is_some_and(|row| *row == ResultRow::Note(COMPLETES.to_owned())) =>
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
