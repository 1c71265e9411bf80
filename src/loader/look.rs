//! Looks at files that were found: at many of them by several threads, because a first frame waits for it.

use std::fs::{self, Metadata};
use std::thread;

use super::Entry;

/// Each thread looks at no fewer files than this: to begin one takes as long as looking at some fifty.
const SHARE: usize = 500;

/// No more threads than this: the system has little to do at once for one folder.
const MOST_THREADS: usize = 4;

/// What the system tells about each of some entries; nothing of a file that it tells nothing about, and of what is none.
pub(super) fn look(entries: &[Entry]) -> Vec<Option<Metadata>> {
    let threads = (entries.len() / SHARE).clamp(1, MOST_THREADS);
    in_shares(entries, entries.len().div_ceil(threads).max(1))
}

fn in_shares(entries: &[Entry], share: usize) -> Vec<Option<Metadata>> {
    let (own, others) = entries.split_at(share.min(entries.len()));
    if others.is_empty() {
        return own.iter().map(metadata).collect();
    }
    thread::scope(|scope| {
        let helpers = others.chunks(share).map(|entries| {
            let work = move || entries.iter().map(metadata).collect::<Vec<_>>();
            (entries, thread::Builder::new().spawn_scoped(scope, work))
        });
        let helpers: Vec<_> = helpers.collect();
        let mut looked: Vec<_> = own.iter().map(metadata).collect();
        for (entries, helper) in helpers {
            // Where there can be no further thread, this one does it.
            let done = helper.ok().and_then(|helper| helper.join().ok());
            looked.extend(done.unwrap_or_else(|| entries.iter().map(metadata).collect()));
        }
        looked
    })
}

fn metadata(entry: &Entry) -> Option<Metadata> {
    let Entry::File(source) = entry else {
        return None;
    };
    fs::metadata(source.origin.as_deref()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Source, Stamp};

    #[test]
    fn each_file_is_told_its_own_whoever_looked_at_it() {
        let folder = tempfile::tempdir().unwrap();
        let has_file = |length: usize| !length.is_multiple_of(3);
        let found = |length: usize| {
            let path = folder.path().join(format!("{length}.md"));
            if has_file(length) {
                fs::write(&path, "a".repeat(length)).unwrap();
            }
            Entry::File(Source::unread(path, String::new(), String::new(), Stamp::default()).into())
        };
        let entries: Vec<_> = (0..11).map(found).collect();
        let expected: Vec<_> = (0..11)
            .map(|length| has_file(length).then_some(length))
            .collect();
        for share in 1..13 {
            let lengths = in_shares(&entries, share)
                .into_iter()
                .map(|looked| looked.map(|looked| usize::try_from(looked.len()).unwrap()));
            assert_eq!(lengths.collect::<Vec<_>>(), expected, "{share} a thread");
        }
        assert!(look(&[]).is_empty());
    }
}
