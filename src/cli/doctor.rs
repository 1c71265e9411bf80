//! `tableside doctor` prints what a report of a bug should contain. It names only the environment
//! variables that the program uses, and no text of the rules.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use super::args::Global;
use super::choices::Choices;
use super::output::{Outcome, Output, colour};
use super::setup;
use crate::cache::{self, Cache};
use crate::folders;
use crate::loader::Origin;
use crate::platform::files::reports_changes;
use crate::rules::Rulebook;
use crate::settings::WatchMode;
use crate::source::counted;
use crate::tui::clipboard_programs;

/// The environment variables that change what the program does.
const VARIABLES: [&str; 14] = [
    "TERM",
    "TERM_PROGRAM",
    "COLORTERM",
    "NO_COLOR",
    "LC_ALL",
    "LC_CTYPE",
    "LANG",
    "PAGER",
    "TMUX",
    "STY",
    "SSH_TTY",
    "WSL_DISTRO_NAME",
    "WT_SESSION",
    "TABLESIDE_RULES",
];

pub fn run(choices: &Choices, global: &Global, output: &mut Output) -> Outcome {
    let commit = option_env!("TABLESIDE_COMMIT").unwrap_or("unknown");
    let [rules, vocabulary] = match setup::open(global, Cache::of) {
        Ok((library, _)) => [rules(&library.book, global), vocabulary(&library.book)],
        Err(failure) => [failure.to_string().replace('\n', "; "), String::new()],
    };
    let rows = [
        (
            "version",
            format!("{}, commit {commit}", env!("CARGO_PKG_VERSION")),
        ),
        (
            "system",
            format!("{} on {}", env::consts::OS, env::consts::ARCH),
        ),
        ("terminal", terminal()),
        ("environment", environment()),
        ("colour", colours(global)),
        (
            "theme",
            global
                .theme
                .clone()
                .unwrap_or_else(|| "terminal".to_owned()),
        ),
        ("ASCII only", yes(choices.ascii)),
        ("linear mode", yes(choices.linear)),
        ("mouse", yes(choices.mouse)),
        ("clipboard", clipboard()),
        ("pictures", pictures(&choices.settings.image_viewer)),
        ("settings", settings(choices)),
        ("state", folder(folders::state().as_deref())),
        ("cache", cached()),
        ("rules", rules),
        ("vocabulary", vocabulary),
        ("changes", watch(choices, global)),
    ];
    for (name, value) in rows {
        output.line(&format!("{name:<13} {}", without_home(&value)))?;
    }
    Ok(true)
}

fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

fn colours(global: &Global) -> String {
    let number = match crossterm::style::available_color_count() {
        u16::MAX => "all".to_owned(),
        number => number.to_string(),
    };
    let is_used = yes(colour(global.color, io::stdout().is_terminal()));
    format!("{is_used}; the terminal says that it has {number}")
}

fn terminal() -> String {
    let size = crossterm::terminal::size();
    let size = size.map_or_else(
        |error| format!("no size ({error})"),
        |(columns, rows)| format!("{columns} columns, {rows} rows"),
    );
    let is_terminal = [io::stdin().is_terminal(), io::stdout().is_terminal()];
    let [input, output] = is_terminal.map(yes);
    format!("{size}; input: {input}, output: {output}")
}

fn environment() -> String {
    let set = VARIABLES.iter().filter_map(|name| {
        let value = env::var_os(name)?;
        Some(format!("{name}={}", value.to_string_lossy()))
    });
    set.collect::<Vec<_>>().join(" ")
}

fn clipboard() -> String {
    let found: Vec<_> = clipboard_programs()
        .filter(|name| is_on_path(name))
        .collect();
    match &found[..] {
        [] => "through the terminal only".to_owned(),
        found => format!("through the terminal and {}", found.join(", ")),
    }
}

fn is_on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Pictures are never drawn in the terminal.
fn pictures(viewer: &[String]) -> String {
    match viewer.first() {
        None => "named only: no image_viewer is set".to_owned(),
        Some(program) if Path::new(program).is_absolute() || is_on_path(program) => {
            format!("opened with {program}")
        }
        Some(program) => format!("named only: {program} was not found"),
    }
}

fn settings(choices: &Choices) -> String {
    let Some(path) = &choices.path else {
        return "no folder: set HOME".to_owned();
    };
    let faults = counted(choices.settings.diagnostics.len(), "fault");
    let state = if path.exists() {
        &faults
    } else {
        "does not exist"
    };
    format!("{} ({state})", path.display())
}

/// Describes one of the program's own folders: whether it exists, and what is in it.
fn folder(path: Option<&Path>) -> String {
    let Some(path) = path else {
        return "no folder: set HOME".to_owned();
    };
    let state = match fs::read_dir(path) {
        Ok(entries) => counted(entries.count(), "entry").replace("entrys", "entries"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => "does not exist".to_owned(),
        Err(error) => error.to_string(),
    };
    format!("{} ({state})", path.display())
}

fn cached() -> String {
    let bytes: u64 = cache::list().iter().map(|cache| cache.bytes).sum();
    let tenths = bytes / 100_000;
    let path = folder(folders::cache().as_deref());
    format!("{path}, {}.{} MB", tenths / 10, tenths % 10)
}

fn rules(book: &Rulebook, global: &Global) -> String {
    let errors = book.diagnostics.iter().filter(|fault| fault.is_error());
    let paths = setup::paths(global, &[]);
    let paths: Vec<_> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    format!(
        "{}: {}, {}, {}, {}",
        paths.join(", "),
        counted(book.games.len(), "game"),
        counted(book.documents.len(), "document"),
        counted(book.iter().count(), "section"),
        counted(errors.count(), "error"),
    )
}

/// Lists the games whose words the documents use, and why a game uses those of another.
fn vocabulary(book: &Rulebook) -> String {
    let used = book.documents.iter();
    let used = used.map(|document| &*book.vocabularies[document.vocabulary.0 as usize].name);
    let used: BTreeSet<_> = used.filter(|name| !name.is_empty()).collect();
    if used.is_empty() {
        return "none".to_owned();
    }
    let names = used.into_iter().collect::<Vec<_>>().join(", ");
    let borrowed = book.borrowed_vocabularies();
    [vec![names], borrowed].concat().join("; ")
}

fn watch(choices: &Choices, global: &Global) -> String {
    let looks = "looked for every two seconds";
    match choices.settings.watch.unwrap_or_default() {
        WatchMode::Off => "read when you ask".to_owned(),
        WatchMode::Poll => looks.to_owned(),
        WatchMode::Auto => {
            let silent = setup::origins(global, &[])
                .into_iter()
                .find_map(|origin| match origin {
                    Origin::Path(path) if !reports_changes(&path) => Some(path),
                    _ => None,
                });
            match silent {
                Some(path) => format!(
                    "{looks}; the system does not report them in {}",
                    path.display()
                ),
                None => "reported by the system".to_owned(),
            }
        }
    }
}

/// Shortens the home folder, which contains the name of the player.
fn without_home(text: &str) -> String {
    match env::home_dir() {
        Some(home) if home.parent().is_some() => text.replace(&*home.to_string_lossy(), "~"),
        _ => text.to_owned(),
    }
}
