//! `tableside check` reports faults in rules files, each with its location and advice.

use super::args::{CheckArgs, Global};
use super::output::{Outcome, Output, notice};
use super::setup;
use crate::diagnostic::Diagnostic;
use crate::library;
use crate::links::LinkGraph;
use crate::rules::{Rulebook, check};
use crate::source::counted;

pub fn run(global: &Global, args: &CheckArgs, output: &mut Output) -> Outcome {
    let loaded = library::read_files(
        setup::listing(&setup::origins(global, &args.path))?,
        &mut library::ReadingOptions::all(&mut |_| {}),
    );
    let has_documents = setup::require_documents(&loaded);
    let book = Rulebook::load(loaded.sources, loaded.diagnostics);
    for vocabulary in book.borrowed_vocabularies() {
        notice(&vocabulary);
    }
    let faults = faults(book);
    for (index, fault) in faults.iter().enumerate() {
        if args.json {
            output.json(fault)?;
            continue;
        }
        if index > 0 {
            output.line("")?;
        }
        output.line(&fault.to_string())?;
    }
    let errors = faults.iter().filter(|fault| fault.is_error()).count();
    let warnings = faults.iter().filter(|fault| fault.is_fault()).count() - errors;
    if errors + warnings > 0 {
        let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
        notice(&format!("{errors}, {warnings}"));
    }
    has_documents?;
    let is_strict = args.strict && warnings > 0;
    Ok(errors == 0 && !is_strict)
}

/// Returns the faults in single files and in the whole rulebook, sorted by path and location.
fn faults(mut book: Rulebook) -> Vec<Diagnostic> {
    let mut faults = std::mem::take(&mut book.diagnostics);
    faults.extend(check::check(&book));
    faults.extend(crate::links::diagnostics(&LinkGraph::new(book)));
    let place = |fault: &Diagnostic| fault.location.as_ref().map(|at| (at.line, at.column));
    faults.sort_by(|a, b| (&a.path, place(a), a.code).cmp(&(&b.path, place(b), b.code)));
    faults.dedup();
    faults
}
