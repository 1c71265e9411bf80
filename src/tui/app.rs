//! The whole state of the browser: the panes, which of them has the focus, and what they share. No terminal.

mod areas;
mod draw;
mod effects;
mod events;
mod hints;
mod places;
mod reload;
mod state;

pub use state::{App, Request, Start};
