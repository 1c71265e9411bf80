//! What is done behind the first frame: reading all of the rules, and making what answers a search.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use super::library::Library;
use super::update::Event;
use crate::loader::Loaded;
use crate::rules::Rulebook;
use crate::search::SearchIndex;

/// Makes in the background what the library has not got yet; `files` are the rules, where it holds a glance at them only.
pub(super) fn start(library: Library, files: Option<Loaded>, events: Sender<Event>) {
    if files.is_some() || library.index.is_none() {
        thread::spawn(move || prepare(library, files, &events));
    }
}

fn prepare(mut library: Library, files: Option<Loaded>, events: &Sender<Event>) {
    if let Some(files) = files {
        library = Library::new(Rulebook::load(files.sources, files.diagnostics));
        // Where nobody listens any more, the browser has ended.
        if events.send(Event::Rules(library.clone())).is_err() {
            return;
        }
    }
    if library.index.is_none() {
        match SearchIndex::build(&library.book) {
            Ok(index) => library.index = Some(Arc::new(index)),
            Err(error) => drop(events.send(Event::Failed(format!("search does not work: {error}")))),
        }
        if events.send(Event::Indexed(library.clone())).is_err() {
            return;
        }
    }
    if !library.has_few_words() {
        library.find_backlinks();
        let _ = events.send(Event::Indexed(library));
    }
}
