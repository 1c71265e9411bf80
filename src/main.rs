//! The `tableside` binary: a thin wrapper around the library.

use std::process::ExitCode;

use tableside::cli::{self, Cli};

fn main() -> ExitCode {
    let read = Cli::read(std::env::args_os());
    cli::run(read.unwrap_or_else(|error| error.exit()))
}
