//! What is done behind the first frame: reading all of the rules, and making what answers a search.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::SystemTime;

use super::apart::{self, Apart};
use super::library::Library;
use super::progress::{Progress, Teller};
use super::reread::{self, Work};
use super::update::Event;
use crate::cache::{Cache, Files, Found, Kept, Unread};
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader::{self, Origin};
use crate::rules::{Document, GameRef, Rulebook};
use crate::search::SearchIndex;
use crate::watch::Watch;

/// Where rules come from, where what is made of them is kept, and who makes it of large ones.
pub(super) struct Supply {
    pub origins: Vec<Origin>,
    pub cache: Option<Cache>,
    pub apart: Option<Apart>,
    /// When it was begun to look for the files.
    pub looked: SystemTime,
}

/// What is kept of some rules whose index is to be made.
pub(super) enum Keep {
    /// Nothing, and nothing can be.
    Nothing,
    /// Their outline; where the index belongs.
    Outline(PathBuf),
    /// Nothing of these files, but what was made of those before, if anything was.
    Files(Files, Option<Box<Kept>>),
}

/// Where there was no index before, one step keeps the outline, and another one makes the index; where a file is saved meanwhile,
/// one more takes that in.
const MOST_STEPS: usize = 3;

/// The way to the background.
pub(super) struct Background {
    work: Sender<Work>,
}

impl Supply {
    /// What makes rules apart, and where it keeps them.
    fn apart(&self) -> Option<(&Cache, &Apart)> {
        self.cache.as_ref().zip(self.apart.as_ref())
    }
}

impl Background {
    /// Makes in the background what the library has not got yet, and then keeps up with the files that it comes from;
    /// `unread` are the rules, where it holds a glance at them only, and `place` is where the index of kept ones belongs.
    pub(super) fn start(
        library: Library,
        (unread, place): (Option<Unread>, Option<PathBuf>),
        supply: Supply,
        events: Sender<Event>,
    ) -> Self {
        let (work, queue) = channel();
        let news = work.clone();
        let watched = supply
            .origins
            .iter()
            .any(|origin| *origin != Origin::Bundled);
        if watched || unread.is_some() || library.index.is_none() {
            thread::spawn(move || {
                // What changes while the rules are prepared is not missed, and nothing waits for the watch.
                let places = supply.origins.clone();
                let told = move |told| news.send(Work::News(told)).is_ok();
                let looked = supply.looked;
                let watch = thread::spawn(move || {
                    Watch::start(&places, told).inspect(|watch| {
                        // Nor is what changed before.
                        watch.look_back(looked);
                    })
                });
                prepare(library, (unread, place), &supply, &events);
                if let Ok(Some(watch)) = watch.join() {
                    reread::keep_up(&supply, &watch, &queue, &events);
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
fn prepare(
    library: Library,
    (unread, place): (Option<Unread>, Option<PathBuf>),
    supply: &Supply,
    events: &Sender<Event>,
) {
    let Some(unread) = unread else {
        return index(
            library,
            place.map_or(Keep::Nothing, Keep::Outline),
            supply,
            events,
        );
    };
    let known = unread.files.diagnostics.clone();
    let (library, keep) = read(unread, supply, events);
    // Where nobody listens any more, the browser has ended.
    if events.send(Event::Rules(library.clone())).is_ok() {
        if let Some(faults) = reread::first(&new_errors(&library.book, &known)) {
            let _ = events.send(Event::Remarked(faults));
        }
        index(library, keep, supply, events);
    }
}

/// The files that turned out to be unreadable when they were opened: before the first frame not all are.
fn new_errors(book: &Rulebook, known: &[Diagnostic]) -> Vec<Diagnostic> {
    let is_new = |fault: &&Diagnostic| fault.severity == Severity::Error && !known.contains(fault);
    book.diagnostics.iter().filter(is_new).cloned().collect()
}

/// Reads rules, large ones apart, telling how far it has come.
pub(super) fn read(mut unread: Unread, supply: &Supply, events: &Sender<Event>) -> (Library, Keep) {
    if apart::is_large(unread.bytes())
        && let Some((cache, apart)) = supply.apart()
        && apart.run(&supply.origins, events)
        && let Ok(listing) = loader::find(&supply.origins)
    {
        match Found::of(listing, Some(cache)) {
            Found::Kept(cache, kept) => return restored(*kept, &cache),
            // A file was saved meanwhile, or they could not be kept.
            Found::Unread(again) => unread = again,
        }
    }
    let known = unread.known();
    let mut teller = Teller::new(events, Progress::READING, unread.files.documents().count());
    let (book, before) = unread.load_after(&mut |done| teller.tell(done));
    (Library::new(book), Keep::Files(known, before))
}

/// Makes what a library has not got yet, where it is kept for the next start; in memory, where it cannot be kept. What has not
/// changed since before comes from there.
pub(super) fn index(mut library: Library, keep: Keep, supply: &Supply, events: &Sender<Event>) {
    if library.index.is_some() {
        return;
    }
    if let Some(made) = made_apart(&library, &keep, supply, events) {
        return hand_over(library, made, events);
    }
    let mut teller = Teller::new(events, Progress::INDEXING, library.book.documents.len());
    let mut tell = |done| teller.tell(done);
    if let Some(made) = supply
        .cache
        .as_ref()
        .and_then(|cache| kept(&library, keep, cache, &mut tell))
    {
        return hand_over(library, made, events);
    }
    match SearchIndex::build_telling(&library.book, &mut tell) {
        Ok(index) => library.index = Some(Arc::new(index)),
        Err(error) => drop(events.send(Event::Failed(format!("search does not work: {error}")))),
    }
    let _ = events.send(Event::Indexed(library));
}

/// Has the index of large rules made apart; gives the rules with it as they are kept then.
fn made_apart(
    library: &Library,
    keep: &Keep,
    supply: &Supply,
    events: &Sender<Event>,
) -> Option<Library> {
    let (cache, apart) = supply.apart()?;
    let place = match keep {
        Keep::Outline(place) => Some(place),
        Keep::Files(_, Some(_)) => None,
        // They were to be read and kept apart, and are not.
        Keep::Files(_, None) | Keep::Nothing => return None,
    };
    let bytes = library
        .book
        .documents
        .iter()
        .map(|document| u64::from(document.length))
        .sum();
    if !apart::is_large(bytes) {
        return None;
    }
    for _ in 0..MOST_STEPS {
        if !apart.run(&supply.origins, events) {
            break;
        }
        if let Some(index) = place.and_then(|place| cache.open(place)) {
            return Some(Library {
                index: Some(Arc::new(index)),
                ..library.clone()
            });
        }
        let made = cache.load_kept().map(|kept| restored(kept, cache).0);
        if let Some(made) = made.filter(|made| made.index.is_some()) {
            return Some(made);
        }
    }
    None
}

/// Makes an index where it is kept; gives the rules with it as they are kept then.
fn kept(
    library: &Library,
    keep: Keep,
    cache: &Cache,
    tell: &mut dyn FnMut(usize),
) -> Option<Library> {
    match keep {
        Keep::Nothing => None,
        Keep::Outline(place) => {
            cache.complete(&library.book, &place, tell).ok()?;
            let index = Arc::new(cache.open(&place)?);
            Some(Library {
                index: Some(index),
                ..library.clone()
            })
        }
        Keep::Files(files, before) => {
            cache
                .make(&files, &library.book, before.as_deref(), tell)
                .ok()?;
            settled(cache)
        }
    }
}

/// Hands over a library whose index was made; as it was just kept, it takes the place of the one in memory.
fn hand_over(mut library: Library, made: Library, events: &Sender<Event>) {
    if !is_same(&library.book, &made.book) {
        // A file was saved meanwhile.
        let _ = events.send(Event::Rules(made));
        return;
    }
    library.index.clone_from(&made.index);
    let _ = events.send(Event::Indexed(library));
}

/// Whether two rulebooks are of the same texts.
fn is_same(one: &Rulebook, other: &Rulebook) -> bool {
    let known = |document: &Document| {
        (
            document.id.clone(),
            document.source.stamp.map(|stamp| stamp.content),
        )
    };
    one.documents
        .iter()
        .map(known)
        .eq(other.documents.iter().map(known))
}

/// The rules as they were just kept, with their index.
fn settled(cache: &Cache) -> Option<Library> {
    cache
        .load_kept()
        .map(|kept| restored(kept, cache).0)
        .filter(|settled| settled.index.is_some())
}

/// The rules as they are kept, with their index if that can be opened; and where it belongs.
pub(super) fn restored(kept: Kept, cache: &Cache) -> (Library, Keep) {
    let index = cache.open(&kept.index).map(Arc::new);
    (
        Library {
            index,
            ..Library::new(kept.book)
        },
        Keep::Outline(kept.index),
    )
}

#[cfg(test)]
mod tests;
