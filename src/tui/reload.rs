//! What the browser says when rules have been read again.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::library::Library;
use crate::diagnostic::{Diagnostic, Severity};
use crate::links;
use crate::rules::Rulebook;
use crate::source::clean;

/// Why the rules that were read before stay.
pub(super) fn refused(why: &str) -> String {
    format!("the rules read before stay: {}", clean(why))
}

/// The errors of a rulebook.
pub(super) fn errors(book: &Rulebook) -> Vec<Diagnostic> {
    let is_error = |fault: &&Diagnostic| fault.severity == Severity::Error;
    book.diagnostics.iter().filter(is_error).cloned().collect()
}

/// The first of some faults, and how many more there are.
pub(super) fn summary(faults: &[Diagnostic]) -> Option<String> {
    match faults {
        [] => None,
        [fault] => Some(fault.brief()),
        [fault, more @ ..] => Some(format!("{} (and {} more)", fault.brief(), more.len())),
    }
}

/// The faults of the changed files, or their names where they have none.
pub(super) fn message(library: &Library, changed: &[PathBuf]) -> String {
    let paths: HashSet<&Path> = changed.iter().map(PathBuf::as_path).collect();
    let mut faults = library.book.diagnostics.clone();
    // In a large folder that would take longer than an author waits.
    if library.has_few_words() {
        faults.extend(links::diagnostics(&library.links));
    }
    faults.retain(|fault| paths.contains(Path::new(&fault.path)));
    faults.sort_by_key(|fault| fault.severity != Severity::Error);
    summary(&faults).unwrap_or_else(|| read_again(changed))
}

fn read_again(changed: &[PathBuf]) -> String {
    match changed {
        [file] => {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let name = clean(&name);
            if file.exists() {
                format!("{name} was read again")
            } else {
                format!("{name} is gone")
            }
        }
        [] => "the rules were read again".to_owned(),
        files => format!("{} files were read again", files.len()),
    }
}
