//! Keys and mouse on the search screen.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::state::Finder;
use crate::library::Library;
use crate::search;
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::keymap::Context;
use crate::tui::layout::{ScreenAreas, searching};
use crate::tui::list::steps;
use crate::tui::pane::Pane;
use crate::tui::typing::Edit;

impl Pane for Finder {
    fn context(&self) -> Context {
        if self.is_home() {
            Context::Home
        } else {
            Context::Search
        }
    }

    fn area(&self, screen: &ScreenAreas) -> Rect {
        searching(screen.size, screen.is_linear, self.is_home()).results
    }

    /// Without results, only the keys that do something are in the footer.
    fn allows(&self, action: Action) -> bool {
        match action {
            Action::Down => self.list.count() > 1,
            Action::Follow => self.list.selected().is_some(),
            Action::NextLink => self.browsed().next().is_some(),
            // A message names the key where it takes a filter instead of searching all games.
            Action::Complete => {
                let results = self.results.as_ref();
                let widens =
                    |of: &search::Results| !of.hits.is_empty() && of.about.narrower.is_none();
                self.games > 1 && results.is_some_and(widens)
            }
            _ => true,
        }
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        // PageDown and PageUp scroll the preview. Without a preview, they move through the results,
        // most of which take two lines.
        let areas = self.areas(env);
        let page = match self.preview.height {
            0 => usize::from(areas.results.height / 2),
            lines => lines - 1,
        };
        match action {
            Action::Down if env.enters_rows() => {}
            // From the first result or entry, Up recalls earlier queries.
            Action::Up if self.is_at_first() => self.recall(self.recalled + 1, env),
            Action::Down if self.is_at_first() && self.recalled > 1 => {
                self.recall(self.recalled - 1, env);
            }
            Action::Close => return Some(Effect::Close),
            Action::NextLink => self.step_browse(env),
            Action::Follow => return self.follow(),
            Action::Complete => return self.complete(env),
            Action::PageDown | Action::PageUp if self.preview.height > 0 => {
                self.preview.scroll_by(steps(action, page).unwrap_or(0));
            }
            _ => self.choose(steps(action, page)?, env),
        }
        None
    }

    /// Edits the text in the search box, and searches again if the text has changed.
    fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Option<Effect> {
        let before = self.input.value().to_owned();
        if edit(&mut self.input) {
            // After going back, `/` begins a new search, as it does on a page.
            if self.is_revisited && self.input.value() == format!("{before}/") {
                self.input = Input::default();
            }
            self.recalled = 0;
            self.is_revisited = false;
            self.list.cursor = 0;
            self.search(None, env);
        }
        None
    }

    /// On the home screen, opens the clicked entry. Otherwise selects the clicked result, or opens
    /// it if it was already selected. A click on the scope (`all games`) changes the scope.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        if self.scope_area(env).contains(at) {
            self.change_scope(env);
            return None;
        }
        let row = self.list.entry_at(self.areas(env).results, at)?;
        if std::mem::replace(&mut self.list.cursor, row) == row || self.is_home() {
            return self.follow();
        }
        self.show(env);
        None
    }

    /// Scrolls the preview if the pointer is over it. Otherwise selects the next or previous result
    /// or, on the home screen, the next or previous entry.
    fn wheel(&mut self, at: Position, lines: isize, env: &Environment<'_>) -> Option<Effect> {
        if self.areas(env).preview.contains(at) {
            self.preview.scroll_by(lines);
        } else {
            self.choose(lines.signum(), env);
        }
        None
    }

    /// Lays out the preview if its area has changed.
    fn fit(&mut self, env: &Environment<'_>) {
        let (sheet, area) = (&self.preview, self.areas(env).preview);
        if (sheet.page.width, sheet.height) != (area.width, usize::from(area.height)) {
            self.lay_out_preview(env.library, area);
        }
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        self.draw_screen(env, canvas)
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        self.linear_screen(env)
    }
}

impl Finder {
    /// Opens the selected result or entry.
    fn follow(&self) -> Option<Effect> {
        if self.is_home() {
            return self.entry().map(|entry| entry.effect.clone());
        }
        Some(Effect::OpenResult)
    }

    /// Switches between ranking all games equally and ranking the game being read above the others.
    fn change_scope(&mut self, env: &Environment<'_>) {
        self.any_game = !self.any_game;
        self.search(None, env);
    }

    /// Selects the next game or document to browse. After the last one, selects the first.
    fn step_browse(&mut self, env: &Environment<'_>) {
        let next = self.browsed().find(|row| *row > self.list.cursor);
        let next = next.or_else(|| self.browsed().next());
        self.list.cursor = next.unwrap_or(self.list.cursor);
        self.show(env);
    }

    fn choose(&mut self, rows: isize, env: &Environment<'_>) {
        self.list.move_by(rows);
        self.show(env);
    }

    /// Puts the query from `back` queries ago into the search box. If the box already contains this
    /// query, uses the latest earlier query that differs.
    fn recall(&mut self, back: usize, env: &Environment<'_>) {
        let queries = &env.state.queries;
        let current = self.input.value().trim();
        let before = (back..=queries.len()).find(|back| queries[queries.len() - back] != current);
        if let Some(back) = before {
            self.recalled = back;
            self.input = Input::new(queries[queries.len() - back].clone());
            self.search(None, env);
        }
    }

    /// Returns the query with the filter at its end completed, or with the next value of the filter
    /// if it is already complete. If the words of the query name a kind, returns the query with a
    /// filter for it. `None` if the query does not end with a filter and names no kind.
    fn completion(&self, library: &Library) -> Option<String> {
        let (book, index) = (&library.book, library.index.as_ref()?);
        let text = self.input.value();
        let word = text.rsplit(char::is_whitespace).next()?;
        // A word without a colon is the start of a filter's name only if it is the only word in the
        // box and has at least two characters.
        let is_name = word == text && word.trim_start_matches('-').len() > 1;
        if !is_name && !word.contains(':') {
            return self.results.as_ref()?.about.narrower.clone();
        }
        let first = search::complete(index, book, text).into_iter().next();
        first.or_else(|| {
            let (_, value) = text.rsplit_once(':')?;
            let value = value.trim_start_matches(['<', '>', '=']);
            let all = search::complete(index, book, text.strip_suffix(value)?);
            let at = all.iter().position(|known| known == text)?;
            all.get((at + 1) % all.len()).cloned()
        })
    }

    /// Completes the filter at the end of the query. Without a filter, changes the scope.
    fn complete(&mut self, env: &Environment<'_>) -> Option<Effect> {
        let book = &env.library.book;
        if let Some(completion) = self.completion(env.library) {
            self.input = Input::new(completion);
            self.search(None, env);
        } else if self.has_scope(book) {
            self.change_scope(env);
        } else {
            let keys = search::keys(book).join(": ");
            let status = format!("no filter to complete; filters are {keys}:");
            return Some(Effect::Status(status));
        }
        None
    }
}
