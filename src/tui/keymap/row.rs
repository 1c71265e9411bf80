//! A row of the table of keys.

use crate::tui::action::Action;

/// The keys of an action, with the texts that the help and the footer show.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    /// The names of the keys, with blanks between them; any of them will do.
    pub keys: &'static str,
    /// What the keys do.
    pub action: Action,
    /// The line of the help.
    pub help: &'static str,
    /// The label in the footer, and its rank when room is short; `None` leaves it out.
    pub footer: Option<(&'static str, u8)>,
}

/// Keys that only the help lists.
pub const fn key(keys: &'static str, action: Action, help: &'static str) -> KeyRow {
    KeyRow {
        keys,
        action,
        help,
        footer: None,
    }
}

/// Keys that the footer shows too: with a label and a rank. The keys that matter most have the lowest rank.
pub const fn footer(
    keys: &'static str,
    action: Action,
    help: &'static str,
    label: &'static str,
    rank: u8,
) -> KeyRow {
    KeyRow {
        keys,
        action,
        help,
        footer: Some((label, rank)),
    }
}
