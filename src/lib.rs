//! Tableside: a rules-reference browser for the terminal.
//!
//! The library is the whole program except for the few lines of `main.rs`. Modules import only from
//! modules further left in this order, and modules in the same braces never import each other:
//! `{ platform, bundled } < { source, folders } < diagnostic < { loader, settings, state } <
//! { quantity, watch } < analyzer < rules < { links, search, table, theme } < cache < library < render < tui <
//! cli`. `ARCHITECTURE.md` describes the modules, and `tests/project/imports.rs` checks the order.

pub mod analyzer;
mod bundled;
pub mod cache;
pub mod cli;
pub mod diagnostic;
pub mod folders;
pub mod library;
pub mod links;
pub mod loader;
pub mod platform;
pub mod quantity;
pub mod render;
pub mod rules;
pub mod search;
pub mod settings;
pub mod source;
pub mod state;
pub mod table;
pub mod theme;
pub mod tui;
pub mod watch;
