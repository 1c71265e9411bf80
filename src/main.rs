//! The binary: everything is in the library.

use std::process::ExitCode;

use clap::Parser;
use tableside::cli::{self, Cli};

fn main() -> ExitCode {
    cli::run(&Cli::parse())
}
