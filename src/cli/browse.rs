//! `tableside [QUERY...]` opens the browser.

use std::io::{self, IsTerminal};

use clap::ColorChoice;

use super::args::{Cli, Global};
use super::choices::Choices;
use super::output::{Outcome, colour, is_dumb};
use super::setup::browser_rules;
use crate::folders;
use crate::state::Store;
use crate::theme::{Styles, Symbols, Theme};
use crate::tui::app::Start;
use crate::tui::{self, Options};

/// What to use where the browser cannot run.
const INSTEAD: &str =
    "use `tableside search QUERY`, `tableside show NAME` or `tableside list` instead";

/// The largest number of colours of a terminal that has none but those that its user chose.
const FEW_COLOURS: u16 = 16;

pub fn run(cli: &Cli, choices: Choices) -> Outcome {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(format!("the browser needs a terminal; {INSTEAD}").into());
    }
    if is_dumb() {
        let why = "this terminal (TERM=dumb) cannot move its cursor, which the browser needs";
        return Err(format!("{why}; {INSTEAD}").into());
    }
    let (theme, fewer_colours) = theme(&cli.global);
    let (rules, faults) = browser_rules(&cli.global, choices.settings.watch.unwrap_or_default())?;
    let options = Options {
        restore: choices.restore && cli.query.is_empty(),
        mouse: choices.mouse,
        image_viewer: choices.settings.image_viewer.clone(),
        start: Start {
            library: rules.library.clone(),
            home: !choices.restore,
            query: (!cli.query.is_empty()).then(|| cli.query.join(" ")),
            styles: Styles::new(theme, Symbols::of(choices.ascii, choices.linear)),
            // While the browser is open, standard error is not visible, so messages go to the
            // footer.
            status: choices.fault_message().or(faults).or(fewer_colours),
            keymap: choices.keymap,
            size: (0, 0),
        },
        rules,
        store: folders::state().map(Store::new),
    };
    tui::run(options).map_err(|error| format!("the terminal cannot be used: {error}"))?;
    Ok(true)
}

/// Returns the theme in colours that the terminal has, and a message if it is not the chosen one.
fn theme(global: &Global) -> (Theme, Option<String>) {
    let coloured = colour(global.color, true);
    if global.color == ColorChoice::Always {
        // crossterm obeys `NO_COLOR` on its own, but `--color always` overrides it.
        crossterm::style::force_color_output(true);
    }
    let named = global.theme.as_deref().filter(|_| coloured);
    let theme = named.and_then(Theme::named);
    let theme = theme.unwrap_or_else(|| Theme::standard(coloured));
    match crossterm::style::available_color_count() {
        u16::MAX => (theme, None),
        count if count > FEW_COLOURS => (theme.in_256_colours(), None),
        count if theme.has_own_colours() => {
            let message = format!(
                "this terminal shows {count} colours, too few for the theme {}; set COLORTERM=truecolor if it shows more",
                theme.name
            );
            (Theme::standard(coloured), Some(message))
        }
        _ => (theme, None),
    }
}
