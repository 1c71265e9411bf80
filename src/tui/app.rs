//! The whole state of the browser: the panes, which of them has the focus, and what they share. No terminal.

mod areas;
mod contents;
mod draw;
mod effects;
mod finder;
mod hints;
mod history;
mod keys;
mod linear;
mod marks;
mod mouse;
mod overlays;
mod perform;
mod rules;
mod state;

pub use state::{App, Redraw, Requests, Start};
