//! Tests which events the background thread sends and what it caches.

use std::fmt::Write;
use std::fs;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use tempfile::TempDir;

use super::*;
use crate::rules::DocumentRef;
use crate::settings::WatchMode;
use crate::watch::stamps;

/// The maximum wait for an event. After that a test fails.
const DEADLINE: Duration = Duration::from_secs(60);

/// The folders that a background thread works on: rules, cache, and the player's synonyms.
struct Fixture {
    rules: TempDir,
    cache: TempDir,
    words: TempDir,
}

/// A running background thread.
struct Running {
    background: Sender<BackgroundCommand>,
    events: Receiver<Event>,
}

impl Fixture {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = || tempfile::tempdir().unwrap();
        let fixture = Self {
            rules: folder(),
            cache: folder(),
            words: folder(),
        };
        for (file, text) in files {
            fs::write(fixture.rules.path().join(file), text).unwrap();
        }
        fixture
    }

    fn origins(&self) -> Vec<Origin> {
        vec![
            Origin::Path(self.rules.path().to_owned()),
            Origin::Synonyms(self.words.path().to_owned()),
        ]
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.rules.path().join(file), text).unwrap();
    }

    /// Returns a message without the path of the rules folder.
    fn inner(&self, message: &str) -> String {
        message.replace(&format!("{}/", self.rules.path().display()), "")
    }

    /// Starts the thread with a cache. If the cache does not contain the rules, the thread gets a
    /// placeholder and reads the rules itself.
    fn start(&self) -> Running {
        let cache = Cache::in_folder(self.cache.path(), &self.origins());
        self.start_with(Some(cache), None)
    }

    fn start_with(&self, cache: Option<Cache>, game: Option<&str>) -> Running {
        let origins = self.origins();
        let listing = loader::find(&origins).unwrap();
        let stamps = stamps(&listing);
        let commands = CommandQueue::new();
        let (library, unread) = match cache.as_ref().and_then(Cache::load) {
            Some(before) => {
                let report = commands.report();
                let rules = library::load_after(
                    Some(before),
                    listing,
                    report,
                    &mut ReadingOptions::all(&mut |_| {}),
                );
                (Library::new(rules), None)
            }
            None => (Library::placeholder(library::READING), Some(listing)),
        };
        let (sender, events) = sync_channel(64);
        let rules = Rules {
            library: Library { cache, ..library },
            unread,
            origins,
            game: game.map(str::to_owned),
            stamps,
            commands,
            watch: WatchMode::Auto,
        };
        Running {
            background: start(rules, sender),
            events,
        }
    }
}

impl Running {
    /// Returns the next event that is neither progress nor a hint.
    fn next(&self) -> Event {
        loop {
            match self
                .events
                .recv_timeout(DEADLINE)
                .expect("an event in time")
            {
                Event::Progress(_) | Event::LinksReady => {}
                event => return event,
            }
        }
    }

    fn rules(&self) -> Library {
        match self.next() {
            Event::Rules(library) => library,
            Event::Status(message) | Event::Failed(message) => panic!("{message}"),
            _ => panic!("another event"),
        }
    }

    fn indexed(&self) -> Library {
        match self.next() {
            Event::Indexed(library) => library,
            Event::Status(message) | Event::Failed(message) => panic!("{message}"),
            _ => panic!("another event"),
        }
    }

    /// Changes a file. Returns the message about the change, and the new rules unless they were
    /// refused.
    fn change(&self, change: impl FnOnce()) -> (String, Option<Library>) {
        change();
        self.background.send(BackgroundCommand::CheckFiles).unwrap();
        let (message, library) = match self.next() {
            Event::Rules(library) => match self.next() {
                Event::Status(message) => (message, Some(library)),
                _ => panic!("no message"),
            },
            Event::Status(message) => (message, None),
            _ => panic!("another event"),
        };
        if library.is_some() {
            self.indexed();
        }
        (message, library)
    }
}

const RULES: [(&str, &str); 2] = [("a.md", "# A\n\n## Wall\n\nHigh.\n"), ("b.md", "# B\n")];

#[test]
fn rules_are_read_indexed_and_stored() {
    let fixture = Fixture::new(&RULES);
    let first = fixture.start();
    let read = first.rules();
    let indexed = first.indexed();
    assert!(Arc::ptr_eq(&read.book, &indexed.book) && indexed.index.is_some());
    let again = fixture.start();
    let stored = again.indexed();
    assert!(stored.index.is_some());
    assert!(stored.book.sections().eq(read.book.sections()));
    assert!(stored.book.documents[0].source.is_unread);
}

#[test]
fn the_rules_open_at_the_chosen_game() {
    let fixture = Fixture::new(&[("a.md", "---\ngame: War\n---\n# A\n"), ("b.md", "# B\n")]);
    let library = fixture.start_with(None, Some("war")).rules();
    assert_eq!(library.book.section(library.start).title, "A");
}

#[test]
fn the_first_fault_of_a_changed_file_is_reported_with_its_place() {
    let faulty = "# A\n\nSee [x](gone.md).\n\nSee [y](gone.md).\n";
    let fixture = Fixture::new(&[("a.md", "# A\n"), ("b.md", "# B\n")]);
    let running = fixture.start_with(None, None);
    running.rules();
    running.indexed();
    let (message, _) = running.change(|| fixture.write("a.md", faulty));
    let message = fixture.inner(&message);
    assert!(
        message.starts_with("a.md:3:5: ") && message.ends_with("(and 1 more)"),
        "{message}"
    );
    let (message, _) = running.change(|| fixture.write("b.md", "# B\n\nSee [z](gone.md).\n"));
    let message = fixture.inner(&message);
    assert!(
        message.starts_with("b.md:3:5: ") && !message.contains("more"),
        "{message}"
    );
}

#[test]
fn changed_files_without_a_fault_are_named() {
    let fixture = Fixture::new(&[("a.md", "# A\n"), ("b.md", "# B\n")]);
    let running = fixture.start_with(None, None);
    running.rules();
    running.indexed();
    let (message, _) = running.change(|| fixture.write("a.md", "# A\n\nNew.\n"));
    assert_eq!(message, "reloaded a.md");
    let (message, _) =
        running.change(|| fs::remove_file(fixture.rules.path().join("b.md")).unwrap());
    assert_eq!(message, "b.md is gone");
    let (message, _) = running.change(|| {
        // Both files appear in one step, by renaming their folder, so that no listing finds only
        // one of them.
        fs::create_dir(fixture.rules.path().join(".new")).unwrap();
        for name in ["c", "d"] {
            fixture.write(&format!(".new/{name}.md"), "# New\n");
        }
        let shown = fixture.rules.path().join("new");
        fs::rename(fixture.rules.path().join(".new"), shown).unwrap();
    });
    assert_eq!(message, "reloaded the rules");
}

#[test]
fn the_players_synonyms_are_reloaded() {
    let fixture = Fixture::new(&RULES);
    let running = fixture.start();
    assert!(running.rules().book.games[0].synonyms.is_empty());
    running.indexed();
    let path = fixture.words.path().join("synonyms.yaml");
    fs::write(&path, "zap: [A]\n").unwrap();
    let library = running.rules();
    let words = library.book.games[0].synonyms.iter();
    let words: Vec<_> = words.map(|synonym| synonym.word.clone()).collect();
    assert_eq!(words, ["zap"]);
}

#[test]
fn where_nothing_is_left_the_rules_read_before_stay() {
    let fixture = Fixture::new(&[("a.md", "# A\n")]);
    let running = fixture.start();
    running.rules();
    running.indexed();
    let (message, library) = running.change(|| {
        fs::write(fixture.rules.path().join("a.md"), b"\x89PNG\0\xff").unwrap();
    });
    let message = fixture.inner(&message);
    assert!(
        library.is_none() && message.starts_with("not reloaded: a.md: this file is"),
        "{message}"
    );
}

#[test]
fn expensive_lists_are_computed_on_demand() {
    let fixture = Fixture::new(&[(
        "a.md",
        "# A\n\n## Wall\n\n2\" high.\n\n## Door\n\nIn a Wall.\n",
    )]);
    let running = fixture.start();
    running.rules();
    let library = running.indexed();
    let ask = |command| {
        running.background.send(command).unwrap();
        running.next()
    };
    assert!(matches!(
        ask(BackgroundCommand::KeyNumbers(library.clone())),
        Event::KeyNumbersReady
    ));
    assert!(matches!(
        ask(BackgroundCommand::Changes(library.clone(), DocumentRef(0))),
        Event::ChangesReady
    ));
    let wall = library.book.by_id(&library.book.section(library.start).id);
    assert!(library.known_backlinks(wall.unwrap()).is_some());
}

/// Returns a PDF in which each text is a page.
fn pdf(texts: &[String]) -> String {
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_owned()];
    let kids: Vec<_> = (0..texts.len())
        .map(|at| format!("{} 0 R", 4 + 2 * at))
        .collect();
    let (kids, count) = (kids.join(" "), texts.len());
    objects.push(format!("<< /Type /Pages /Kids [{kids}] /Count {count} >>"));
    objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned());
    for (at, text) in texts.iter().enumerate() {
        let content = format!("BT /F 10 Tf 50 700 Td ({text}) Tj ET");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R \
             /Resources << /Font << /F 3 0 R >> >> >>",
            5 + 2 * at
        ));
        let length = content.len();
        objects.push(format!(
            "<< /Length {length} >>\nstream\n{content}\nendstream"
        ));
    }
    let (mut file, mut offsets) = ("%PDF-1.4\n".to_owned(), String::new());
    for (at, object) in (1..).zip(&objects) {
        writeln!(offsets, "{:010} 00000 n ", file.len()).unwrap();
        writeln!(file, "{at} 0 obj\n{object}\nendobj").unwrap();
    }
    let (start, size) = (file.len(), objects.len() + 1);
    format!(
        "{file}xref\n0 {size}\n0000000000 65535 f \n{offsets}trailer\n\
         << /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    )
}

#[test]
fn the_first_pages_of_a_new_book_come_before_the_others() {
    let word = |at: usize| ["ash", "birch", "cedar", "fir", "oak"][at % 5].repeat(1 + at / 5);
    let texts: Vec<_> = (0..60).map(|at| format!("Trees: {}.", word(at))).collect();
    let fixture = Fixture::new(&[("a.md", "# A\n"), ("book.pdf", &pdf(&texts))]);
    let running = fixture.start();
    let Event::Progress(progress) = running.events.recv_timeout(DEADLINE).unwrap() else {
        panic!("no progress");
    };
    assert_eq!(progress, "reading book.pdf, page 1 of 60");
    let length = |library: &Library| {
        let mut documents = library.book.documents.iter();
        let book = documents.find(|of| of.source.file == "book.pdf");
        book.expect("the book").length
    };
    let first = running.rules();
    running.indexed();
    let whole = running.rules();
    assert!(length(&first) > 0 && length(&first) * 2 < length(&whole));
    let sections = running.indexed().book.section_count();
    assert_eq!(sections, whole.book.section_count());
}
