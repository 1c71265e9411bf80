//! The search box, its results and the preview, and what keys and the mouse do to them.

use ratatui::layout::Rect;
use tui_input::Input;

use super::rows::{COMPLETIONS, ResultRow, beyond_title, messages, rows, versions};
use crate::render::{Line, Page, wrap};
use crate::rules::{Rulebook, SectionRef};
use crate::search::{Hit, Outcome, Query, Results};
use crate::tui::environment::Environment;
use crate::tui::history::Searched;
use crate::tui::home::Home;
use crate::tui::layout::{Searching, columns, searching};
use crate::tui::library::{Library, Look};
use crate::tui::list::List;
use crate::tui::sheet::Sheet;

/// At most this many results are listed; the count says how many there are.
const MOST_RESULTS: usize = 60;

/// Columns between the scope and the count.
pub(super) const SCOPE_GAP: u16 = 3;

/// At most this many columns of a game's name are in the scope.
const MOST_SCOPE: usize = 24;

/// The least columns of each of two rules side by side, and the columns between them.
const LEAST_BESIDE: u16 = 30;
const PAIR_GAP: u16 = 3;

/// The least columns of what is typed, with its label.
const LEAST_INPUT: u16 = 16;

/// The search screen's state.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Finder {
    /// What is typed.
    pub input: Input,
    /// What there is while the box is empty.
    pub home: Home,
    /// What it finds; `None` while there is no index or nothing is typed.
    pub results: Option<Results>,
    /// For each result the better one that it is another version of: they are listed as one.
    pub versions: Vec<Option<usize>>,
    /// Messages about the results.
    pub messages: Vec<String>,
    /// The results as they are listed.
    pub list: List<ResultRow>,
    /// The selected result as it will be read.
    pub preview: Sheet,
    /// The id of the section whose result to select when the index is ready; without one, the best result.
    pub choice: Option<String>,
    /// Whether to open that result when the index is ready.
    pub opening: bool,
    /// Whether the game being read does not come first: the player widened the search, or its query comes from the command
    /// line.
    pub any_game: bool,
    /// How many queries back the one in the box is; 0 for one that was typed.
    pub recalled: usize,
    /// Whether every version of a rule is an entry of its own.
    pub unfolded: bool,
    /// Whether the reader came back to this search and has not typed since; if so, Back and Forward still move through the history.
    pub is_returned: bool,
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
        if self.is_home() {
            self.home.fill(env);
            return;
        }
        let Some(index) = &library.index else {
            self.choice = choice;
            return;
        };
        let game = library.book.game_of(env.section);
        let reading = Some(env.section).filter(|_| !self.any_game);
        let query = Query {
            text: self.input.value().to_owned(),
            game: reading.map(|_| game),
            only_game: None,
            limit: MOST_RESULTS,
        };
        let links_of = |section| library.links.linked_from(section);
        let mut results = index.search_with_links(&library.book, &query, &links_of);
        if self.any_game {
            // The results of each game stay together, those of the best one first.
            let of = |hit: &Hit| library.book.game_of(hit.section);
            let games: Vec<_> = results.hits.iter().map(of).collect();
            let first = |hit: &Hit| games.iter().position(|game| *game == of(hit));
            results.hits.sort_by_key(first);
        }
        self.versions = versions(library, &results, self.unfolded);
        let rows = rows(library, reading, &query.text, &results, &self.versions);
        self.list.fill(rows);
        self.messages = messages(library, &query.text, &results);
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

    /// Whether the search can be widened to all games, or narrowed again.
    pub fn has_scope(&self, book: &Rulebook) -> bool {
        let results = self.results.as_ref();
        book.games.len() > 1 && results.is_none_or(|results| !results.hits.is_empty())
    }

    /// Whether the box is empty, and the home screen is below it.
    pub fn is_home(&self) -> bool {
        self.input.value().trim().is_empty()
    }

    /// Whether the first row is selected.
    pub fn is_at_first(&self) -> bool {
        if self.is_home() {
            self.home.cursor == 0
        } else {
            self.list.chosen() == 0
        }
    }

    /// Lays out the selected result, and scrolls to it.
    pub(super) fn show(&mut self, env: &Environment<'_>) {
        let areas = self.areas(env);
        self.look(env.library, areas.preview);
        self.list.show(usize::from(areas.results.height));
    }

    /// The areas of the screen.
    pub(super) fn areas(&self, env: &Environment<'_>) -> Searching {
        searching(env.size, env.is_linear(), self.message_lines(env.size.0))
    }

    /// The messages, wrapped for a screen of some columns.
    pub(super) fn message_text(&self, width: u16) -> Vec<String> {
        let room = usize::from(width.saturating_sub(2).max(1));
        let wrapped = |message: &String| {
            let lines = wrap::wrap(message, room);
            let lines = lines.into_iter().map(|line| message[line].to_owned());
            lines.collect::<Vec<_>>()
        };
        self.messages.iter().flat_map(wrapped).collect()
    }

    /// The number of lines of the messages.
    pub fn message_lines(&self, width: u16) -> u16 {
        u16::try_from(self.message_text(width).len()).unwrap_or(u16::MAX)
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
            any_game: self.any_game,
        }
    }

    /// The scope of the search: `Kill Team first`; nothing without results or with one game.
    pub fn scope(&self, env: &Environment<'_>) -> String {
        let book = &env.library.book;
        match &self.results {
            Some(_) if !self.has_scope(book) => String::new(),
            Some(_) if self.any_game => "all games".to_owned(),
            Some(_) => {
                let name = &book.game(book.game_of(env.section)).name;
                let lines = wrap::wrap(name, MOST_SCOPE);
                let is_cut = lines.len() > 1;
                let cut = if is_cut {
                    env.styles.symbols().ellipsis
                } else {
                    ""
                };
                let line = lines.into_iter().next().unwrap_or_default();
                format!("{}{cut} first", &name[line])
            }
            None => String::new(),
        }
    }

    /// Where the scope is on the line of the box, left of the count.
    pub(super) fn scope_area(&self, env: &Environment<'_>) -> Rect {
        let line = self.areas(env).input;
        let [scope, count] = [self.scope(env), self.count("")];
        let [scope, count] = [wrap::columns(&scope), wrap::columns(&count)];
        let behind = count + SCOPE_GAP + 1;
        let is_shown = scope > 0 && line.width > scope + behind + LEAST_INPUT;
        let from = line.width.saturating_sub(scope + behind);
        columns(line, from, if is_shown { scope } else { 0 })
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

    /// The two rules of the selected comparison.
    pub fn pair(&self) -> Option<[SectionRef; 2]> {
        match self.list.selected()? {
            ResultRow::Compare(pair, _) => Some(*pair),
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
        self.messages.clear();
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
        if let Some(pair) = self.pair().filter(|_| !area.is_empty()) {
            self.preview.page = paired(library, area.width, pair);
            return;
        }
        let (Some(results), Some((section, sought))) = (&self.results, self.sought(library)) else {
            return;
        };
        if area.is_empty() {
            return;
        }
        let highlight = Some(&results.highlight);
        let look = Look {
            highlight,
            is_preview: true,
            ..Look::default()
        };
        self.preview.page = library.page(section, area.width, look);
        let page = &self.preview.page;
        let best = page.best_match(0..page.lines.len(), &sought);
        let first = || page.matches().first().map(|first| *first..first + 1);
        let current = best.or_else(first).unwrap_or(0..1);
        let last = current.end - 1;
        self.preview.current = current;
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
        if self.list.rows.first() == Some(&completions) {
            return String::new();
        }
        let folded = self.versions.iter().flatten().count();
        match (&results.outcome, results.total - folded.min(results.total)) {
            (Outcome::None, _) | (_, 0) => "nothing found".to_owned(),
            (Outcome::Undefined { .. }, _) if !results.about.is_narrowed => {
                "not defined".to_owned()
            }
            (Outcome::OtherGame, _) => "only in another game".to_owned(),
            (Outcome::Undefined { .. } | Outcome::Found, total) => format!("{total} found"),
        }
    }
}

/// The page of two rules: side by side, or one after the other where the screen is narrow.
fn paired(library: &Library, width: u16, pair: [SectionRef; 2]) -> Page {
    let half = width.saturating_sub(PAIR_GAP) / 2;
    let is_wide = half >= LEAST_BESIDE;
    let look = Look {
        is_preview: true,
        ..Look::default()
    };
    let column = if is_wide { half } else { width };
    let [mut page, next] = pair.map(|at| library.page(at, column, look));
    page.width = width;
    if is_wide {
        let lines = page.lines.len().max(next.lines.len());
        page.lines.resize_with(lines, Line::default);
        for (line, right) in page.lines.iter_mut().zip(next.lines) {
            line.pad_to(usize::from(half + PAIR_GAP));
            line.pieces.extend(right.pieces);
        }
    } else {
        page.lines.push(Line::default());
        page.lines.extend(next.lines);
    }
    page
}
