//! Extracts the text of PDF and EPUB files.
//!
//! The library that decodes PDF may panic on damaged files, take long, or take much memory, and a
//! panic ends a release build. The program therefore starts itself to read a book: the other process
//! has limits, and whatever becomes of it is a fault of one file. What it extracts is cached.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::cache;
use crate::diagnostic::Diagnostic;
use crate::folders;
use crate::loader;
use crate::platform::process;
use crate::rules::{BookError, book};
use crate::source::{Source, digest};

/// The first argument of the process that reads a book.
pub const READ_BOOK: &str = "__read-book";

/// The name of the cached texts' folder.
const FOLDER: &str = "extracted";

/// A cached text ends with these bytes, because another version may lay a page out differently.
const MAGIC: &str = concat!("<!-- tableside 2 of ", env!("CARGO_PKG_VERSION"), " -->");

/// The maximum time to read a book, the memory of the process that does it, and the text that it may
/// give.
const MAX_TIME: Duration = Duration::from_secs(120);
const MAX_MEMORY: u64 = 2 << 30;
const MAX_TEXT: u64 = 64 << 20;

/// The exit status of a process that found another format, and of one that found a fault.
const OTHER: u8 = 3;
const FAULT: u8 = 4;

/// Reads a source. The text of a book is a web page.
pub fn read(source: Source, diagnostics: &mut Vec<Diagnostic>) -> Option<Source> {
    if !source.is_unread || !source.has_extension(&["pdf", "epub"]) {
        return loader::read(source, diagnostics);
    }
    let Some(path) = source.origin.clone() else {
        return loader::read(source, diagnostics);
    };
    let stamp = source.stamp;
    let stored = stored(&source);
    if let Some(html) = stored.as_ref().and_then(|file| load(file)) {
        return Some(source.with_text(html, stamp));
    }
    match extract(&path) {
        Ok(Some(html)) => {
            if let Some(file) = stored {
                // If this fails, the next start extracts the text again.
                let _ = store(&file, &html);
            }
            Some(source.with_text(html, stamp))
        }
        Ok(None) => loader::read(source, diagnostics),
        Err(error) => {
            diagnostics.push(error.fault(&source.path));
            None
        }
    }
}

/// Returns the file with the cached text of a source.
fn stored(source: &Source) -> Option<PathBuf> {
    let path = fs::canonicalize(source.origin.as_deref()?).ok()?;
    let stamp = (source.stamp.length, source.stamp.modified?);
    let name = digest(&format!("{}\n{stamp:?}", path.display()));
    Some(
        folders::cache()?
            .join(FOLDER)
            .join(format!("{name:016x}.html")),
    )
}

fn load(file: &Path) -> Option<String> {
    let text = String::from_utf8(folders::read(file, MAX_TEXT).ok()?).ok()?;
    let html = text.strip_suffix(MAGIC)?;
    Some(html.to_owned())
}

fn store(file: &Path, html: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        folders::create(folder)?;
        cache::name(folder, "texts of books")?;
    }
    folders::replace(file, folders::Access::Private, |file| {
        file.write_all(html.as_bytes())?;
        file.write_all(MAGIC.as_bytes())
    })
}

/// Returns the text of a book, or `None` if the file is none.
fn extract(path: &Path) -> Result<Option<String>, BookError> {
    let program = std::env::current_exe().ok().filter(|program| {
        // Tests are other programs. They catch panics instead.
        cfg!(panic = "abort") || program.file_stem() == Some(OsStr::new(env!("CARGO_PKG_NAME")))
    });
    let Some(program) = program else {
        let read = panic::catch_unwind(AssertUnwindSafe(|| extract_here(path)));
        return read.unwrap_or_else(|_| Err(failed("it is damaged")));
    };
    let (status, text) = in_process(&program, path).map_err(|error| failed(&error.to_string()))?;
    match status {
        Some(0) => Ok(Some(text)),
        Some(code) if code == i32::from(OTHER) => Ok(None),
        Some(code) if code == i32::from(FAULT) => {
            let mut lines = text.lines();
            let known = |code: &str| {
                ["password", "scanned", "encrypted", "broken-epub"]
                    .into_iter()
                    .find(|known| *known == code)
            };
            Err(BookError {
                code: lines.next().and_then(known).unwrap_or("broken-pdf"),
                message: lines.next().unwrap_or_default().to_owned(),
                help: lines.next().unwrap_or_default().to_owned(),
            })
        }
        _ => Err(failed("it is damaged, or too large")),
    }
}

fn failed(reason: &str) -> BookError {
    let message = format!("this book cannot be read: {reason}");
    BookError::new(
        "broken-pdf",
        message,
        "get it again, or print it to a new PDF in a viewer",
    )
}

/// Runs the process that reads a book. Returns its exit status, if it ended by itself, and its output.
fn in_process(program: &Path, path: &Path) -> io::Result<(Option<i32>, String)> {
    let mut child = Command::new(program)
        .arg(READ_BOOK)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.take(MAX_TEXT).read_to_end(&mut text);
        // If nobody waits any more, the text is not needed.
        let _ = sender.send(read.map(|_| text));
    });
    let Ok(text) = receiver.recv_timeout(MAX_TIME) else {
        child.kill()?;
        child.wait()?;
        return Err(io::Error::other("reading it takes too long"));
    };
    let text = String::from_utf8_lossy(&text?).into_owned();
    Ok((child.wait()?.code(), text))
}

fn extract_here(path: &Path) -> Result<Option<String>, BookError> {
    let bytes = loader::read_book(path).map_err(|error| failed(&error.to_string()))?;
    if !loader::is_book(&bytes) {
        return Ok(None);
    }
    book::to_html(bytes).map(Some)
}

/// Reads a book in a process of its own, and prints its text or its fault.
pub fn print_book(path: &Path) -> ExitCode {
    process::limit_memory(MAX_MEMORY);
    let (status, text) = match extract_here(path) {
        Ok(Some(html)) => (0, html),
        Ok(None) => (OTHER, String::new()),
        Err(BookError {
            code,
            message,
            help,
        }) => {
            let [message, help] = [message, help].map(|text| text.replace('\n', " "));
            (FAULT, format!("{code}\n{message}\n{help}\n"))
        }
    };
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::from(status),
        Err(_) => ExitCode::FAILURE,
    }
}
