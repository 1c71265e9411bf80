//! `tableside config` prints the settings in force in the format of `config.toml`.

use serde_json::Value;

use super::args::Global;
use super::choices::Choices;
use super::output::{Outcome, Output, escaped_toml, notice};
use super::setup::paths;
use crate::settings::WatchMode;
use crate::source::clean;
use crate::theme::THEMES;
use crate::tui::keymap::Context;

pub fn run(choices: &Choices, global: &Global, output: &mut Output) -> Outcome {
    for line in lines(choices, global) {
        output.exact_line(&line)?;
    }
    choices.faults().for_each(|fault| notice(&fault));
    Ok(choices.settings.diagnostics.is_empty())
}

fn lines(choices: &Choices, global: &Global) -> Vec<String> {
    let settings = &choices.settings;
    let path = match &choices.path {
        Some(path) if path.exists() => path.display().to_string(),
        Some(path) => format!("{} (does not exist yet)", path.display()),
        None => "(no settings folder: set HOME)".to_owned(),
    };
    let themes = THEMES.map(|theme| format!("{} ({})", theme.name, theme.about));
    let rules = paths(global, &[]);
    let game = global.game.as_deref().or(global.configured_game.as_deref());
    let viewer = &settings.image_viewer;
    let mut modes = WatchMode::NAMED.iter();
    let watch = modes.find(|(_, mode)| *mode == settings.watch.unwrap_or_default());
    let mut lines = vec![
        "# The settings in force. The command line overrides the environment, which overrides this file:"
            .to_owned(),
        format!("# {}", clean(&path)),
        String::new(),
        format!("# Themes: {}", themes.join("; ")),
        optional("theme", global.theme.as_deref(), "terminal"),
        format!("mouse = {}", choices.mouse),
        format!("restore = {}", choices.restore),
        format!("ascii = {}", choices.ascii),
        format!("linear = {}", choices.linear),
        format!("links = {}", quoted(global.configured_links.name())),
        format!("watch = {}", quoted(watch.map_or("", |(name, _)| *name))),
        format!("rules = {}", list(rules.iter().map(|path| path.to_string_lossy()))),
        optional("game", game, "Kill Team"),
        match &viewer[..] {
            [] => optional("image_viewer", None, "xdg-open"),
            _ => format!("image_viewer = {}", list(viewer.iter())),
        },
        String::new(),
        "# Keys by action: `g g` is one key after the other, [] unbinds the action. Ctrl-c always quits"
            .to_owned(),
    ];
    for context in Context::all() {
        lines.extend([
            String::new(),
            format!("# {}", context.name()),
            format!("[keys.{}]", context.id()),
        ]);
        for binding in choices.keymap.bindings(context) {
            let keys = list(binding.keys.iter().map(ToString::to_string));
            lines.push(format!(
                "{} = {keys}  # {}",
                binding.action.name(),
                binding.help
            ));
        }
    }
    lines
}

/// Formats a setting. If there is no value, formats `example` in a comment.
fn optional(name: &str, value: Option<&str>, example: &str) -> String {
    match value {
        Some(value) => format!("{name} = {}", quoted(value)),
        None => format!("# {name} = {}", quoted(example)),
    }
}

/// Quotes a text as a TOML string. A JSON string is also a valid TOML string.
fn quoted(text: &str) -> String {
    escaped_toml(&Value::from(text).to_string())
}

fn list(items: impl Iterator<Item = impl AsRef<str>>) -> String {
    let items: Vec<_> = items.map(|item| quoted(item.as_ref())).collect();
    format!("[{}]", items.join(", "))
}
