//! Messages to the player: the status in the footer, and the progress of the background thread.

use std::time::{Duration, Instant};

/// The minimum time between two progress reports. It limits redrawing, because each report draws a
/// frame.
const INTERVAL: Duration = Duration::from_millis(100);

/// The current messages to the player.
#[derive(Default)]
pub struct Messages {
    /// The message in the footer, until the next key or click.
    pub status: Option<String>,
    /// The progress of the background thread, while it works.
    pub progress: Option<String>,
}

impl Messages {
    /// Returns the message of the search screen while there is no index.
    pub fn waiting(&self) -> String {
        let progress = self.progress.clone();
        progress.unwrap_or_else(|| "preparing the index".to_owned())
    }
}

/// Returns a function that accepts the number of finished documents and reports the progress, at
/// most once per `INTERVAL`: `indexing 1,234 of 5,800`.
pub(super) fn progress_reporter(
    what: &'static str,
    all: usize,
    report: impl Fn(String),
) -> impl FnMut(usize) {
    let mut last = Instant::now();
    move |done| {
        if last.elapsed() >= INTERVAL {
            last = Instant::now();
            report(format!("{what} {} of {}", grouped(done), grouped(all)));
        }
    }
}

/// Formats a number with commas between its thousands: `1,234`.
pub(super) fn grouped(number: usize) -> String {
    let mut grouped = number.to_string();
    for at in (1..grouped.len()).rev().skip(2).step_by(3) {
        grouped.insert(at, ',');
    }
    grouped
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::thread;

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, "0")]
    #[case(999, "999")]
    #[case(5_800, "5,800")]
    #[case(1_234_567, "1,234,567")]
    fn thousands_are_set_apart(#[case] number: usize, #[case] expected: &str) {
        assert_eq!(grouped(number), expected);
    }

    #[test]
    fn progress_is_reported_a_few_times_a_second() {
        let reported = RefCell::new(Vec::new());
        let mut report = progress_reporter("indexing", 3000, |progress| {
            reported.borrow_mut().push(progress);
        });
        report(1);
        thread::sleep(INTERVAL);
        report(2);
        report(3);
        drop(report);
        assert_eq!(reported.into_inner(), ["indexing 2 of 3,000"]);
    }
}
