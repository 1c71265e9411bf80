//! Quitting while the browser is busy. Laying out the page of a very large file takes seconds, and
//! a write to a terminal that nobody reads never ends. Ctrl-C or a signal must not wait that long.
//! Other keys do wait, because their meaning depends on the events before them.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crossterm::terminal::disable_raw_mode;

/// How long one event may delay quitting.
const TIMEOUT: Duration = Duration::from_millis(500);

/// How long the browser may take to end. Saving the state takes less time.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// A timer that ends the program if the player quits while an event takes too long to handle.
#[derive(Clone)]
pub struct Watchdog {
    /// The number of calls of `turn`, plus one. It is odd while the browser starts and while an
    /// event is being handled.
    turns: Arc<AtomicUsize>,
    /// Restores the terminal.
    restore: fn(),
}

impl Watchdog {
    /// Creates a watchdog for a browser that is starting. `restore` restores the terminal.
    pub fn new(restore: fn()) -> Self {
        Self {
            turns: Arc::new(AtomicUsize::new(1)),
            restore,
        }
    }

    /// Switches between busy and idle. Call it when the browser has started, and when the handling
    /// of an event begins and ends.
    pub fn turn(&self) {
        self.turns.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends the program with the given exit status: after `TIMEOUT` if the browser is still busy with
    /// the same event, or else after `EXIT_TIMEOUT` if it has not ended by itself. No change of the
    /// state is lost: before the browser draws a frame, it sends all changes to the thread that
    /// writes the state file.
    pub fn quit(&self, status: i32) {
        let watched = self.clone();
        let turn = watched.turns.load(Ordering::Relaxed);
        thread::spawn(move || {
            thread::sleep(TIMEOUT);
            if !turn.is_multiple_of(2) && watched.turns.load(Ordering::Relaxed) == turn {
                (watched.restore)();
                process::exit(status);
            }
        });
        // Restoring the terminal never ends either if nobody reads its output.
        thread::spawn(move || {
            thread::sleep(EXIT_TIMEOUT);
            let _ = disable_raw_mode();
            process::exit(status);
        });
    }
}
