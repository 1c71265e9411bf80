//! The contexts of keys: the same key can have different actions in different panes.

use clap::ValueEnum;
use strum::IntoStaticStr;

use super::key::Key;
use crate::tui::action::value_name;

/// The panes that can receive a key, in the order of the help. An alias is the name that a pane had
/// in an earlier version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, IntoStaticStr)]
pub enum Context {
    /// The page.
    #[strum(serialize = "Reading")]
    Page,
    /// The search box while it is empty, above the home screen. Keys without a binding are text
    /// input.
    Home,
    /// The search box with a query. Keys without a binding are text input.
    Search,
    /// A peek over the page.
    Peek,
    /// A peek at a card of the table.
    #[strum(serialize = "Peek at a card")]
    Card,
    /// The contents.
    Contents,
    /// The side pane.
    #[strum(serialize = "Side pane")]
    #[value(alias = "list")]
    Side,
    /// The counters, decks and rolls of a game.
    #[strum(serialize = "At the table")]
    Table,
    /// The list of what can be played. Keys without a binding are text input for its filter.
    #[strum(serialize = "What is being played")]
    Playing,
    /// The pane for rolling dice.
    #[strum(serialize = "Rolling dice")]
    Roll,
    /// A comparison.
    #[strum(serialize = "Comparison")]
    Compare,
    /// The list of bookmarks and recent places. Keys without a binding are text input for its
    /// filter.
    #[strum(serialize = "Bookmarks and recent places")]
    Places,
    /// The table of key numbers. Keys without a binding are text input for its filter.
    #[strum(serialize = "Key numbers")]
    Numbers,
    /// The prompt for the name of a bookmark. Keys without a binding are text input.
    #[strum(serialize = "Naming a bookmark")]
    Prompt,
    /// The help. Keys without a binding are text input for its filter.
    #[value(alias = "help-filter")]
    Help,
}

impl Context {
    /// Returns all contexts in the order of the help.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::value_variants().iter().copied()
    }

    /// Whether a key is always text input in this context, and therefore cannot be bound. On the
    /// home screen, `?` and `/` are exceptions, because no query starts with them, and in the help
    /// `?`, which opens it.
    pub fn inserts(self, key: Key) -> bool {
        let has_input = matches!(
            self,
            Self::Home
                | Self::Search
                | Self::Places
                | Self::Numbers
                | Self::Playing
                | Self::Prompt
                | Self::Help
        );
        let acting = match self {
            Self::Home => "?/",
            Self::Help => "?",
            _ => "",
        };
        has_input && key.typed().is_some_and(|letter| !acting.contains(letter))
    }

    /// Whether a peek receives the keys.
    pub fn is_peek(self) -> bool {
        matches!(self, Self::Peek | Self::Card)
    }

    /// Returns the heading of the context in the help.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the name of the context in the settings, such as `page`.
    pub fn id(self) -> String {
        value_name(&self)
    }
}
