//! The contexts of keys: the same key can have different actions in different panes.

use clap::ValueEnum;
use strum::{EnumProperty, IntoStaticStr};

use super::key::Key;
use crate::tui::action::value_name;

/// The panes that can receive a key, in the order of the help. An alias is the name that a pane had
/// in an earlier version. In panes with the property `input`, keys without a binding are text input. The
/// property has the typed characters that are not: no query starts with them, and `?` opens the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, IntoStaticStr, EnumProperty)]
pub enum Context {
    /// The page.
    #[strum(serialize = "Reading")]
    Page,
    /// The search box while it is empty, above the home screen.
    #[strum(props(input = "?/"))]
    Home,
    /// The search box with a query.
    #[strum(props(input = ""))]
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
    /// The list of what can be played, with a filter.
    #[strum(serialize = "What is being played", props(input = ""))]
    Playing,
    /// The pane for rolling dice.
    #[strum(serialize = "Rolling dice")]
    Roll,
    /// A comparison.
    #[strum(serialize = "Comparison")]
    Compare,
    /// The list of bookmarks and recent places, with a filter.
    #[strum(serialize = "Bookmarks and recent places", props(input = ""))]
    Places,
    /// The table of key numbers, with a filter.
    #[strum(serialize = "Key numbers", props(input = ""))]
    Numbers,
    /// The prompt for the name of a bookmark.
    #[strum(serialize = "Naming a bookmark", props(input = ""))]
    Prompt,
    /// The help, with a filter.
    #[strum(props(input = "?"))]
    #[value(alias = "help-filter")]
    Help,
}

impl Context {
    /// Returns all contexts in the order of the help.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::value_variants().iter().copied()
    }

    /// Whether a key is always text input in this context, and therefore cannot be bound.
    pub fn inserts(self, key: Key) -> bool {
        let acting = self.get_str("input");
        acting.is_some_and(|acting| key.typed().is_some_and(|letter| !acting.contains(letter)))
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
