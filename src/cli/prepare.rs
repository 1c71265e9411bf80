//! What the browser has done for large rules in a process of its own: a step towards what a start needs of them.
//!
//! A step reads the rules and keeps their outline, or makes the index of an outline that is kept, or both where few files are
//! others than before. It says on standard output how far it has come, and ends when nobody reads that.

use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::args::Global;
use super::setup::{listing, named};
use super::{Failure, Status};
use crate::cache::{Cache, Found};
use crate::tui::progress::Progress;

/// How often it is told how far it has come.
const EVERY: Duration = Duration::from_millis(100);

/// Does the next step, if there is one; nothing to do is fine too.
pub(super) fn run(global: &Global) -> Result<Status, Failure> {
    let told = Told::default();
    told.start();
    let origins = named(&global.rules);
    let Some(cache) = Cache::of(&origins) else {
        return Ok(Status::Nothing);
    };
    let done = match Found::of(listing(&origins)?, Some(&cache)) {
        Found::Kept(_, kept) if kept.index.exists() => Ok(()),
        Found::Kept(_, kept) => {
            let documents = kept.book.documents.len();
            cache.complete(
                &kept.book,
                &kept.index,
                &mut told.teller(Progress::INDEXING, documents),
            )
        }
        Found::Unread(unread) => {
            let files = unread.known();
            let documents = unread.files.documents().count();
            let (book, before) = unread.load_after(&mut told.teller(Progress::READING, documents));
            match before.filter(|before| before.index.exists()) {
                Some(before) => cache.make(
                    &files,
                    &book,
                    Some(&before),
                    &mut told.teller(Progress::INDEXING, documents),
                ),
                None => cache.keep(&files, &book),
            }
        }
    };
    Ok(if done.is_ok() {
        Status::Fine
    } else {
        Status::Nothing
    })
}

/// What is to be told next.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<String>>);

impl Told {
    /// Tells it now and then, whether it has changed or not: thereby it is found out when nobody reads it any more.
    fn start(&self) {
        let told = self.clone();
        thread::spawn(move || {
            loop {
                let line = told.0.lock().map(|line| line.clone()).unwrap_or_default();
                let mut output = io::stdout().lock();
                if writeln!(output, "{line}")
                    .and_then(|()| output.flush())
                    .is_err()
                {
                    // What is written so far is swept by a later start.
                    process::exit(1);
                }
                drop(output);
                thread::sleep(EVERY);
            }
        });
    }

    fn teller(&self, what: &'static str, of: usize) -> impl FnMut(usize) {
        let told = self.clone();
        move |done| {
            if let Ok(mut line) = told.0.lock() {
                *line = Progress { what, done, of }.line();
            }
        }
    }
}
