//! The thread that writes changes to the state file, so that the browser never waits for the disk.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::{self, JoinHandle};

use super::event::Event;
use crate::state::{Change, Store};

/// Starts the thread. After the returned sender is dropped, the thread tries to write all changes,
/// and ends.
pub fn start(store: Store, events: SyncSender<Event>) -> (Sender<Change>, JoinHandle<()>) {
    let (changes, queue) = channel();
    let thread = thread::spawn(move || write(&store, &queue, &events));
    (changes, thread)
}

/// Writes changes as they arrive. Changes that could not be written are tried again together with
/// the next change. Of several failures in a row, only the first is reported, and those to store a
/// bookmark.
fn write(store: &Store, changes: &Receiver<Change>, events: &SyncSender<Event>) {
    let (mut unwritten, mut count) = (Vec::new(), 0);
    while let Ok(change) = changes.recv() {
        let before = unwritten.len();
        unwritten.push(change);
        unwritten.extend(changes.try_iter());
        let is_bookmark = |change| {
            matches!(
                change,
                &Change::Bookmark(_) | &Change::Forget(_) | &Change::Game(_)
            )
        };
        let is_wanted = before == 0 || unwritten[before..].iter().any(is_bookmark);
        let mut written = store.save(&unwritten);
        if let Ok(stored) = &mut written {
            count += unwritten.len();
            stored.written = count;
            unwritten.clear();
        }
        if written.is_ok() || is_wanted {
            // Ignore a failure to send the report: the queue is full or the program is ending.
            let _ = events.try_send(Event::of_state(Some(written)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn changes_are_written_and_failures_are_reported() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("state");
        fs::write(&folder, "no folder").unwrap();
        let (events, queue) = sync_channel(8);
        let (changes, thread) = start(Store::new(folder.clone()), events);
        let query = |text: &str| Change::Query(text.to_owned());
        let is_failure = |event| matches!(event, Ok(Event::StateFailed(_)));
        changes.send(query("one")).unwrap();
        assert!(is_failure(queue.recv()));
        changes.send(query("two")).unwrap();
        changes.send(Change::Forget("g/a".to_owned())).unwrap();
        assert!(is_failure(queue.recv()));
        fs::remove_file(&folder).unwrap();
        changes.send(query("three")).unwrap();
        let Ok(Event::StateStored(stored)) = queue.recv() else {
            panic!("the changes are not written")
        };
        assert_eq!(stored.state.queries, ["one", "two", "three"]);
        changes.send(query("four")).unwrap();
        drop(changes);
        thread.join().unwrap();
        let state = Store::new(folder).load().unwrap().state;
        assert_eq!(state.queries, ["one", "two", "three", "four"]);
    }
}
