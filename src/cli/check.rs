//! `tableside check`: faults of rules files, each with its place and what to do about it.

use super::args::{CheckArgs, Global};
use super::output::{Output, notice};
use super::setup;
use super::status::{Failure, Status};
use crate::diagnostic::{Diagnostic, Severity};
use crate::links::LinkGraph;
use crate::rules::{Rulebook, check};

pub(super) fn run(
    global: &Global,
    args: &CheckArgs,
    output: &mut Output,
) -> Result<Status, Failure> {
    let rules = [&global.rules[..], &args.path].concat();
    let loaded = setup::read(&setup::named(&rules))?;
    let without_documents = setup::without_documents(&loaded);
    let faults = faults(Rulebook::load(loaded.sources, loaded.diagnostics));
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
    let errors = faults
        .iter()
        .filter(|fault| fault.severity == Severity::Error)
        .count();
    let warnings = faults.len() - errors;
    if !faults.is_empty() {
        notice(&format!(
            "{}, {}",
            count(errors, "error"),
            count(warnings, "warning")
        ));
    }
    if let Some(failure) = without_documents {
        return Err(failure);
    }
    Ok(if errors > 0 || (args.strict && warnings > 0) {
        Status::Nothing
    } else {
        Status::Fine
    })
}

/// What loading found and what only a look at the whole finds, in the order of the files.
fn faults(mut book: Rulebook) -> Vec<Diagnostic> {
    let mut faults = std::mem::take(&mut book.diagnostics);
    faults.extend(check::check(&book));
    faults.extend(crate::links::diagnostics(&book, &LinkGraph::new(&book)));
    let place = |fault: &Diagnostic| fault.location.as_ref().map(|at| (at.line, at.column));
    faults.sort_by(|a, b| (&a.path, place(a), a.code).cmp(&(&b.path, place(b), b.code)));
    faults.dedup();
    faults
}

fn count(number: usize, what: &str) -> String {
    if number == 1 {
        format!("1 {what}")
    } else {
        format!("{number} {what}s")
    }
}
