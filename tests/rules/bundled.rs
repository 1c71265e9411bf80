//! The bundled rules against the books they restate: every key figure as the typed value that the program works with,
//! every term found by its name, and what every file owes its reader.

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
