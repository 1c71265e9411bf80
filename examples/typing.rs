//! How long a keystroke in the search takes, in rules of several sizes: names are typed letter by letter into the browser's own
//! state, with its worker where it has one. `cargo run --release --example typing -- 11 58 5800` types into the bundled
//! rules, into a set of 58 documents and into a hundred sets of them.
//!
//! A key is the time in which no other key can be taken in: until its search is asked for or done, together with that in
//! which its results are taken in and the best of them laid out. A frame is drawn after it. The results are there when the
//! state has them, whoever found them.

#[path = "corpus/set.rs"]
mod set;
#[path = "corpus/words.rs"]
mod words;

use std::hint::black_box;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tableside::loader;
use tableside::rules::Rulebook;
use tableside::search::{Query, SearchIndex};
use tableside::source::Source;
use tableside::theme::{Styles, Theme};
use tableside::tui;
use tableside::tui::app::{App, Start};
use tableside::tui::keymap::{BINDINGS, Keymap};
use tableside::tui::library::Library;
use tableside::tui::update::Event;
use tableside::tui::worker::Worker;

type Failure = Box<dyn std::error::Error>;

/// So many keystrokes are measured at the most, spread over all names.
const MOST_KEYSTROKES: usize = 1500;

/// What very many sections hold.
const COMMON: [&str; 6] = ["the", "operative", "operatives", "weapon", "can an operative", "within control range of"];

/// The machine may be busy with something else: of so many times the least is nearest to what it takes.
const TIMES: usize = 3;

const SIZE: (u16, u16) = (120, 40);

fn main() -> Result<(), Failure> {
    let sizes: Vec<usize> = std::env::args().skip(1).map(|size| size.parse()).collect::<Result<_, _>>()?;
    println!("| documents | sections | text | index built in | index | search | key | frame | results there |");
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for documents in if sizes.is_empty() { vec![11, 58] } else { sizes } {
        measure(rules(documents))?;
    }
    println!("\nMedian / p99 / slowest keystroke, each the best of {TIMES}, in milliseconds.");
    Ok(())
}

/// The bundled rules, or sets of made-up ones among them.
fn rules(documents: usize) -> Rulebook {
    if documents < set::DOCUMENTS {
        return Rulebook::load(loader::bundled().collect(), Vec::new());
    }
    let files = set::files(documents).into_iter().map(|(path, text)| Source::in_memory(&path, &text));
    Rulebook::load(files.collect(), Vec::new())
}

fn measure(book: Rulebook) -> Result<(), Failure> {
    let started = Instant::now();
    let index = Arc::new(SearchIndex::build(&book)?);
    let built = started.elapsed();
    let mut bytes = Vec::new();
    index.encode(&mut bytes)?;
    let text: usize = book.documents.iter().map(|document| document.source.text.len()).sum();
    let (documents, sections) = (book.documents.len(), book.section_count());
    let typed = keystrokes(&book);
    let library = Library { index: Some(index), ..Library::new(book) };
    let searches = typed.iter().map(|text| search(&library, text)).collect();
    let mut typist = Typist::new(library)?;
    let (mut keys, mut frames, mut results) = (Vec::new(), Vec::new(), Vec::new());
    for text in &typed {
        let mut best = [Duration::MAX; 3];
        for _ in 0..TIMES {
            let times = typist.last_letter(text)?;
            best = [0, 1, 2].map(|at| best[at].min(times[at]));
        }
        keys.push(best[0]);
        frames.push(best[1]);
        results.push(best[2]);
    }
    println!(
        "| {documents} | {sections} | {} KB | {built:.2?} | {} KB | {} | {} | {} | {} |",
        text / 1000,
        bytes.len() / 1000,
        shown(searches),
        shown(keys),
        shown(frames),
        shown(results)
    );
    Ok(())
}

/// One search, in itself.
fn search(library: &Library, text: &str) -> Duration {
    let query = Query { text: text.to_owned(), limit: 60, ..Query::default() };
    let once = || {
        let started = Instant::now();
        black_box(library.index.as_ref().map(|index| index.search(&library.book, &query)));
        started.elapsed()
    };
    (0..TIMES).map(|_| once()).min().unwrap_or_default()
}

/// Median, 99th percentile and the longest.
fn shown(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |hundredth: usize| times[(times.len() - 1) * hundredth / 100].as_secs_f64() * 1000.0;
    format!("{:.2} / {:.2} / {:.2}", at(50), at(99), at(100))
}

/// Somebody who types into a browser.
struct Typist {
    app: App,
    worker: Worker,
    queue: Receiver<Event>,
    terminal: Terminal<TestBackend>,
}

impl Typist {
    fn new(library: Library) -> Result<Self, Failure> {
        let keymap = Keymap::new(BINDINGS).map_err(|_| "the keys are in conflict")?;
        let styles = Styles::new(Theme::standard(true));
        let start = Start { library, section: None, query: None, styles, keymap, size: SIZE, status: None };
        let (events, queue) = channel();
        let terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1))?;
        let mut typist = Self { app: App::new(start), worker: Worker::new(events), queue, terminal };
        typist.press(KeyCode::Char('/'), KeyModifiers::NONE);
        Ok(typist)
    }

    fn press(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.app.handle(Event::Input(Input::Key(KeyEvent::new(code, modifiers))));
    }

    /// Times the last letter of a text: the key, the frame after it, and how long until the results are there.
    fn last_letter(&mut self, text: &str) -> Result<[Duration; 3], Failure> {
        let (last, _) = text.char_indices().next_back().ok_or("nothing is typed")?;
        self.press(KeyCode::Char('u'), KeyModifiers::CONTROL);
        self.app.handle(Event::Input(Input::Paste(text[..last].to_owned())));
        self.results()?;
        let started = Instant::now();
        self.press(text[last..].chars().next().map_or(KeyCode::Null, KeyCode::Char), KeyModifiers::NONE);
        let pressed = started.elapsed();
        let taken = self.results()?;
        let there = started.elapsed();
        let started = Instant::now();
        tui::draw(&self.app, &mut self.terminal)?;
        Ok([pressed + taken, started.elapsed(), there])
    }

    /// Waits for the results; how long it took to take them in.
    fn results(&mut self) -> Result<Duration, Failure> {
        for task in std::mem::take(&mut self.app.requests.tasks) {
            self.worker.ask(task, &self.app.library);
        }
        let mut taken = Duration::ZERO;
        while self.app.finder.as_ref().is_some_and(|finder| finder.awaited.is_some()) {
            let event = self.queue.recv()?;
            let started = Instant::now();
            self.app.handle(event);
            taken += started.elapsed();
        }
        Ok(taken)
    }
}

/// Names of the rules from their first letters to their last, every letter by itself, and what is common.
fn keystrokes(book: &Rulebook) -> Vec<String> {
    let mut names: Vec<String> = book.sections().map(|section| section.title.to_lowercase()).collect();
    names.sort_unstable();
    names.dedup();
    let ends = |name: &String| name.char_indices().map(|(at, letter)| at + letter.len_utf8()).collect::<Vec<_>>();
    let mut typed: Vec<String> =
        names.iter().flat_map(|name| ends(name).into_iter().map(|end| name[..end].to_owned())).collect();
    typed.dedup();
    let step = typed.len().div_ceil(MOST_KEYSTROKES);
    let spread = typed.into_iter().step_by(step);
    spread.chain(('a'..='z').map(String::from)).chain(COMMON.map(str::to_owned)).collect()
}
