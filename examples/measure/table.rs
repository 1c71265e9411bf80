//! Formats the tables of promises and measurements.

use std::fmt::Write as _;

use super::RuleSet;
use super::inside::{FRAMES, Inside};
use super::outside::{Outside, Start};

/// The cells of a row: subject, promise and measurement.
pub type Row = [String; 3];

pub fn rows(set: &RuleSet, outside: &Outside, inside: &Inside, bare: f64) -> Vec<Row> {
    let promises = set.promises;
    let name = &set.name;
    let mut rows = Vec::new();
    let opened = if set.folder.is_some() {
        ", opened before"
    } else {
        ""
    };
    let times = [outside.cached.first, outside.cached.answered];
    for (what, (promise, time)) in ["first frame", "a search answered"]
        .iter()
        .zip(promises.cached.iter().zip(times))
    {
        let [promise, measured] = if promises.relative {
            [
                format!("{promise} x bare"),
                format!("{:.2} x bare ({time:.1} ms)", time / bare),
            ]
        } else {
            [format!("{promise} ms"), format!("{time:.0} ms")]
        };
        rows.push([format!("{name}{opened}: {what}"), promise, measured]);
    }
    rows.push(memory(
        &format!("{name}{opened}"),
        promises.cached_memory,
        &outside.cached,
    ));
    if let Some((cold, promises_of_cold)) = outside.cold.as_ref().zip(promises.cold) {
        let name = format!("{name}, never opened");
        rows.push(time(
            &format!("{name}: something readable"),
            promises_of_cold[0],
            cold.first,
        ));
        rows.push(time(
            &format!("{name}: a search answered"),
            promises_of_cold[1],
            cold.answered,
        ));
        rows.push(memory(&name, promises.cold_memory, cold));
    }
    if let Some((saved, promises)) = outside.saved.zip(promises.saved) {
        rows.push(time(
            &format!("{name}, a file saved: on the screen"),
            promises[0],
            saved[0],
        ));
        rows.push(time(
            &format!("{name}, a file saved: found"),
            promises[1],
            saved[1],
        ));
    }
    rows.push([
        format!("{name}: a key of a search, in process, median / p99"),
        format!("- / {} ms", promises.key),
        format!("{:.2} / {:.2} ms", inside.median, inside.slow),
    ]);
    if let Some((whole_rulebook, promises)) = outside.whole_rulebook.zip(promises.whole_rulebook) {
        let names = ["`check`", "`links NAME`", "what links here", "key numbers"];
        for (what, (promise, measured)) in
            names.iter().zip(promises.into_iter().zip(whole_rulebook))
        {
            rows.push(time(&format!("{name}: {what}"), promise, measured));
        }
    }
    rows
}

fn time(what: &str, promise: f64, measured: f64) -> Row {
    [
        what.to_owned(),
        format!("{promise} ms"),
        format!("{measured:.0} ms"),
    ]
}

fn memory(name: &str, promise: Option<f64>, start: &Start) -> Row {
    let promise = promise.map_or_else(|| "-".to_owned(), |promise| format!("{promise} MB"));
    [
        format!("{name}: most memory"),
        promise,
        megabytes(start.memory * 1024),
    ]
}

pub fn frames(times: &[f64]) -> Vec<Row> {
    let row = |(((columns, lines), promise), time): (&((u16, u16), f64), &f64)| {
        let what = format!("a frame at {columns}x{lines}, in process, median");
        [what, format!("{promise} ms"), format!("{time:.2} ms")]
    };
    FRAMES.iter().zip(times).map(row).collect()
}

/// Returns the row of the program's size, given in bytes.
pub fn size(bytes: u64) -> Row {
    [
        "the program, the rules included".to_owned(),
        "10 MB".to_owned(),
        megabytes(bytes),
    ]
}

/// Returns the row of a clean build, given in seconds.
pub fn clean_build(seconds: f64) -> Row {
    let what = "a release build from nothing, the packages being at hand";
    [
        what.to_owned(),
        "300 s".to_owned(),
        format!("{seconds:.0} s"),
    ]
}

pub fn text(bare: f64, rows: &[Row]) -> String {
    let mut text = format!(
        "The bare program's first frame took {bare:.2} ms.\n\n| what | promise | measured |\n|---|---:|---:|\n"
    );
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

fn megabytes(bytes: u64) -> String {
    let tenths = bytes / 100_000;
    format!("{}.{} MB", tenths / 10, tenths % 10)
}
