//! How far the background has come with rules that take their time.

use std::time::{Duration, Instant};

/// At most one report in this time: each draws a frame, and what takes less needs none.
const INTERVAL: Duration = Duration::from_millis(100);

/// How many of all documents are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done with them: `indexing`.
    pub what: &'static str,
    /// How many are done.
    pub done: usize,
    /// How many there are.
    pub of: usize,
}

impl Progress {
    /// `indexing 1,234 of 5,800`.
    pub fn shown(&self) -> String {
        let (done, of) = (grouped(self.done), grouped(self.of));
        format!("{} {done} of {of}", self.what)
    }

    /// A function that takes in how many are done, and reports it a few times a second.
    pub(super) fn reporter(
        what: &'static str,
        of: usize,
        report: impl Fn(Self),
    ) -> impl FnMut(usize) {
        let mut last = Instant::now();
        move |done| {
            if last.elapsed() >= INTERVAL {
                last = Instant::now();
                report(Self { what, done, of });
            }
        }
    }
}

/// A number with a comma between its thousands.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
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
        let mut report = Progress::reporter("indexing", 3, |progress| {
            reported.borrow_mut().push(progress.done);
        });
        report(1);
        thread::sleep(INTERVAL);
        report(2);
        report(3);
        drop(report);
        assert_eq!(reported.into_inner(), [2]);
    }
}
