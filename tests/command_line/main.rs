//! Tests of the program: the output and exit status of each subcommand, and the browser in a
//! pseudo-terminal.

mod books;
mod cache;
mod contract;
#[cfg(unix)]
mod disguised;
#[cfg(unix)]
mod docs;
#[cfg(unix)]
mod escape;
mod files;
mod harness;
mod printed;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
mod pty_harness;
mod roll;
mod search;
mod sections;
mod settings;
#[cfg(unix)]
mod shells;
mod synonyms;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod torture;
mod upgrade;
