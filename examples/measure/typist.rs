//! Types into a browser that runs in this process.

use std::hint::black_box;
use std::mem;
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tableside::library::Library;
use tableside::rules::Rulebook;
use tableside::search::Query;
use tableside::theme::{Styles, Symbols, Theme};
use tableside::tui;
use tableside::tui::app::{App, Request, Start};
use tableside::tui::event::{BackgroundCommand, Event};
use tableside::tui::keymap::Keymap;

pub type Failure = Box<dyn std::error::Error>;

/// The maximum number of measured keystrokes in titles. The keystrokes are spread evenly over all
/// titles.
const MAX_KEYSTROKES: usize = 500;

/// The maximum number of measured questions, spread evenly over all sections.
const MAX_QUESTIONS: usize = 500;

/// The number of words of a question.
const QUESTION_WORDS: usize = 12;

/// The maximum number of letters that are typed for a title. Titles in an FAQ are whole questions,
/// which nobody types to the end.
const MAX_LETTERS: usize = 40;

/// Queries that very many sections match.
const COMMON: [&str; 6] = [
    "the",
    "operative",
    "operatives",
    "weapon",
    "can an operative",
    "within control range of",
];

pub fn browser(
    library: Library,
    size: (u16, u16),
) -> Result<(App, Terminal<TestBackend>), Failure> {
    let keymap = Keymap::standard();
    let styles = Styles::new(Theme::standard(true), Symbols::UNICODE);
    let start = Start {
        library,
        query: None,
        home: false,
        styles,
        keymap,
        size,
        status: None,
    };
    Ok((
        App::new(start),
        Terminal::new(TestBackend::new(size.0, size.1))?,
    ))
}

/// Types each text into the search box, and returns how long the last letter of each text takes, and
/// how long what follows it holds up the next key.
/// Each text is typed once: the preview of its best result is then not in memory yet.
pub fn keystrokes(
    library: Library,
    typed: &[String],
    size: (u16, u16),
) -> Result<Vec<Duration>, Failure> {
    let mut typist = Typist::new(library, size)?;
    let mut keys = Vec::with_capacity(typed.len());
    for text in typed {
        keys.push(typist.last_letter(text)?);
        keys.extend(typist.follow()?);
    }
    Ok(keys)
}

/// Returns the median of times, or NaN if there are none.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Returns a percentile of times, in milliseconds.
pub fn percentile(times: &[Duration], hundredth: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    times
        .get(times.len().saturating_sub(1) * hundredth / 100)
        .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

struct Typist {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Typist {
    fn new(library: Library, size: (u16, u16)) -> Result<Self, Failure> {
        let (app, terminal) = browser(library, size)?;
        let mut typist = Self { app, terminal };
        typist.press(KeyCode::Char('/'), KeyModifiers::NONE);
        Ok(typist)
    }

    fn press(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.app
            .handle(Event::Input(Input::Key(KeyEvent::new(code, modifiers))));
    }

    /// Does the work of the background thread for the last letter, if there is any, and measures the
    /// time from its event to the painted list and preview, because it delays the next key.
    fn follow(&mut self) -> Result<Vec<Duration>, Failure> {
        let mut times = Vec::new();
        for request in mem::take(&mut self.app.requests) {
            if let Request::Background(BackgroundCommand::Prepare(library)) = request {
                library.prepare(|| {});
                let started = Instant::now();
                self.app.handle(Event::Prepared);
                tui::draw(&self.app, &mut self.terminal)?;
                times.push(started.elapsed());
            }
        }
        Ok(times)
    }

    /// Measures the time for the last letter of a text, from the key to the painted list and preview.
    fn last_letter(&mut self, text: &str) -> Result<Duration, Failure> {
        let (last, _) = text.char_indices().next_back().ok_or("nothing is typed")?;
        self.press(KeyCode::Char('u'), KeyModifiers::CONTROL);
        self.app
            .handle(Event::Input(Input::Paste(text[..last].to_owned())));
        let started = Instant::now();
        self.press(
            text[last..]
                .chars()
                .next()
                .map_or(KeyCode::Null, KeyCode::Char),
            KeyModifiers::NONE,
        );
        tui::draw(&self.app, &mut self.terminal)?;
        Ok(started.elapsed())
    }
}

/// Asks for the first words of many sections, and returns how long the index takes for each answer.
pub fn answers(library: &Library) -> Result<Vec<Duration>, Failure> {
    let book = &library.book;
    let index = library.index.as_ref().ok_or("there is no index")?;
    let step = book.section_count().div_ceil(MAX_QUESTIONS).max(1);
    let sections = book.iter().map(|(at, _)| at).step_by(step);
    let texts = sections.filter_map(|at| {
        let blocks = book.blocks(at);
        let words = blocks
            .texts()
            .flat_map(|text| text.plain.split_whitespace());
        let words: Vec<_> = words.take(QUESTION_WORDS).map(str::to_owned).collect();
        (words.len() == QUESTION_WORDS).then(|| words.join(" "))
    });
    let asked = texts.map(|text| {
        let query = Query {
            text,
            limit: 10,
            ..Query::default()
        };
        let started = Instant::now();
        black_box(index.search(book, &query));
        started.elapsed()
    });
    Ok(asked.collect())
}

/// Returns the texts to type: up to `MAX_KEYSTROKES` prefixes of titles, each of up to
/// `MAX_LETTERS` letters, then all single letters, then the [`COMMON`] queries.
pub fn texts(book: &Rulebook) -> Vec<String> {
    let mut names: Vec<String> = book
        .sections()
        .map(|section| section.title.to_lowercase())
        .collect();
    names.sort_unstable();
    names.dedup();
    let ends = |name: &String| {
        name.char_indices()
            .take(MAX_LETTERS)
            .map(|(at, letter)| at + letter.len_utf8())
            .collect::<Vec<_>>()
    };
    let mut typed: Vec<String> = names
        .iter()
        .flat_map(|name| ends(name).into_iter().map(|end| name[..end].to_owned()))
        .collect();
    typed.dedup();
    let step = typed.len().div_ceil(MAX_KEYSTROKES).max(1);
    let spread = typed.into_iter().step_by(step);
    spread
        .chain(('a'..='z').map(String::from))
        .chain(COMMON.map(str::to_owned))
        .collect()
}
