//! The real terminal: entered, drawn on, and always given back.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture,
};
use crossterm::style::Print;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};

use super::app::App;
use super::event::Event;
use super::replies::{QUESTION, Replies};
use frame_writer::FrameWriter;
#[cfg(unix)]
use input::Input;

mod frame_writer;
#[cfg(unix)]
mod input;

/// More than any frame: standard output would flush every kilobyte by itself.
const FRAME_BYTES: usize = 256 * 1024;

/// The parts of an answer come together; a user's keys do not.
const PATIENCE: Duration = Duration::from_millis(100);

/// Asked to end, the browser has this long to do so; longer than what is to be kept may take to be written.
#[cfg(unix)]
const LAST_WAIT: std::time::Duration = std::time::Duration::from_secs(6);

/// The terminal while the browser has it.
pub(super) struct Screen {
    frames: FrameWriter<BufWriter<Stdout>>,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back before its message is printed.
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

    /// Draws a frame: one write, shown at once where the terminal can, and none if nothing has changed.
    pub(super) fn draw(&mut self, app: &App) -> io::Result<()> {
        self.frames.draw(app.shared.size, |buffer| app.draw(buffer))
    }

    /// Gives the terminal to the shell, stops, and takes it again when the shell lets the browser go on.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        restore()?;
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.retake()
    }

    /// Takes the terminal again, whatever happened to it meanwhile.
    pub(super) fn retake(&mut self) -> io::Result<()> {
        take(self.mouse)?;
        self.forget();
        Ok(())
    }

    /// Draws the next frame in full: something else may be on the screen now.
    pub(super) fn forget(&mut self) {
        self.frames.forget();
    }

    /// Hands text to the terminal's clipboard (OSC 52): works over ssh too, where the terminal allows it. The text is sent
    /// in base64, so that nothing in it can be a sequence of its own.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(
            self.frames.writer(),
            CopyToClipboard::to_clipboard_from(text)
        )
    }

    /// Asks the terminal for its background. The answer, if there is one, comes as input.
    pub(super) fn ask_background(&mut self) -> io::Result<()> {
        execute!(self.frames.writer(), Print(QUESTION))
    }
}

/// Sends keys, the mouse and sizes to the browser. The thread ends with the process.
pub(super) fn listen(events: SyncSender<Event>) {
    thread::spawn(move || {
        let (mut input, mut replies) = (Input::default(), Replies::default());
        while let Ok(heard) = hear(&mut input, &mut replies) {
            // On Unix, sizes come with the signals, which are heard from the first frame on.
            let mut heard = heard
                .into_iter()
                .filter(|event| cfg!(not(unix)) || !is_size(event));
            if heard.any(|event| events.send(event).is_err()) {
                return;
            }
        }
        let _ = events.send(Event::End);
    });
}

/// Gives the terminal back.
impl Drop for Screen {
    fn drop(&mut self) {
        // After a panic the hook has given it back: doing it twice would move the cursor over the message.
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

/// Undoes [`take`], whatever of it was done: ending a mode that is not set does nothing.
fn restore() -> io::Result<()> {
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

fn is_size(event: &Event) -> bool {
    matches!(event, Event::Input(crossterm::event::Event::Resize(..)))
}

/// Waits for input. Nothing waits for an answer of the terminal but what may be the rest of it.
fn hear(input: &mut Input, replies: &mut Replies) -> io::Result<Vec<Event>> {
    if replies.is_open() && !crossterm::event::poll(PATIENCE)? {
        return Ok(replies.let_go());
    }
    input.read().map(|input| replies.take(input))
}

/// Elsewhere a terminal that goes away says so itself.
#[cfg(not(unix))]
#[derive(Default)]
struct Input;

#[cfg(not(unix))]
impl Input {
    fn read(&mut self) -> io::Result<crossterm::event::Event> {
        crossterm::event::read()
    }
}

/// Signals that are caught, from when it is made: before the terminal is taken over, so that none can end the program
/// unheard. They are passed on once somebody listens.
pub(super) struct Signals(#[cfg(unix)] signal_hook::iterator::Signals);

#[cfg(unix)]
impl Signals {
    pub(super) fn catch() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
        let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGWINCH];
        signal_hook::iterator::Signals::new(signals).map(Self)
    }

    /// Sends them to the browser.
    pub(super) fn listen(mut self, events: SyncSender<Event>) {
        thread::spawn(move || {
            for signal in self.0.forever() {
                let event = match signal {
                    signal_hook::consts::SIGCONT => Event::Continued,
                    signal_hook::consts::SIGTSTP => Event::Suspend,
                    signal_hook::consts::SIGWINCH => match crossterm::terminal::size() {
                        Ok((columns, rows)) => {
                            Event::Input(crossterm::event::Event::Resize(columns, rows))
                        }
                        Err(_) => continue,
                    },
                    signal => {
                        insist(signal);
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

/// Ends the program where it does not end by itself, as where nobody reads what it writes: a write to the terminal then
/// waits for ever. What was to be kept has been handed over before the frame that hangs.
#[cfg(unix)]
fn insist(signal: i32) {
    thread::spawn(move || {
        thread::sleep(LAST_WAIT);
        let _ = disable_raw_mode();
        // As a shell tells of a program that a signal has ended.
        std::process::exit(128 + signal);
    });
}

#[cfg(not(unix))]
impl Signals {
    pub(super) fn catch() -> io::Result<Self> {
        Ok(Self())
    }

    pub(super) fn listen(self, _: SyncSender<Event>) {}
}
