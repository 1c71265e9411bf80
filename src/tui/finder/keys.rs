//! Keys and mouse on the search screen.

use ratatui::layout::Position;
use tui_input::{Input, InputRequest};

use super::rows::ResultRow;
use super::state::Finder;
use crate::rules::Rulebook;
use crate::search;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::list::steps;
use crate::tui::typing::Edit;

impl Finder {
    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
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
            Action::Close => return Some(Effect::CloseSearch),
            Action::NextLink => self.step_browse(env),
            Action::Follow => return self.follow(env),
            Action::Complete => return self.complete(env),
            Action::Expand if self.is_home() => self.choose(1, env),
            Action::Collapse => self.choose(-1, env),
            Action::Expand => return self.unfold(env),
            Action::PageDown | Action::PageUp if self.preview.height > 0 => {
                self.preview.scroll_by(steps(action, page).unwrap_or(0));
            }
            _ => self.choose(steps(action, page)?, env),
        }
        None
    }

    /// Edits the text in the search box, and searches again if the text has changed.
    pub fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Option<Effect> {
        if edit(&mut self.input) {
            self.recalled = 0;
            self.list.cursor = 0;
            self.is_returned = false;
            self.search(None, env);
        }
        None
    }

    /// On the home screen, opens the clicked entry. Otherwise selects the clicked result, or opens
    /// it if it was already selected. A click on the scope (`all games`) changes the scope.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        if self.scope_area(env).contains(at) {
            self.change_scope(env);
            return None;
        }
        let row = self.list.entry_at(self.areas(env).results, at)?;
        if std::mem::replace(&mut self.list.cursor, row) == row || self.is_home() {
            return self.follow(env);
        }
        self.show(env);
        None
    }

    /// Opens the selected result or entry. If the selected row is a value of a filter, completes the
    /// filter in the search box instead.
    fn follow(&mut self, env: &Environment<'_>) -> Option<Effect> {
        if self.is_home() {
            return self.entry().map(|entry| entry.effect.clone());
        }
        let Some(ResultRow::Value(value)) = self.list.selected() else {
            return Some(Effect::OpenResult);
        };
        let text = self.input.value();
        let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
        let before = text.strip_suffix(last).unwrap_or_default();
        self.input = Input::new(format!("{before}{value} "));
        self.search(None, env);
        None
    }

    /// Switches between ranking all games equally and ranking the game being read above the others.
    fn change_scope(&mut self, env: &Environment<'_>) {
        self.any_game = !self.any_game;
        self.search(None, env);
    }

    /// Scrolls the preview if the pointer is over it. Otherwise selects the next or previous result
    /// or, on the home screen, the next or previous entry.
    pub fn wheel(&mut self, at: Position, lines: isize, env: &Environment<'_>) -> Option<Effect> {
        if self.areas(env).preview.contains(at) {
            self.preview.scroll_by(lines);
        } else {
            self.choose(lines.signum(), env);
        }
        None
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

    /// Moves the cursor to the right. At the end of the text, switches between one result for all
    /// versions of a rule and one result per version.
    fn unfold(&mut self, env: &Environment<'_>) -> Option<Effect> {
        if self.input.cursor() < self.input.value().chars().count() {
            self.input.handle(InputRequest::GoToNextChar);
        } else if !self.unfolded && self.versions.iter().all(Option::is_none) {
            let status = "no result has other versions";
            return Some(Effect::Status(status.to_owned()));
        } else {
            self.unfolded = !self.unfolded;
            self.search(self.current_choice(&env.library.book), env);
        }
        None
    }

    /// Returns the search box with the filter at the cursor completed, or with the next value of
    /// the filter if it is already complete. `None` if there is no filter at the cursor.
    pub fn completion(&self, book: &Rulebook) -> Option<Input> {
        let text = self.input.value();
        let typed: usize = text
            .chars()
            .take(self.input.cursor())
            .map(char::len_utf8)
            .sum();
        let rest = text[typed..].find(char::is_whitespace);
        let (before, behind) = text.split_at(rest.map_or(text.len(), |blank| typed + blank));
        let word = before.rsplit(char::is_whitespace).next()?;
        // A word without a colon is the start of a filter's name only if it is the only word in the
        // box and has at least two characters.
        let is_name = word == text.trim() && word.trim_start_matches('-').len() > 1;
        if !is_name && !word.contains(':') {
            return None;
        }
        let completed = completed(book, before)?;
        let cursor = completed.chars().count();
        Some(Input::new(completed + behind).with_cursor(cursor))
    }

    /// Completes the filter at the cursor. Without a filter, changes the scope.
    fn complete(&mut self, env: &Environment<'_>) -> Option<Effect> {
        let Some(completion) = self.completion(&env.library.book) else {
            if self.has_scope(&env.library.book) {
                self.change_scope(env);
                return None;
            }
            let status = "no filter to complete; filters are type: game: doc: ap: cp: sp: ep: vp:";
            return Some(Effect::Status(status.to_owned()));
        };
        self.input = completion;
        self.search(None, env);
        None
    }
}

/// Completes the filter at the end of `text`: `ty` becomes `type:`. If the filter is already
/// complete, replaces its value with the next one.
fn completed(book: &Rulebook, text: &str) -> Option<String> {
    let first = search::complete(book, text).into_iter().next();
    first.or_else(|| {
        let (_, value) = text.rsplit_once(':')?;
        let value = value.trim_start_matches(['<', '>', '=']);
        let all = search::complete(book, text.strip_suffix(value)?);
        let at = all.iter().position(|known| known == text)?;
        all.get((at + 1) % all.len()).cloned()
    })
}
