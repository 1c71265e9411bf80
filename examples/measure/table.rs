//! Formats the measurements as a table: a row for each measure, a column for each set of rules.

use std::fmt::Write as _;

use super::RuleSet;
use super::inside::{FRAMES, Inside};
use super::outside::{Outside, Start};
use super::shapes::Shape;

/// The measurements of one set of rules.
pub struct Column {
    pub name: String,
    /// The label of each row and the text of its cell, such as `29 (40) ms` for 29 ms measured and
    /// 40 ms promised.
    cells: Vec<(String, String)>,
}

/// Returns the column of a set of rules. `bare` is the time of the bare program in milliseconds.
pub fn column(set: &RuleSet, outside: &Outside, inside: &Inside, bare: f64) -> Column {
    let promises = set.promises;
    let mut cells = Vec::new();
    let mut add = |label: &str, cell: String| cells.push((label.to_owned(), cell));
    let [first, answered] = promises.cached;
    let cached = &outside.cached;
    let start = |time: f64, promise: f64| {
        if promises.relative {
            format!("{:.1} ({promise}) x bare", time / bare)
        } else {
            milliseconds(time, promise)
        }
    };
    add("opened before: first frame", start(cached.first, first));
    add("opened before: answered", start(cached.answered, answered));
    add(
        "opened before: memory",
        memory(cached, promises.cached_memory),
    );
    if let Some((cold, [first, answered])) = outside.cold.as_ref().zip(promises.cold) {
        add("never opened: readable", milliseconds(cold.first, first));
        // A large folder has no such row: while the folder is read, the query in the search box
        // would count as an answer.
        if promises.relative {
            add(
                "never opened: answered",
                milliseconds(cold.answered, answered),
            );
        }
        add("never opened: memory", memory(cold, promises.cold_memory));
    }
    if let Some((saved, promises)) = outside.saved.zip(promises.saved) {
        add(
            "file saved: on the screen",
            milliseconds(saved[0], promises[0]),
        );
        add("file saved: found", milliseconds(saved[1], promises[1]));
    }
    let [median, slow] = inside.question;
    add("question: median", format!("{median:.2} (0.5) ms"));
    add("question: 99th percentile", format!("{slow:.1} (3) ms"));
    add("key: median", format!("{:.1} ms", inside.median));
    add(
        "key: 99th percentile",
        format!("{:.1} ({}) ms", inside.slow, promises.key),
    );
    add(
        "key: slowest before links",
        format!("{:.1} ms", inside.slowest_before_links),
    );
    if let Some((whole_rulebook, promises)) = outside.whole_rulebook.zip(promises.whole_rulebook) {
        let labels = ["`check`", "`links NAME`", "what links here", "key numbers"];
        for (label, (promise, time)) in labels.iter().zip(promises.into_iter().zip(whole_rulebook))
        {
            add(label, milliseconds(time, promise));
        }
    }
    Column {
        name: set.name.clone(),
        cells,
    }
}

/// Returns the table of keystrokes on collections of different shapes.
pub fn shapes(measured: &[(Shape, Inside)]) -> String {
    let mut text = "| collection | files | sections | MB | median | 99th percentile (promised) | slowest | slowest before links |\n|---|---:|---:|---:|---:|---:|---:|---:|\n".to_owned();
    for (shape, keys) in measured {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.1} ms | {:.1} ({}) ms | {:.1} ms | {:.1} ms |",
            shape.name,
            keys.files,
            keys.sections,
            megabytes(keys.bytes),
            keys.median,
            keys.slow,
            shape.promise,
            keys.slowest,
            keys.slowest_before_links
        );
    }
    text
}

fn milliseconds(time: f64, promise: f64) -> String {
    format!("{time:.0} ({promise}) ms")
}

fn memory(start: &Start, promise: Option<f64>) -> String {
    let promise = promise.map_or_else(String::new, |promise| format!(" ({promise})"));
    format!("{}{promise} MB", megabytes(start.memory * 1024))
}

/// Returns a sentence with the time of a frame in each size of [`FRAMES`].
pub fn frames(times: &[f64]) -> String {
    let frame = |(((columns, lines), promise), time): (&((u16, u16), f64), &f64)| {
        format!("{time:.2} ({promise}) ms at {columns}x{lines}")
    };
    let frames: Vec<_> = FRAMES.iter().zip(times).map(frame).collect();
    format!("A frame took {}.", frames.join(", "))
}

/// Returns a sentence with the program's size, given in bytes.
pub fn size(bytes: u64) -> String {
    format!("The program is {} (14) MB.", megabytes(bytes))
}

/// Returns a sentence with the time of a clean build, given in seconds.
pub fn clean_build(seconds: f64) -> String {
    format!("A release build from nothing took {seconds:.0} (300) s.")
}

/// Returns the table. Rows are in the order in which the columns first name them.
pub fn text(columns: &[Column]) -> String {
    let mut labels: Vec<&String> = Vec::new();
    for (label, _) in columns.iter().flat_map(|column| &column.cells) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    let names: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
    let mut text = format!(
        "| measured (promised) | {} |\n|---{}|\n",
        names.join(" | "),
        "|---:".repeat(columns.len())
    );
    for label in labels {
        let cell = |column: &Column| {
            let found = column.cells.iter().find(|(known, _)| known == label);
            found.map_or("-", |(_, cell)| cell).to_owned()
        };
        let cells: Vec<_> = columns.iter().map(cell).collect();
        let _ = writeln!(text, "| {label} | {} |", cells.join(" | "));
    }
    text
}

fn megabytes(bytes: u64) -> String {
    let tenths = bytes / 100_000;
    format!("{}.{}", tenths / 10, tenths % 10)
}
