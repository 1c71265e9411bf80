//! The search box: what is typed, what is found, the best answer already laid out. What is found may be of what was typed a
//! moment ago: the list stays until the next one comes.

use tui_input::Input;

use super::history::Searched;
use super::library::{Library, Look};
use super::task::CallOff;
use crate::links::printed_before;
use crate::render::Page;
use crate::rules::{GameRef, SectionRef};
use crate::search::{self, Hit, Outcome, Query, Results, headings};

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

/// At most this many results are seen without scrolling.
const SEEN: usize = 24;

/// A search, as it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Tells it from all others.
    pub number: u64,
    /// What is typed.
    pub text: String,
    /// The game being read.
    pub game: Option<GameRef>,
    /// Whether every print of a rule is a result of its own.
    pub unfolded: bool,
}

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

/// What a search gave.
pub struct Answer {
    /// Which search it was.
    pub number: u64,
    text: String,
    results: Results,
    folded: Vec<Vec<Hit>>,
    rows: Vec<Row>,
}

impl Asked {
    /// Searches, in titles alone where there is no index yet; nothing where the search was called off.
    #[must_use]
    pub fn answer(self, library: &Library, off: &CallOff) -> Option<Answer> {
        let Self {
            number,
            text,
            game,
            unfolded,
        } = self;
        let query = Query {
            text,
            game,
            only_game: None,
            limit: MOST_RESULTS,
        };
        let off = || off.is_called();
        let mut results = match &library.index {
            Some(index) => index.search_until(&library.book, &query, &off)?,
            None => headings(library.all_titles(), &library.book, &query, &off)?,
        };
        let folded = fold(library, &mut results, unfolded);
        let rows = rows(library, game, &query.text, &results, &folded);
        Some(Answer {
            number,
            text: query.text,
            results,
            folded,
            rows,
        })
    }

    /// The same, with the lines that are seen first read from the rules: a frame need not do it.
    #[must_use]
    pub fn answer_with_lines(self, library: &Library, off: &CallOff) -> Option<Answer> {
        let answer = self.answer(library, off)?;
        for hit in answer
            .results
            .hits
            .iter()
            .take(SEEN)
            .filter(|hit| !is_named(&answer.results, hit))
        {
            hit.snippet(&library.book, &answer.results.highlight);
            if off.is_called() {
                return None;
            }
        }
        Some(answer)
    }
}

/// Which result is chosen when they come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The best.
    #[default]
    Best,
    /// The one at a place.
    Place(usize),
    /// The one that lists the section with an id, else the best.
    Section(String),
}

/// The search screen's state.
#[derive(Default)]
pub struct Finder {
    /// What is typed.
    pub input: Input,
    /// What was typed when the results were asked for.
    pub answered: String,
    /// What that found.
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
    /// The number of the search that is under way.
    pub awaited: Option<u64>,
    /// What to choose of the results that are still to come.
    pub aim: Aim,
    /// Whether to open that as soon as it comes.
    pub opening: bool,
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

    /// Takes results in, and chooses what is aimed at.
    pub fn take(&mut self, library: &Library, answer: Answer) {
        let Answer {
            number: _,
            text,
            results,
            folded,
            rows,
        } = answer;
        (self.answered, self.folded, self.rows, self.scroll) = (text, folded, rows, 0);
        self.results = Some(results);
        self.awaited = None;
        let aim = std::mem::take(&mut self.aim);
        self.chosen = match &aim {
            Aim::Best => 0,
            Aim::Place(place) => *place,
            Aim::Section(id) => library
                .book
                .by_id(id)
                .and_then(|section| self.place_of(section))
                .unwrap_or(0),
        };
        if self.has_only_headings() {
            // What is aimed at may be found by the index only.
            self.aim = aim;
        }
        self.move_by(0);
    }

    /// Whether what is listed was found without the index, in titles alone.
    #[must_use]
    pub fn has_only_headings(&self) -> bool {
        self.results
            .as_ref()
            .is_some_and(|results| results.only_headings)
    }

    /// Whether what Enter is to open is still to be found. Who has moved on in the list since the last letter means what is
    /// chosen there.
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        let moved = matches!(self.aim, Aim::Section(_)) && self.section().is_some();
        let coming = self.awaited.is_some() || self.results.is_none();
        coming && !moved && !self.failed && !self.input.value().trim().is_empty()
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

    /// What to come back to: what is shown, or where that is left already for what is typed, what is to come of it.
    #[must_use]
    pub fn searched(&self) -> Searched {
        let (text, chosen) = match (&self.aim, self.awaited) {
            (Aim::Section(_), Some(_)) => (self.answered.as_str(), self.chosen),
            (Aim::Place(place), Some(_)) => (self.input.value(), *place),
            (Aim::Best, Some(_)) => (self.input.value(), 0),
            (_, None) => (self.input.value(), self.chosen),
        };
        Searched {
            text: text.to_owned(),
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

    /// Forgets what was found: it is of rules that are no longer loaded.
    pub fn forget(&mut self) {
        self.results = None;
        self.awaited = None;
        self.answered.clear();
        self.folded.clear();
        self.rows.clear();
        self.preview = Page::default();
        self.chosen = 0;
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

    /// What to say about the number of results.
    #[must_use]
    pub fn count(&self) -> String {
        let waiting = if self.failed {
            "search does not work"
        } else {
            "preparing the index"
        };
        let Some(results) = self
            .results
            .as_ref()
            .filter(|results| !results.only_headings)
        else {
            return waiting.to_owned();
        };
        let folded: usize = self.folded.iter().map(Vec::len).sum();
        match (&results.outcome, results.total - folded.min(results.total)) {
            _ if self.answered.trim().is_empty() => String::new(),
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
    !hit.title_marks.is_empty() && (one_word || results.only_headings)
}

/// The words of the search in a result's best line, in small letters; none where its title has all of them.
#[must_use]
pub fn beyond_title(library: &Library, results: &Results, hit: &Hit) -> Vec<String> {
    if is_named(results, hit) {
        return Vec::new();
    }
    let title = library.book.section(hit.section).full_title();
    let snippet = hit.snippet(&library.book, &results.highlight);
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
        _ if results.only_headings && query.is_empty() => return None,
        Outcome::None if results.only_headings => {
            "No heading has this; texts are searched when the index is ready.".to_owned()
        }
        _ if results.only_headings => "Headings only: the index is being built.".to_owned(),
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
