//! The `tableside` binary: a thin wrapper around the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tableside::cli::main(std::env::args_os())
}
