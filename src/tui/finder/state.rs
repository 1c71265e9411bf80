//! The search box, its results and the preview, and what keys and the mouse do to them.

use ratatui::layout::{Position, Rect};
use tui_input::{Input, InputRequest};

use super::rows::{COMPLETIONS, ResultRow, beyond_title, rows, versions};
use crate::render::Page;
use crate::rules::{Rulebook, SectionRef};
use crate::search::{self, Hit, Outcome, Query, Results};
use crate::source::counted;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::history::Searched;
use crate::tui::layout::searching;
use crate::tui::library::{Library, Look};
use crate::tui::list::{List, steps};
use crate::tui::sheet::Sheet;
use crate::tui::typing::Edit;

/// At most this many results are listed; the count says how many there are.
const MOST_RESULTS: usize = 60;

/// The search screen's state.
#[derive(Default)]
pub struct Finder {
    /// What is typed.
    pub input: Input,
    /// What it finds; `None` while there is no index.
    pub results: Option<Results>,
    /// For each result the better one that it is another version of: they are listed as one.
    pub versions: Vec<Option<usize>>,
    /// The results as they are listed.
    pub list: List<ResultRow>,
    /// The selected result as it will be read.
    pub preview: Sheet,
    /// The id of the section whose result to select when the index is ready; without one, the best result.
    pub choice: Option<String>,
    /// Whether to open that result when the index is ready.
    pub opening: bool,
    /// Whether no game's results come first: the query comes from the command line, before a game is read.
    pub any_game: bool,
    /// How many queries back the one in the box is; 0 for one that was typed.
    pub recalled: usize,
    /// Whether every version of a rule is an entry of its own.
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
        let results = index.search(&library.book, &query);
        self.versions = versions(library, &results, self.unfolded);
        let rows = rows(library, query.game, &query.text, &results, &self.versions);
        self.list.fill(rows);
        self.results = Some(results);
        let chosen = choice
            .and_then(|id| library.book.by_id(&id))
            .and_then(|section| self.row_of(section));
        self.list.cursor = chosen.unwrap_or(self.list.cursor);
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

    /// The id that finds the selected result again, in other rules too.
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

    /// The row of the result that lists a section or another version of it.
    fn row_of(&self, section: SectionRef) -> Option<usize> {
        let hit = self.hits().iter().position(|hit| hit.section == section)?;
        let listed = self.versions[hit].unwrap_or(hit);
        let mut rows = self.list.rows.iter();
        rows.position(|row| matches!(row, ResultRow::Title(hit, _) if *hit == listed))
    }

    /// The selected result.
    fn hit(&self) -> Option<&Hit> {
        match self.list.selected()? {
            ResultRow::Title(hit, _) => self.hits().get(*hit),
            _ => None,
        }
    }

    /// The section of the selected result.
    pub fn section(&self) -> Option<SectionRef> {
        Some(self.hit()?.section)
    }

    /// Clears the results.
    fn clear(&mut self) {
        self.results = None;
        self.choice = None;
        self.versions.clear();
        self.preview = Sheet::default();
        self.list = List::default();
        self.opening = false;
    }

    /// The selected result, with the words of the search to bring into sight: those of its best line, in lower case; none
    /// where its title has them.
    pub fn sought(&self, library: &Library) -> Option<(SectionRef, Vec<String>)> {
        let results = self.results.as_ref()?;
        let hit = self.hit()?;
        Some((hit.section, beyond_title(library, results, hit)))
    }

    /// Lays out the selected result for an area, scrolled so that its best match is in sight.
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

    /// The number of results in words; `waiting` while there is no index.
    pub fn count(&self, waiting: &str) -> String {
        let Some(results) = &self.results else {
            return waiting.to_owned();
        };
        let completions = ResultRow::Note(COMPLETIONS.to_owned());
        if self.input.value().trim().is_empty() || self.list.rows.first() == Some(&completions) {
            return String::new();
        }
        let folded = self.versions.iter().flatten().count();
        match (&results.outcome, results.total - folded.min(results.total)) {
            (Outcome::None, _) | (_, 0) => "nothing found".to_owned(),
            (Outcome::Undefined { uses }, _) if !results.about.is_narrowed => {
                format!("not defined, used in {}", counted(*uses, "place"))
            }
            (Outcome::OtherGame, _) => "only in another game".to_owned(),
            (Outcome::Undefined { .. } | Outcome::Found, total) => format!("{total} found"),
        }
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        // Without a preview, the keys page through the results.
        let preview = self.preview.height;
        let page = match preview {
            0 => usize::from(env.area.height / 2),
            lines => lines - 1,
        };
        match (action, steps(action, page)) {
            (Action::Down, _) if env.enters_rows() => {}
            // Earlier queries come above the first result.
            (Action::Up, _) if self.list.chosen() == 0 => self.recall(env),
            (Action::PageDown | Action::PageUp, Some(lines)) if preview > 0 => {
                self.preview.scroll_by(lines);
            }
            (_, Some(rows)) => self.choose(rows, env),
            (Action::Follow, _) => return vec![Effect::OpenResult],
            (Action::Close, _) => return vec![Effect::CloseSearch],
            (Action::Complete, _) => return self.complete(env),
            (Action::Expand, _) => return self.unfold(env),
            _ => {}
        }
        Vec::new()
    }

    /// Edits the text in the box.
    pub fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Vec<Effect> {
        if edit(&mut self.input) {
            (self.recalled, self.any_game) = (0, false);
            self.search(None, env);
        }
        Vec::new()
    }

    /// Selects the clicked result; opens the selected one.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let before = self.list.cursor;
        if self.list.click(env.area, at) {
            return vec![Effect::OpenResult];
        }
        if self.list.cursor != before {
            self.show(env);
        }
        Vec::new()
    }

    /// Scrolls the preview under the wheel, or else moves in the results.
    pub fn wheel(&mut self, at: Position, lines: isize, env: &Environment<'_>) -> Vec<Effect> {
        let areas = searching(env.size, env.is_linear());
        if areas.preview.contains(at) {
            self.preview.scroll_by(lines);
        } else {
            self.choose(lines.signum(), env);
        }
        Vec::new()
    }

    fn choose(&mut self, rows: isize, env: &Environment<'_>) {
        let before = self.list.cursor;
        self.list.move_by(rows);
        if self.list.cursor != before {
            self.show(env);
        }
        self.list.show(usize::from(env.area.height));
    }

    /// Puts the previous query into the box.
    fn recall(&mut self, env: &Environment<'_>) {
        let queries = &env.state.queries;
        let current = self.input.value().trim();
        let before = (self.recalled + 1..=queries.len())
            .find(|back| queries[queries.len() - back] != current);
        if let Some(back) = before {
            self.recalled = back;
            self.input = Input::new(queries[queries.len() - back].clone());
            self.search(None, env);
        }
    }

    /// Moves the cursor; at the end of the text, lists every version of a rule by itself, or folds them again.
    fn unfold(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        if self.input.cursor() < self.input.value().chars().count() {
            self.input.handle(InputRequest::GoToNextChar);
        } else if !self.unfolded && self.versions.iter().all(Option::is_none) {
            let status = "no result has other versions";
            return vec![Effect::Status(status.to_owned())];
        } else {
            self.unfolded = !self.unfolded;
            self.search(self.current_choice(&env.library.book), env);
        }
        Vec::new()
    }

    /// Completes the filter at the cursor; repeated, with its next value.
    fn complete(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        let text = self.input.value().to_owned();
        let cursor = text
            .char_indices()
            .nth(self.input.cursor())
            .map_or(text.len(), |(at, _)| at);
        let end = text[cursor..]
            .find(char::is_whitespace)
            .map_or(text.len(), |blank| cursor + blank);
        let (before, behind) = text.split_at(end);
        let Some(completed) = completed(&env.library.book, before) else {
            let status = "no filter to complete; filters are type: game: doc: ap: cp: sp: ep: vp:";
            return vec![Effect::Status(status.to_owned())];
        };
        let cursor = completed.chars().count();
        self.input = Input::new(format!("{completed}{behind}")).with_cursor(cursor);
        self.search(None, env);
        Vec::new()
    }
}

/// A text with its filter completed; a complete filter gets its next value.
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
