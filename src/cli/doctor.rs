//! `tableside doctor` prints what a report of a bug should contain. It names only the environment
//! variables that the program uses, and no text of the rules.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use super::args::Global;
use super::choices::Choices;
use super::output::{Outcome, Output, colour};
use super::setup;
use crate::cache::Cache;
use crate::folders;
use crate::loader::Origin;
use crate::platform::files::reports_changes;
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
        (
            "colour",
            yes(colour(global.color, io::stdout().is_terminal())),
        ),
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
        ("image viewer", viewer(&choices.settings.image_viewer)),
        ("settings", settings(choices)),
        ("state", folder(folders::state().as_deref())),
        ("cache", folder(folders::cache().as_deref())),
        ("rules", rules(global)),
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

fn viewer(words: &[String]) -> String {
    match words.first() {
        None => "none is set".to_owned(),
        Some(program) if Path::new(program).is_absolute() || is_on_path(program) => program.clone(),
        Some(program) => format!("{program}, which was not found"),
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

fn rules(global: &Global) -> String {
    let library = match setup::open(global, Cache::of) {
        Ok((library, _)) => library,
        Err(failure) => return failure.to_string().replace('\n', "; "),
    };
    let book = &library.book;
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
