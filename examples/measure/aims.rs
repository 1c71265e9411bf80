//! What is aimed at, beside what was measured.

use std::fmt::Write as _;

use super::cases::Of;
use super::inside::{FRAMES, Inside, Keystrokes};
use super::outside::{Keys, Start, Times};

/// All that was measured.
pub struct Measured {
    pub starts: Vec<Start>,
    pub keys: Vec<Keys>,
    pub inside: Inside,
    /// Seconds of `check` and of `links`, by the number of documents.
    pub commands: Vec<(usize, f64, f64)>,
    /// Bytes.
    pub binary: u64,
    /// Seconds of a build from nothing, where it was measured.
    pub clean: Option<f64>,
}

/// A row of the table of aims: what, aim, measured.
type Row = [String; 3];

impl Measured {
    /// The table of aims; what was not measured is left out.
    pub fn aims(&self) -> String {
        let mut rows = Vec::new();
        self.starts_of(Of::Bundled, "bundled rules", [2.5, 3.0], &mut rows);
        self.starts_of(Of::Kept(58), "58 documents, kept", [4.0, 5.0], &mut rows);
        for keystrokes in &self.inside.keystrokes {
            rows.push(keystroke(keystrokes));
        }
        for (((columns, lines), aim), time) in FRAMES.iter().zip(&self.inside.frames) {
            let what = format!("a frame at {columns}x{lines}, in process, median");
            rows.push([what, format!("{aim} ms"), format!("{time:.2} ms")]);
        }
        self.large(&mut rows);
        self.memory(&mut rows);
        rows.push([
            "the binary, the rules included".to_owned(),
            "10 MB".to_owned(),
            megabytes(self.binary),
        ]);
        if let Some(seconds) = self.clean {
            let what = "a release build from nothing, the packages being at hand".to_owned();
            rows.push([what, "300 s".to_owned(), format!("{seconds:.0} s")]);
        }
        table(&["what", "aim", "measured"], &rows)
    }

    /// The starts, case by case.
    pub fn starts_table(&self) -> String {
        let row = |start: &Start| {
            let memory = [start.peak, start.rest].map(|kilobytes| megabytes(kilobytes * 1024));
            let [peak, rest] = memory;
            [
                start.name.clone(),
                least_and_median(&start.first),
                least_and_median(&start.ready),
                peak,
                rest,
            ]
        };
        let rows: Vec<_> = self.starts.iter().map(row).collect();
        table(
            &[
                "start",
                "first frame",
                "a search answered",
                "peak memory",
                "memory at rest",
            ],
            &rows,
        )
    }

    /// The keys, case by case.
    pub fn keys_table(&self) -> String {
        let row = |keys: &Keys| {
            [
                keys.name.clone(),
                least_and_median(&keys.letters),
                least_and_median(&keys.lines),
            ]
        };
        let rows: Vec<_> = self.keys.iter().map(row).collect();
        table(
            &["key", "the last letter of `vantage`", "a line down"],
            &rows,
        )
    }

    fn start(&self, of: Of) -> Option<&Start> {
        self.starts.iter().find(|start| start.of == of)
    }

    /// First frame and answer beside the bare program, of medians.
    fn starts_of(&self, of: Of, name: &str, aims: [f64; 2], rows: &mut Vec<Row>) {
        let Some((start, bare)) = self.start(of).zip(self.start(Of::Bare)) else {
            return;
        };
        let bare = median(&bare.first);
        for (what, times, aim) in [
            ("first frame", &start.first, aims[0]),
            ("a search answered", &start.ready, aims[1]),
        ] {
            let times = median(times) / bare;
            rows.push([
                format!("{name}: {what}"),
                format!("{aim} x bare"),
                format!("{times:.2} x bare"),
            ]);
        }
    }

    /// Rows about starts in milliseconds and megabytes: first frame, answer, peak memory.
    fn starts_within(&self, of: Of, aims: [f64; 2], memory: Option<u32>, rows: &mut Vec<Row>) {
        let Some(start) = self.start(of) else {
            return;
        };
        let what = match of {
            Of::Cold(documents) => format!("{documents} documents, never opened"),
            _ => format!("{} documents, opened before", of.documents()),
        };
        for (event, times, aim) in [
            ("first frame", &start.first, aims[0]),
            ("a search answered", &start.ready, aims[1]),
        ] {
            rows.push([
                format!("{what}: {event}"),
                format!("{aim} ms"),
                format!("{:.1} ms", median(times)),
            ]);
        }
        rows.extend(memory.map(|aim| {
            [
                format!("{what}: peak memory"),
                format!("{aim} MB"),
                megabytes(start.peak * 1024),
            ]
        }));
    }

    fn large(&self, rows: &mut Vec<Row>) {
        self.starts_within(Of::Cold(58), [50.0, 150.0], None, rows);
        self.starts_within(Of::Kept(1_000), [40.0, 60.0], Some(60), rows);
        self.starts_within(Of::Cold(1_000), [200.0, 2_000.0], Some(150), rows);
        self.starts_within(Of::Kept(11_200), [150.0, 200.0], Some(250), rows);
        self.starts_within(Of::Cold(11_200), [200.0, 15_000.0], Some(600), rows);
        for (documents, check, links) in &self.commands {
            let row = |what: &str, aim: &str, seconds: &f64| {
                [
                    format!("{documents} documents, {what}"),
                    aim.to_owned(),
                    format!("{seconds:.1} s"),
                ]
            };
            rows.push(row("`check`", "15 s", check));
            rows.push(row("`links NAME`", "3 s", links));
        }
    }

    fn memory(&self, rows: &mut Vec<Row>) {
        for (of, what, aim) in [
            (Of::Bundled, "bundled rules", 10),
            (Of::Kept(58), "58 documents, kept", 15),
        ] {
            if let Some(start) = self.start(of) {
                rows.push([
                    format!("{what}: peak memory"),
                    format!("{aim} MB"),
                    megabytes(start.peak * 1024),
                ]);
            }
        }
    }
}

fn keystroke(keystrokes: &Keystrokes) -> Row {
    let (name, aim) = match keystrokes.documents {
        0..58 => ("the bundled rules".to_owned(), "1 / 3 ms"),
        58 => ("58 documents".to_owned(), "- / 4 ms"),
        documents @ 59..=1_000 => (format!("{documents} documents"), "- / 8 ms"),
        documents => (format!("{documents} documents"), "- / 30 ms"),
    };
    let measured = format!("{:.2} / {:.2} ms", keystrokes.median, keystrokes.most);
    [
        format!("a key in {name}, in process, median / p99"),
        aim.to_owned(),
        measured,
    ]
}

fn table<const COLUMNS: usize, R: AsRef<[String]>>(heads: &[&str; COLUMNS], rows: &[R]) -> String {
    let mut text = format!(
        "| {} |\n|---{}|\n",
        heads.join(" | "),
        "|---:".repeat(COLUMNS - 1)
    );
    for row in rows {
        let _ = writeln!(text, "| {} |", row.as_ref().join(" | "));
    }
    text
}

fn sorted(times: &Times) -> Times {
    let mut times = times.clone();
    times.sort_by(f64::total_cmp);
    times
}

fn median(times: &Times) -> f64 {
    sorted(times)
        .get(times.len() / 2)
        .copied()
        .unwrap_or(f64::NAN)
}

fn least_and_median(times: &Times) -> String {
    match sorted(times).first() {
        Some(least) => format!("{least:.2} / {:.2} ms", median(times)),
        None => String::new(),
    }
}

fn millionths(number: u64) -> f64 {
    f64::from(u32::try_from(number / 1000).unwrap_or(u32::MAX)) / 1000.0
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", millionths(bytes))
}
