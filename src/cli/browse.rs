//! `tableside [QUERY...]`: the browser.

use std::io::{self, IsTerminal};

use super::args::{Cli, ColorChoice, Global};
use super::choices::Choices;
use super::output::colour;
use super::setup::browser_rules;
use super::status::{Failure, Status};
use crate::folders;
use crate::state::Store;
use crate::theme::Theme;
use crate::tui::{self, Options};

pub(super) fn run(cli: &Cli, choices: Choices) -> Result<Status, Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let instead =
            "use `tableside search QUERY`, `tableside show NAME` or `tableside list` instead";
        return Err(Failure::Input(format!(
            "the browser needs a terminal; {instead}"
        )));
    }
    let (rules, faults) = browser_rules(&cli.global)?;
    let options = Options {
        query: (!cli.query.is_empty()).then(|| cli.query.join(" ")),
        theme: theme(&cli.global),
        ask_background: cli.global.theme.is_none() && colour(cli.global.color, true) && answers(),
        mouse: choices.mouse,
        form: choices.form(),
        // Standard error is hidden behind the browser's screen: what is to be said stands in its footer.
        status: choices.status().or(faults),
        rules,
        store: folders::state().map(Store::new),
        restore: choices.restore && cli.query.is_empty(),
        keymap: choices.keymap,
    };
    tui::run(options)
        .map_err(|error| Failure::Input(format!("the terminal cannot be used: {error}")))?;
    Ok(Status::Fine)
}

/// Whether a terminal may be asked for its background: one that does not know the question could show it.
fn answers() -> bool {
    !std::env::var("TERM").is_ok_and(|name| matches!(name.as_str(), "linux" | "dumb"))
}

fn theme(global: &Global) -> Theme {
    let coloured = colour(global.color, true);
    if global.color == ColorChoice::Always {
        // The terminal crate reads NO_COLOR too; the option comes before it.
        crossterm::style::force_color_output(true);
    }
    let named = global
        .theme
        .as_deref()
        .and_then(Theme::named)
        .filter(|_| coloured);
    named.unwrap_or_else(|| Theme::standard(coloured))
}
