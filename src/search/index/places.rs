//! Where a word occurs.

use serde::{Deserialize, Serialize};

/// A set of places where a word occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Places(u8);

impl Places {
    pub const TITLE: Self = Self(1);
    pub const LABEL: Self = Self(2);
    pub const PATH: Self = Self(4);
    pub const BODY: Self = Self(8);
    /// Titles and labels.
    pub const NAMES: Self = Self(Self::TITLE.0 | Self::LABEL.0);

    pub(crate) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(crate) fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }
}
