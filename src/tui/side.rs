//! The side pane: a pinned section, what links to a section or changes it, or the game that is played.

mod game;
mod pane;

pub use pane::{Side, SideKind};
