//! What is measured from outside: starts, keys, memory.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::cases::{Case, Of, QUERY};
use super::pty::Pty;

/// After so long without output, a key has done all that it does.
const QUIET: Duration = Duration::from_millis(150);

/// Rules of a player are older than this: files as young as these would all be read again, to see whether they changed
/// within the same moment.
const AGE: Duration = Duration::from_secs(3);

/// After so long, what was made of very many documents is kept and has taken the place of what made it.
const SETTLED: Duration = Duration::from_secs(4);

/// Times in milliseconds.
pub type Times = Vec<f64>;

/// What was measured of the starts of one case.
pub struct Start {
    pub of: Of,
    pub name: String,
    pub first: Times,
    pub ready: Times,
    /// The most memory, in kilobytes.
    pub peak: u64,
    /// The memory when nothing is left to do.
    pub rest: u64,
}

/// What was measured of the keys of one case.
pub struct Keys {
    pub name: String,
    pub letters: Times,
    pub lines: Times,
}

/// Every program is started, one after the other, as often as asked for.
pub fn starts(cases: &[Case], runs: usize, home: &Path) -> io::Result<Vec<Start>> {
    let start = |case: &Case| Start {
        of: case.of,
        name: case.name.clone(),
        first: Times::new(),
        ready: Times::new(),
        peak: 0,
        rest: 0,
    };
    let mut starts: Vec<Start> = cases.iter().map(start).collect();
    std::thread::sleep(AGE);
    cases.iter().try_for_each(|case| case.keep(home))?;
    for run in 0..runs {
        for (case, start) in cases
            .iter()
            .zip(&mut starts)
            .filter(|(case, _)| run < case.runs(runs))
        {
            let started = Instant::now();
            let mut pty = case.start(&[], home)?;
            pty.wait_for(case.of.first());
            start.first.push(milliseconds(pty.last - started));
            end(pty);
            let query = if case.of.answers() { &QUERY.0[..] } else { &[] };
            let started = Instant::now();
            let mut pty = case.start(query, home)?;
            let is_large = case.of.documents() > 500 && matches!(case.of, Of::Cold(_));
            if case.of.answers() {
                pty.wait(QUERY.1, |screen| {
                    screen
                        .contents()
                        .lines()
                        .next()
                        .unwrap_or("")
                        .contains(QUERY.1)
                });
                start.ready.push(milliseconds(pty.last - started));
            }
            pty.settle(if is_large { SETTLED } else { QUIET });
            start.peak = start.peak.max(pty.memory("VmHWM").unwrap_or(0));
            start.rest = start.rest.max(pty.memory("VmRSS").unwrap_or(0));
            end(pty);
        }
    }
    Ok(starts)
}

/// Seconds of `check` and of `links` over large vaults, by the number of documents.
pub fn commands(cases: &[Case], home: &Path) -> io::Result<Vec<(usize, f64, f64)>> {
    let large = cases
        .iter()
        .filter(|case| matches!(case.of, Of::Kept(documents) if documents > 500));
    let timed = |case: &Case| {
        let check = case.time(&["check"], home)?;
        let links = case.time(&["links", "Reaction", "Fire"], home)?;
        Ok((case.of.documents(), check, links))
    };
    large.map(timed).collect()
}

/// A letter typed and a line scrolled in the browser, until the screen is at rest; the cases take turns. The peer has other keys,
/// and searches in another way.
pub fn keys(cases: &[Case], runs: usize, home: &Path) -> io::Result<Vec<Keys>> {
    let cases = || {
        cases
            .iter()
            .filter(|case| matches!(case.of, Of::Bundled | Of::Kept(_)))
    };
    let keys = |case: &Case| Keys {
        name: case.name.clone(),
        letters: Times::new(),
        lines: Times::new(),
    };
    let mut measured: Vec<Keys> = cases().map(keys).collect();
    let started: io::Result<Vec<_>> = cases().map(|case| case.start(&[], home)).collect();
    let mut ptys = started?;
    for (case, pty) in cases().zip(&mut ptys) {
        pty.wait_for(case.of.first());
        pty.settle(QUIET * 4);
    }
    for _ in 0..runs {
        for (pty, keys) in ptys.iter_mut().zip(&mut measured) {
            keys.lines.extend(key(pty, "j"));
        }
    }
    for pty in &mut ptys {
        pty.send("/vantag");
        pty.settle(QUIET * 4);
    }
    for _ in 0..runs {
        for (pty, keys) in ptys.iter_mut().zip(&mut measured) {
            keys.letters.extend(key(pty, "e"));
            pty.send("\x7f");
            pty.settle(QUIET);
        }
    }
    ptys.into_iter().for_each(end);
    Ok(measured)
}

/// Milliseconds from a key until the last output that it leads to; nothing where it leads to none.
fn key(pty: &mut Pty, key: &str) -> Option<f64> {
    let before = pty.last;
    let start = Instant::now();
    pty.send(key);
    pty.settle(QUIET);
    (pty.last > before).then(|| milliseconds(pty.last - start))
}

/// Ends a program as one would: by its key where that works, else by closing it.
fn end(mut pty: Pty) {
    pty.send("\x03");
    pty.settle(Duration::from_millis(20));
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
