//! `tableside completions` and `tableside man`, generated from the types that parse the command
//! line.

use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::{ENVIRONMENT, command};
use super::output::{Outcome, Output};

pub fn completions(shell: Shell, output: &mut Output) -> Outcome {
    // The generator panics on a write error such as a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "tableside", &mut script);
    output.bytes(&script)?;
    Ok(true)
}

/// Prints one manual page for the program and all subcommands, ready for `man -l -`.
pub fn man(output: &mut Output) -> Outcome {
    let mut command = command();
    command.build();
    let page = Man::new(command.clone());
    let mut roff = Vec::new();
    page.render_title(&mut roff)?;
    page.render_name_section(&mut roff)?;
    page.render_synopsis_section(&mut roff)?;
    page.render_description_section(&mut roff)?;
    page.render_options_section(&mut roff)?;
    writeln!(roff, ".SH SUBCOMMANDS")?;
    for subcommand in command.get_subcommands() {
        if subcommand.get_name() != "help" {
            subsection(subcommand, &mut roff)?;
        }
    }
    let environment = ENVIRONMENT.replace('-', "\\-");
    let heading = "SETTINGS, ENVIRONMENT, EXIT STATUS";
    writeln!(roff, ".SH {heading}\n.nf\n{environment}\n.fi")?;
    output.bytes(&roff)?;
    Ok(true)
}

/// Appends a subcommand's section of the manual page, without the global options.
fn subsection(subcommand: &Command, roff: &mut Vec<u8>) -> io::Result<()> {
    let own = subcommand.clone().mut_args(|argument| {
        let id = argument.get_id();
        let is_everywhere = argument.is_global_set() || id == "help" || id == "rules";
        argument.hide(is_everywhere)
    });
    let man = Man::new(own);
    let mut part = Vec::new();
    man.render_synopsis_section(&mut part)?;
    writeln!(part, ".PP")?;
    man.render_description_section(&mut part)?;
    man.render_options_section(&mut part)?;
    writeln!(roff, ".SS {}", subcommand.get_name())?;
    // Leave out the headings, which clap generates for a separate manual page.
    let part = String::from_utf8_lossy(&part);
    let mut lines = part.lines().filter(|line| !line.starts_with(".SH "));
    lines.try_for_each(|line| writeln!(roff, "{line}"))
}
