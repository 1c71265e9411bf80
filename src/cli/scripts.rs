//! `tableside completions` and `tableside man`, generated from the types that parse the command
//! line.

use clap_complete::Shell;
use clap_mangen::Man;

use super::args::command;
use super::output::{Outcome, Output};

pub fn completions(shell: Shell, output: &mut Output) -> Outcome {
    // The generator panics on a write error such as a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "tableside", &mut script);
    output.text(&String::from_utf8_lossy(&script))?;
    Ok(true)
}

/// Prints the manual page of the program and those of all subcommands, one after the other, ready
/// for `man -l -`.
pub fn man(output: &mut Output) -> Outcome {
    let mut command = command().disable_help_subcommand(true);
    command.build();
    let mut roff = Vec::new();
    for command in std::iter::once(&command).chain(command.get_subcommands()) {
        Man::new(command.clone()).render(&mut roff)?;
    }
    output.text(&String::from_utf8_lossy(&roff))?;
    Ok(true)
}
