//! The list of rules files. A listed file may have been read or not.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::source::{Source, counted, last_part};

/// The name of files with synonyms.
pub const SYNONYMS_FILE: &str = "synonyms.yaml";

const GAME_FILES: [&str; 2] = ["game.yaml", SYNONYMS_FILE];

/// Whether a file is a `game.yaml` or a `synonyms.yaml`, which contain no rules.
pub fn is_game_file(file: &str) -> bool {
    GAME_FILES.contains(&last_part(file))
}

/// What a document is, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// A text, in markdown or not.
    Text,
    /// A web page, or an archive of one.
    Page,
    /// A book, of which a web page is made.
    Book,
}

/// The extensions of documents.
const DOCUMENTS: &[(DocumentKind, &[&str])] = &[
    (DocumentKind::Text, &["md", "markdown", "mdx", "txt"]),
    (
        DocumentKind::Page,
        &["html", "htm", "xhtml", "mhtml", "mht"],
    ),
    (DocumentKind::Book, &["pdf", "epub"]),
];

/// Returns what a document is, by the extension of its file; `None` if the file is none.
pub fn document_kind(file: &str) -> Option<DocumentKind> {
    let extension = extension(file);
    let mut kinds = DOCUMENTS.iter();
    let found = kinds.find(|(_, known)| is_one_of(extension, known));
    found.map(|(kind, _)| *kind)
}

/// How a file of a format that is not read becomes one that is.
const PANDOC: &str = "make markdown of each: `pandoc -t gfm FILE -o FILE.md`";

/// Formats that may contain rules but are not read: the name, the extensions, and what to do.
const UNREAD: &[(&str, &[&str], &str)] = &[
    (
        "AsciiDoc",
        &["adoc", "asciidoc"],
        "make HTML of each: `asciidoctor -b html5 FILE`",
    ),
    ("reStructuredText", &["rst"], PANDOC),
    ("Org", &["org"], PANDOC),
    ("LaTeX", &["tex"], PANDOC),
    ("Typst", &["typ"], PANDOC),
    ("Word", &["docx", "doc"], PANDOC),
    ("OpenDocument", &["odt"], PANDOC),
    ("RTF", &["rtf"], PANDOC),
];

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn is_one_of(extension: &str, known: &[&str]) -> bool {
    known
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}

/// Whether a file with this name is loaded from a rules folder: a document (see `DOCUMENTS`),
/// `game.yaml` or `synonyms.yaml`.
pub fn is_rules_file(name: &str) -> bool {
    document_kind(name).is_some() || GAME_FILES.contains(&name)
}

/// The files of a folder that may contain rules but are not read, in the order of their formats: how
/// many there are of each, and the path of the first.
#[derive(Default)]
pub struct UnreadFiles([(usize, String); UNREAD.len()]);

impl UnreadFiles {
    /// Counts a file, if it is in one of the formats.
    pub fn add(&mut self, name: &str, path: &Path) {
        let extension = extension(name);
        let of = |(_, known, _): &(&str, &[&str], &str)| is_one_of(extension, known);
        if let Some(format) = UNREAD.iter().position(of) {
            let (count, first) = &mut self.0[format];
            if *count == 0 {
                *first = path.display().to_string();
            }
            *count += 1;
        }
    }

    /// Returns a fault for each format, in which files were found.
    pub fn faults(&self) -> impl Iterator<Item = Diagnostic> {
        let found = UNREAD
            .iter()
            .zip(&self.0)
            .filter(|(_, (count, _))| *count > 0);
        found.map(|((format, _, help), (count, first))| {
            let verb = if *count == 1 { "is" } else { "are" };
            let files = counted(*count, &format!("{format} file"));
            let message = format!("{files} {verb} not read; this is the first");
            Diagnostic::of_file(first, NOT_READ, message).help(*help)
        })
    }
}

/// The code of the faults about files that are not read.
pub const NOT_READ: &str = "not-read";

/// Returns the number of files that faults say are not read.
pub fn unread_count(faults: &[Diagnostic]) -> usize {
    let unread = faults.iter().filter(|fault| fault.code == NOT_READ);
    let counts = unread.filter_map(|fault| fault.message.split(' ').next()?.parse::<usize>().ok());
    counts.sum()
}

/// Where rules or synonyms come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rules inside the program.
    Bundled,
    /// A folder or a file.
    Path(PathBuf),
    /// The settings folder. Its `synonyms.yaml`, if there is one, contains the player's own
    /// synonyms for all games.
    Synonyms(PathBuf),
}

impl Origin {
    /// Parses an origin as the user writes it: `bundled`, or a path.
    pub fn named(name: impl Into<PathBuf>) -> Self {
        let path = name.into();
        if path.as_os_str() == "bundled" {
            Self::Bundled
        } else {
            Self::Path(path)
        }
    }
}

/// Whether the settings folder has a `synonyms.yaml`. A dangling symbolic link counts, so that it
/// is reported as a fault.
pub fn has_synonyms_file(settings: &Path) -> bool {
    fs::symlink_metadata(settings.join(SYNONYMS_FILE)).is_ok()
}

/// The files found in a list of origins, in order.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The files, read or not.
    pub sources: Vec<Source>,
    /// Faults found so far, such as folders that cannot be read.
    pub diagnostics: Vec<Diagnostic>,
    /// The folders that were searched, each after the one that contains it. Each real folder is
    /// listed once.
    pub folders: Vec<PathBuf>,
    /// The symbolic links among the files and folders.
    pub links: Vec<PathBuf>,
}

impl Listing {
    /// Returns the files that are documents: all except `game.yaml` and `synonyms.yaml`.
    pub fn documents(&self) -> impl Iterator<Item = &Source> {
        self.sources
            .iter()
            .filter(|source| !is_game_file(&source.file))
    }

    pub(super) fn fault(&mut self, path: &Path, code: &'static str, message: String) {
        let path = path.display().to_string();
        self.diagnostics
            .push(Diagnostic::of_file(&path, code, message).error());
    }

    /// Notes that a file is not read, because a text beside it has its corrected content.
    pub(super) fn replaced(&mut self, path: &Path, corrected: &Path) {
        let name = corrected.file_name().unwrap_or_default().to_string_lossy();
        let path = path.display().to_string();
        let message = format!("not read, because `{name}` beside it is read instead");
        self.diagnostics
            .push(Diagnostic::of_file(&path, "replaced", message).note());
    }

    pub(super) fn loaded_twice(&mut self, path: &Path, what: &str) {
        let message = format!("{what} already loaded");
        let path = path.display().to_string();
        let fault = Diagnostic::of_file(&path, "loaded-twice", message);
        self.diagnostics.push(fault.help(
            "remove the second path or symbolic link; a folder includes everything below it",
        ));
    }
}

/// Returns the bundled files, with texts borrowed from the program.
pub fn bundled() -> impl Iterator<Item = Source> {
    crate::bundled::FILES.iter().map(|(file, text)| {
        Source::new(
            format!("rules/{file}"),
            (*file).to_owned(),
            "rules".to_owned(),
            *text,
        )
    })
}
