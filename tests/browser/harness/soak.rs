//! A soak test: runs the browser's own event loop with a long series of random events.

use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crossterm::event::Event as Input;
use tableside::state::{State, StoredState};
use tableside::tui;
use tableside::tui::app::{App, Request};
use tableside::tui::event::{BackgroundCommand, Event};

use super::Browser;
use super::events::{Step, fault};

/// The maximum number of random events before the loop handles them, as when a key is held down.
const MAX_AT_ONCE: u64 = 8;

/// The number of slow events that are kept.
const MAX_SLOWEST: usize = 5;

pub struct Soak {
    pub events: u64,
    pub frames: u64,
    /// The longest time that a frame took, including the handling of the events before it.
    pub slowest: Duration,
    /// The events that took the most processor time, slowest first, each with its time and the page
    /// after it.
    pub slowest_events: Vec<(Duration, String)>,
    browser: Browser,
    sender: Sender<Event>,
    queue: Receiver<Event>,
    /// The content of the state file.
    state: State,
    /// The number of changes that were applied to it.
    written: usize,
    random: u64,
}

impl Soak {
    /// Creates a soak. The same seed gives the same events.
    pub fn new(browser: Browser, seed: u64) -> Self {
        let (sender, queue) = channel();
        let random = seed.wrapping_mul(2).wrapping_add(1);
        Self {
            events: 0,
            frames: 0,
            slowest: Duration::ZERO,
            slowest_events: Vec::new(),
            browser,
            sender,
            queue,
            state: State::default(),
            written: 0,
            random,
        }
    }

    /// Sends at least the given number of events. As in the terminal, a frame is drawn after every
    /// few events.
    pub fn run(&mut self, events: u64) {
        let end = self.events + events;
        while self.events < end {
            let mut last = Vec::new();
            for _ in 0..=self.random() % MAX_AT_ONCE {
                let step = Step::of(self.random());
                if let Step::Resize(columns, rows) = step {
                    self.browser.resize(columns, rows);
                } else {
                    self.sender.send(step.event()).expect("the queue is there");
                }
                last.push(step);
                self.events += 1;
            }
            let start = Instant::now();
            self.take_in();
            assert_eq!(self.browser.drawn(), self.browser.app.shared.size);
            self.frames += 1;
            self.slowest = self.slowest.max(start.elapsed());
            if let Some(fault) = fault(&self.browser.app) {
                panic!("after {} events, the last {last:?}: {fault}", self.events);
            }
        }
    }

    /// Handles all waiting events as the event loop does, but ignores requests to quit or suspend.
    fn take_in(&mut self) {
        loop {
            // `tui::next` waits for an event, so there must be one.
            self.sender
                .send(Event::Input(Input::FocusGained))
                .expect("the queue is there");
            self.next();
            let goes_on = !self.browser.asks_to_quit() && !self.browser.asks_to_stop();
            self.keep();
            if goes_on {
                return;
            }
        }
    }

    /// Handles and times the waiting events. Stops after one that quits or suspends the browser.
    fn next(&mut self) {
        let slowest = RefCell::new(&mut self.slowest_events);
        let handle = |app: &mut App, event: Event| {
            let input = match &event {
                Event::Input(input) => Some(input.clone()),
                _ => None,
            };
            let before = processor_time();
            app.handle(event);
            let time = processor_time().saturating_sub(before);
            let mut slowest = slowest.borrow_mut();
            if slowest.len() < MAX_SLOWEST || slowest.last().is_some_and(|last| time > last.0) {
                let section = app.shared.library.book.section(app.reader.focus);
                let page = &app.reader.sheet.page;
                let (lines, width) = (page.lines.len(), page.width);
                let shown = format!("{input:?} in {}, {lines} lines of {width}", section.id);
                let at = slowest.partition_point(|(known, _)| *known >= time);
                slowest.insert(at, (time, shown));
                slowest.truncate(MAX_SLOWEST);
            }
        };
        tui::next(&mut self.browser.app, &self.queue, handle);
    }

    /// Does the work of the other threads immediately: finds versions, and applies changes to the
    /// content of the state file.
    fn keep(&mut self) {
        for request in &self.browser.app.requests {
            let event = match request {
                Request::Background(BackgroundCommand::Changes(library, document)) => {
                    library.collect_versions(*document);
                    Event::ChangesReady
                }
                Request::FindLinks(library, document) => {
                    library.find_links_of(*document);
                    Event::PageLinksReady(library.book.clone(), *document)
                }
                Request::Background(BackgroundCommand::Prepare(library)) => {
                    library.prepare(|| {});
                    Event::Prepared
                }
                _ => continue,
            };
            self.sender.send(event).expect("the queue is there");
        }
        let changes = self.browser.changes();
        if !changes.is_empty() {
            for change in &changes {
                self.state.apply(change);
            }
            self.written += changes.len();
            let kept = StoredState {
                state: self.state.clone(),
                written: self.written,
                ..StoredState::default()
            };
            self.sender
                .send(Event::StateStored(kept))
                .expect("the queue is there");
        }
    }

    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Returns the processor time of this thread, or zero if the system does not report it.
fn processor_time() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = times.split(' ').next().and_then(|time| time.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Returns the resident memory of this process in kilobytes, if the system reports it.
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
}
