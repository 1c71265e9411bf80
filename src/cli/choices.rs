//! What holds for a run: the command line before the environment, that before `config.toml`, that before the usual.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::args::Global;
use crate::diagnostic::Diagnostic;
use crate::folders;
use crate::loader::has_documents;
use crate::settings::{FILE, Settings};
use crate::source::{Location, Source};
use crate::theme::{Form, THEMES, Theme};
use crate::tui::keymap::Keymap;

/// The settings of a run.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub(super) struct Choices {
    /// Where the file is, or would be; nowhere without a home folder.
    pub path: Option<PathBuf>,
    /// What it says, and what is wrong with it.
    pub settings: Settings,
    /// The keys.
    pub keymap: Keymap,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// Whether the browser opens where it was left.
    pub restore: bool,
    /// Whether the screen is ASCII.
    pub ascii: bool,
    /// Whether the screen is told line by line, in words.
    pub linear: bool,
}

impl Choices {
    /// Reads the settings and puts what they say in place of what the command line leaves open.
    pub fn take(global: &mut Global) -> Self {
        let path = folders::config().map(|folder| folder.join(FILE));
        let mut settings = match &path {
            Some(path) => Settings::load(path),
            None => Settings::parse(Source::in_memory(FILE, "")),
        };
        let keymap = Keymap::with(&mut settings);
        theme(global, &mut settings);
        if global.rules.is_empty() && !is_set("TABLESIDE_RULES") {
            let folder = path
                .as_deref()
                .and_then(Path::parent)
                .unwrap_or(Path::new(""));
            global.rules = rules(folder, &mut settings);
        }
        global.usual_game = settings.game.as_ref().map(|game| game.value.clone());
        let mouse = !global.no_mouse && settings.mouse.as_ref().is_none_or(|mouse| mouse.value);
        let set = settings.ascii.as_ref().map(|ascii| ascii.value);
        let ascii = global
            .ascii
            .or(set)
            .unwrap_or_else(|| !is_utf8(|name| std::env::var_os(name)));
        let linear = global
            .linear
            .or(settings.linear.as_ref().map(|linear| linear.value))
            .unwrap_or(false);
        let restore = settings
            .restore
            .as_ref()
            .is_some_and(|restore| restore.value);
        Self {
            path,
            settings,
            keymap,
            mouse,
            restore,
            ascii,
            linear,
        }
    }

    /// How screens are set.
    pub fn form(&self) -> Form {
        Form::new(self.ascii).line_by_line(self.linear)
    }

    /// How what is printed is set: as asked for in so many words. A locale says something of a terminal, nothing of a pipe.
    pub fn form_of_output(&self, global: &Global) -> Form {
        let ascii = global
            .ascii
            .or(self.settings.ascii.as_ref().map(|ascii| ascii.value));
        Form::new(ascii.unwrap_or(false)).line_by_line(self.linear)
    }

    /// What is wrong with the settings, each in a few lines.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        self.settings.diagnostics.iter().map(ToString::to_string)
    }

    /// What is wrong with the settings, in one line: the first fault, and the command that shows all.
    pub fn status(&self) -> Option<String> {
        let Diagnostic {
            location,
            message,
            path,
            ..
        } = self.settings.diagnostics.first()?;
        let place = location.as_ref().map_or_else(
            || file_name(path),
            |at| {
                Location {
                    path: file_name(&at.path),
                    ..at.clone()
                }
                .to_string()
            },
        );
        Some(format!("{place}: {message}; `tableside config` shows all"))
    }
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or_else(
        || path.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn theme(global: &mut Global, settings: &mut Settings) {
    let Some(named) = settings.theme.clone() else {
        return;
    };
    if Theme::named(&named.value).is_none() {
        let help = format!("there are {}", THEMES.map(|theme| theme.name).join(", "));
        settings.fault(
            named.span,
            &format!("there is no theme `{}`", named.value),
            &help,
        );
        settings.theme = None;
    } else if global.theme.is_none() {
        global.theme = Some(named.value);
    }
}

/// The rules of the settings, as far as they are there: a folder on a stick that is not plugged in, or in which nothing has
/// been written yet, stops nobody.
fn rules(folder: &Path, settings: &mut Settings) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for named in settings.rules.clone() {
        let path = resolve(folder, &named.value);
        if named.value == "bundled" || has_documents(&path) {
            found.push(path);
        } else if path.exists() {
            let message = format!("{}: there are no rules in it", path.display());
            let help = "rules are files ending in .md, .markdown or .txt; until it has some it is left out, and where no \
                        others are named the bundled rules are shown";
            settings.fault(named.span, &message, help);
        } else {
            let message = format!("{}: there is no such file or folder", path.display());
            settings.fault(
                named.span,
                &message,
                "it is left out; take it out of `rules` if it is gone for good",
            );
        }
    }
    found
}

/// A path of the settings: `~` is the home folder, and what is not absolute stands beside the file.
fn resolve(folder: &Path, path: &str) -> PathBuf {
    if path == "bundled" {
        return path.into();
    }
    let home = || {
        std::env::var_os("HOME")
            .filter(|home| !home.is_empty())
            .map(PathBuf::from)
    };
    match path
        .strip_prefix('~')
        .map(|rest| (rest.trim_start_matches('/'), home()))
    {
        Some((rest, Some(home))) => home.join(rest),
        _ => folder.join(path),
    }
}

/// Whether the locale takes UTF-8: the first of the variables that says anything decides; where none does, nothing speaks
/// against it.
fn is_utf8<S: AsRef<OsStr>>(variable: impl Fn(&str) -> Option<S>) -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
        let value = variable(name)?.as_ref().to_string_lossy().to_lowercase();
        (!value.is_empty()).then_some(value)
    });
    said.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(&[], true)]
    #[case(&[("LANG", "C.UTF-8")], true)]
    #[case(&[("LANG", "en_GB.utf8")], true)]
    #[case(&[("LANG", "C")], false)]
    #[case(&[("LANG", "de_DE.ISO-8859-1")], false)]
    #[case(&[("LANG", "C.UTF-8"), ("LC_ALL", "C")], false)]
    #[case(&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8")], true)]
    #[case(&[("LANG", "C"), ("LC_ALL", "")], false)]
    fn the_locale_says_whether_it_takes_utf_8(
        #[case] set: &[(&str, &str)],
        #[case] expected: bool,
    ) {
        let variable = |name: &str| {
            set.iter()
                .find(|(set, _)| *set == name)
                .map(|(_, value)| *value)
        };
        assert_eq!(is_utf8(variable), expected);
    }

    #[test]
    fn paths_of_the_settings_stand_beside_the_file() {
        let folder = Path::new("/home/x/.config/tableside");
        assert_eq!(resolve(folder, "bundled"), Path::new("bundled"));
        assert_eq!(resolve(folder, "/rules"), Path::new("/rules"));
        assert_eq!(resolve(folder, "rules"), folder.join("rules"));
    }
}
