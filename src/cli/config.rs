//! `tableside config`: the settings in force, as a `config.toml` that says the same.

use super::args::Global;
use super::choices::Choices;
use super::output::{Output, notice};
use super::status::{Failure, Status};
use crate::theme::THEMES;
use crate::tui::keymap::Context;

pub(super) fn run(
    choices: &Choices,
    global: &Global,
    output: &mut Output,
) -> Result<Status, Failure> {
    for line in lines(choices, global) {
        output.line(&line)?;
    }
    choices.faults().for_each(|fault| notice(&fault));
    Ok(if choices.settings.diagnostics.is_empty() {
        Status::Fine
    } else {
        Status::Nothing
    })
}

fn lines(choices: &Choices, global: &Global) -> Vec<String> {
    let settings = &choices.settings;
    let mut lines = vec![
        "# The settings in force: the command line before the environment, that before this file:"
            .to_owned(),
    ];
    lines.push(match &choices.path {
        Some(path) if path.exists() => format!("# {}", path.display()),
        Some(path) => format!("# {} (there is none yet)", path.display()),
        None => "# no folder for settings is known: set HOME or XDG_CONFIG_HOME".to_owned(),
    });
    let mut say = |about: &str, line: String, set: bool| {
        let from = if set { "  # from the file" } else { "" };
        lines.extend([String::new(), format!("# {about}"), format!("{line}{from}")]);
    };
    let themes = THEMES
        .map(|theme| format!("{} ({})", theme.name, theme.about))
        .join("; ");
    let theme = global.theme.as_deref();
    say(
        &themes,
        optional("theme", theme, "terminal"),
        is_from(theme, settings.theme.as_ref()),
    );
    say(
        "Whether the mouse is used",
        format!("mouse = {}", choices.mouse),
        is_same(choices.mouse, settings.mouse.as_ref()),
    );
    say(
        "Whether the browser opens where it was left, unless it is asked for something",
        format!("restore = {}", choices.restore),
        is_same(choices.restore, settings.restore.as_ref()),
    );
    let ascii = "Whether the screen is ASCII; where nothing is set, the locale says";
    say(
        ascii,
        format!("ascii = {}", choices.ascii),
        is_same(choices.ascii, settings.ascii.as_ref()),
    );
    say(
        "Whether one thing at a time fills the screen, told in words: for screen readers and braille",
        format!("linear = {}", choices.linear),
        is_same(choices.linear, settings.linear.as_ref()),
    );
    let rules: Vec<_> = global
        .rules
        .iter()
        .map(|path| quoted(&path.to_string_lossy()))
        .collect();
    let rules = if rules.is_empty() {
        vec![quoted("bundled")]
    } else {
        rules
    };
    say(
        "Rules to load: folders and files, or the bundled ones",
        format!("rules = [{}]", rules.join(", ")),
        !settings.rules.is_empty() && !global.rules.is_empty(),
    );
    let game = global.game.as_deref().or(global.usual_game.as_deref());
    say(
        "The game being played",
        optional("game", game, "Kill Team"),
        is_from(game, settings.game.as_ref()),
    );
    let keys = "Keys by action: `g g` is one key after the other, [] takes the keys away. Ctrl-c always quits";
    lines.extend([String::new(), format!("# {keys}")]);
    for context in Context::ALL {
        lines.extend([
            String::new(),
            format!("# {}", context.name()),
            format!("[keys.{}]", context.id()),
        ]);
        lines.extend(choices.keymap.bindings(context).map(|binding| {
            let keys: Vec<_> = binding
                .keys
                .iter()
                .map(|keys| quoted(&keys.to_string()))
                .collect();
            format!(
                "{} = [{}]  # {}",
                binding.action.name(),
                keys.join(", "),
                binding.help
            )
        }));
    }
    lines
}

/// A setting that may be left open: then an example, as a comment.
fn optional(name: &str, value: Option<&str>, example: &str) -> String {
    value.map_or_else(
        || format!("# {name} = {}", quoted(example)),
        |value| format!("{name} = {}", quoted(value)),
    )
}

fn is_from(value: Option<&str>, set: Option<&crate::settings::Value<String>>) -> bool {
    value.is_some() && value == set.map(|set| set.value.as_str())
}

fn is_same(value: bool, set: Option<&crate::settings::Value<bool>>) -> bool {
    set.is_some_and(|set| set.value == value)
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|letter| match letter {
        '"' | '\\' => format!("\\{letter}"),
        letter if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
        letter => letter.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
