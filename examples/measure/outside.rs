//! Measurements of the program in a process of its own. The browser runs in a pseudo-terminal, and
//! the commands run without a terminal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::RuleSet;
use super::pty::{self, Pty};
use super::typist::median;

const SIZE: (u16, u16) = (120, 40);

/// A start counts as complete after this time without output.
const QUIET: Duration = Duration::from_millis(300);

/// The time without output after which a cold start has stored the index of a large folder.
const STORED: Duration = Duration::from_secs(2);

/// The wait after a file is written. A file that the program reads sooner is read again at the next
/// start, because it may have changed again within the resolution of its modification time.
const AGE: Duration = Duration::from_secs(3);

const SAVES: usize = 3;

pub struct Programs {
    tableside: PathBuf,
    bare: PathBuf,
    home: PathBuf,
}

/// The measurements of one set of rules. Times are in milliseconds.
pub struct Outside {
    pub cached: Start,
    pub cold: Option<Start>,
    /// The times until a saved change is on the screen and until search finds it.
    pub saved: Option<[f64; 2]>,
    /// The times of `check` and `links NAME`, and the times until the backlinks and the key numbers
    /// are on the screen.
    pub whole_rulebook: Option<[f64; 4]>,
}

/// The median times from the start of the program to the first frame and to the answer to a query,
/// in milliseconds, and the peak memory in kilobytes.
pub struct Start {
    pub first: f64,
    pub answered: f64,
    pub memory: u64,
}

impl Programs {
    pub fn new(root: &Path, below: &Path) -> Self {
        let release = root.join("target/release");
        Self {
            tableside: release.join("tableside"),
            bare: release.join("examples/bare"),
            home: below.join("home"),
        }
    }

    fn home(&self, set: &RuleSet) -> io::Result<PathBuf> {
        let home = self.home.join(set.name.replace(' ', "-"));
        fs::create_dir_all(&home)?;
        Ok(home)
    }

    fn browser(&self, set: &RuleSet, query: Option<&str>) -> io::Result<Pty> {
        let mut arguments = set.arguments();
        arguments.extend(query.map(str::to_owned));
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let mut pty = Pty::start(
            pty::command(&self.tableside, &arguments, &self.home(set)?),
            SIZE,
        );
        pty.answers = true;
        Ok(pty)
    }

    fn forget(&self, set: &RuleSet) -> io::Result<()> {
        fs::remove_dir_all(self.home(set)?)
    }

    /// Returns the time of a command on a set of rules, in milliseconds.
    fn command(&self, set: &RuleSet, words: &[&str]) -> io::Result<f64> {
        let home = self.home(set)?;
        let mut command = Command::new(&self.tableside);
        command.args(set.arguments()).args(words);
        command.envs(pty::FOLDERS.map(|name| (name, home.as_path())));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let started = Instant::now();
        command.status()?;
        Ok(milliseconds(started.elapsed()))
    }
}

/// Returns the median time until the first frame of `examples/bare.rs`, a minimal ratatui program,
/// in milliseconds.
pub fn bare(programs: &Programs, runs: usize) -> io::Result<f64> {
    fs::create_dir_all(&programs.home)?;
    let times = (0..runs).map(|_| {
        let started = Instant::now();
        let mut pty = Pty::start(pty::command(&programs.bare, &[], &programs.home), SIZE);
        pty.answers = true;
        pty.wait_for("bare program");
        let time = milliseconds(pty.last - started);
        end(pty);
        time
    });
    Ok(median(times.collect()))
}

impl Outside {
    pub fn measure(programs: &Programs, set: &RuleSet, runs: usize) -> io::Result<Self> {
        thread::sleep(AGE);
        let promises = set.promises;
        let runs = set.runs(runs);
        let cold = match promises.cold {
            Some(_) => Some(Start::measure(programs, set, runs.min(3), true)?),
            None => None,
        };
        // This command fills the cache for the measured starts.
        programs.command(set, &["search", "--limit", "1", &set.query])?;
        let cached = Start::measure(programs, set, runs, false)?;
        let whole_rulebook = match promises.whole_rulebook {
            Some(_) => Some(whole_rulebook(programs, set)?),
            None => None,
        };
        let saved = match &set.folder {
            Some(folder) => Some(saved(programs, set, folder)?),
            None => None,
        };
        Ok(Self {
            cached,
            cold,
            saved,
            whole_rulebook,
        })
    }
}

impl Start {
    fn measure(programs: &Programs, set: &RuleSet, runs: usize, cold: bool) -> io::Result<Self> {
        let (mut first, mut answered, mut memory) = (Vec::new(), Vec::new(), 0);
        for _ in 0..runs {
            for query in [None, Some(set.query.as_str())] {
                if cold {
                    programs.forget(set)?;
                }
                let started = Instant::now();
                let mut pty = programs.browser(set, query)?;
                match query {
                    None => {
                        pty.wait_for("q");
                        first.push(milliseconds(pty.last - started));
                    }
                    Some(query) => {
                        wait_for_title(&mut pty, query);
                        answered.push(milliseconds(pty.last - started));
                    }
                }
                pty.settle(if cold && !set.promises.relative {
                    STORED
                } else {
                    QUIET
                });
                memory = memory.max(pty.memory("VmHWM").unwrap_or(0));
                end(pty);
            }
        }
        Ok(Self {
            first: median(first),
            answered: median(answered),
            memory,
        })
    }
}

/// Returns the times of `check` and `links`, and the times from the press of a key until the
/// backlinks and the key numbers are on the screen, in milliseconds.
fn whole_rulebook(programs: &Programs, set: &RuleSet) -> io::Result<[f64; 4]> {
    let check = programs.command(set, &["check"])?;
    let links = programs.command(set, &["links", &set.query])?;
    let mut pressed = [0.0; 2];
    for (time, (key, shown)) in pressed
        .iter_mut()
        .zip([("w", "What links to"), ("#", "by place")])
    {
        let mut pty = programs.browser(set, Some(&set.query))?;
        wait_for_title(&mut pty, &set.query);
        let started = Instant::now();
        // In a large folder, the first press only starts collecting the backlinks or key numbers,
        // so the key is repeated until the list opens.
        while !pty.contents().contains(shown) && started.elapsed() < pty::DEADLINE {
            pty.send(key);
            pty.settle(Duration::from_millis(20));
        }
        *time = milliseconds(pty.last - started);
        end(pty);
    }
    Ok([check, links, pressed[0], pressed[1]])
}

/// Returns the times from saving the open file until the change is on the screen, and until search
/// finds the new text, in milliseconds.
fn saved(programs: &Programs, set: &RuleSet, folder: &Path) -> io::Result<[f64; 2]> {
    let mut arguments = set.arguments();
    arguments.extend(["search", "--json", "--limit", "1", &set.query].map(str::to_owned));
    let home = programs.home(set)?;
    let mut command = Command::new(&programs.tableside);
    command
        .args(arguments)
        .envs(pty::FOLDERS.map(|name| (name, home.as_path())));
    let hit: serde_json::Value = serde_json::from_slice(&command.output()?.stdout)?;
    let file = folder.join(hit["file"].as_str().unwrap_or_default());
    let line = hit["line"]
        .as_u64()
        .and_then(|line| usize::try_from(line).ok())
        .unwrap_or(1);
    let text = fs::read_to_string(&file)?;
    let mut pty = programs.browser(set, Some(&set.query))?;
    wait_for_title(&mut pty, &set.query);
    pty.settle(AGE);
    let (mut shown, mut found) = (Vec::new(), Vec::new());
    for number in 0..SAVES {
        let word = format!("quokka{}", ["one", "two", "three"][number % 3]);
        let mut lines: Vec<_> = text.lines().collect();
        let added = format!("Here is {word}.");
        let paragraph = format!("\n{added}\n");
        lines.insert(line.min(lines.len()), &paragraph);
        fs::write(&file, lines.join("\n"))?;
        let started = Instant::now();
        pty.wait_for(&word);
        shown.push(milliseconds(pty.last - started));
        pty.send(&format!("/{word}"));
        // The results update by themselves when the new index is ready.
        pty.wait(&word, |screen| {
            let contents = screen.contents();
            contents.contains(&format!("/ {word}")) && contents.contains(&added)
        });
        found.push(milliseconds(started.elapsed()));
        pty.send("\x1b");
        pty.settle(AGE);
    }
    end(pty);
    fs::write(&file, text)?;
    Ok([median(shown), median(found)])
}

fn wait_for_title(pty: &mut Pty, title: &str) {
    pty.wait(title, |screen| {
        let contents = screen.contents().to_lowercase();
        contents.lines().next().unwrap_or("").contains(title)
    });
}

/// Ends a program with Ctrl-C. If it is still running shortly afterwards, dropping `pty` kills it.
fn end(mut pty: Pty) {
    pty.send("\x03");
    pty.settle(Duration::from_millis(20));
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
