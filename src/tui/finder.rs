//! The search box: what is typed, what is found, the best answer already laid out.

use tui_input::Input;

use super::history::Searched;
use super::library::{Library, Look};
use crate::links::printed_before;
use crate::render::Page;
use crate::rules::{GameRef, SectionRef};
use crate::search::{Hit, Outcome, Query, Results};

/// A row of the result list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A game's name over its results.
    Game(GameRef),
    /// Title of a result.
    Title(usize),
    /// Path or snippet of a result.
    Detail(usize),
    /// Where else the rule of a result is printed.
    Also(usize),
    /// Something to know about the results.
    Note(String),
}

/// As many results are shown at the most; the count says how many there are.
const MOST_RESULTS: usize = 60;

/// The search screen's state.
#[derive(Default)]
pub struct Finder {
    /// What is typed.
    pub input: Input,
    /// What it found.
    pub results: Option<Results>,
    /// For each result the results that print the same rule in other documents: they are listed with it.
    pub folded: Vec<Vec<Hit>>,
    /// The chosen result.
    pub chosen: usize,
    /// The results as they are listed.
    pub rows: Vec<Row>,
    /// The first visible row.
    pub scroll: usize,
    /// Whether there will never be an index.
    pub failed: bool,
    /// The chosen result as it will be read.
    pub preview: Page,
    /// The preview's first visible line.
    pub preview_scroll: usize,
    /// Id of the result to choose when the rules that were read again can be searched.
    pub wanted: Option<String>,
    /// How many queries back the one in the box is; 0 for one that was typed.
    pub recalled: usize,
    /// Whether every print of a rule is a result of its own.
    pub unfolded: bool,
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
        self.fold(library);
        let of = |results| rows(library, game, &query.text, results, &self.folded);
        self.rows = self.results.as_ref().map(of).unwrap_or_default();
        self.chosen = 0;
        self.scroll = 0;
        self.look(library, preview);
    }

    /// Takes the results that print the rule of a better one out of the list.
    fn fold(&mut self, library: &Library) {
        self.folded.clear();
        let Some(results) = &mut self.results else { return };
        let sections: Vec<_> = results.hits.iter().map(|hit| hit.section).collect();
        let before = if self.unfolded { vec![None; sections.len()] } else { printed_before(&library.book, &sections) };
        let mut places = Vec::with_capacity(before.len());
        for (hit, before) in std::mem::take(&mut results.hits).into_iter().zip(&before) {
            if let Some(place) = before.map(|before| places[before]) {
                let folded: &mut Vec<Hit> = &mut self.folded[place];
                folded.push(hit);
                places.push(place);
            } else {
                places.push(results.hits.len());
                results.hits.push(hit);
                self.folded.push(Vec::new());
            }
        }
    }

    /// Scrolls the list as little as needed to show the chosen result with its detail, `height` rows being visible.
    pub fn keep_in_sight(&mut self, height: usize) {
        let title = self.rows.iter().position(|row| *row == Row::Title(self.chosen)).unwrap_or(0);
        // The first result is shown with what stands above it.
        let first = if self.chosen == 0 { 0 } else { title };
        self.scroll = self.scroll.min(first).max((title + 2).saturating_sub(height.max(2)));
    }

    /// The result on a visible row.
    #[must_use]
    pub fn result_at(&self, row: usize) -> Option<usize> {
        match self.rows.get(self.scroll + row)? {
            Row::Title(hit) | Row::Detail(hit) | Row::Also(hit) => Some(*hit),
            Row::Game(_) | Row::Note(_) => None,
        }
    }

    /// What to come back to.
    #[must_use]
    pub fn searched(&self) -> Searched {
        Searched { text: self.input.value().to_owned(), chosen: self.chosen, unfolded: self.unfolded }
    }

    /// The place among the results of the one that lists a section, itself or another print of it.
    #[must_use]
    pub fn place_of(&self, section: SectionRef) -> Option<usize> {
        let hits = &self.results.as_ref()?.hits;
        let prints = |at: usize| self.folded.get(at).into_iter().flatten().any(|hit| hit.section == section);
        hits.iter().enumerate().position(|(at, hit)| hit.section == section || prints(at))
    }

    /// The chosen result's section.
    #[must_use]
    pub fn section(&self) -> Option<SectionRef> {
        self.results.as_ref()?.hits.get(self.chosen).map(|hit| hit.section)
    }

    /// Forgets what was found: it is of rules that are no longer loaded.
    pub fn forget(&mut self) {
        self.results = None;
        self.folded.clear();
        self.rows.clear();
        self.preview = Page::default();
        self.chosen = 0;
    }

    /// Lays out the chosen result, scrolled so that the first match is in sight.
    pub fn look(&mut self, library: &Library, (width, height): (u16, u16)) {
        self.preview = Page::default();
        self.preview_scroll = 0;
        let Some(results) = &self.results else { return };
        let Some(hit) = results.hits.get(self.chosen).filter(|_| width > 0 && height > 0) else { return };
        self.preview =
            library.page(hit.section, width, Look { highlight: Some(&results.highlight), ..Look::default() });
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
        let waiting = if self.failed { "search does not work" } else { "preparing the index" };
        let Some(results) = &self.results else { return waiting.to_owned() };
        let folded: usize = self.folded.iter().map(Vec::len).sum();
        match (&results.outcome, results.total - folded.min(results.total)) {
            _ if self.input.value().trim().is_empty() => String::new(),
            (Outcome::None, _) | (_, 0) => "nothing found".to_owned(),
            (Outcome::Undefined { uses }, _) => format!("not defined, used {uses} times"),
            (Outcome::OtherGame, total) => format!("{total} in other games only"),
            (Outcome::Found, total) => format!("{total} found"),
        }
    }
}

fn rows(library: &Library, home: Option<GameRef>, query: &str, results: &Results, folded: &[Vec<Hit>]) -> Vec<Row> {
    let mut rows = Vec::new();
    let [open, close] = library.form.symbols.quotes;
    let query = query.trim();
    match &results.outcome {
        Outcome::None => rows.push(Row::Note(format!("Nothing in the loaded rules answers {open}{query}{close}."))),
        Outcome::Undefined { uses } => {
            rows.push(Row::Note(format!("No loaded rule defines {open}{query}{close}. It is used in {uses} places:")));
        }
        Outcome::OtherGame => rows.push(Row::Note("Only another game's rules have this:".to_owned())),
        Outcome::Found => {}
    }
    let mut game = home;
    for (index, hit) in results.hits.iter().enumerate() {
        let of = Some(library.book.game_of(hit.section));
        if of != game {
            rows.extend(of.map(Row::Game));
            game = of;
        }
        rows.extend([Row::Title(index), Row::Detail(index)]);
        if folded.get(index).is_some_and(|folded| !folded.is_empty()) {
            rows.push(Row::Also(index));
        }
    }
    let synonyms = results.synonyms.iter();
    rows.extend(synonyms.map(|synonym| Row::Note(format!("{}: also {}", synonym.word, synonym.means.join(", ")))));
    rows
}
