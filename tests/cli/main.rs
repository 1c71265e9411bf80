//! The binary as scripts and players meet it: what each subcommand prints, where, and with which exit status.

mod contract;
mod files;
mod harness;
mod kept;
mod search;
mod sections;
mod settings;
#[cfg(unix)]
mod terminal;
mod words;
