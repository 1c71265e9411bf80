//! What is done behind the first frame: reading all of the rules, and making what answers a search.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::apart::{self, Apart};
use super::library::Library;
use super::progress::Teller;
use super::reread::{self, Work};
use super::update::Event;
use crate::cache::{Cache, Files, Kept, Unread};
use crate::loader::Origin;
use crate::rules::{Document, GameRef, Rulebook};
use crate::search::SearchIndex;
use crate::watch::Watch;

/// Where rules come from, and what is to be made of them.
pub(super) struct Rules {
    /// What the library holds a glance at only.
    pub unread: Option<Unread>,
    pub origins: Vec<Origin>,
    /// Where to keep what is made.
    pub cache: Option<Cache>,
    /// What makes very large ones, apart.
    pub program: Option<PathBuf>,
}

/// The way to the background.
pub(super) struct Background {
    work: Sender<Work>,
}

impl Background {
    /// Makes in the background what the library has not got yet, and then keeps up with the files that it comes from.
    pub(super) fn start(library: Library, rules: Rules, events: Sender<Event>) -> Self {
        let Rules { unread, origins, cache, program } = rules;
        let (work, queue) = channel();
        let news = work.clone();
        let watched = origins.iter().any(|origin| *origin != Origin::Bundled);
        if watched || unread.is_some() || library.index.is_none() {
            thread::spawn(move || {
                // What changes while the rules are prepared is not missed, and nothing waits for the watch.
                let places = origins.clone();
                let told = move |told| news.send(Work::News(told)).is_ok();
                let watch = thread::spawn(move || Watch::start(&places, told));
                let apart = apart(unread.as_ref(), cache.as_ref(), program.as_deref(), &origins);
                prepare(library, unread, (cache.as_ref(), apart), &events);
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

/// Has very large rules indexed apart, where nothing of them is kept yet, and it can be.
fn apart(unread: Option<&Unread>, cache: Option<&Cache>, program: Option<&Path>, origins: &[Origin]) -> Option<Apart> {
    cache?;
    unread.filter(|unread| unread.before.is_none() && apart::is_large(&unread.files) && unread.known().is_some())?;
    Apart::start(program?, origins)
}

/// Reads all of the rules where the library holds a glance at them only, and makes what it has not got yet.
fn prepare(
    mut library: Library,
    unread: Option<Unread>,
    (cache, apart): (Option<&Cache>, Option<Apart>),
    events: &Sender<Event>,
) {
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
    if let Some((apart, cache)) = apart.zip(cache)
        && let Some(settled) = made(apart, cache, &library, events)
    {
        return settle(library, settled, events);
    }
    index(library, known.as_ref().zip(cache), before.as_deref(), events);
}

/// Waits for what is made apart.
fn made(apart: Apart, cache: &Cache, library: &Library, events: &Sender<Event>) -> Option<Library> {
    let mut teller = Teller::new(events, "indexing", library.book.documents.len());
    let made = apart.wait(&mut |done| teller.tell(done));
    // Read back by another thread than read the rules: that one's memory is given back as a whole when they are let go of.
    let settled = || thread::scope(|scope| scope.spawn(|| settled(cache)).join().ok().flatten());
    made.then(settled).flatten()
}

/// Hands over rules as they were just kept: in place of those in memory, where they are the same.
fn settle(mut library: Library, settled: Library, events: &Sender<Event>) {
    let same = |(one, other): (&Document, &Document)| one.id == other.id && one.source.stamp == other.source.stamp;
    let (old, new) = (&library.book.documents, &settled.book.documents);
    if old.len() != new.len() || !old.iter().zip(new).all(same) {
        // A file was saved meanwhile.
        let _ = events.send(Event::Rules(settled));
        return;
    }
    library.index.clone_from(&settled.index);
    let _ = events.send(Event::Indexed(library.clone()));
    let _ = events.send(Event::Settled { of: library.book, library: settled });
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
            return settle(library, settled, events);
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

    /// What is told while a small folder is prepared, with another program to make it apart, where there is one.
    fn told(program: Option<&str>) -> Vec<Event> {
        let (rules, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(rules.path().join("a.md"), "# A\n\n## B\n\ntext\n").unwrap();
        let origins = [Origin::Path(rules.path().to_owned())];
        let cache = Cache::below(kept.path(), &origins).unwrap();
        let Found::Unread(unread) = Found::of(loader::find(&origins).unwrap(), Some(&cache)) else { panic!("kept") };
        let glance = Library::new(unread.glance(None));
        let (events, queue) = channel();
        let apart = program.map(|program| Apart::start(Path::new(program), &origins).unwrap());
        prepare(glance, Some(unread), (Some(&cache), apart), &events);
        queue.try_iter().collect()
    }

    #[cfg(unix)]
    #[test]
    fn where_nothing_was_made_apart_all_is_made_here() {
        for program in ["/bin/false", "/bin/true"] {
            let told = told(Some(program));
            let made = matches!(&told[..], [Event::Rules(_), Event::Indexed(_), Event::Settled { .. }]);
            assert!(made, "{program}: {} events", told.len());
        }
    }

    #[test]
    fn what_was_made_is_kept_and_handed_over_as_it_is_kept() {
        let told = told(None);
        let [Event::Rules(_), Event::Indexed(made), Event::Settled { of, library }] = &told[..] else {
            panic!("{} events", told.len());
        };
        assert!(Arc::ptr_eq(&made.book, of) && library.index.is_some());
        assert!(library.book.sections().eq(made.book.sections()));
        assert!(library.book.documents[0].source.is_unread);
    }
}
