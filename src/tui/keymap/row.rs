//! The rows of the table of default keys.

use crate::tui::action::Action;

/// The default keys of an action, with the texts for the help and the footer.
#[derive(Debug)]
pub struct KeyRow {
    /// The names of the keys, separated by spaces. Each key triggers the action.
    pub keys: &'static str,
    /// The action of the keys.
    pub action: Action,
    /// The description in the help.
    pub help: &'static str,
    /// The label in the footer and the rank of the keys. If the footer is too narrow for all keys,
    /// those with the largest ranks are left out. `None` if the footer never shows the keys.
    pub footer: Option<(&'static str, u8)>,
}

/// Returns a row for keys that only the help lists.
pub const fn key(keys: &'static str, action: Action, help: &'static str) -> KeyRow {
    KeyRow {
        keys,
        action,
        help,
        footer: None,
    }
}

/// Returns a row for keys that the footer shows too. The most important keys have the lowest
/// `rank`.
pub const fn footer(
    keys: &'static str,
    action: Action,
    help: &'static str,
    label: &'static str,
    rank: u8,
) -> KeyRow {
    KeyRow {
        footer: Some((label, rank)),
        ..key(keys, action, help)
    }
}
