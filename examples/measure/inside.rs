//! What is measured in this process: frames, and keystrokes of a search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use tableside::search::SearchIndex;
use tableside::tui;
use tableside::tui::event::Event;
use tableside::tui::library::Library;

use super::cases::LARGE;
use super::typist::{self, Failure, percentile};

/// The sizes that a frame is measured at, with the most milliseconds that it may take.
pub const FRAMES: [((u16, u16), f64); 3] = [((80, 24), 0.15), ((120, 40), 0.3), ((250, 80), 1.0)];

/// How often a line is scrolled.
const SCROLLED: usize = 400;

/// Median and 99th percentile of a keystroke, in milliseconds.
pub struct Keystrokes {
    pub documents: usize,
    pub median: f64,
    pub most: f64,
}

pub struct Inside {
    /// Median milliseconds of a frame after a line was scrolled, at the sizes of [`FRAMES`].
    pub frames: Vec<f64>,
    pub keystrokes: Vec<Keystrokes>,
}

/// Frames of the bundled rules; keystrokes in them, in 58 documents and, where `large`, in [`LARGE`] ones.
pub fn measure(large: bool) -> Result<Inside, Failure> {
    let frames: Result<_, Failure> = FRAMES.iter().map(|(size, _)| frame(*size)).collect();
    let sizes = [11, 58]
        .into_iter()
        .chain(LARGE.into_iter().filter(|_| large));
    Ok(Inside {
        frames: frames?,
        keystrokes: sizes.map(keystrokes).collect::<Result<_, _>>()?,
    })
}

fn frame(size: (u16, u16)) -> Result<f64, Failure> {
    let book = typist::rules(0);
    let index = Arc::new(SearchIndex::build(&book)?);
    let (mut app, mut terminal) = typist::browser(
        Library {
            index: Some(index),
            ..Library::new(book)
        },
        size,
    )?;
    let mut times: Vec<Duration> = Vec::with_capacity(SCROLLED);
    for at in 0..SCROLLED {
        let key = if at % 2 == 0 {
            KeyCode::Char('j')
        } else {
            KeyCode::Char('k')
        };
        app.handle(Event::Input(Input::Key(KeyEvent::new(
            key,
            KeyModifiers::NONE,
        ))));
        let started = Instant::now();
        tui::draw(&app, &mut terminal)?;
        times.push(started.elapsed());
    }
    Ok(percentile(&times, 50))
}

fn keystrokes(documents: usize) -> Result<Keystrokes, Failure> {
    let book = typist::rules(documents);
    let index = Arc::new(SearchIndex::build(&book)?);
    let typed = typist::texts(&book);
    let library = Library {
        index: Some(index),
        ..Library::new(book)
    };
    let keys = typist::keystrokes(library, &typed, (120, 40))?.keys;
    Ok(Keystrokes {
        documents,
        median: percentile(&keys, 50),
        most: percentile(&keys, 99),
    })
}
