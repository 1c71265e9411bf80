//! The real terminal: setting it up, drawing frames, reading input and signals, and restoring it.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::mpsc::SyncSender;
use std::thread;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event as Input,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};

use super::app::App;
use super::event::Event;
use super::keymap::Key;
use super::watchdog::Watchdog;
use frame_writer::FrameWriter;
use input::InputReader;

mod frame_writer;
mod input;

/// The size of the output buffer in bytes. A frame is smaller, so a single write sends it.
const FRAME_BYTES: usize = 256 * 1024;

/// The terminal while the browser uses it.
pub struct Screen {
    /// Writes the frames.
    pub frames: FrameWriter<BufWriter<Stdout>>,
    mouse: bool,
}

impl Screen {
    /// Sets up the terminal. If the program panics, the terminal is restored before the panic
    /// message is printed.
    pub fn enter(mouse: bool, size: (u16, u16)) -> io::Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = restore();
            hook(panic);
        }));
        set_modes(mouse).inspect_err(|_| drop(restore()))?;
        let writer = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
        Ok(Self {
            frames: FrameWriter::new(writer, size),
            mouse,
        })
    }

    /// Draws a frame with a single write, or without a write if nothing has changed.
    pub fn draw(&mut self, app: &App) -> io::Result<()> {
        self.frames.draw(app.shared.size, |buffer| app.draw(buffer))
    }

    /// Restores the terminal and stops the program. Sets up the terminal again when the shell
    /// continues the program.
    pub fn suspend(&mut self) -> io::Result<()> {
        restore()?;
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.set_up()
    }

    /// Sets the terminal up again.
    pub fn set_up(&mut self) -> io::Result<()> {
        set_modes(self.mouse)?;
        self.frames.invalidate();
        Ok(())
    }

    /// Copies text to the clipboard through the terminal (OSC 52), which also works over SSH. The
    /// text is sent as base64, so it cannot contain an escape sequence.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(
            self.frames.backend,
            CopyToClipboard::to_clipboard_from(text)
        )
    }
}

/// Starts a thread that reads input and sends it to the browser. When there is no more input, the
/// thread sends [`Event::End`] and ends.
pub fn listen(events: SyncSender<Event>, watchdog: Watchdog) {
    thread::spawn(move || {
        let mut reader = InputReader::default();
        while let Ok(input) = reader.read() {
            if let Input::Key(key) = input
                && Key::pressed(key).is_ctrl('c')
            {
                watchdog.quit(0);
            }
            if events.send(Event::Input(input)).is_err() {
                return;
            }
        }
        let _ = events.send(Event::End);
    });
}

impl Drop for Screen {
    fn drop(&mut self) {
        // After a panic, the hook has already restored the terminal. Restoring it again would move
        // the cursor onto the panic message.
        if !thread::panicking() {
            let _ = restore();
        }
    }
}

fn set_modes(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = BufWriter::new(io::stdout());
    queue!(
        out,
        EnterAlternateScreen,
        EnableBracketedPaste,
        cursor::Hide
    )?;
    if mouse {
        queue!(out, EnableMouseCapture)?;
    }
    out.flush()
}

/// Undoes [`set_modes`], even if `set_modes` failed halfway. Ending a mode that is not set does
/// nothing.
pub fn restore() -> io::Result<()> {
    let modes = execute!(
        io::stdout(),
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    disable_raw_mode().and(modes)
}

/// The signals that the program catches. It starts to catch them before it sets up the terminal, so
/// that the terminal is always restored. [`Signals::listen`] handles them.
pub struct Signals(#[cfg(unix)] signal_hook::iterator::Signals);

#[cfg(unix)]
impl Signals {
    pub fn catch() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
        let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGWINCH];
        signal_hook::iterator::Signals::new(signals).map(Self)
    }

    /// Starts a thread that sends signals to the browser as events.
    pub fn listen(mut self, events: SyncSender<Event>, watchdog: Watchdog) {
        thread::spawn(move || {
            for signal in self.0.forever() {
                let event = match signal {
                    signal_hook::consts::SIGCONT => Event::Continued,
                    signal_hook::consts::SIGTSTP => Event::Suspend,
                    signal_hook::consts::SIGWINCH => match crossterm::terminal::size() {
                        Ok((columns, rows)) => Event::Input(Input::Resize(columns, rows)),
                        Err(_) => continue,
                    },
                    signal => {
                        // This is the usual exit status of a program that a signal has ended.
                        watchdog.quit(128 + signal);
                        Event::End
                    }
                };
                if events.send(event).is_err() {
                    return;
                }
            }
        });
    }
}

#[cfg(not(unix))]
impl Signals {
    pub(super) fn catch() -> io::Result<Self> {
        Ok(Self())
    }

    pub(super) fn listen(self, _: SyncSender<Event>, _: Watchdog) {}
}
