//! The state of the browser: the panes, the focus, and what all panes share. Nothing here uses a
//! terminal.

mod areas;
mod draw;
mod effects;
mod events;
mod game;
mod hints;
mod panes;
mod places;
mod reload;
mod rolls;
mod state;

pub use state::{App, Request, Start};
