//! Finds names in the `table` of a `game.yaml` that mean nothing, so that a slip of the pen is not
//! silent: counters that do not exist, documents that are not there.

use std::collections::HashSet;

use crate::diagnostic::Diagnostic;
use crate::rules::model::TableRules;
use crate::source::{Source, Span};

/// Returns the faults of a table. `documents` are the file names, without extension, of the documents of
/// its game.
pub fn table_faults(
    source: &Source,
    table: &TableRules,
    documents: &HashSet<&str>,
) -> Vec<Diagnostic> {
    let counters = || table.counters.iter().map(|counter| counter.name.as_str());
    let names: HashSet<_> = counters().collect();
    let phases: HashSet<_> = table.phases().collect();
    let mut faults = Vec::new();
    let mut add = |name: &str, message: String, help: &str| {
        let start = source.text.find("table:").unwrap_or_default();
        let found = source.text[start..].find(name);
        let at = found.map_or(start, |at| start + at);
        let span = Span::new(at, at + found.map_or(0, |_| name.len()));
        faults.push(Diagnostic::at(source, span, "table", message).help(help));
    };
    let mut seen = HashSet::new();
    for name in counters().filter(|name| !seen.insert(*name)) {
        let message = format!("two counters are named `{name}`");
        add(name, message, "give each counter its own name");
    }
    for counter in &table.counters {
        let (name, max) = (&counter.name, counter.max.unwrap_or(i64::MAX));
        if !(counter.min..=max).contains(&counter.start) {
            let message = format!("`{name}` starts outside its limits");
            add(
                name,
                message,
                "`start` must be at least `min`, and at most `max`",
            );
        }
        for place in &counter.with {
            let document = place.split('#').next().unwrap_or_default();
            if !documents.contains(document) {
                let message =
                    format!("`{name}` is used with `{place}`, but no document has this name");
                add(
                    place,
                    message,
                    "write the name of a file of this game, without its extension",
                );
            }
        }
    }
    for step in &table.steps {
        let changed = step.add.keys().chain(step.set.keys());
        for name in changed.filter(|name| !names.contains(name.as_str())) {
            let message = format!(
                "the step `{}` changes `{name}`, which is no counter",
                step.name
            );
            add(
                name,
                message,
                "write the name of a counter as `counters` has it",
            );
        }
    }
    for pack in table
        .packs
        .iter()
        .filter(|pack| !documents.contains(pack.as_str()))
    {
        let message = format!("no document is named `{pack}`");
        add(
            pack,
            message,
            "write the name of a file of this game, without its extension",
        );
    }
    for phase in table
        .phase_words
        .keys()
        .filter(|phase| !phases.contains(phase.as_str()))
    {
        let message = format!("no counter has a value named `{phase}`");
        add(
            phase,
            message,
            "write the name of a phase as the `values` of a counter have it",
        );
    }
    faults
}
