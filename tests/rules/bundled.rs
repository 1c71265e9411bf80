//! Compares the bundled rules with the books. Every key figure must be a typed value, and every
//! term must be found by its name. Every file must meet the requirements in `files.rs`.

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
