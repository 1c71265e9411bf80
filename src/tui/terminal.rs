//! The real terminal: set up, drawn on, and always restored.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture, Event as Input,
};
use crossterm::style::Print;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};

use super::app::App;
use super::event::Event;
use super::keymap::Key;
use super::replies::{QUESTION, Replies};
use super::watchdog::Watchdog;
use frame_writer::FrameWriter;
use input::InputReader;

mod frame_writer;
mod input;

/// The size of the output buffer: more than any frame, so that a frame is one write.
const FRAME_BYTES: usize = 256 * 1024;

/// The longest pause between two parts of an answer of the terminal.
const PATIENCE: Duration = Duration::from_millis(100);

/// The time that a signal leaves the browser to end: longer than saving the state may take.
#[cfg(unix)]
const LAST_WAIT: Duration = Duration::from_secs(6);

/// The terminal while the browser uses it.
pub(super) struct Screen {
    frames: FrameWriter<BufWriter<Stdout>>,
    mouse: bool,
}

impl Screen {
    /// Sets the terminal up. A panic restores it before its message is printed.
    pub(super) fn enter(mouse: bool, size: (u16, u16)) -> io::Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = restore();
            hook(panic);
        }));
        take(mouse)?;
        let writer = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
        Ok(Self {
            frames: FrameWriter::new(writer, size),
            mouse,
        })
    }

    /// Draws a frame: one write, or none if nothing has changed.
    pub(super) fn draw(&mut self, app: &App) -> io::Result<()> {
        self.frames.draw(app.shared.size, |buffer| app.draw(buffer))
    }

    /// Gives the terminal to the shell, stops, and sets it up again when the shell continues the browser.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        restore()?;
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.retake()
    }

    /// Sets the terminal up again.
    pub(super) fn retake(&mut self) -> io::Result<()> {
        take(self.mouse)?;
        self.forget();
        Ok(())
    }

    /// Draws the next frame in full: the screen may show something else now.
    pub(super) fn forget(&mut self) {
        self.frames.forget();
    }

    /// Sends text to the terminal's clipboard (OSC 52), which works over ssh too. The text is in base64, so it cannot contain
    /// an escape sequence.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(
            self.frames.backend,
            CopyToClipboard::to_clipboard_from(text)
        )
    }

    /// Asks the terminal for its background. An answer comes as input.
    pub(super) fn ask_background(&mut self) -> io::Result<()> {
        execute!(self.frames.backend, Print(QUESTION))
    }
}

/// Sends input to the browser from a thread, which ends with the process.
pub(super) fn listen(events: SyncSender<Event>, watchdog: Watchdog) {
    thread::spawn(move || {
        let (mut input, mut replies) = (InputReader::default(), Replies::default());
        while let Ok(read) = read_input(&mut input, &mut replies) {
            for event in read {
                if let Event::Input(Input::Key(key)) = &event
                    && Key::pressed(*key).is_control('c')
                {
                    watchdog.quit(0);
                }
                if events.send(event).is_err() {
                    return;
                }
            }
        }
        let _ = events.send(Event::End);
    });
}

impl Drop for Screen {
    fn drop(&mut self) {
        // After a panic the hook has restored it: a second time would move the cursor over the message.
        if !thread::panicking() {
            let _ = restore();
        }
    }
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = BufWriter::new(io::stdout());
    queue!(
        out,
        EnterAlternateScreen,
        EnableBracketedPaste,
        EnableFocusChange,
        cursor::Hide
    )?;
    if mouse {
        queue!(out, EnableMouseCapture)?;
    }
    out.flush()
}

/// Undoes [`take`], even if only a part was done: ending a mode that is not set does nothing.
pub(super) fn restore() -> io::Result<()> {
    let modes = execute!(
        io::stdout(),
        DisableMouseCapture,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    disable_raw_mode().and(modes)
}

/// Waits for input; keys that may be the start of an answer are held back only for a moment.
fn read_input(input: &mut InputReader, replies: &mut Replies) -> io::Result<Vec<Event>> {
    if replies.is_open() && !crossterm::event::poll(PATIENCE)? {
        return Ok(replies.release());
    }
    input.read().map(|input| replies.take(input))
}

/// Caught signals. They are caught before the terminal is set up, so that it is always restored, and handled from
/// [`Signals::listen`] on.
pub(super) struct Signals(#[cfg(unix)] signal_hook::iterator::Signals);

#[cfg(unix)]
impl Signals {
    pub(super) fn catch() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
        let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGWINCH];
        signal_hook::iterator::Signals::new(signals).map(Self)
    }

    /// Sends them to the browser.
    pub(super) fn listen(mut self, events: SyncSender<Event>, watchdog: Watchdog) {
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
                        watchdog.quit(128 + signal);
                        force_exit(signal);
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

/// Ends the program if it does not end by itself: a write to a terminal that nobody reads blocks forever. The changes of the
/// state were sent to their thread before the frame that blocks.
#[cfg(unix)]
fn force_exit(signal: i32) {
    thread::spawn(move || {
        thread::sleep(LAST_WAIT);
        let _ = disable_raw_mode();
        // The exit status of a program that a signal has ended.
        std::process::exit(128 + signal);
    });
}

#[cfg(not(unix))]
impl Signals {
    pub(super) fn catch() -> io::Result<Self> {
        Ok(Self())
    }

    pub(super) fn listen(self, _: SyncSender<Event>, _: Watchdog) {}
}
