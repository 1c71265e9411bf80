//! The browser's own loop under random events, for as long as one likes.

use std::sync::mpsc::{Receiver, Sender, channel};

use crossterm::event::Event as Input;
use tableside::state::{State, StoredState};
use tableside::tui::{self, app::App, event::Event};

use super::Browser;
use super::events::{Step, fault};

/// As many events may wait when the loop comes round, as under a held key or a turning wheel.
const MOST_AT_ONCE: u64 = 8;

/// A browser that is being soaked.
pub struct Soak {
    /// Events so far.
    pub events: u64,
    /// Frames drawn so far.
    pub frames: u64,
    browser: Browser,
    sender: Sender<Event>,
    queue: Receiver<Event>,
    /// The state file.
    state: State,
    random: u64,
}

impl Soak {
    /// A soak that goes the same way for the same seed.
    pub fn new(browser: Browser, seed: u64) -> Self {
        let (sender, queue) = channel();
        let random = seed.wrapping_mul(2).wrapping_add(1);
        Self {
            events: 0,
            frames: 0,
            browser,
            sender,
            queue,
            state: State::default(),
            random,
        }
    }

    /// Lets so many events happen: some at a time, then a frame, as in the terminal.
    pub fn run(&mut self, events: u64) {
        let end = self.events + events;
        while self.events < end {
            let mut last = Vec::new();
            for _ in 0..=self.random() % MOST_AT_ONCE {
                let step = Step::of(self.random());
                if let Step::Resize(columns, rows) = step {
                    self.browser.resize(columns, rows);
                } else {
                    self.sender.send(step.event()).expect("the queue is there");
                }
                last.push(step);
                self.events += 1;
            }
            self.take_in();
            assert_eq!(self.browser.drawn(), self.browser.app.shared.size);
            self.frames += 1;
            if let Some(fault) = fault(&self.browser.app) {
                panic!("after {} events, the last {last:?}: {fault}", self.events);
            }
        }
    }

    /// The loop's part: all that waits. Whoever has the terminal would quit or stop when asked to; here it goes on.
    fn take_in(&mut self) {
        loop {
            // The loop waits for an event: there has to be one.
            self.sender
                .send(Event::Input(Input::FocusGained))
                .expect("the queue is there");
            tui::next(&mut self.browser.app, &self.queue, App::handle);
            let goes_on = !self.browser.asks_to_quit() && !self.browser.asks_to_stop();
            self.keep();
            if goes_on {
                return;
            }
        }
    }

    /// The state writer's part: changes are written immediately.
    fn keep(&mut self) {
        let changes = self.browser.changes();
        if !changes.is_empty() {
            for change in &changes {
                self.state.apply(change);
            }
            let kept = StoredState {
                state: self.state.clone(),
                ..StoredState::default()
            };
            self.sender
                .send(Event::StateStored(kept))
                .expect("the queue is there");
        }
    }

    /// A number that looks thrown (splitmix64).
    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// The resident size of this process in kilobytes, where the system tells it.
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
