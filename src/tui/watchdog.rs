//! Quitting while the browser is busy: the page of a file of many megabytes takes seconds to lay out, and Ctrl-C or a signal must
//! not wait for it. Other keys wait: what they mean depends on the events before them.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How long one event may delay quitting.
const PATIENCE: Duration = Duration::from_millis(500);

/// Ends the program if the event that is handled when the player quits takes too long.
#[derive(Clone)]
pub(super) struct Watchdog {
    /// How often the handling of an event has begun or ended: odd while one is handled.
    turns: Arc<AtomicUsize>,
    /// Gives the terminal back.
    restore: fn(),
}

impl Watchdog {
    /// A watchdog over a browser that is starting. `restore` gives the terminal back.
    pub(super) fn new(restore: fn()) -> Self {
        Self {
            turns: Arc::new(AtomicUsize::new(1)),
            restore,
        }
    }

    /// Notes that the handling of an event begins or ends, or that the browser has started.
    pub(super) fn turn(&self) {
        self.turns.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends the program with an exit status unless the event that is handled now is done soon.
    pub(super) fn quit(&self, status: i32) {
        let watched = self.clone();
        let turn = watched.turns.load(Ordering::Relaxed);
        if turn.is_multiple_of(2) {
            return;
        }
        thread::spawn(move || {
            thread::sleep(PATIENCE);
            if watched.turns.load(Ordering::Relaxed) == turn {
                (watched.restore)();
                process::exit(status);
            }
        });
    }
}
