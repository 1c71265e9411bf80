//! `tableside [QUERY...]`: the browser.

use std::io::{self, IsTerminal};

use super::args::{Cli, ColorChoice, Global};
use super::choices::Choices;
use super::output::colour;
use super::setup::browser_rules;
use super::status::{Failure, Status};
use crate::folders;
use crate::state::Store;
use crate::theme::{Styles, Theme};
use crate::tui::app::Start;
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
        restore: choices.restore && cli.query.is_empty(),
        mouse: choices.mouse,
        start: Start {
            library: rules.library.clone(),
            query: (!cli.query.is_empty()).then(|| cli.query.join(" ")),
            styles: Styles::new(theme(&cli.global), choices.symbols()),
            // Standard error is hidden behind the browser's screen: what is to be said stands in its footer.
            status: choices.status().or(faults),
            keymap: choices.keymap,
            size: (0, 0),
        },
        ask_background: cli.global.theme.is_none() && colour(cli.global.color, true) && answers(),
        rules,
        store: folders::state().map(Store::new),
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
