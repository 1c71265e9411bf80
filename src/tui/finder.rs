//! The search box: what is typed, what is found, the best answer already laid out.

use tui_input::Input;

use super::history::Searched;
use super::library::{Library, Look};
use crate::links::printed_before;
use crate::render::Page;
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::search::{self, Hit, Outcome, Query, Results};

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

/// At most this many results are listed; the count says how many there are.
const MOST_RESULTS: usize = 60;

/// At most this many values of a filter are listed, while none of them is typed.
const MOST_VALUES: usize = 30;

/// What stands above these values.
const COMPLETES: &str = "May be completed to:";

/// What Tab makes of a filter: one thing after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completing {
    all: Vec<String>,
    at: usize,
}

impl Completing {
    /// The next completion of a text; nothing where there is none. A filter with its value goes on to the other values.
    pub fn next(&mut self, library: &Library, text: &str) -> Option<&str> {
        if self.all.len() > 1 && self.all.get(self.at).is_some_and(|last| last == text) {
            self.at = (self.at + 1) % self.all.len();
            return self.all.get(self.at).map(String::as_str);
        }
        self.at = 0;
        self.all = search::complete(&library.book, text);
        if let (true, Some((filter, _))) = (self.all.is_empty(), text.rsplit_once(':')) {
            let all = search::complete(&library.book, &format!("{filter}:"));
            if let Some(at) = all.iter().position(|known| known == text) {
                (self.at, self.all) = ((at + 1) % all.len(), all);
            }
        }
        self.all.get(self.at).map(String::as_str)
    }
}

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
    /// The chosen result.
    pub chosen: usize,
    /// The results as they are listed.
    pub rows: Vec<Row>,
    /// The first visible row.
    pub scroll: usize,
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

    /// Searches for what is typed, while a game is being read. Without an index there are no results, and the choice
    /// waits for it.
    pub fn search(&mut self, library: &Library, game: GameRef, choice: ResultChoice) {
        self.clear();
        let Some(index) = &library.index else {
            self.choice = choice;
            return;
        };
        let query = Query {
            text: self.input.value().to_owned(),
            game: Some(game).filter(|_| !self.any_game),
            only_game: None,
            limit: MOST_RESULTS,
        };
        let mut results = index.search(&library.book, &query);
        self.folded = fold(library, &mut results, self.unfolded);
        self.rows = rows(library, query.game, &query.text, &results, &self.folded);
        self.results = Some(results);
        self.chosen = match choice {
            ResultChoice::Best => 0,
            ResultChoice::Position(position) => position,
            ResultChoice::Section(id) => library
                .book
                .by_id(&id)
                .and_then(|section| self.place_of(section))
                .unwrap_or(0),
        };
        self.move_by(0);
    }

    /// The choice that finds the chosen result again when the rules have been reloaded.
    #[must_use]
    pub fn current_choice(&self, book: &Rulebook) -> ResultChoice {
        match self.section() {
            Some(section) => ResultChoice::Section(book.section(section).id.clone()),
            None => self.choice.clone(),
        }
    }

    /// Scrolls the list as little as needed to show the chosen result with its detail, `height` rows being visible.
    pub fn keep_in_sight(&mut self, height: usize) {
        let title = self
            .rows
            .iter()
            .position(|row| *row == Row::Title(self.chosen))
            .unwrap_or(0);
        // The first result is shown with what stands above it.
        let first = if self.chosen == 0 { 0 } else { title };
        self.scroll = self
            .scroll
            .min(first)
            .max((title + 2).saturating_sub(height.max(2)));
    }

    /// The result on a visible row.
    #[must_use]
    pub fn result_at(&self, row: usize) -> Option<usize> {
        match self.rows.get(self.scroll + row)? {
            Row::Title(hit) | Row::Detail(hit) | Row::Also(hit) => Some(*hit),
            Row::Game(_) | Row::Note(_) => None,
        }
    }

    /// The search to come back to.
    #[must_use]
    pub fn searched(&self) -> Searched {
        let chosen = match self.choice {
            ResultChoice::Position(position) if self.results.is_none() => position,
            _ => self.chosen,
        };
        Searched {
            text: self.input.value().to_owned(),
            chosen,
            unfolded: self.unfolded,
        }
    }

    /// The place among the results of the one that lists a section, itself or another print of it.
    #[must_use]
    pub fn place_of(&self, section: SectionRef) -> Option<usize> {
        let hits = &self.results.as_ref()?.hits;
        let prints = |at: usize| {
            self.folded
                .get(at)
                .into_iter()
                .flatten()
                .any(|hit| hit.section == section)
        };
        hits.iter()
            .enumerate()
            .position(|(at, hit)| hit.section == section || prints(at))
    }

    /// The chosen result's section.
    #[must_use]
    pub fn section(&self) -> Option<SectionRef> {
        self.results
            .as_ref()?
            .hits
            .get(self.chosen)
            .map(|hit| hit.section)
    }

    /// Clears the results.
    pub fn clear(&mut self) {
        self.results = None;
        self.choice = ResultChoice::Best;
        self.folded.clear();
        self.rows.clear();
        self.preview = Page::default();
        (self.chosen, self.scroll) = (0, 0);
    }

    /// The chosen result, with the words of the search that are to be in sight: those of its best line, in small letters. None
    /// where its title has them.
    #[must_use]
    pub fn sought(&self, library: &Library) -> Option<(SectionRef, Vec<String>)> {
        let results = self.results.as_ref()?;
        let hit = results.hits.get(self.chosen)?;
        Some((hit.section, beyond_title(library, results, hit)))
    }

    /// Lays out the chosen result, scrolled so that its best match is in sight.
    pub fn look(&mut self, library: &Library, (width, height): (u16, u16)) {
        self.preview = Page::default();
        self.preview_scroll = 0;
        let Some(results) = &self.results else { return };
        let Some(hit) = results
            .hits
            .get(self.chosen)
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
    pub fn scroll_preview(&mut self, lines: isize, height: usize) {
        let last = self.preview.lines.len().saturating_sub(height);
        self.preview_scroll = self.preview_scroll.saturating_add_signed(lines).min(last);
    }

    /// Chooses another result.
    pub fn move_by(&mut self, rows: isize) {
        let last = self
            .results
            .as_ref()
            .map_or(0, |results| results.hits.len().saturating_sub(1));
        self.chosen = self.chosen.saturating_add_signed(rows).min(last);
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

/// Whether a result's title has what is looked for, as far as can be told without its text: all of it, where it is one word.
fn is_named(results: &Results, hit: &Hit) -> bool {
    let one_word = !results.about.words.contains(char::is_whitespace);
    !hit.title_marks.is_empty() && one_word
}

/// The words of the search in a result's best line, in small letters; none where its title has all of them.
#[must_use]
pub fn beyond_title(library: &Library, results: &Results, hit: &Hit) -> Vec<String> {
    if is_named(results, hit) {
        return Vec::new();
    }
    let title = library.book.section(hit.section).full_title();
    let snippet = &hit.snippet;
    let words: Vec<_> = snippet
        .marks
        .iter()
        .map(|mark| snippet.text[mark.clone()].to_lowercase())
        .collect();
    let titled = hit
        .title_marks
        .iter()
        .filter_map(|mark| title.get(mark.clone()));
    let titled: Vec<_> = titled.map(str::to_lowercase).collect();
    let forms = |word: &String| {
        titled
            .iter()
            .any(|known| known.starts_with(word) || word.starts_with(known))
    };
    if words.iter().all(forms) {
        Vec::new()
    } else {
        words
    }
}

/// Takes the results that print the rule of a better one out of the list.
fn fold(library: &Library, results: &mut Results, unfolded: bool) -> Vec<Vec<Hit>> {
    let sections: Vec<_> = results.hits.iter().map(|hit| hit.section).collect();
    let before = if unfolded {
        vec![None; sections.len()]
    } else {
        printed_before(&library.book, &sections)
    };
    let mut places = Vec::with_capacity(before.len());
    let mut folded: Vec<Vec<Hit>> = Vec::with_capacity(before.len());
    for (hit, before) in std::mem::take(&mut results.hits).into_iter().zip(&before) {
        if let Some(place) = before.map(|before| places[before]) {
            let prints: &mut Vec<Hit> = &mut folded[place];
            prints.push(hit);
            places.push(place);
        } else {
            places.push(results.hits.len());
            results.hits.push(hit);
            folded.push(Vec::new());
        }
    }
    folded
}

fn rows(
    library: &Library,
    home: Option<GameRef>,
    query: &str,
    results: &Results,
    folded: &[Vec<Hit>],
) -> Vec<Row> {
    let mut rows = Vec::new();
    let [open, close] = library.form.symbols.quotes;
    let values = if results.hits.is_empty() {
        values(library, query)
    } else {
        Vec::new()
    };
    if !values.is_empty() {
        rows.push(Row::Note(COMPLETES.to_owned()));
        rows.extend(values.into_iter().map(Row::Note));
        return rows;
    }
    let misfits = results.about.misfits.iter();
    rows.extend(misfits.map(|word| {
        Row::Note(format!(
            "{open}{word}{close} fits nothing loaded; it is looked for as words."
        ))
    }));
    rows.extend(said(results, query.trim(), [open, close]).map(Row::Note));
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
    rows.extend(synonyms.map(|synonym| {
        Row::Note(format!(
            "{}: also {}",
            synonym.word,
            synonym.means.join(", ")
        ))
    }));
    rows
}

/// What there is to say about results before they are listed.
fn said(results: &Results, query: &str, [open, close]: [&str; 2]) -> Option<String> {
    let about = &results.about;
    let words = if about.words.is_empty() {
        query
    } else {
        &about.words
    };
    let nearest = if results.hits.is_empty() {
        ""
    } else {
        " The nearest:"
    };
    let said = match results.outcome {
        Outcome::None if about.is_narrowed && about.words.is_empty() => {
            "This only leaves out: type what to look for too.".to_owned()
        }
        Outcome::Found if results.hits.is_empty() => {
            format!("Nothing in the loaded rules is {open}{query}{close}.")
        }
        Outcome::None if about.is_narrowed => {
            format!("Nothing that the filters leave answers {open}{words}{close}.{nearest}")
        }
        Outcome::None => {
            format!("Nothing in the loaded rules answers {open}{words}{close}.{nearest}")
        }
        Outcome::Undefined { .. } if about.is_narrowed => {
            format!("Nothing that the filters leave defines {open}{words}{close}. It is used here:")
        }
        // What was typed is mistyped, or a player's word for this one.
        Outcome::Undefined { uses } if about.words != about.typed => {
            let typed = &about.typed;
            format!(
                "{open}{typed}{close}: no loaded rule defines {open}{words}{close}. It is used in {uses} places:"
            )
        }
        Outcome::Undefined { uses } => {
            format!("No loaded rule defines {open}{words}{close}. It is used in {uses} places:")
        }
        Outcome::OtherGame => "Only another game's rules have this:".to_owned(),
        Outcome::Found => return None,
    };
    Some(said)
}

/// What a filter may be whose value is still to be typed, or only begun.
fn values(library: &Library, query: &str) -> Vec<String> {
    let last = query.rsplit(char::is_whitespace).next().unwrap_or_default();
    let known = if last.contains(':') {
        search::complete(&library.book, last)
    } else {
        Vec::new()
    };
    known.into_iter().take(MOST_VALUES).collect()
}
