//! Reads keys, the mouse and pasted text from the terminal until the terminal is gone.

use std::io;

use crossterm::event::Event;

#[cfg(unix)]
use system::ByteReader as System;
#[cfg(windows)]
use system::ConsoleReader as System;

#[cfg(unix)]
mod decoder;

/// Reads input from the terminal, which is the standard input.
#[derive(Default)]
pub struct InputReader(System);

impl InputReader {
    /// Waits for the next input and returns it.
    ///
    /// # Errors
    /// Fails if the terminal cannot be read or has gone away.
    pub fn read(&mut self) -> io::Result<Event> {
        self.0.read()
    }
}

/// On Unix, crossterm waits forever for the rest of an escape sequence or a paste that never ends,
/// and takes Ctrl-C for a part of it. It also loops forever if the terminal goes away without a
/// signal. Therefore this reader reads the bytes and [`Decoder`](decoder::Decoder) turns them into
/// events.
#[cfg(unix)]
mod system {
    use std::io;

    use crossterm::event::Event;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    use crate::platform::input::decoder::Decoder;

    pub struct ByteReader {
        decoder: Decoder,
        bytes: Box<[u8]>,
    }

    impl Default for ByteReader {
        fn default() -> Self {
            Self {
                decoder: Decoder::default(),
                bytes: vec![0; 16 * 1024].into(),
            }
        }
    }

    impl ByteReader {
        pub fn read(&mut self) -> io::Result<Event> {
            loop {
                if let Some(event) = self.decoder.pop() {
                    return Ok(event);
                }
                if self.is_readable()? {
                    match rustix::io::read(rustix::stdio::stdin(), &mut *self.bytes) {
                        Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                        Ok(length) => {
                            let is_full = length == self.bytes.len();
                            self.decoder.feed(&self.bytes[..length], is_full);
                        }
                        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
                        Err(error) => return Err(error.into()),
                    }
                } else {
                    self.decoder.give_up();
                }
            }
        }

        /// Waits until there are bytes to read. Returns `false` if none arrive while a sequence is
        /// unfinished.
        fn is_readable(&self) -> io::Result<bool> {
            let stdin = io::stdin();
            let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
            let limit = self.decoder.pause();
            let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
            match poll(&mut watched, limit.as_ref()) {
                Err(rustix::io::Errno::INTR) => return self.is_readable(),
                polled => polled?,
            };
            let polled = watched[0].revents();
            // The last bytes before the terminal goes away do not matter. `NVAL` means that the
            // system cannot poll a terminal; reading then waits.
            if polled.intersects(PollFlags::HUP | PollFlags::ERR) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            Ok(polled.intersects(PollFlags::IN | PollFlags::NVAL))
        }
    }
}

#[cfg(windows)]
mod system {
    #[derive(Default)]
    pub struct ConsoleReader;

    impl ConsoleReader {
        /// The console sends whole events.
        #[expect(clippy::unused_self, reason = "on Unix, the reader has a state")]
        pub fn read(&mut self) -> std::io::Result<crossterm::event::Event> {
            crossterm::event::read()
        }
    }
}
