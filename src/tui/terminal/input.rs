//! What comes from the terminal, and whether it is still there.

use std::io;
use std::time::Duration;

use crossterm::event;
use rustix::event::{PollFd, PollFlags, poll};

/// What has come is taken in within less than this; without any time crossterm does not even look. Of the time that it is
/// given it waits through the last millisecond at full speed: so that is not while the frame for a key is made.
const TAKEN_IN: Duration = Duration::from_millis(20);

/// Reads input by crossterm, which looks for it for ever, and at full speed, where the terminal has gone away without a
/// signal: so nothing is asked of it before there is something, or an end. The terminal is the standard input: there is no
/// browser without.
#[derive(Default)]
pub(super) struct Input {
    /// Whether the system cannot tell: then crossterm waits.
    is_blind: bool,
}

impl Input {
    /// The next input.
    ///
    /// # Errors
    /// The terminal cannot be read, or has gone away.
    pub(super) fn read(&mut self) -> io::Result<event::Event> {
        // What came before may hold more inputs; and what comes may be a part of a sequence, and no input yet.
        while !self.is_blind && !event::poll(TAKEN_IN)? {
            self.wait()?;
        }
        event::read()
    }

    /// Waits until something has come.
    fn wait(&mut self) -> io::Result<()> {
        let stdin = io::stdin();
        let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut watched, None) {
            Err(rustix::io::Errno::INTR) => return Ok(()),
            told => told?,
        };
        let told = watched[0].revents();
        if told.intersects(PollFlags::HUP | PollFlags::ERR) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        // Some systems cannot watch a terminal.
        self.is_blind = told.contains(PollFlags::NVAL);
        Ok(())
    }
}
