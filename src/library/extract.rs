//! Extracts the text of PDF and EPUB files.
//!
//! The library that decodes PDF may panic on damaged files, take long, or take much memory, and a
//! panic ends a release build. The program therefore starts itself to read a book: the other process
//! has limits, and whatever becomes of it is a fault of one file. What it extracts is cached.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cache;
use crate::diagnostic::Diagnostic;
use crate::folders;
use crate::loader::{self, DocumentKind};
use crate::platform::process;
use crate::rules::{BookError, BookOptions, book};
use crate::source::{Source, Stamp, digest};

/// The first argument of the process that reads a book.
pub const READ_BOOK: &str = "__read-book";

/// The name of the cached texts' folder.
const FOLDER: &str = "extracted";

/// A cached text ends with these bytes, because another version may lay a page out differently.
const MAGIC: &str = concat!("<!-- tableside 5 of ", env!("CARGO_PKG_VERSION"), " -->");

/// The maximum time to read a book, the memory of the process that does it, and the text that it may
/// give.
const MAX_TIME: Duration = Duration::from_secs(120);
const MAX_MEMORY: u64 = 2 << 30;
const MAX_TEXT: u64 = 64 << 20;

/// The exit status of a process that found another format, and of one that found a fault.
const OTHER: u8 = 3;
const FAULT: u8 = 4;

/// What is being read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress<'a> {
    /// The number of documents before this one.
    Document(usize),
    /// A page of a PDF: the name of the file, the position of the page, counted from 1, and the number of pages.
    Page(&'a str, usize, usize),
}

/// How files are read.
pub struct ReadingOptions<'a> {
    /// The number of pages that are read at most of each PDF that is not cached.
    pub max_pages: usize,
    /// Is called with what is being read.
    pub progress: &'a mut dyn FnMut(Progress<'_>),
}

impl<'a> ReadingOptions<'a> {
    /// Reads all of each file, and reports what is being read.
    pub fn all(progress: &'a mut dyn FnMut(Progress<'_>)) -> Self {
        Self {
            max_pages: usize::MAX,
            progress,
        }
    }
}

/// Whether a source is a book whose text is not cached.
pub fn is_new_book(source: &Source) -> bool {
    source.is_unread && is_book(source) && !stored(source).is_some_and(|file| file.exists())
}

fn is_book(source: &Source) -> bool {
    loader::document_kind(source.name()) == Some(DocumentKind::Book)
}

/// Reads a source. The text of a book is a web page. A book of which only the first pages are read
/// has no time, so that it is read again when all of it is wanted.
pub fn read(
    source: Source,
    reading: &mut ReadingOptions<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Source> {
    if !source.is_unread || !is_book(&source) {
        return loader::read(source, diagnostics);
    }
    let Some(path) = source.origin.clone() else {
        return loader::read(source, diagnostics);
    };
    let stamp = source.stamp;
    let stored = stored(&source);
    let known = stored.as_ref().and_then(|file| load(file));
    let known = known.map(|text| match text.strip_prefix(FAULT_MARK) {
        Some(fault) => Err(fault_of(fault)),
        None => Ok(Some(text)),
    });
    let is_known = known.is_some();
    let name = source.name().to_owned();
    let mut is_whole = true;
    let max_pages = reading.max_pages;
    let mut page = |page, of| {
        is_whole &= of <= max_pages;
        (reading.progress)(Progress::Page(&name, page, of));
    };
    // The first pages alone say nothing about the faults of a book.
    let lasting = stored.as_deref().filter(|_| max_pages == usize::MAX);
    let read = known.unwrap_or_else(|| extract(&path, lasting, max_pages, &mut page));
    match read {
        Ok(Some(html)) if !is_whole => {
            let modified = None;
            Some(source.with_text(html, Stamp { modified, ..stamp }))
        }
        Ok(Some(html)) => {
            if let Some(file) = stored.filter(|_| !is_known) {
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

/// Returns a cached text, unless it is damaged or from another version.
fn load(file: &Path) -> Option<String> {
    let text = String::from_utf8(folders::read(file, MAX_TEXT).ok()?).ok()?;
    let (html, sum) = text.strip_suffix(MAGIC)?.rsplit_once('\n')?;
    (sum == checksum(html)).then(|| html.to_owned())
}

fn checksum(html: &str) -> String {
    format!("{:016x}", digest(html))
}

fn store(file: &Path, html: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        folders::create(folder)?;
        cache::name(folder, "texts of books")?;
    }
    folders::replace(file, folders::Access::Private, |file| {
        file.write_all(html.as_bytes())?;
        write!(file, "\n{}{MAGIC}", checksum(html))
    })
}

/// A cached text that begins with this is a fault: its code, its message and its help, a line each.
const FAULT_MARK: &str = "fault\n";

/// Returns the text of a book, or `None` if the file is none. Calls `progress` as [`BookOptions`] says.
/// A fault of the file is stored, because it stays until the file changes.
fn extract(
    path: &Path,
    stored: Option<&Path>,
    max_pages: usize,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<String>, BookError> {
    let program = std::env::current_exe().ok().filter(|program| {
        // Tests are other programs. They catch panics instead.
        cfg!(panic = "abort") || program.file_stem() == Some(OsStr::new(env!("CARGO_PKG_NAME")))
    });
    let Some(program) = program else {
        let read =
            panic::catch_unwind(AssertUnwindSafe(|| extract_here(path, max_pages, progress)));
        return read.unwrap_or_else(|_| Err(failed("it is damaged")));
    };
    let read = in_process(&program, path, max_pages, progress);
    let (status, text) = read.map_err(|error| failed(&error.to_string()))?;
    match status {
        Some(0) => Ok(Some(text)),
        Some(code) if code == i32::from(OTHER) => Ok(None),
        status => {
            let error = match status {
                Some(code) if code == i32::from(FAULT) => fault_of(&text),
                _ => failed("it is damaged, or too large"),
            };
            if let Some(file) = stored {
                // If this fails, the next start reads the file again.
                let _ = store(file, &format!("{FAULT_MARK}{}", fault_text(&error)));
            }
            Err(error)
        }
    }
}

/// Reads a fault from its code, its message and its help, a line each.
fn fault_of(text: &str) -> BookError {
    let mut lines = text.lines();
    let known = |code: &str| {
        [
            "password",
            "scanned",
            "encrypted",
            "broken-epub",
            "unmapped-fonts",
        ]
        .into_iter()
        .find(|known| *known == code)
    };
    BookError {
        code: lines.next().and_then(known).unwrap_or("broken-pdf"),
        message: lines.next().unwrap_or_default().to_owned(),
        help: lines.next().unwrap_or_default().to_owned(),
    }
}

/// Writes a fault as [`fault_of`] reads it.
fn fault_text(error: &BookError) -> String {
    let [message, help] = [&error.message, &error.help].map(|text| text.replace('\n', " "));
    format!("{}\n{message}\n{help}\n", error.code)
}

fn failed(reason: &str) -> BookError {
    let message = format!("this book cannot be read: {reason}");
    BookError::new(
        "broken-pdf",
        message,
        "get it again, or print it to a new PDF in a viewer",
    )
}

/// What the process that reads a book has printed.
enum Printed {
    /// The position of the page that it reads, and the number of pages.
    Page(usize, usize),
    /// All of its output.
    Text(io::Result<Vec<u8>>),
}

/// Runs the process that reads a book. Returns its exit status, if it ended by itself, and its output.
fn in_process(
    program: &Path,
    path: &Path,
    max_pages: usize,
    progress: &mut dyn FnMut(usize, usize),
) -> io::Result<(Option<i32>, String)> {
    let mut child = Command::new(program)
        .arg(READ_BOOK)
        .arg(path)
        .arg(max_pages.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let pages = child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let (sender, receiver) = mpsc::channel();
    let texts = sender.clone();
    // If nobody waits any more, what is sent is not needed.
    thread::spawn(move || {
        let mut text = Vec::new();
        let read = output.take(MAX_TEXT).read_to_end(&mut text);
        let _ = texts.send(Printed::Text(read.map(|_| text)));
    });
    thread::spawn(move || {
        for line in BufReader::new(pages.take(MAX_TEXT)).lines() {
            if let Some((page, of)) = line.ok().and_then(|line| page_of(&line)) {
                let _ = sender.send(Printed::Page(page, of));
            }
        }
    });
    let end = Instant::now() + MAX_TIME;
    let mut text = Vec::new();
    // Both threads have to end: whether the last page was read decides what is cached.
    loop {
        match receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(Printed::Page(page, of)) => progress(page, of),
            Ok(Printed::Text(read)) => text = read?,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                child.kill()?;
                child.wait()?;
                return Err(io::Error::other("reading it takes too long"));
            }
        }
    }
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok((child.wait()?.code(), text))
}

/// Reads `12 403`, as the process that reads a book prints its progress.
fn page_of(line: &str) -> Option<(usize, usize)> {
    let (page, of) = line.split_once(' ')?;
    Some((page.parse().ok()?, of.parse().ok()?))
}

fn extract_here(
    path: &Path,
    max_pages: usize,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<String>, BookError> {
    let bytes = loader::read_book(path).map_err(|error| failed(&error.to_string()))?;
    if !loader::is_book(&bytes) {
        return Ok(None);
    }
    let options = BookOptions {
        max_pages,
        ..BookOptions::all(progress)
    };
    book::to_html(bytes, options).map(Some)
}

/// Reads a book in a process of its own, at most `max_pages` pages of a PDF. Prints its text or its
/// fault, and on standard error which page it reads.
pub fn print_book(path: &Path, max_pages: usize) -> ExitCode {
    process::limit_memory(MAX_MEMORY);
    let mut progress = |page, of| {
        // If nobody listens any more, the text is not needed either.
        let _ = writeln!(io::stderr(), "{page} {of}");
    };
    let (status, text) = match extract_here(path, max_pages, &mut progress) {
        Ok(Some(html)) => (0, html),
        Ok(None) => (OTHER, String::new()),
        Err(error) => (FAULT, fault_text(&error)),
    };
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::from(status),
        Err(_) => ExitCode::FAILURE,
    }
}
