//! `tableside [QUERY...]` opens the browser.

use std::io::{self, IsTerminal};

use clap::ColorChoice;

use super::args::{Cli, Global};
use super::choices::Choices;
use super::output::{Outcome, colour};
use super::setup::browser_rules;
use crate::folders;
use crate::state::Store;
use crate::theme::{Styles, Symbols, Theme};
use crate::tui::app::Start;
use crate::tui::{self, Options};

pub fn run(cli: &Cli, choices: Choices) -> Outcome {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err("the browser needs a terminal; use `tableside search QUERY`, `tableside show NAME` or `tableside list` instead".into());
    }
    let (rules, faults) = browser_rules(&cli.global, choices.settings.watch.unwrap_or_default())?;
    let options = Options {
        restore: choices.restore && cli.query.is_empty(),
        mouse: choices.mouse,
        image_viewer: choices.settings.image_viewer.clone(),
        start: Start {
            library: rules.library.clone(),
            home: !choices.restore,
            query: (!cli.query.is_empty()).then(|| cli.query.join(" ")),
            styles: Styles::new(
                theme(&cli.global),
                Symbols::of(choices.ascii, choices.linear),
            ),
            // While the browser is open, standard error is not visible, so messages go to the
            // footer.
            status: choices.fault_message().or(faults),
            keymap: choices.keymap,
            size: (0, 0),
        },
        rules,
        store: folders::state().map(Store::new),
    };
    tui::run(options).map_err(|error| format!("the terminal cannot be used: {error}"))?;
    Ok(true)
}

fn theme(global: &Global) -> Theme {
    let coloured = colour(global.color, true);
    if global.color == ColorChoice::Always {
        // crossterm obeys `NO_COLOR` on its own, but `--color always` overrides it.
        crossterm::style::force_color_output(true);
    }
    let named = global.theme.as_deref().filter(|_| coloured);
    named
        .and_then(Theme::named)
        .unwrap_or_else(|| Theme::standard(coloured))
}
