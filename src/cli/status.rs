//! How a command ends.

use std::io;

/// The result of a command that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Found, or fine.
    Fine,
    /// Nothing found, or faults reported.
    Nothing,
}

impl Status {
    /// Fine if `is_fine`, else nothing.
    pub fn of(is_fine: bool) -> Self {
        if is_fine { Self::Fine } else { Self::Nothing }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(super) enum Failure {
    /// Wrong usage or unreadable input: the message for the user.
    Input(String),
    /// The result could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
