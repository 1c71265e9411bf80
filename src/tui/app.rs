//! The whole state of the browser: the panes, which of them has the focus, and what they share. No terminal.

mod areas;
mod draw;
mod effects;
mod events;
mod hints;
mod history;
mod linear;
mod marks;
mod mouse;
mod rules;
mod state;

pub use state::{App, Requests, Start};
