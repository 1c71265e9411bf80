//! Measurements in this process: keystrokes in the search box, and frames.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use tableside::library::Library;
use tableside::loader::{self, Origin};
use tableside::rules::Rulebook;
use tableside::search::SearchIndex;
use tableside::tui;
use tableside::tui::event::Event;

use super::RuleSet;
use super::typist::{self, Failure, percentile};

/// The columns and lines of the measured frames, each with the promised time in milliseconds.
pub const FRAMES: [((u16, u16), f64); 3] = [((80, 24), 0.15), ((120, 40), 0.3), ((250, 80), 1.0)];

const SCROLLED: usize = 400;

/// How many milliseconds a keystroke in the search box takes, including the layout of the best
/// result.
pub struct Inside {
    pub median: f64,
    /// The 99th percentile.
    pub slow: f64,
}

impl Inside {
    pub fn measure(set: &RuleSet) -> Result<Self, Failure> {
        let library = library(set)?;
        let typed = typist::texts(&library.book);
        let keys = typist::keystrokes(library, &typed, (120, 40))?;
        Ok(Self {
            median: percentile(&keys, 50),
            slow: percentile(&keys, 99),
        })
    }
}

fn library(set: &RuleSet) -> Result<Library, Failure> {
    let book = match &set.folder {
        Some(folder) => {
            let loaded = loader::find(&[Origin::Path(folder.clone())])?.read();
            Rulebook::load(loaded.sources, loaded.diagnostics)
        }
        None => Rulebook::load(loader::bundled().collect(), Vec::new()),
    };
    let index = Arc::new(SearchIndex::build(&book)?);
    Ok(Library {
        index: Some(index),
        ..Library::new(book)
    })
}

/// Measures frames after scrolling by a line. Returns the median in milliseconds for each size of
/// [`FRAMES`].
pub fn frames() -> Result<Vec<f64>, Failure> {
    FRAMES.iter().map(|(size, _)| frame(*size)).collect()
}

fn frame(size: (u16, u16)) -> Result<f64, Failure> {
    let book = Rulebook::load(loader::bundled().collect(), Vec::new());
    let (mut app, mut terminal) = typist::browser(Library::new(book), size)?;
    let mut times: Vec<Duration> = Vec::with_capacity(SCROLLED);
    for at in 0..SCROLLED {
        let key = KeyCode::Char(if at % 2 == 0 { 'j' } else { 'k' });
        let key = KeyEvent::new(key, KeyModifiers::NONE);
        app.handle(Event::Input(Input::Key(key)));
        let started = Instant::now();
        tui::draw(&app, &mut terminal)?;
        times.push(started.elapsed());
    }
    Ok(percentile(&times, 50))
}
