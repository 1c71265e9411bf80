//! The contexts of keys: one key does different things in different panes.

use clap::ValueEnum;

use super::key::Key;

/// The pane that a key goes to, in the order of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum Context {
    /// The page.
    Page,
    /// The search box while it is empty, over the home screen. Keys without a binding are text.
    Home,
    /// The search box. Keys without a binding are text.
    Search,
    /// A peek over the page.
    Peek,
    /// The contents.
    Contents,
    /// A list of passages.
    List,
    /// The side pane.
    Side,
    /// A comparison.
    Compare,
    /// Bookmarks and recent places. Keys without a binding are text.
    Places,
    /// The table of key numbers. Keys without a binding go to its filter.
    Numbers,
    /// The name of a bookmark. Keys without a binding are text.
    Prompt,
    /// The help.
    Help,
    /// The filter of the help. Keys without a binding are text.
    HelpFilter,
}

impl Context {
    /// All contexts, in the order of the help.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::value_variants().iter().copied()
    }

    /// Whether keys without a binding are text.
    pub fn is_typed(self) -> bool {
        matches!(
            self,
            Self::Home
                | Self::Search
                | Self::Places
                | Self::Numbers
                | Self::Prompt
                | Self::HelpFilter
        )
    }

    /// Whether a key is always text here. Among the key numbers a blank peeks, unless a word is being typed, and no query begins
    /// with a question mark or a slash.
    pub fn types(self, key: Key) -> bool {
        let acts = matches!(
            (self, key),
            (Self::Numbers, Key::SPACE) | (Self::Home, Key::QUESTION | Key::SLASH)
        );
        self.is_typed() && key.is_text() && !acts
    }

    /// The name in the help.
    pub fn name(self) -> &'static str {
        match self {
            Self::Page => "Reading",
            Self::Contents => "Contents",
            Self::Home => "Home",
            Self::Search => "Search",
            Self::Peek => "Peek",
            Self::List => "Lists",
            Self::Places => "Bookmarks and recent places",
            Self::Numbers => "Key numbers",
            Self::Prompt => "Naming a bookmark",
            Self::Side => "Side pane",
            Self::Compare => "Comparison",
            Self::Help => "Help",
            Self::HelpFilter => "Filtering the help",
        }
    }

    /// The name in the settings.
    pub fn id(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
