//! `tableside config` prints the settings in force in the format of `config.toml`.

use serde_json::Value;

use super::args::Global;
use super::choices::Choices;
use super::output::{Failure, Output, Status, escaped, notice};
use super::setup::paths;
use crate::source::clean;
use crate::theme::THEMES;
use crate::tui::keymap::Context;

pub fn run(choices: &Choices, global: &Global, output: &mut Output) -> Result<Status, Failure> {
    for line in lines(choices, global) {
        output.exact_line(&line)?;
    }
    choices.faults().for_each(|fault| notice(&fault));
    Ok(Status::of(choices.settings.diagnostics.is_empty()))
}

fn lines(choices: &Choices, global: &Global) -> Vec<String> {
    let settings = &choices.settings;
    let mut lines = vec![
        "# The settings in force. The command line overrides the environment, which overrides this file:"
            .to_owned(),
    ];
    lines.push(match &choices.path {
        Some(path) => {
            let missing = if path.exists() {
                ""
            } else {
                " (does not exist yet)"
            };
            format!("# {}{missing}", clean(&path.to_string_lossy()))
        }
        None => "# (no settings folder: set HOME)".to_owned(),
    });
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
    for (about, name, value, set) in [
        (
            "Whether the mouse is used",
            "mouse",
            choices.mouse,
            settings.mouse,
        ),
        (
            "Whether the browser opens where you left off, unless there is a query",
            "restore",
            choices.restore,
            settings.restore,
        ),
        (
            "Whether the screen is ASCII; on by default unless the locale is UTF-8",
            "ascii",
            choices.ascii,
            settings.ascii,
        ),
        (
            "Whether the screen shows one thing at a time, in plain words: for screen readers and braille",
            "linear",
            choices.linear,
            settings.linear,
        ),
    ] {
        say(about, format!("{name} = {value}"), set == Some(value));
    }
    let rules = paths(global, &[]);
    let named: Vec<_> = rules
        .iter()
        .map(|path| quoted(&path.to_string_lossy()))
        .collect();
    say(
        "Rules to load: folders and files, or the bundled ones",
        format!("rules = [{}]", named.join(", ")),
        rules == global.configured_rules,
    );
    let game = global.game.as_deref().or(global.configured_game.as_deref());
    say(
        "The game being played",
        optional("game", game, "Kill Team"),
        game.is_some() && game == settings.game.as_deref(),
    );
    let viewer: Vec<_> = settings
        .image_viewer
        .iter()
        .map(|word| quoted(word))
        .collect();
    let line = match &viewer[..] {
        [] => optional("image_viewer", None, "xdg-open"),
        words => format!("image_viewer = [{}]", words.join(", ")),
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
            let keys = binding.keys.iter();
            let keys: Vec<_> = keys.map(|keys| quoted(&keys.to_string())).collect();
            let (name, keys) = (binding.action.name(), keys.join(", "));
            lines.push(format!("{name} = [{keys}]  # {}", binding.help));
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

/// Quotes a TOML string, which has the syntax of a JSON string.
fn quoted(text: &str) -> String {
    escaped(&Value::from(text).to_string()).into_owned()
}
