//! Messages about reloaded rules.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::library::Library;
use crate::diagnostic::{Diagnostic, Severity};
use crate::links;
use crate::rules::Rulebook;
use crate::source::clean;

/// Why a reload is refused.
pub(super) fn refused(why: &str) -> String {
    format!("not reloaded: {}", clean(why))
}

/// The errors of a rulebook.
pub(super) fn errors(book: &Rulebook) -> Vec<Diagnostic> {
    let is_error = |fault: &&Diagnostic| fault.severity == Severity::Error;
    book.diagnostics.iter().filter(is_error).cloned().collect()
}

/// The first fault, and the number of others.
pub(super) fn summary(faults: &[Diagnostic]) -> Option<String> {
    match faults {
        [] => None,
        [fault] => Some(fault.brief()),
        [fault, more @ ..] => Some(format!("{} (and {} more)", fault.brief(), more.len())),
    }
}

/// The faults of the changed files, or the names of faultless ones.
pub(super) fn message(library: &Library, changed: &[PathBuf]) -> String {
    let paths: HashSet<&Path> = changed.iter().map(PathBuf::as_path).collect();
    let mut faults = library.book.diagnostics.clone();
    // In large rules this takes longer than an author waits.
    if library.has_few_words() {
        faults.extend(links::diagnostics(&library.links));
    }
    faults.retain(|fault| paths.contains(Path::new(&fault.path)));
    faults.sort_by_key(|fault| fault.severity != Severity::Error);
    summary(&faults).unwrap_or_else(|| reloaded(changed))
}

fn reloaded(changed: &[PathBuf]) -> String {
    match changed {
        [file] => {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let name = clean(&name);
            if file.exists() {
                format!("reloaded {name}")
            } else {
                format!("{name} was removed")
            }
        }
        [] => "reloaded the rules".to_owned(),
        files => format!("reloaded {} files", files.len()),
    }
}
