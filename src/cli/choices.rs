//! The settings for one run of the program: the command line overrides the environment, the
//! environment overrides `config.toml`, and `config.toml` overrides the defaults. The locale only
//! decides the default of `ascii`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::args::Global;
use crate::folders;
use crate::loader::has_documents;
use crate::settings::{FILE, Settings};
use crate::theme::{Symbols, THEMES, Theme};
use crate::tui::keymap::Keymap;

/// The settings in force for a run.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub struct Choices {
    /// The path of `config.toml`, which may not exist; `None` without a home folder.
    pub path: Option<PathBuf>,
    /// The content of `config.toml` and its faults.
    pub settings: Settings,
    pub keymap: Keymap,
    pub mouse: bool,
    /// Whether the browser opens where the player left off.
    pub restore: bool,
    pub ascii: bool,
    pub linear: bool,
}

impl Choices {
    /// Reads `config.toml`. Copies its rules and its game to `global`. Copies its theme too, if the
    /// command line names none.
    pub fn read(global: &mut Global) -> Self {
        let path = folders::config().map(|folder| folder.join(FILE));
        let mut settings = path.as_deref().map(Settings::load).unwrap_or_default();
        let keymap = Keymap::with(&mut settings);
        theme(global, &mut settings);
        let folder = path.as_deref().and_then(Path::parent);
        global.configured_rules = rules(folder.unwrap_or(Path::new("")), &mut settings);
        global.configured_game.clone_from(&settings.game);
        global.configured_links = settings.links.unwrap_or_default();
        let is_ascii = || !is_utf8(|name| std::env::var_os(name));
        Self {
            mouse: !global.no_mouse && settings.mouse.unwrap_or(true),
            restore: settings.restore.unwrap_or(false),
            ascii: global.ascii.or(settings.ascii).unwrap_or_else(is_ascii),
            linear: global.linear.or(settings.linear).unwrap_or(false),
            path,
            settings,
            keymap,
        }
    }

    /// Returns the symbols of printed output. Only an explicit choice selects ASCII: the locale
    /// describes the terminal, but the output may go to a pipe.
    pub fn symbols_of_output(&self, global: &Global) -> &'static Symbols {
        let ascii = global.ascii.or(self.settings.ascii).unwrap_or(false);
        Symbols::of(ascii, self.linear)
    }

    /// Returns the faults in the settings, each in a few lines.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        self.settings.diagnostics.iter().map(ToString::to_string)
    }

    /// Returns the first fault in the settings and the command that shows all faults, on one line.
    pub fn fault_message(&self) -> Option<String> {
        let fault = self.settings.diagnostics.first()?.brief();
        let path = self.path.as_deref().unwrap_or(Path::new(FILE));
        let brief = fault.replacen(&*path.to_string_lossy(), FILE, 1);
        Some(format!("{brief}; `tableside config` shows all faults"))
    }
}

fn theme(global: &mut Global, settings: &mut Settings) {
    let Some(named) = settings.theme.clone() else {
        return;
    };
    if Theme::named(&named.value).is_none() {
        let message = format!("there is no theme `{}`", named.value);
        let help = format!(
            "choose one of {}",
            THEMES.map(|theme| theme.name).join(", ")
        );
        settings.fault(named.span, &message, &help);
        settings.theme = None;
    } else if global.theme.is_none() {
        global.theme = Some(named.value);
    }
}

/// Returns the paths in the setting `rules` that contain documents, and `bundled` if it is listed.
/// Other paths are reported and skipped, because they may be on a drive that is not plugged in.
fn rules(folder: &Path, settings: &mut Settings) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for named in settings.rules.clone() {
        let path = resolve(folder, &named.value);
        if named.value == "bundled" || has_documents(&path) {
            found.push(path);
            continue;
        }
        let message = format!("{}: no rules found here", path.display());
        let help =
            "rules are files ending in .md, .txt, .html, .epub or .pdf; this path is ignored";
        settings.fault(named.span, &message, help);
    }
    found
}

/// Resolves a path from the settings, except `bundled`. `~` is the home folder, and other relative
/// paths start at the folder of `config.toml`.
fn resolve(folder: &Path, path: &str) -> PathBuf {
    if path == "bundled" {
        return path.into();
    }
    let below = path
        .strip_prefix('~')
        .filter(|rest| rest.is_empty() || rest.starts_with('/'));
    match (below, std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches('/')),
        _ => folder.join(path),
    }
}

/// Whether the locale is UTF-8. The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty
/// decides; without one, UTF-8 is assumed.
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
    fn the_locale_decides_about_utf_8(#[case] set: &[(&str, &str)], #[case] expected: bool) {
        let variable = |name: &str| {
            set.iter()
                .find(|(set, _)| *set == name)
                .map(|(_, value)| *value)
        };
        assert_eq!(is_utf8(variable), expected);
    }

    #[test]
    fn paths_in_settings_are_relative_to_the_file() {
        let folder = Path::new("/home/x/.config/tableside");
        assert_eq!(resolve(folder, "bundled"), Path::new("bundled"));
        assert_eq!(resolve(folder, "/rules"), Path::new("/rules"));
        assert_eq!(resolve(folder, "rules"), folder.join("rules"));
    }
}
