//! What is done behind the first frame: reading all of the rules, and making what answers a search.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::library::Library;
use super::progress::Teller;
use super::reread::{self, Work};
use super::update::Event;
use crate::cache::{Cache, Files, Kept, Unread};
use crate::loader::Origin;
use crate::rules::{GameRef, Rulebook};
use crate::search::SearchIndex;
use crate::watch::Watch;

/// The way to the background.
pub(super) struct Background {
    work: Sender<Work>,
}

impl Background {
    /// Makes in the background what the library has not got yet, and then keeps up with the files that it comes from;
    /// `unread` are the rules, where it holds a glance at them only.
    pub(super) fn start(
        library: Library,
        unread: Option<Unread>,
        origins: Vec<Origin>,
        cache: Option<Cache>,
        events: Sender<Event>,
    ) -> Self {
        let (work, queue) = channel();
        let news = work.clone();
        let watched = origins.iter().any(|origin| *origin != Origin::Bundled);
        if watched || unread.is_some() || library.index.is_none() {
            thread::spawn(move || {
                // What changes while the rules are prepared is not missed, and nothing waits for the watch.
                let places = origins.clone();
                let told = move |told| news.send(Work::News(told)).is_ok();
                let watch = thread::spawn(move || Watch::start(&places, told));
                prepare(library, unread, cache.as_ref(), &events);
                if let Ok(Some(watch)) = watch.join() {
                    reread::keep_up(&origins, cache.as_ref(), &watch, &queue, &events);
                }
            });
        }
        Self { work }
    }

    /// Reads the rules again: a file is not what it was.
    pub(super) fn changed(&self) {
        let _ = self.work.send(Work::Outdated);
    }

    /// Looks whether files have changed without the system telling so.
    pub(super) fn look(&self) {
        // Where nothing is watched, nobody listens.
        let _ = self.work.send(Work::Look);
    }
}

/// Gathers the figures of the rules in the background.
pub(super) fn gather_numbers(library: Library, events: Sender<Event>) {
    thread::spawn(move || {
        library.find_key_numbers();
        let _ = events.send(Event::Numbers);
    });
}

/// Looks in the background for what links into a game.
pub(super) fn find_backlinks(library: Library, game: GameRef, events: Sender<Event>) {
    thread::spawn(move || {
        library.find_backlinks(game);
        let _ = events.send(Event::Linked);
    });
}

/// Reads all of the rules where the library holds a glance at them only, and makes what it has not got yet.
fn prepare(mut library: Library, unread: Option<Unread>, cache: Option<&Cache>, events: &Sender<Event>) {
    let known = unread.as_ref().and_then(Unread::known);
    let mut before = None;
    if let Some(unread) = unread {
        let (book, kept) = load(unread, events);
        (library, before) = (Library::new(book), kept);
        // Where nobody listens any more, the browser has ended.
        if events.send(Event::Rules(library.clone())).is_err() {
            return;
        }
    }
    index(library, known.as_ref().zip(cache), before.as_deref(), events);
}

/// Reads rules, telling how far it has come; gives what was made of them before, too.
pub(super) fn load(unread: Unread, events: &Sender<Event>) -> (Rulebook, Option<Box<Kept>>) {
    let mut teller = Teller::new(events, "reading", unread.files.documents().count());
    unread.load_after(&mut |done| teller.tell(done))
}

/// Makes what a library has not got yet, where it is kept for the next start; in memory, where it cannot be kept. What has not
/// changed since `before` comes from there.
pub(super) fn index(
    mut library: Library,
    keep: Option<(&Files, &Cache)>,
    before: Option<&Kept>,
    events: &Sender<Event>,
) {
    if library.index.is_some() {
        return;
    }
    let mut teller = Teller::new(events, "indexing", library.book.documents.len());
    let mut tell = |done| teller.tell(done);
    if let Some((files, cache)) = keep {
        let made = cache.make(files, &library.book, before, &mut tell).ok();
        if let Some(settled) = made.and_then(|()| settled(cache)) {
            library.index.clone_from(&settled.index);
            // The rules as they were just kept take the place of those in memory.
            let _ = events.send(Event::Indexed(library.clone()));
            let _ = events.send(Event::Settled { of: library.book, library: settled });
            return;
        }
    }
    match SearchIndex::build_telling(&library.book, &mut tell) {
        Ok(index) => library.index = Some(Arc::new(index)),
        Err(error) => drop(events.send(Event::Failed(format!("search does not work: {error}")))),
    }
    let _ = events.send(Event::Indexed(library));
}

/// The rules as they were just kept, with their index.
fn settled(cache: &Cache) -> Option<Library> {
    cache.load().map(|kept| restored(kept, cache)).filter(|settled| settled.index.is_some())
}

/// The rules as they are kept, with their index if that can be opened.
pub(super) fn restored(kept: Kept, cache: &Cache) -> Library {
    let index = cache.open(&kept.index).map(Arc::new);
    Library { index, ..Library::new(kept.book) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cache::Found;
    use crate::loader;

    #[test]
    fn what_was_made_is_kept_and_handed_over_as_it_is_kept() {
        let (rules, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(rules.path().join("a.md"), "# A\n\n## B\n\ntext\n").unwrap();
        let origins = [Origin::Path(rules.path().to_owned())];
        let cache = Cache::below(kept.path(), &origins).unwrap();
        let Found::Unread(unread) = Found::of(loader::find(&origins).unwrap(), Some(&cache)) else { panic!("kept") };
        let glance = Library::new(unread.glance(None));
        let (events, queue) = channel();
        prepare(glance, Some(unread), Some(&cache), &events);
        let told: Vec<_> = queue.try_iter().collect();
        let [Event::Rules(_), Event::Indexed(made), Event::Settled { of, library }] = &told[..] else {
            panic!("{} events", told.len());
        };
        assert!(Arc::ptr_eq(&made.book, of) && library.index.is_some());
        assert!(library.book.sections().eq(made.book.sections()));
        assert!(library.book.documents[0].source.is_unread);
    }
}
