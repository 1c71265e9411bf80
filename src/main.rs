//! The `tableside` binary: a thin wrapper around the library.

use std::process::ExitCode;

use clap::Parser;
use tableside::cli::{self, Cli};

fn main() -> ExitCode {
    cli::run(Cli::parse())
}
