//! Reads input until the terminal is gone.

use std::io;
#[cfg(unix)]
use std::time::Duration;

use crossterm::event;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};

/// The time limit for crossterm to read pending input. With a limit of zero, crossterm reads
/// nothing. With any other limit, it busy-waits during the last millisecond. With this limit, the
/// frame that shows the effect of the last key is drawn before that millisecond.
#[cfg(unix)]
const READ_TIMEOUT: Duration = Duration::from_millis(20);

/// Reads input with crossterm. On Unix, crossterm loops forever if the terminal goes away without a
/// signal while crossterm waits for input. Therefore the reader itself waits until the terminal,
/// which is the standard input, is readable. Crossterm then only reads pending input. On other
/// systems, reading fails if the terminal is gone.
#[derive(Default)]
pub struct InputReader {
    /// Whether the system cannot poll a terminal. Crossterm then waits for input.
    #[cfg(unix)]
    cannot_poll: bool,
}

impl InputReader {
    /// Returns the next input.
    ///
    /// # Errors
    ///
    /// Fails if the terminal cannot be read or has gone away.
    pub fn read(&mut self) -> io::Result<event::Event> {
        // Poll crossterm before waiting, because the last read may have left more input. Poll it
        // again afterwards, because the new bytes may be only a part of an escape sequence.
        #[cfg(unix)]
        while !self.cannot_poll && !event::poll(READ_TIMEOUT)? {
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
        // `NVAL` means that the system cannot poll a terminal.
        self.cannot_poll = polled.contains(PollFlags::NVAL);
        Ok(())
    }
}
