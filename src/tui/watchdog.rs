//! Quitting while the browser is busy: the page of a file of many megabytes takes seconds to lay out, and a key that quits must
//! not wait for it.

use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::action::Action;
use super::keymap::{Context, Key, Keymap, Match};

/// How long one event may delay quitting.
const PATIENCE: Duration = Duration::from_millis(500);

/// Ends the program if the event that is handled when the player quits takes too long.
#[derive(Clone)]
pub(super) struct Watchdog(Arc<Watched>);

struct Watched {
    keymap: Keymap,
    /// The pane that had the focus before the event that is being handled.
    context: Mutex<Context>,
    /// How often the handling of an event has begun or ended: odd while one is handled.
    turns: AtomicUsize,
    restore: fn(),
}

impl Watchdog {
    /// A watchdog over a browser that is starting. `restore` gives the terminal back.
    pub(super) fn new(keymap: Keymap, restore: fn()) -> Self {
        Self(Arc::new(Watched {
            keymap,
            // Home, where letters are text.
            context: Mutex::new(Context::Search),
            turns: AtomicUsize::new(1),
            restore,
        }))
    }

    /// Notes that the handling of an event begins.
    pub(super) fn begin(&self) {
        self.0.turns.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that the event is handled, or that the browser has started, and the focused pane.
    pub(super) fn end(&self, context: Context) {
        let mut last = self.0.context.lock();
        **last.as_mut().unwrap_or_else(PoisonError::get_mut) = context;
        self.0.turns.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether a key quits in the focused pane.
    pub(super) fn quits(&self, key: Key) -> bool {
        let context = *self
            .0
            .context
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.0.keymap.find(context, &[key]) == Match::Action(Action::Quit)
    }

    /// Ends the program with an exit status unless the event that is handled now is done soon.
    pub(super) fn quit(&self, status: i32) {
        let watched = Arc::clone(&self.0);
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
