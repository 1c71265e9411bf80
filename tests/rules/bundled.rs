//! The bundled rules against the books they restate: every key figure as a typed value, every term found by its name, and
//! the requirements for every file.

mod actions;
mod cards;
mod costs;
mod expect;
mod figures;
mod files;
mod names;
mod prose;
mod sheet;
mod tables;
