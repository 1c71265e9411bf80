//! What is measured from outside: starts, keys, memory.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::cases::{Case, Of, QUERY};
use super::pty::{Pty, children_of, memory_of};

/// After so long without output, a key has done all that it does.
const QUIET: Duration = Duration::from_millis(150);

/// Rules of a player are older than this: files as young as these would all be read again, to see whether they changed
/// within the same moment.
const AGE: Duration = Duration::from_secs(3);

/// After so long, what was made of very many documents is kept and has taken the place of what made it.
const SETTLED: Duration = Duration::from_secs(4);

/// Between two looks at the memory of processes that work together.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Times in milliseconds.
pub type Times = Vec<f64>;

/// What was measured of the starts of one case.
pub struct Start {
    pub of: Of,
    pub name: String,
    pub first: Times,
    pub ready: Times,
    /// The most memory, in kilobytes, with that of the processes that it starts.
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
            let large = case.of.documents() > 1000 && matches!(case.of, Of::Cold(_));
            let together = if large {
                watch(pty.id())
            } else {
                Arc::default()
            };
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
            pty.settle(if large { SETTLED } else { QUIET });
            start.peak = start
                .peak
                .max(pty.memory("VmHWM").unwrap_or(0))
                .max(together.load(Ordering::Relaxed));
            start.rest = start.rest.max(pty.memory("VmRSS").unwrap_or(0));
            end(pty);
        }
    }
    Ok(starts)
}

/// The most memory of a process together with those that it starts, in kilobytes: looked at again and again by a thread, until
/// nobody has the figure but that.
fn watch(id: u32) -> Arc<AtomicU64> {
    let most = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&most);
    std::thread::spawn(move || {
        while Arc::strong_count(&seen) > 1 {
            let sizes = children_of(id)
                .into_iter()
                .chain([id])
                .filter_map(|id| memory_of(id, "VmRSS"));
            seen.fetch_max(sizes.sum(), Ordering::Relaxed);
            std::thread::sleep(LOOK_EVERY);
        }
    });
    most
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
