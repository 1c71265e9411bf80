//! The state of the search screen: the search box, its results and the preview.

use ratatui::layout::Rect;
use tui_input::Input;

use super::cards::CardColumns;
use super::rows::{ResultRow, filters_kind, rows, snippet_words};
use super::twins::{leads, put_first};
use crate::library::{Library, Missing};
use crate::render::{PageContext, wrap};
use crate::rules::slug::fold;
use crate::rules::{Rulebook, SectionRef};
use crate::search::{Answerability, Hit, Query, Results};
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::home::{Group, HomeEntry, HomeRow, rows as home_rows};
use crate::tui::layout::{Searching, columns, searching};
use crate::tui::list::List;
use crate::tui::sheet::Sheet;
use crate::tui::table::played;

/// The maximum number of results in the list. The total in the search box also counts results that
/// are not listed.
const MAX_RESULTS: usize = 60;

/// The number of columns between the scope of the search, such as `all games`, and the number of
/// results.
pub const SCOPE_GAP: u16 = 3;

/// The minimum width for the search box with its label, in columns.
const MIN_INPUT: u16 = 16;

/// The state of the search screen.
#[derive(Default)]
pub struct Finder {
    /// The text in the search box.
    pub input: Input,
    /// The section that the entry `Continue` of the home screen opens, with the effect that opens
    /// it.
    pub resume: Option<(SectionRef, Effect)>,
    /// The results of the search; `None` if there is no index or the search box is empty.
    pub results: Option<Results>,
    /// For each result, the index of the better result under which it is listed as another version
    /// of the same rule; `None` if the result has an entry of its own.
    pub versions: Vec<Option<usize>>,
    /// For each result, the ancestor whose title tells it apart from other sections with its title;
    /// `None` if its title does.
    pub leads: Vec<Option<SectionRef>>,
    /// The columns of the results, if the query asks for cards.
    pub cards: Option<CardColumns>,
    /// What the list and the preview do not show yet.
    pub missing: Missing,
    /// What the background thread has been asked for.
    pub asked_for: Missing,
    /// The rows of the result list, or of the home screen while the search box is empty.
    pub list: List<ResultRow>,
    /// The preview of the selected result.
    pub preview: Sheet,
    /// The id of the section whose result will be selected when the index is ready; `None` for the
    /// best result.
    pub choice: Option<String>,
    /// Whether to open the selected result as soon as the index is ready.
    pub opens_when_ready: bool,
    /// Whether all games are searched equally. Otherwise, the search prefers the game being read.
    /// The player can widen a search to all games; a query from the command line searches them all.
    pub any_game: bool,
    /// The number of games that the last search had.
    pub games: usize,
    /// Whether the reader has gone back to the search, and has not edited the query since.
    pub is_revisited: bool,
    /// The number of the recalled query: 1 is the most recent. 0 if the query was typed.
    pub recalled: usize,
}

impl Finder {
    /// Creates a finder with `text` in the search box.
    pub fn with_text(text: &str) -> Self {
        Self {
            input: Input::new(text.to_owned()),
            ..Self::default()
        }
    }

    /// Searches for the text in the search box. Selects the result that lists the section with the
    /// id `choice` or, if there is none, the best result. Without an index, keeps `choice` until
    /// the index is ready.
    pub fn search(&mut self, choice: Option<String>, env: &Environment<'_>) {
        let (opens, entry) = (self.opens_when_ready, self.list.selected_index());
        self.clear();
        let library = env.library;
        if self.is_home() {
            let rows = home_rows(self.resume.clone(), env).into_iter();
            self.list.fill(rows.map(ResultRow::Home).collect());
            self.list.select(entry);
            self.show(env);
            return;
        }
        let Some(index) = &library.index else {
            self.choice = choice;
            return;
        };
        let book = &library.book;
        self.games = book.games.len();
        let reading = Some(env.section).filter(|_| !self.any_game);
        let query = Query {
            text: self.input.value().to_owned(),
            game: reading.map(|section| book.game_of(section)),
            only_game: None,
            limit: MAX_RESULTS,
            sort: None,
        };
        let mut results = index.search(book, &query);
        if self.any_game {
            // Keep the results of each game together, starting with the game of the best result.
            let of = |hit: &Hit| book.game_of(hit.section);
            let games: Vec<_> = results.hits.iter().map(of).collect();
            let first = |hit: &Hit| games.iter().position(|game| *game == of(hit));
            results.hits.sort_by_key(first);
        }
        if let Some(section) = reading {
            put_first(book, book.section(section).document, &mut results.hits);
            // Of several sections with the same title, those that are played come first.
            for played in &library.table.played {
                put_first(book, book.section(*played).document, &mut results.hits);
            }
            // What is not played comes last, unless the best hit has the typed title.
            let is_folded = |hit: &Hit| library.table.is_folded(hit.section);
            let has_title = |hit: &Hit| fold(&book.section(hit.section).title) == fold(&query.text);
            let first = results.hits.first().filter(|hit| has_title(hit));
            let first = first.map(|hit| hit.section);
            results
                .hits
                .sort_by_key(|hit| is_folded(hit) && first != Some(hit.section));
        }
        let sections: Vec<_> = results.hits.iter().map(|hit| hit.section).collect();
        self.leads = leads(book, &sections);
        (self.versions, self.missing.versions) = library.earlier_versions(&sections);
        let room = usize::from(self.areas(env).results.width.saturating_sub(2));
        let (text, versions) = (&query.text, &self.versions);
        self.cards = filters_kind(text)
            .then(|| CardColumns::new(book, &sections))
            .flatten();
        let has_columns = self.cards.is_some();
        let rows = rows(env, reading, text, &results, versions, has_columns, room);
        self.list.fill(rows);
        self.results = Some(results);
        let chosen = choice.and_then(|id| self.row_of(book.by_id(&id)?));
        self.list.cursor = chosen.unwrap_or(self.list.cursor);
        // A result that opens immediately needs no preview.
        if !opens {
            self.show(env);
        }
    }

    /// Whether the player can switch between the scopes `all games` and, for example,
    /// `Kill Team first`.
    pub fn has_scope(&self, book: &Rulebook) -> bool {
        let results = self.results.as_ref();
        book.games.len() > 1 && results.is_none_or(|results| !results.hits.is_empty())
    }

    /// Whether the search box is empty, so that the home screen is shown.
    pub fn is_home(&self) -> bool {
        self.input.value().trim().is_empty()
    }

    /// Whether the first result is selected, or the first entry of the home screen.
    pub fn is_at_first(&self) -> bool {
        self.list.selected_index() == 0
    }

    /// Returns the selected entry of the home screen.
    pub fn entry(&self) -> Option<&HomeEntry> {
        match self.list.selected()? {
            ResultRow::Home(HomeRow::Entry(entry, ..)) => Some(entry),
            _ => None,
        }
    }

    /// Returns the rows of the games or documents to browse on the home screen.
    pub fn browsed(&self) -> impl Iterator<Item = usize> {
        let rows = self.list.rows.iter().enumerate();
        rows.filter_map(|(at, row)| match row {
            ResultRow::Home(HomeRow::Entry(entry, ..)) if entry.group == Group::Browse => Some(at),
            _ => None,
        })
    }

    /// Lays out the preview of the selected result, and scrolls the list to the result.
    pub(super) fn show(&mut self, env: &Environment<'_>) {
        let areas = self.areas(env);
        self.lay_out_preview(env.library, areas.preview);
        self.list.show(usize::from(areas.results.height));
    }

    pub(super) fn areas(&self, env: &Environment<'_>) -> Searching {
        searching(env.screen.size, env.is_linear(), self.is_home())
    }

    /// Returns the results, in the order of the list.
    pub fn hits(&self) -> &[Hit] {
        self.results
            .as_ref()
            .map_or(&[], |results| &results.hits[..])
    }

    /// Returns the id of the section of the selected result, or of the result to select when the
    /// index is ready. Unlike a [`SectionRef`], the id can be looked up again after a reload.
    pub fn current_choice(&self, book: &Rulebook) -> Option<String> {
        let id = |hit: &Hit| book.section(hit.section).id.clone();
        self.hit().map(id).or_else(|| self.choice.clone())
    }

    /// Describes the scope of the search: `Kill Team first`, or `all games`. Empty without results
    /// or with only one game.
    pub fn scope(&self, env: &Environment<'_>) -> String {
        let book = &env.library.book;
        if self.results.is_none() || !self.has_scope(book) {
            return String::new();
        }
        if self.any_game {
            return "all games".to_owned();
        }
        match played(env.library) {
            played if played.is_empty() => {
                format!("{} first", book.game(book.game_of(env.section)).name)
            }
            played => format!("{played} first"),
        }
    }

    /// Returns the area of the scope: on the line of the search box, left of the number of results.
    /// Empty if there is no room.
    pub(super) fn scope_area(&self, env: &Environment<'_>) -> Rect {
        let line = self.areas(env).input;
        let scope = wrap::columns(&self.scope(env));
        let behind = wrap::columns(&self.count("")) + SCOPE_GAP + 1;
        let room = line.width.saturating_sub(behind);
        let is_shown = scope < room.saturating_sub(MIN_INPUT);
        columns(
            line,
            room.saturating_sub(scope),
            if is_shown { scope } else { 0 },
        )
    }

    /// Finds the row of the result for a section. If the section is listed under a better result,
    /// as another version of the same rule, finds the row of the better result.
    fn row_of(&self, section: SectionRef) -> Option<usize> {
        let hit = self.hits().iter().position(|hit| hit.section == section)?;
        let listed = self.versions[hit].unwrap_or(hit);
        self.list
            .rows
            .iter()
            .position(|row| *row == ResultRow::Title(listed))
    }

    /// Returns the selected result.
    pub fn hit(&self) -> Option<&Hit> {
        match self.list.selected()? {
            ResultRow::Title(hit) => self.hits().get(*hit),
            _ => None,
        }
    }

    /// Returns the two rules of the selected comparison.
    pub fn pair(&self) -> Option<[SectionRef; 2]> {
        match self.list.selected()? {
            ResultRow::Compare(pair, _) => Some(*pair),
            _ => None,
        }
    }

    /// Removes the results and everything that belongs to them.
    fn clear(&mut self) {
        self.results = None;
        self.choice = None;
        self.versions.clear();
        self.leads.clear();
        self.cards = None;
        self.missing = Missing::default();
        self.preview = Sheet::default();
        self.list = List::default();
        self.opens_when_ready = false;
    }

    /// Returns the section of the selected result, and the [`snippet_words`] that decide to which
    /// of its lines to scroll.
    pub fn scroll_target(&self) -> Option<(SectionRef, Vec<String>)> {
        let (results, hit) = (self.results.as_ref()?, self.hit()?);
        Some((hit.section, snippet_words(results, hit)))
    }

    /// Lays out the preview of the selected result for an area, scrolled to its best match.
    pub fn lay_out_preview(&mut self, library: &Library, area: Rect) {
        let height = usize::from(area.height);
        self.preview = Sheet {
            height,
            ..Sheet::default()
        };
        if area.is_empty() {
            return;
        }
        if let Some(sections) = self.pair() {
            self.preview.page = library.comparison(area.width, sections);
            return;
        }
        let Some((section, words)) = self.scroll_target() else {
            return;
        };
        self.missing.preview = None;
        if !library.reads_fast(section) {
            self.missing.preview = Some(library.book.section(section).document);
            return;
        }
        let context = PageContext {
            highlight: self.results.as_ref().map(|results| &results.highlight),
            is_preview: true,
            ..library.context(area.width)
        };
        let page = library.page(context, section);
        let best = page.best_match(0..page.lines.len(), &words);
        let current = best.or_else(|| page.matches().first().copied());
        let end = current.unwrap_or(0) + 2;
        self.preview.page = page;
        self.preview.current = current;
        if end > height {
            self.preview
                .scroll_to((end + height / 2).saturating_sub(height));
        }
    }

    /// Describes the number of results, for example `12 found`. Returns `waiting` if there is no
    /// index or the search box is empty.
    pub fn count(&self, waiting: &str) -> String {
        let Some(results) = &self.results else {
            return waiting.to_owned();
        };
        if let Some(ResultRow::Note(_)) = self.list.rows.first() {
            return "completions".to_owned();
        }
        let folded = self.versions.iter().flatten().count();
        match results.total.saturating_sub(folded) {
            total if total > 0 && results.outcome != Answerability::None => {
                format!("{total} found")
            }
            _ => "nothing found".to_owned(),
        }
    }
}
