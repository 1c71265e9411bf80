//! The player's settings: the contents of `config.toml` as plain data, with spans for diagnostics.
//!
//! Reading never fails: an invalid setting keeps its default and is reported as a diagnostic, and
//! all other settings apply. Other modules check the names of themes, actions and keys, and report
//! unknown names with [`Settings::fault`].

use std::borrow::Cow;
use std::io;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;
use crate::platform::files::{self, Links};
use crate::source::{Source, Span};

/// The name of the settings file.
pub const FILE: &str = "config.toml";

/// The maximum size of the settings file, in bytes.
const MAX_SIZE: u64 = 1024 * 1024;

/// The help text of a diagnostic about an invalid setting.
const HELP: &str = "this line is ignored until it is fixed";

/// The names of all settings, for diagnostics.
const NAMES: &str = "theme, mouse, ascii, linear, restore, rules, game, image_viewer, links, watch and tables of keys such as [keys.page]";

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

/// How the browser learns that rules have changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchMode {
    /// From the operating system, and by looking every two seconds where it does not tell.
    #[default]
    Auto,
    /// By looking every two seconds.
    Poll,
    /// Only when the player asks.
    Off,
}

impl WatchMode {
    /// The modes with their names in the settings.
    pub const NAMED: [(&str, Self); 3] = [
        ("auto", Self::Auto),
        ("poll", Self::Poll),
        ("off", Self::Off),
    ];
}

/// How many mentions of rules are links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkLevel {
    /// Only the most probable.
    Few,
    /// Those that are more probable than not.
    #[default]
    Normal,
    /// Those that are possible, too.
    Many,
}

impl LinkLevel {
    /// The levels with their names in the settings.
    pub const NAMED: [(&str, Self); 3] = [
        ("few", Self::Few),
        ("normal", Self::Normal),
        ("many", Self::Many),
    ];

    /// Returns the name of the level in the settings.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].0
    }

    /// Returns the next level; after the last one, the first.
    pub fn next(self) -> Self {
        let next = (self as usize + 1) % Self::NAMED.len();
        Self::NAMED[next].1
    }
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
    /// How many mentions of rules are links.
    pub links: Option<LinkLevel>,
    /// How the browser learns that rules have changed.
    pub watch: Option<WatchMode>,
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
        broken.sort_unstable();
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
                "watch" => self.watch = self.watch_mode(name, value),
                "links" => self.links = self.link_level(name, value),
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

    fn link_level(&mut self, name: &Name<'_>, value: &Setting<'_>) -> Option<LinkLevel> {
        let named = value.get_ref().as_str().unwrap_or_default();
        let mut levels = LinkLevel::NAMED.iter();
        let found = levels.find(|(name, _)| *name == named);
        let found = found.map(|(_, level)| *level);
        self.expect(name, value, "\"few\", \"normal\" or \"many\"", found)
    }

    fn watch_mode(&mut self, name: &Name<'_>, value: &Setting<'_>) -> Option<WatchMode> {
        let named = value.get_ref().as_str().unwrap_or_default();
        let mut modes = WatchMode::NAMED.iter();
        let found = modes
            .find(|(name, _)| *name == named)
            .map(|(_, mode)| *mode);
        self.expect(name, value, "\"auto\", \"poll\" or \"off\"", found)
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

/// Reads a text file of at most [`MAX_SIZE`] bytes. The player may link the file.
fn read_text(path: &Path) -> io::Result<String> {
    let (bytes, _) = files::read(path, Links::Follow, MAX_SIZE)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("this is not UTF-8"))
}

fn span<T>(spanned: &Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(range.start, range.end)
}

/// Whether a fault begins within a setting. `broken` contains the places of the faults in order.
fn is_broken(name: &Name<'_>, value: &Setting<'_>, broken: &[usize]) -> bool {
    let (start, end) = (name.span().start, value.span().end);
    let first = broken.partition_point(|at| *at < start);
    broken.get(first).is_some_and(|at| *at <= end)
}

#[cfg(test)]
mod tests;
