//! The player's settings: the contents of `config.toml` as plain data, with spans for diagnostics.
//!
//! Reading never fails: an invalid setting keeps its default and is reported as a diagnostic, and
//! all other settings apply. Other modules check the names of themes, actions and keys, and report
//! unknown names with [`Settings::fault`].

use std::borrow::Cow;
use std::path::Path;
use std::{fs, io};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

/// The name of the settings file.
pub const FILE: &str = "config.toml";

/// The help text of a diagnostic about an invalid setting.
const HELP: &str = "this line is ignored until it is fixed";

/// The names of all settings, for diagnostics.
const NAMES: &str = "theme, mouse, ascii, linear, restore, rules, game, image_viewer and tables of keys such as [keys.page]";

type Name<'a> = Spanned<Cow<'a, str>>;
type Setting<'a> = Spanned<DeValue<'a>>;

/// A text with its span in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The text.
    pub value: String,
    /// The span in the file.
    pub span: Span,
}

/// The keys that the player binds to an action in a context.
#[derive(Debug)]
pub struct KeySetting {
    /// The name of the context, such as `page`.
    pub context: Located,
    /// The name of the action, such as `next-link`.
    pub action: Located,
    /// The new bindings of the action, each a single key or a sequence such as `g g`. An empty list
    /// unbinds the action.
    pub keys: Vec<Located>,
}

/// The contents of `config.toml`. A setting that is absent from the file is `None` or empty.
#[derive(Debug, Default)]
pub struct Settings {
    /// The name of a theme.
    pub theme: Option<Located>,
    /// Whether the mouse is used.
    pub mouse: Option<bool>,
    /// Whether the browser opens at the last reading position.
    pub restore: Option<bool>,
    /// Whether the screen uses only ASCII characters.
    pub ascii: Option<bool>,
    /// Whether linear mode is on.
    pub linear: Option<bool>,
    /// The folders and files of rules to load, or `bundled` for the bundled rules.
    pub rules: Vec<Located>,
    /// The name of the game to open, if the command line names none.
    pub game: Option<String>,
    /// The program that opens images, followed by its first arguments; empty if no program is set.
    pub image_viewer: Vec<String>,
    /// The player's key bindings, in the order of the file.
    pub keys: Vec<KeySetting>,
    /// The faults found in the file.
    pub diagnostics: Vec<Diagnostic>,
    source: Source,
}

impl Settings {
    /// Reads the settings file. If the file is missing, all settings keep their defaults.
    pub fn load(path: &Path) -> Self {
        let name = path.to_string_lossy();
        let mut settings = Self::default();
        match read_text(path) {
            Ok(text) => settings = Self::parse(Source::in_memory(&name, &text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                let message = format!("cannot be read: {error}");
                let fault = Diagnostic::of_file(&name, "settings", message).error();
                let fault = fault.help("all settings keep their defaults");
                settings.diagnostics.push(fault);
            }
        }
        settings
    }

    /// Parses the text of a settings file.
    pub fn parse(source: Source) -> Self {
        let mut settings = Self {
            source,
            ..Self::default()
        };
        let text = settings.source.text.clone();
        let (table, errors) = DeTable::parse_recoverable(&text);
        let mut broken = Vec::new();
        for error in errors {
            let range = error.span().unwrap_or_default();
            settings.fault(Span::new(range.start, range.end), error.message(), HELP);
            broken.push(range.start);
        }
        settings.read_table(table.get_ref(), &broken);
        settings
            .keys
            .sort_by_key(|setting| setting.action.span.start);
        settings
    }

    /// Adds a diagnostic at a span of the file.
    pub fn fault(&mut self, span: Span, message: &str, help: &str) {
        let fault = Diagnostic::at(&self.source, span, "settings", message);
        self.diagnostics.push(fault.error().help(help));
    }

    fn read_table(&mut self, table: &DeTable<'_>, broken: &[usize]) {
        for (name, value) in table {
            // A setting on a line with a syntax error keeps its default, because the parser only
            // guesses its value.
            if is_broken(name, value, broken) {
                continue;
            }
            match &**name.get_ref() {
                "theme" => self.theme = self.text(name, value),
                "game" => self.game = self.text(name, value).map(|game| game.value),
                "mouse" => self.mouse = self.switch(name, value),
                "restore" => self.restore = self.switch(name, value),
                "ascii" => self.ascii = self.switch(name, value),
                "linear" => self.linear = self.switch(name, value),
                "rules" => self.rules = self.texts(name, value).unwrap_or_default(),
                "image_viewer" => {
                    let words = self.texts(name, value).into_iter().flatten();
                    self.image_viewer = words.map(|word| word.value).collect();
                }
                "keys" => self.read_keys(value, broken),
                other => {
                    let message = format!("there is no setting `{other}`");
                    self.fault(span(name), &message, &format!("the settings are {NAMES}"));
                }
            }
        }
    }

    fn read_keys(&mut self, value: &Setting<'_>, broken: &[usize]) {
        let help = "keys are set in tables such as [keys.page]";
        let Some(contexts) = value.get_ref().as_table() else {
            return self.fault(span(value), "`keys` must be a table", help);
        };
        for (context, actions) in contexts {
            let Some(actions) = actions.get_ref().as_table() else {
                let message = format!("`keys.{}` must be a table", context.get_ref());
                self.fault(span(actions), &message, help);
                continue;
            };
            for (action, keys) in actions {
                if is_broken(action, keys, broken) {
                    continue;
                }
                if let Some(keys) = self.texts(action, keys) {
                    let [context, action] = [context, action].map(|name| Located {
                        value: name.get_ref().to_string(),
                        span: span(name),
                    });
                    self.keys.push(KeySetting {
                        context,
                        action,
                        keys,
                    });
                }
            }
        }
    }

    /// Returns `found`. If `found` is `None`, adds a diagnostic: the value must be `kind`, such as
    /// `true or false`.
    fn expect<T>(
        &mut self,
        name: &Name<'_>,
        value: &Setting<'_>,
        kind: &str,
        found: Option<T>,
    ) -> Option<T> {
        if found.is_none() {
            let message = format!("`{}` must be {kind}", name.get_ref());
            self.fault(span(value), &message, HELP);
        }
        found
    }

    fn text(&mut self, name: &Name<'_>, value: &Setting<'_>) -> Option<Located> {
        self.expect(name, value, "a quoted string", text(value))
    }

    fn switch(&mut self, name: &Name<'_>, value: &Setting<'_>) -> Option<bool> {
        self.expect(name, value, "true or false", value.get_ref().as_bool())
    }

    /// Returns the strings of a value that is a string or a list of strings. For any other value,
    /// adds a diagnostic and returns `None`.
    fn texts(&mut self, name: &Name<'_>, value: &Setting<'_>) -> Option<Vec<Located>> {
        let texts = match value.get_ref() {
            DeValue::Array(items) => items.iter().map(text).collect(),
            _ => text(value).map(|text| vec![text]),
        };
        self.expect(name, value, "a quoted string or a list of them", texts)
    }
}

fn text(value: &Setting<'_>) -> Option<Located> {
    Some(Located {
        value: value.get_ref().as_str()?.to_owned(),
        span: span(value),
    })
}

/// Reads a text file. Fails if it is not a regular file, because reading a pipe would block.
fn read_text(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    fs::read_to_string(path)
}

fn span<T>(spanned: &Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(range.start, range.end)
}

/// Whether a fault begins within a setting.
fn is_broken(name: &Name<'_>, value: &Setting<'_>, broken: &[usize]) -> bool {
    let whole = name.span().start..=value.span().end;
    broken.iter().any(|start| whole.contains(start))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn read(text: &str) -> Settings {
        Settings::parse(Source::in_memory(FILE, text))
    }

    fn messages(settings: &Settings) -> Vec<String> {
        let place = |fault: &Diagnostic| {
            fault
                .location
                .as_ref()
                .map_or(String::new(), ToString::to_string)
        };
        settings
            .diagnostics
            .iter()
            .map(|fault| format!("{}: {}", place(fault), fault.message))
            .collect()
    }

    #[test]
    fn every_setting_is_read() {
        let settings = read(
            "theme = \"dark\"\nmouse = false\nascii = true\nlinear = true\nrestore = true\ngame = \"Mud\"\nrules = [\"a\", \"b\"]\nimage_viewer = [\"feh\", \"-F\"]\n\
             [keys.page]\nsearch = \"s\"\ntop = [\"g g\"]\nquit = []\n",
        );
        assert_eq!(messages(&settings), Vec::<String>::new());
        assert_eq!(
            settings.theme.map(|theme| theme.value).as_deref(),
            Some("dark")
        );
        assert_eq!(settings.game.as_deref(), Some("Mud"));
        assert_eq!(settings.image_viewer, ["feh", "-F"]);
        let switches = [
            settings.mouse,
            settings.ascii,
            settings.linear,
            settings.restore,
        ]
        .map(Option::unwrap);
        assert_eq!(switches, [false, true, true, true]);
        assert_eq!(
            settings
                .rules
                .iter()
                .map(|path| path.value.as_str())
                .collect::<Vec<_>>(),
            ["a", "b"]
        );
        let keys: Vec<_> = settings
            .keys
            .iter()
            .map(|key| (key.action.value.as_str(), key.keys.len()))
            .collect();
        assert_eq!(keys, [("search", 1), ("top", 1), ("quit", 0)]);
    }

    #[rstest]
    #[case("mouse = \"no\"\n", "config.toml:1:9: `mouse` must be true or false")]
    #[case("\ntheme = 3\n", "config.toml:2:9: `theme` must be a quoted string")]
    #[case(
        "rules = [\"a\", 1]\n",
        "config.toml:1:9: `rules` must be a quoted string or a list of them"
    )]
    #[case("colour = 1\n", "config.toml:1:1: there is no setting `colour`")]
    #[case("keys = 1\n", "config.toml:1:8: `keys` must be a table")]
    #[case("[keys]\npage = 1\n", "config.toml:2:8: `keys.page` must be a table")]
    #[case(
        "[keys.page]\nquit = 1\n",
        "config.toml:2:8: `quit` must be a quoted string or a list of them"
    )]
    #[case("mouse = true\nmouse = false\n", "config.toml:2:1: duplicate key")]
    fn faults_are_reported_with_their_places(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(messages(&read(text)), [expected]);
    }

    #[rstest]
    #[case("theme = dark\nascii = true\n")]
    #[case("theme = \nascii = true\n")]
    #[case("theme = \"dark\nascii = true\n")]
    #[case("= \"dark\"\nascii = true\n")]
    fn a_broken_line_affects_only_itself(#[case] text: &str) {
        let settings = read(text);
        assert_eq!(settings.diagnostics.len(), 1, "{:?}", settings.diagnostics);
        assert_eq!(settings.theme, None);
        assert_eq!(settings.ascii, Some(true));
    }

    #[test]
    fn a_missing_file_sets_nothing_and_an_unreadable_one_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            Settings::load(&folder.path().join("none.toml"))
                .diagnostics
                .is_empty()
        );
        assert_eq!(Settings::load(folder.path()).diagnostics.len(), 1);
        let bytes = folder.path().join("bytes.toml");
        fs::write(&bytes, b"theme = \"\xff\"\n").unwrap();
        assert_eq!(Settings::load(&bytes).diagnostics.len(), 1);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,60}") {
            read(&text);
        }

        #[test]
        fn any_lines_of_settings_are_read(parts in proptest::collection::vec("theme|mouse|keys|page|rules|=|\"|\\[|\\]|\\.|,|\n|true|1|'''|#|é|\r| ", 0..40)) {
            read(&parts.concat());
        }
    }
}
