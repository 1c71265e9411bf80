//! What may take longer than a frame, as plain data: the state asks for it, whoever runs the state gets it done, and the
//! result comes back as an event that says what it is the result of.

use std::sync::atomic::{AtomicBool, Ordering};

use super::finder::Asked;
use super::library::Library;
use super::numbers::Listing;
use super::update::Event;

/// A task, with the number by which its result is known again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// A search.
    Search(Asked),
    /// The key numbers that a filter leaves, in their order.
    Numbers(Listing),
}

impl Task {
    /// Whether another task makes this one needless: of each kind only the newest counts.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// Does it with the rules that are loaded; nothing where it was called off meanwhile, or the rules cannot answer it.
    #[must_use]
    pub fn done(self, library: &Library, off: &CallOff) -> Option<Event> {
        match self {
            Self::Search(asked) => asked
                .answer_with_lines(library, off)
                .map(Box::new)
                .map(Event::Answered),
            Self::Numbers(listing) => listing.list(library, off).map(Event::Listed),
        }
    }
}

/// Tells a task that nobody waits for it any more. Long tasks look at it between their stages.
#[derive(Debug, Default)]
pub struct CallOff(AtomicBool);

impl CallOff {
    /// Calls the task off.
    pub fn call(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is called off.
    #[must_use]
    pub fn is_called(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
