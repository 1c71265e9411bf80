//! Finds faults in the references between sections.

use super::graph::LinkGraph;
use crate::diagnostic::Diagnostic;

mod dangling;
mod figures;
mod undefined;

/// Finds links that lead nowhere, terms that no section defines, and figures that contradict the
/// rules, in tables of key numbers.
pub fn diagnostics(graph: &LinkGraph) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut candidates = undefined::BoldTerms::default();
    for (from, _, blocks) in graph.book.walk() {
        dangling::faults_of_section(graph, from, &blocks, &mut faults);
        candidates.add(&graph.book, from, &blocks);
    }
    faults.extend(candidates.faults(graph));
    faults.extend(figures::faults(graph));
    faults
}
