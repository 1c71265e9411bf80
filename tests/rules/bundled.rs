//! Compares the bundled rules with the books that they restate: every key figure is a typed value, every term
//! is found by its name, and every file meets the requirements.

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
