//! What is wrong with how sections refer to each other.

use super::graph::LinkGraph;
use super::passages;
use crate::diagnostic::Diagnostic;
use crate::rules::Rulebook;

mod dangling;
mod figures;
mod undefined;

/// Links that lead nowhere, terms that nothing defines, and figures in tables of key numbers that the rules contradict.
pub fn diagnostics(book: &Rulebook, graph: &LinkGraph) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut candidates = undefined::Candidates::default();
    for (from, _, blocks) in passages::walk(book, None) {
        dangling::faults_of_section(book, graph, from, &blocks, &mut faults);
        candidates.add(book, from, &blocks);
    }
    faults.extend(candidates.faults(book, graph));
    faults.extend(figures::faults(book, graph));
    faults
}
