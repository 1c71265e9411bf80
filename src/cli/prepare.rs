//! `tableside prepare`: makes what a start needs of some rules, and keeps it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::Status;
use super::setup::Scope;

/// How often it is told how many documents are done.
const EVERY: Duration = Duration::from_millis(100);

/// A line with a number now and then, for the browser that waits for it.
pub(super) fn run(scope: &Scope) -> Status {
    let mut last = Instant::now();
    let mut tell = |done: usize| {
        if last.elapsed() >= EVERY {
            last = Instant::now();
            let mut output = io::stdout().lock();
            if writeln!(output, "{done}").and_then(|()| output.flush()).is_err() {
                // Whoever waited for it has ended. What is written so far is swept by a later start.
                std::process::exit(1);
            }
        }
    };
    if scope.keep(&mut tell) { Status::Fine } else { Status::Nothing }
}
