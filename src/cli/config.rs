//! `tableside config` prints the settings in force in the format of `config.toml`.

use serde_json::Value;

use super::args::Global;
use super::choices::Choices;
use super::output::{Outcome, Output, escaped, notice};
use super::setup::paths;
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
    let mut lines = vec![
        "# The settings in force. The command line overrides the environment, which overrides this file:"
            .to_owned(),
        format!("# {}", clean(&path)),
    ];
    let mut say = |about: &str, line: String, set: bool| {
        let from = if set { "  # from the file" } else { "" };
        lines.extend([String::new(), format!("# {about}"), format!("{line}{from}")]);
    };
    let themes = THEMES.map(|theme| format!("{} ({})", theme.name, theme.about));
    let theme = global.theme.as_deref();
    let set = settings.theme.as_ref().map(|theme| theme.value.as_str());
    let is_set = theme.is_some() && theme == set;
    say(
        &themes.join("; "),
        optional("theme", theme, "terminal"),
        is_set,
    );
    let mut switch = |about: &str, name: &str, value: bool, set: Option<bool>| {
        say(about, format!("{name} = {value}"), set == Some(value));
    };
    switch(
        "Whether the mouse is used",
        "mouse",
        choices.mouse,
        settings.mouse,
    );
    switch(
        "Whether the browser opens where you left off, unless there is a query",
        "restore",
        choices.restore,
        settings.restore,
    );
    switch(
        "Whether the screen is ASCII; on by default unless the locale is UTF-8",
        "ascii",
        choices.ascii,
        settings.ascii,
    );
    switch(
        "Whether the screen shows one thing at a time, in plain words: for screen readers and braille",
        "linear",
        choices.linear,
        settings.linear,
    );
    let rules = paths(global, &[]);
    say(
        "Rules to load: folders and files, or the bundled ones",
        format!(
            "rules = {}",
            list(rules.iter().map(|path| path.to_string_lossy()))
        ),
        rules == global.configured_rules,
    );
    let game = global.game.as_deref().or(global.configured_game.as_deref());
    say(
        "The game being played",
        optional("game", game, "Kill Team"),
        game.is_some() && game == settings.game.as_deref(),
    );
    let viewer = &settings.image_viewer;
    let line = if viewer.is_empty() {
        optional("image_viewer", None, "xdg-open")
    } else {
        format!("image_viewer = {}", list(viewer.iter()))
    };
    say("The program that opens images", line, !viewer.is_empty());
    let keys = "Keys by action: `g g` is one key after the other, [] unbinds the action. Ctrl-c always quits";
    lines.extend([String::new(), format!("# {keys}")]);
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
    escaped(&Value::from(text).to_string())
}

fn list(items: impl Iterator<Item = impl AsRef<str>>) -> String {
    let items: Vec<_> = items.map(|item| quoted(item.as_ref())).collect();
    format!("[{}]", items.join(", "))
}
