//! Runs a program in a pseudo-terminal, for tests and measurements that send keys and read the
//! screen.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// The maximum wait; a test that waits longer fails.
pub const DEADLINE: Duration = Duration::from_secs(30);

pub struct Pty {
    pub child: Box<dyn Child + Send + Sync>,
    pub parser: vt100::Parser,
    /// The time of the last processed output.
    pub last: Instant,
    pub raw: Vec<u8>,
    /// Whether to answer queries to the terminal, as most terminals do.
    pub answers: bool,
    /// The local modes of the terminal before the program started, such as echo and line buffering.
    cooked: Option<u64>,
    /// The terminal's end of the connection; `None` once the terminal is closed.
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    /// Chunks of output, each with its time; `None` before [`Pty::listen`].
    output: Option<Receiver<(Instant, Vec<u8>)>>,
}

/// The environment variables that locate the program's own files.
pub const FOLDERS: [&str; 4] = [
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
];

/// Builds a command that does not depend on the user's settings, terminal or locale. The program
/// stores its own files in `home`.
pub fn command(program: &Path, arguments: &[&str], home: &Path) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    for name in [
        "TABLESIDE_RULES",
        "NO_COLOR",
        "COLORTERM",
        "LC_ALL",
        "LC_CTYPE",
    ] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    // A pager would wait for keys.
    command.env("PAGER", "");
    command.env("HOME", home);
    // The default working directory would be the home folder, which may not exist.
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    for name in FOLDERS {
        command.env(name, home);
    }
    command
}

impl Pty {
    /// Starts a program on a screen of `size` (columns and rows), and reads its output.
    pub fn start(command: CommandBuilder, size: (u16, u16)) -> Self {
        let mut pty = Self::unread(command, size);
        pty.listen();
        pty
    }

    /// Starts a program without reading its output before [`Pty::listen`].
    pub fn unread(command: CommandBuilder, (cols, rows): (u16, u16)) -> Self {
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal");
        let writer = pair.master.take_writer().expect("a writer");
        let parser = vt100::Parser::new(rows, cols, 0);
        let cooked = modes(&*pair.master);
        let last = Instant::now();
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        let (raw, master, writer, output) = (Vec::new(), Some(pair.master), Some(writer), None);
        let answers = false;
        Self {
            child,
            parser,
            last,
            raw,
            answers,
            cooked,
            master,
            writer,
            output,
        }
    }

    pub fn listen(&mut self) {
        let master = self.master.as_ref().expect("a terminal");
        let mut reader = master.try_clone_reader().expect("a reader");
        let (sender, output) = channel();
        self.output = Some(output);
        thread::spawn(move || {
            let mut bytes = vec![0; 65536];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0
                    || sender
                        .send((Instant::now(), bytes[..count].to_vec()))
                        .is_err()
                {
                    return;
                }
            }
        });
    }

    pub fn send(&mut self, keys: &str) {
        self.send_bytes(keys.as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let writer = self.writer.as_mut().expect("a terminal");
        writer
            .write_all(bytes)
            .and_then(|()| writer.flush())
            .expect("the program reads");
    }

    /// Types from a separate thread, because the program may never read all keys. Afterwards,
    /// nothing else can be typed.
    pub fn flood(&mut self, keys: Vec<u8>) -> JoinHandle<()> {
        let mut writer = self.writer.take().expect("a terminal");
        thread::spawn(move || drop(writer.write_all(&keys)))
    }

    /// Closes the terminal, as when its window is closed. Must be called before [`Pty::listen`].
    pub fn hang_up(&mut self) {
        assert!(self.output.is_none(), "the reader has the terminal too");
        (self.writer, self.master) = (None, None);
    }

    /// Whether the terminal has the same modes as before the program started.
    pub fn is_cooked(&self) -> bool {
        self.master
            .as_ref()
            .is_none_or(|master| modes(&**master) == self.cooked)
    }

    /// Resizes the terminal, which sends the program a signal.
    pub fn resize(&mut self, rows: u16, cols: u16) {
        let master = self.master.as_ref().expect("a terminal");
        master
            .resize(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .expect("a new size");
        self.parser.screen_mut().set_size(rows, cols);
    }

    /// Sends a signal, named without `SIG`.
    pub fn signal(&self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill")
            .args(["-s", name, &id])
            .status()
            .expect("kill runs");
        assert!(sent.success(), "the program is there to get {name}");
    }

    pub fn id(&self) -> u32 {
        self.child.process_id().expect("a running child")
    }

    /// Returns the peak (`VmHWM`) or the current size (`VmRSS`) of the resident memory in
    /// kilobytes, if the system reports it.
    pub fn memory(&self, which: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(which)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    }

    pub fn contents(&self) -> String {
        self.parser.screen().contents()
    }

    /// Returns the rows of the screen without trailing blanks.
    pub fn rows(screen: &vt100::Screen) -> Vec<String> {
        let (_, columns) = screen.size();
        screen
            .rows(0, columns)
            .map(|row| row.trim_end().to_owned())
            .collect()
    }

    /// Reads output until `shown` returns true. If that takes too long, the failure message
    /// contains `what`.
    pub fn wait(&mut self, what: &str, shown: impl Fn(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while !shown(self.parser.screen()) {
            let left = DEADLINE.saturating_sub(start.elapsed());
            if let Err(error) = self.take(left) {
                panic!(
                    "waited in vain for {what} ({error}); the screen:\n{}",
                    self.contents()
                );
            }
        }
    }

    pub fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Reads output until none arrives for the given time. [`Pty::last`] is then the time of the
    /// last output.
    pub fn settle(&mut self, quiet: Duration) {
        let start = Instant::now();
        // Some programs never stop writing.
        while self.take(quiet).is_ok() && start.elapsed() < DEADLINE {}
    }

    fn take(&mut self, wait: Duration) -> Result<(), RecvTimeoutError> {
        let (at, bytes) = self
            .output
            .as_ref()
            .ok_or(RecvTimeoutError::Disconnected)?
            .recv_timeout(wait)?;
        self.last = at;
        self.parser.process(&bytes);
        self.raw.extend_from_slice(&bytes);
        if self.answers {
            self.answer(&bytes);
        }
        Ok(())
    }

    /// Answers the queries in a chunk of output, such as a query for the cursor position.
    fn answer(&mut self, output: &[u8]) {
        let (row, column) = self.parser.screen().cursor_position();
        let cursor = format!("\x1b[{};{}R", row + 1, column + 1);
        let known = [
            ("\x1b]11;?", "\x1b]11;rgb:0000/0000/0000\x1b\\"),
            ("\x1b[6n", cursor.as_str()),
            ("\x1b[c", "\x1b[?62;22c"),
            ("\x1b[5n", "\x1b[0n"),
            ("\x1b[16t", "\x1b[6;20;10t"),
        ];
        for (question, answer) in known {
            if output
                .windows(question.len())
                .any(|bytes| bytes == question.as_bytes())
            {
                self.send(answer);
            }
        }
    }

    pub fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child of ours") {
                break status;
            }
            assert!(
                start.elapsed() < DEADLINE,
                "the program does not end; the screen:\n{}",
                self.contents()
            );
            let _ = self.take(Duration::from_millis(20));
        };
        self.settle(Duration::from_millis(200));
        status
    }

    /// Waits until the program has ended, and checks that it has reset all modes of the terminal.
    /// Returns its exit status and output.
    pub fn restored(mut self) -> (ExitStatus, String) {
        let status = self.ended();
        let raw = String::from_utf8_lossy(&self.raw).into_owned();
        for (on, off, what) in [
            ("\x1b[?1049h", "\x1b[?1049l", "the alternate screen is left"),
            ("\x1b[?1000h", "\x1b[?1000l", "the mouse is given back"),
            ("\x1b[?2004h", "\x1b[?2004l", "bracketed paste is ended"),
            ("\x1b[?25l", "\x1b[?25h", "the cursor is shown"),
        ] {
            assert!(
                raw.rfind(off) > raw.rfind(on),
                "{what}; the last output: {:?}",
                tail(&raw)
            );
        }
        assert!(
            self.is_cooked(),
            "keys are echoed and lines waited for again"
        );
        (status, raw)
    }
}

/// Systems other than Unix do not report the modes of a terminal.
#[cfg(not(unix))]
fn modes(_: &(dyn MasterPty + Send)) -> Option<u64> {
    None
}

/// Returns the local modes of a terminal as a bit set.
#[cfg(unix)]
fn modes(master: &(dyn MasterPty + Send)) -> Option<u64> {
    master
        .get_termios()
        .map(|termios| u64::from(termios.local_flags.bits()))
}

impl Drop for Pty {
    fn drop(&mut self) {
        // A failed test must not leave a browser running. If the browser has already ended, the
        // error is ignored.
        let _ = self.child.kill();
    }
}

fn tail(raw: &str) -> &str {
    let from = raw.len().saturating_sub(400);
    (from..raw.len()).find_map(|at| raw.get(at..)).unwrap_or("")
}
