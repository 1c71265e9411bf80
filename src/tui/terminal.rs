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
use crate::platform::input::InputReader;
use crate::platform::signals::{self, Signal, Signals};
use frame_writer::FrameWriter;

mod frame_writer;

/// The size of the output buffer in bytes. A frame is smaller, so a single write sends it.
const FRAME_BYTES: usize = 256 * 1024;

/// The largest size of a frame, in columns and rows. No screen shows more legibly, and a frame of
/// any size that a terminal may report would not fit into memory.
const MAX_SIZE: (u16, u16) = (1000, 400);

/// Returns the columns and rows of the terminal, at most `MAX_SIZE`.
pub fn drawn_size() -> io::Result<(u16, u16)> {
    crossterm::terminal::size().map(limited)
}

/// Limits the size of a frame to `MAX_SIZE`.
fn limited((columns, rows): (u16, u16)) -> (u16, u16) {
    (columns.min(MAX_SIZE.0), rows.min(MAX_SIZE.1))
}

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
        signals::stop()?;
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
            let input = match input {
                Input::Resize(columns, rows) => {
                    let (columns, rows) = limited((columns, rows));
                    Input::Resize(columns, rows)
                }
                input => input,
            };
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

/// Starts a thread that sends signals to the browser as events.
pub fn listen_to_signals(signals: Signals, events: SyncSender<Event>, watchdog: Watchdog) {
    thread::spawn(move || {
        signals.for_each(|signal| {
            let event = match signal {
                Signal::Continue => Event::Continued,
                Signal::Stop => Event::Suspend,
                Signal::Resize => match drawn_size() {
                    Ok((columns, rows)) => Event::Input(Input::Resize(columns, rows)),
                    Err(_) => return Some(()),
                },
                Signal::End(status) => {
                    watchdog.quit(status);
                    Event::End
                }
            };
            events.send(event).ok()
        });
    });
}
