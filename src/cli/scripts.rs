//! `tableside completions` and `tableside man`: made from the same types that parse the command line.

use clap::CommandFactory;
use clap_complete::Shell;

use super::output::Output;
use super::{Cli, Failure, Status};

pub(super) fn completions(shell: Shell, output: &mut Output) -> Result<Status, Failure> {
    // Into memory first: the generator panics where it cannot write, and a closed pipe is no fault.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tableside", &mut script);
    output.bytes(&script)?;
    Ok(Status::Fine)
}

/// The manual page: the program's own, then one part for each subcommand.
pub(super) fn man(output: &mut Output) -> Result<Status, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    output.bytes(&page)?;
    Ok(Status::Fine)
}
