//! The state of the browser: its panes, which of them has the focus, and what they share. Nothing here uses a
//! terminal.

mod areas;
mod draw;
mod effects;
mod events;
mod hints;
mod places;
mod reload;
mod state;

pub use state::{App, Request, Start};
