//! `tableside [QUERY...]`: the browser.

use std::io::{self, IsTerminal};

use super::args::{ColorChoice, Global};
use super::setup::Session;
use super::{Cli, Failure, Status};
use crate::diagnostic::Severity;
use crate::rules::{Rulebook, SectionRef};
use crate::theme::Theme;
use crate::tui::{self, Options};

pub(super) fn run(cli: &Cli) -> Result<Status, Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let instead = "use `tableside search QUERY`, `tableside show NAME` or `tableside list` instead";
        return Err(Failure::Input(format!("the browser needs a terminal; {instead}")));
    }
    let session = Session::start(&cli.global)?;
    let query = (!cli.query.is_empty()).then(|| cli.query.join(" "));
    if session.book.documents.is_empty() {
        let faults: Vec<_> = session.book.diagnostics.iter().map(ToString::to_string).collect();
        return Err(Failure::Input(format!("there are no rules to read\n{}", faults.join("\n"))));
    }
    let section = first_section(&session);
    let theme = theme(&cli.global);
    let status = faults(&session.book);
    tui::run(Options { book: session.book, section, query, theme, mouse: true, status })?;
    Ok(Status::Fine)
}

/// The theme that was asked for, else the terminal's colours, else none: `NO_COLOR` asks for none.
fn theme(global: &Global) -> Theme {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = match global.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => !no_colour,
    };
    global.theme.as_deref().and_then(Theme::named).filter(|_| colour).unwrap_or(Theme::standard(colour))
}

/// The first document of the game that was asked for.
fn first_section(session: &Session) -> Option<SectionRef> {
    let game = session.game?;
    session.book.documents.iter().find(|document| document.game == game).map(|document| document.root)
}

/// What to say about files that could not be used.
fn faults(book: &Rulebook) -> Option<String> {
    let mut errors = book.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
    let first = errors.next()?;
    let more = match errors.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    Some(format!("{}: {}{more}; `tableside check` shows it", first.path, first.message))
}
