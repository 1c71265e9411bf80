//! Reading the rules again when their files change: behind the browser, which goes on with those it has.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};

use super::library::Library;
use super::prepare::{self, Supply, index};
use super::update::Event;
use crate::cache::{Found, Unread};
use crate::diagnostic::{Diagnostic, Severity};
use crate::links;
use crate::loader::{self, Loaded};
use crate::order;
use crate::source::clean;
use crate::watch::{News, Watch};

/// What the background is asked to do.
#[derive(Debug)]
pub(super) enum Work {
    /// To take in what the watch says.
    News(News),
    /// To look whether files have changed.
    Look,
    /// To read the rules again: what is kept of them has turned out to be untrue.
    Outdated,
}

/// Reads the rules again whenever they change, until nobody asks any more.
pub(super) fn keep_up(
    supply: &Supply,
    watch: &Watch,
    queue: &Receiver<Work>,
    events: &Sender<Event>,
) {
    while let Ok(work) = queue.recv() {
        let going_on = match work {
            Work::Look => {
                watch.look();
                true
            }
            Work::Outdated => {
                if let Some(cache) = &supply.cache {
                    cache.forget();
                }
                reread(supply, &[], events)
            }
            Work::News(News::Changed(paths)) => {
                // Reading once takes in all that has changed so far.
                let (mut paths, mut looks, mut outdated) = (paths, false, false);
                for more in queue.try_iter() {
                    match more {
                        Work::News(News::Changed(more)) => paths.extend(more),
                        Work::Look => looks = true,
                        Work::Outdated => outdated = true,
                        Work::News(News::Unwatched(_)) => {}
                    }
                }
                if looks {
                    watch.look();
                }
                if let Some(cache) = supply.cache.as_ref().filter(|_| outdated) {
                    cache.forget();
                }
                reread(supply, &paths, events)
            }
            Work::News(News::Unwatched(why)) => {
                let message = format!(
                    "files are not watched but looked at every few seconds: {}",
                    clean(&why)
                );
                // It may be that nothing can be watched because nothing can be read: that is said before.
                events.send(Event::Remarked(message)).is_ok()
            }
        };
        if !going_on {
            return;
        }
    }
}

/// Reads what has changed of all rules; whether anybody wants to know.
fn reread(supply: &Supply, changed: &[PathBuf], events: &Sender<Event>) -> bool {
    let listing = match loader::find(&supply.origins) {
        Ok(listing) => listing,
        Err(error) => return events.send(Event::Told(kept(&error.to_string()))).is_ok(),
    };
    let (library, keep) = match Found::of(listing, supply.cache.as_ref()) {
        Found::Unread(Unread { files, .. }) if files.documents().next().is_none() => {
            return events
                .send(Event::Told(kept(&without_documents(&files))))
                .is_ok();
        }
        Found::Unread(unread) => prepare::read(unread, supply, events),
        Found::Kept(cache, same) => prepare::restored(*same, &cache),
    };
    let message = outcome(&library, changed);
    let told = events.send(Event::Rules(library.clone())).is_ok()
        && events.send(Event::Told(message)).is_ok();
    if told {
        index(library, keep, supply, events);
    }
    told
}

fn kept(why: &str) -> String {
    format!("the rules read before stay: {}", clean(why))
}

fn without_documents(files: &Loaded) -> String {
    files.diagnostics.first().map_or_else(
        || "there are no rules any more".to_owned(),
        Diagnostic::brief,
    )
}

/// What is wrong with the files that have changed: the first fault, and how many more; else which were read again.
fn outcome(library: &Library, changed: &[PathBuf]) -> String {
    let changed: HashSet<&Path> = changed.iter().map(PathBuf::as_path).collect();
    let book = &library.book;
    let mut faults = book.diagnostics.clone();
    // In a large folder that would take longer than an author waits.
    if library.has_few_words() {
        faults.extend(links::diagnostics(book, &library.links));
    }
    faults.retain(|fault| {
        std::path::absolute(&fault.path).is_ok_and(|path| changed.contains(path.as_path()))
    });
    order::put_first(&mut faults, |fault| fault.severity == Severity::Error);
    first(&faults).unwrap_or_else(|| read_again(&changed))
}

/// The first of some faults, and how many more there are.
pub(super) fn first(faults: &[Diagnostic]) -> Option<String> {
    match faults {
        [] => None,
        [fault] => Some(fault.brief()),
        [fault, more @ ..] => Some(format!("{} (and {} more)", fault.brief(), more.len())),
    }
}

fn read_again(changed: &HashSet<&Path>) -> String {
    let named = |path: &&&Path| {
        path.file_name()
            .is_some_and(|name| loader::is_rules_file(&name.to_string_lossy()))
    };
    let files: Vec<_> = changed.iter().filter(named).collect();
    match files.as_slice() {
        [file] => {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let name = clean(&name);
            if file.exists() {
                format!("{name} was read again")
            } else {
                format!("{name} is gone")
            }
        }
        [] => "the rules were read again".to_owned(),
        files => format!("{} files were read again", files.len()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::channel;
    use std::time::SystemTime;

    use super::*;
    use crate::cache::Cache;
    use crate::loader::Origin;

    fn supply(origins: &[Origin], cache: Option<Cache>) -> Supply {
        Supply {
            origins: origins.to_vec(),
            cache,
            apart: None,
            looked: SystemTime::now(),
        }
    }

    /// Reads a folder again and gives what is said, and whether there were new rules.
    fn told(folder: &Path, changed: &[&str]) -> (String, bool) {
        let (events, queue) = channel();
        let changed: Vec<_> = changed.iter().map(|file| folder.join(file)).collect();
        reread(
            &supply(&[Origin::Path(folder.to_owned())], None),
            &changed,
            &events,
        );
        let (mut said, mut rules) = (Vec::new(), false);
        for event in queue.try_iter() {
            match event {
                Event::Told(message) => said.push(message),
                Event::Rules(_) => rules = true,
                _ => {}
            }
        }
        (
            said.join(" | ")
                .replace(&format!("{}/", folder.display()), ""),
            rules,
        )
    }

    #[test]
    fn the_first_fault_of_what_has_changed_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("a.md"),
            "# A\n\nSee [x](gone.md).\n\nSee [y](gone.md).\n",
        )
        .unwrap();
        fs::write(folder.path().join("b.md"), "# B\n\nSee [z](gone.md).\n").unwrap();
        let (said, rules) = told(folder.path(), &["a.md"]);
        assert!(
            rules && said.starts_with("a.md:3:5: ") && said.ends_with("(and 1 more)"),
            "{said}"
        );
        let (said, _) = told(folder.path(), &["b.md"]);
        assert!(
            said.starts_with("b.md:3:5: ") && !said.contains("more"),
            "{said}"
        );
    }

    #[test]
    fn what_was_read_without_a_fault_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.md"), "# A\n").unwrap();
        assert_eq!(told(folder.path(), &["a.md"]).0, "a.md was read again");
        assert_eq!(
            told(folder.path(), &["gone.md", "inner"]).0,
            "gone.md is gone"
        );
        assert_eq!(
            told(folder.path(), &["gone.md", "a.md"]).0,
            "2 files were read again"
        );
    }

    #[test]
    fn the_players_own_words_are_read_again_too() {
        let (rules, settings) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(rules.path().join("a.md"), "# A\n").unwrap();
        let origins = [
            Origin::Path(rules.path().to_owned()),
            Origin::Words(settings.path().to_owned()),
        ];
        let words = || {
            let (events, queue) = channel();
            assert!(reread(
                &supply(&origins, None),
                &[settings.path().join("synonyms.yaml")],
                &events
            ));
            let book = queue.try_iter().find_map(|event| match event {
                Event::Rules(library) => Some(library.book),
                _ => None,
            });
            book.unwrap().games[0]
                .synonyms
                .iter()
                .map(|synonym| synonym.word.clone())
                .collect::<Vec<_>>()
        };
        assert!(words().is_empty());
        fs::write(settings.path().join("synonyms.yaml"), "zap: [A]\n").unwrap();
        assert_eq!(words(), ["zap"]);
    }

    #[test]
    fn what_is_kept_is_not_read_again_until_it_has_turned_out_to_be_untrue() {
        let (rules, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(rules.path().join("a.md"), "# A\n").unwrap();
        fs::write(rules.path().join("b.md"), "# B\n").unwrap();
        let origins = [Origin::Path(rules.path().to_owned())];
        let supply = supply(&origins, Cache::below(kept.path(), &origins));
        let library = |work: fn(Vec<PathBuf>) -> Work| {
            let (events, queue) = channel();
            let (sender, works) = channel();
            sender.send(work(vec![rules.path().join("b.md")])).unwrap();
            drop(sender);
            let watch = Watch::start(&origins, |_| true).unwrap();
            keep_up(&supply, &watch, &works, &events);
            let found = queue.try_iter().find_map(|event| match event {
                Event::Rules(library) => Some(library),
                _ => None,
            });
            found.unwrap()
        };
        let changed = |paths| Work::News(News::Changed(paths));
        let unread = |library: &Library| {
            library
                .book
                .documents
                .iter()
                .map(|one| one.source.is_unread)
                .collect::<Vec<_>>()
        };
        assert_eq!(unread(&library(changed)), [false, false]);
        // Nothing has changed since.
        let same = library(changed);
        assert!(same.index.is_some() && unread(&same) == [true, true]);
        fs::write(rules.path().join("b.md"), "# New\n").unwrap();
        let partly = library(changed);
        assert!(partly.index.is_none() && unread(&partly) == [true, false]);
        assert_eq!(unread(&library(|_| Work::Outdated)), [false, false]);
    }

    #[test]
    fn where_nothing_is_left_the_rules_read_before_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (said, rules) = told(folder.path(), &["a.md"]);
        assert!(
            !rules && said.starts_with("the rules read before stay: "),
            "{said}"
        );
        fs::write(folder.path().join("a.md"), b"\x89PNG\0\xff").unwrap();
        let (said, rules) = told(folder.path(), &["a.md"]);
        assert!(
            !rules && said.starts_with("the rules read before stay: a.md: this file is not text"),
            "{said}"
        );
        let (said, rules) = told(&folder.path().join("nowhere"), &[]);
        assert!(
            !rules && said.contains("there is no such file or folder"),
            "{said}"
        );
    }
}
