//! Reading input, until the terminal goes away.

use std::io;
#[cfg(unix)]
use std::time::Duration;

use crossterm::event;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};

/// The time that crossterm gets to read pending input. With zero it reads nothing, and it busy-waits through the last
/// millisecond, which must not happen while the frame for a key is drawn.
#[cfg(unix)]
const TAKEN_IN: Duration = Duration::from_millis(20);

/// Reads input with crossterm. Crossterm spins forever if the terminal goes away without a signal, so it is only called when
/// the standard input, which is the terminal, is readable. On other systems reading fails then.
#[derive(Default)]
pub(super) struct InputReader {
    /// Whether the system cannot poll a terminal: then crossterm waits.
    #[cfg(unix)]
    is_blind: bool,
}

impl InputReader {
    /// The next input.
    ///
    /// # Errors
    /// The terminal cannot be read, or has gone away.
    pub(super) fn read(&mut self) -> io::Result<event::Event> {
        // The last read may have left more inputs, and new bytes may be only a part of a sequence.
        #[cfg(unix)]
        while !self.is_blind && !event::poll(TAKEN_IN)? {
            self.wait()?;
        }
        event::read()
    }

    /// Waits until there are bytes to read.
    #[cfg(unix)]
    fn wait(&mut self) -> io::Result<()> {
        let stdin = io::stdin();
        let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut watched, None) {
            Err(rustix::io::Errno::INTR) => return Ok(()),
            polled => polled?,
        };
        let polled = watched[0].revents();
        if polled.intersects(PollFlags::HUP | PollFlags::ERR) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        // Some systems cannot watch a terminal.
        self.is_blind = polled.contains(PollFlags::NVAL);
        Ok(())
    }
}
