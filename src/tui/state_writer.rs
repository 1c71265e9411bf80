//! The thread that writes changes to the state file, so that the browser never waits for the disk,
//! and reports those that other browsers write.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::event::Event;
use crate::source::Stamp;
use crate::state::{Change, Store, StoredState};

/// The time after which the thread looks whether another browser has changed the file. The players
/// of a game who look at two screens hardly notice it.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Starts the thread. `seen` is the stamp of the state that the browser has. After the returned
/// sender is dropped, the thread tries to write all changes, and ends.
pub fn start(
    store: Store,
    seen: Option<Stamp>,
    events: SyncSender<Event>,
) -> (Sender<Change>, JoinHandle<()>) {
    let (changes, queue) = channel();
    let thread = thread::spawn(move || write(&store, seen, &queue, &events));
    (changes, thread)
}

/// Writes changes as they arrive. Changes that could not be written are tried again together with
/// the next change. Of several failures in a row, only the first is reported, and those to store a
/// bookmark.
fn write(
    store: &Store,
    mut seen: Option<Stamp>,
    changes: &Receiver<Change>,
    events: &SyncSender<Event>,
) {
    let (mut unwritten, mut count) = (Vec::new(), 0);
    loop {
        let change = match changes.recv_timeout(LOOK_EVERY) {
            Ok(change) => change,
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                if store.stamp() != seen
                    && let Ok(stored) = store.load()
                {
                    let (written, stamp) = (count, stored.stamp);
                    let stored = StoredState { written, ..stored };
                    // If the browser is busy, the change is reported the next time.
                    if events.try_send(Event::of_state(Some(Ok(stored)))).is_ok() {
                        seen = stamp;
                    }
                }
                continue;
            }
        };
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
            seen = stored.stamp;
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
        let (changes, thread) = start(Store::new(folder.clone()), None, events);
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

    #[test]
    fn what_another_browser_writes_is_reported_once() {
        let home = tempfile::tempdir().unwrap();
        let query = |text: &str| Change::Query(text.to_owned());
        let store = Store::new(home.path().to_owned());
        let (events, queue) = sync_channel(8);
        let (changes, thread) = start(store.clone(), None, events);
        changes.send(query("ours")).unwrap();
        assert!(matches!(queue.recv(), Ok(Event::StateStored(_))));
        store.save(&[query("theirs")]).unwrap();
        let Ok(Event::StateStored(stored)) = queue.recv() else {
            panic!("the change is not reported")
        };
        assert_eq!(stored.state.queries, ["ours", "theirs"]);
        assert_eq!(stored.written, 1);
        assert!(queue.recv_timeout(2 * LOOK_EVERY).is_err());
        drop(changes);
        thread.join().unwrap();
    }
}
