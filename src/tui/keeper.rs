//! The thread that keeps the marks: it reads the state after the first frame and writes what happens from then on, so that
//! no key waits for a disk.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::event::Event;
use crate::state::{Change, Store, StoreError};

/// At the end the browser waits this long for what is still to be written.
const LAST_WAIT: Duration = Duration::from_secs(5);

/// The way to the thread.
pub(super) struct Keeper {
    changes: Sender<Vec<Change>>,
    done: Receiver<()>,
}

impl Keeper {
    /// Begins with a store; without one there is no home folder to keep anything in.
    pub(super) fn start(store: Option<Store>, events: Sender<Event>) -> Self {
        let (changes, queue) = channel();
        let (end, done) = channel();
        thread::spawn(move || {
            match store {
                Some(store) => Thread::new(store, events).run(&queue),
                None => drop(events.send(Event::NotKept("there is no home folder".to_owned()))),
            }
            let _ = end.send(());
        });
        Self { changes, done }
    }

    /// Hands changes over.
    pub(super) fn keep(&self, changes: Vec<Change>) {
        if !changes.is_empty() {
            // Without a store nobody listens.
            let _ = self.changes.send(changes);
        }
    }

    /// Waits until everything is written, but not for ever.
    pub(super) fn finish(self) {
        drop(self.changes);
        let _ = self.done.recv_timeout(LAST_WAIT);
    }
}

struct Thread {
    store: Store,
    events: Sender<Event>,
    /// Changes that could not be kept yet: they are tried again with the next ones.
    waiting: Vec<Change>,
    said: String,
}

impl Thread {
    fn new(store: Store, events: Sender<Event>) -> Self {
        Self {
            store,
            events,
            waiting: Vec::new(),
            said: String::new(),
        }
    }

    fn run(mut self, queue: &Receiver<Vec<Change>>) {
        match self.store.load() {
            Ok(kept) => self.tell(Event::Kept { count: 0, kept }),
            Err(error) => self.fail(&error),
        }
        while let Ok(changes) = queue.recv() {
            self.waiting.extend(changes);
            self.waiting.extend(queue.try_iter().flatten());
            self.keep();
        }
        if !self.waiting.is_empty() {
            self.keep();
        }
    }

    fn keep(&mut self) {
        match self.store.keep(&self.waiting) {
            Ok(kept) => {
                let count = self.waiting.len();
                self.waiting.clear();
                self.said.clear();
                self.tell(Event::Kept { count, kept });
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Says why nothing is kept: once, and again where a bookmark waits for it.
    fn fail(&mut self, error: &StoreError) {
        let message = error.to_string();
        let is_bookmark =
            |change: &Change| matches!(change, Change::Bookmark(_) | Change::Forget(_));
        if message != self.said || self.waiting.last().is_some_and(is_bookmark) {
            self.tell(Event::NotKept(message.clone()));
            self.said = message;
        }
    }

    fn tell(&self, event: Event) {
        // Where nobody listens any more, the browser is ending.
        let _ = self.events.send(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Bookmark;

    const DEADLINE: Duration = Duration::from_secs(30);

    fn bookmark(id: &str) -> Vec<Change> {
        vec![Change::Bookmark(Bookmark {
            id: id.to_owned(),
            name: id.to_owned(),
        })]
    }

    #[test]
    fn the_end_waits_until_everything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().to_owned());
        let (events, _queue) = channel();
        let keeper = Keeper::start(Some(store.clone()), events);
        for number in 0..20 {
            keeper.keep(bookmark(&format!("g/{number}")));
        }
        keeper.finish();
        assert_eq!(store.load().unwrap().state.bookmarks.len(), 20);
    }

    #[test]
    fn what_cannot_be_kept_is_said_and_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("home");
        std::fs::write(&place, "in the way").unwrap();
        let (events, queue) = channel();
        let keeper = Keeper::start(Some(Store::new(place.join("tableside"))), events);
        let next = || queue.recv_timeout(DEADLINE).expect("an event in time");
        assert!(
            matches!(next(), Event::NotKept(_)),
            "what is in the way is no folder to read in"
        );
        keeper.keep(bookmark("g/a"));
        assert!(matches!(next(), Event::NotKept(_)));
        std::fs::remove_file(&place).unwrap();
        keeper.keep(bookmark("g/b"));
        let Event::Kept { count: 2, kept } = next() else {
            panic!("both are kept now")
        };
        assert_eq!(kept.state.bookmarks.len(), 2);
    }

    #[test]
    fn without_a_home_folder_it_is_said_and_nothing_waits() {
        let (events, queue) = channel();
        let keeper = Keeper::start(None, events);
        keeper.keep(bookmark("g/a"));
        keeper.finish();
        assert!(matches!(
            queue.recv_timeout(DEADLINE),
            Ok(Event::NotKept(_))
        ));
    }
}
