//! Signals of the system. On Windows, there are none: closing the console ends the program.

use std::io;

#[cfg(unix)]
use system::Caught as System;
#[cfg(windows)]
use system::NoSignals as System;

/// A signal, by what it means for the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The shell continues the stopped program.
    Continue,
    /// The program is to stop, as after Ctrl-Z.
    Stop,
    /// The terminal has another size.
    Resize,
    /// The program is to end, with the given exit status.
    End(i32),
}

/// The signals that the browser catches.
pub struct Signals(System);

impl Signals {
    /// Starts to catch signals.
    ///
    /// # Errors
    /// Fails if the system refuses.
    pub fn catch() -> io::Result<Self> {
        System::catch().map(Self)
    }

    /// Calls `handle` with each signal, until it returns `None`. Returns immediately on Windows.
    pub fn for_each(self, handle: impl FnMut(Signal) -> Option<()>) {
        self.0.for_each(handle);
    }
}

/// Stops the program, as Ctrl-Z does in the shell. Returns when the shell continues it.
///
/// # Errors
/// Fails if the system refuses. On Windows, does nothing.
pub fn stop() -> io::Result<()> {
    system::stop()
}

/// From now on, writing beyond the maximum size of a file (`ulimit -f`) fails. Otherwise, the system
/// would end the program, and the browser could not restore the terminal.
pub fn catch_file_size_limit() {
    system::catch_file_size_limit();
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::sync::Arc;

    use signal_hook::consts::{
        SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH, SIGXFSZ,
    };

    use crate::platform::signals::Signal;

    pub struct Caught(signal_hook::iterator::Signals);

    impl Caught {
        pub fn catch() -> io::Result<Self> {
            let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGWINCH];
            signal_hook::iterator::Signals::new(signals).map(Self)
        }

        pub fn for_each(mut self, mut handle: impl FnMut(Signal) -> Option<()>) {
            let _ = self.0.forever().try_for_each(|signal| {
                handle(match signal {
                    SIGCONT => Signal::Continue,
                    SIGTSTP => Signal::Stop,
                    SIGWINCH => Signal::Resize,
                    // This is the usual exit status of a program that a signal has ended.
                    signal => Signal::End(128 + signal),
                })
            });
        }
    }

    pub fn stop() -> io::Result<()> {
        signal_hook::low_level::emulate_default_handler(SIGTSTP)
    }

    pub fn catch_file_size_limit() {
        // The flag is never read: what matters is that the signal has a handler.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }
}

#[cfg(windows)]
#[expect(
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "on Unix, these functions do more"
)]
mod system {
    use std::io;

    use crate::platform::signals::Signal;

    pub struct NoSignals;

    impl NoSignals {
        pub fn catch() -> io::Result<Self> {
            Ok(Self)
        }

        pub fn for_each(self, _: impl FnMut(Signal) -> Option<()>) {}
    }

    pub fn stop() -> io::Result<()> {
        Ok(())
    }

    pub fn catch_file_size_limit() {}
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_signal_is_reported_by_its_meaning() {
        let signals = Signals::catch().unwrap();
        for signal in ["-WINCH", "-CONT"] {
            let process = std::process::id().to_string();
            let kill = Command::new("kill").args([signal, &process]).status();
            assert!(kill.unwrap().success());
        }
        let mut seen = Vec::new();
        signals.for_each(|signal| {
            seen.push(signal);
            (seen.len() < 2).then_some(())
        });
        seen.sort_by_key(|signal| *signal != Signal::Resize);
        assert_eq!(seen, [Signal::Resize, Signal::Continue]);
    }
}
