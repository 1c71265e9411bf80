//! How many mentions are links, which the player chooses.

/// How many mentions are links.
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
    /// Returns the score from which a mention is a link.
    pub fn threshold(self) -> f32 {
        match self {
            Self::Few => 1.5,
            Self::Normal => 0.0,
            Self::Many => -1.5,
        }
    }
}
