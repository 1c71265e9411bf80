//! Measurements in this process: questions, keystrokes in the search box, and frames.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use tableside::library::{self, Library};
use tableside::loader::{self, Origin};
use tableside::tui;
use tableside::tui::event::Event;

use super::typist::{self, Failure, percentile};

/// The columns and lines of the measured frames, each with the promised time in milliseconds.
pub const FRAMES: [((u16, u16), f64); 3] = [((80, 24), 0.15), ((120, 40), 0.3), ((250, 80), 1.0)];

const SCROLLED: usize = 400;

/// How many milliseconds a keystroke in the search box takes until the list and the preview are
/// painted.
pub struct Inside {
    pub files: usize,
    pub sections: usize,
    pub bytes: u64,
    pub median: f64,
    /// The 99th percentile.
    pub slow: f64,
    pub slowest: f64,
    /// The slowest keystroke before the links have been collected.
    pub slowest_before_links: f64,
    /// The median and the 99th percentile of how many milliseconds the index takes to answer a
    /// question.
    pub question: [f64; 2],
}

impl Inside {
    /// Measures the bundled rules, or those in a folder.
    pub fn measure(folder: Option<&Path>) -> Result<Self, Failure> {
        let library = library(folder)?;
        let typed = typist::texts(&library.book);
        let early: Vec<_> = typed.iter().step_by(10).cloned().collect();
        let early = typist::keystrokes(library.clone(), &early, (120, 40))?;
        library.collect_links();
        let documents = &library.book.documents;
        let (files, sections) = (documents.len(), library.book.section_count());
        let bytes = documents.iter().map(|document| u64::from(document.length));
        let bytes = bytes.sum();
        let asked = typist::answers(&library)?;
        let keys = typist::keystrokes(library, &typed, (120, 40))?;
        Ok(Self {
            files,
            sections,
            bytes,
            median: percentile(&keys, 50),
            slow: percentile(&keys, 99),
            slowest: percentile(&keys, 100),
            slowest_before_links: percentile(&early, 100),
            question: [percentile(&asked, 50), percentile(&asked, 99)],
        })
    }
}

/// Loads and indexes rules as for a first start, but not their links.
fn library(folder: Option<&Path>) -> Result<Library, Failure> {
    let origin = folder.map_or(Origin::Bundled, |folder| Origin::Path(folder.to_owned()));
    let mut library = Library::new(library::load(loader::find(&[origin])?));
    library.index = Some(Arc::new(library.open_index(&mut |_| {})?));
    Ok(library)
}

/// Measures frames after scrolling by a line. Returns the median in milliseconds for each size of
/// [`FRAMES`].
pub fn frames() -> Result<Vec<f64>, Failure> {
    FRAMES.iter().map(|(size, _)| frame(*size)).collect()
}

fn frame(size: (u16, u16)) -> Result<f64, Failure> {
    let library = Library::new(library::load(loader::find(&[Origin::Bundled])?));
    library.collect_links();
    let (mut app, mut terminal) = typist::browser(library, size)?;
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
