//! The terminal browser: keys become actions, actions change the state, and the state is drawn.
//!
//! Only [`run()`] uses a terminal. Tests run the same state machine and the same drawing code
//! without one.

pub mod action;
pub mod app;
mod background;
pub mod clipboard;
pub mod compare;
pub mod contents;
pub mod draw;
pub mod effect;
pub mod environment;
pub mod event;
pub mod filter_list;
pub mod finder;
mod footer;
mod header;
pub mod help;
pub mod hints;
pub mod history;
pub mod home;
pub mod keymap;
pub mod layout;
pub mod list;
pub mod messages;
pub mod numbers;
mod openers;
pub mod page;
mod pages;
pub mod pane;
pub mod peek;
pub mod places;
pub mod playing;
pub mod prompt;
pub mod roll;
mod run;
pub mod sheet;
pub mod side;
mod state_writer;
pub mod table;
mod terminal;
mod typing;
pub mod viewer;
mod watchdog;

pub use background::{CommandQueue, Rules};
pub use clipboard::clipboard_programs;
pub use run::{Options, draw, next, run};
