//! `tableside completions` and `tableside man`, generated from the types that parse the command
//! line.

use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::{ENVIRONMENT, command};
use super::output::{Failure, Output, Status};

pub fn completions(shell: Shell, output: &mut Output) -> Result<Status, Failure> {
    // The generator panics on a write error such as a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "tableside", &mut script);
    output.bytes(&script)?;
    Ok(Status::Fine)
}

/// Prints one manual page for the program and all subcommands, ready for `man -l -`.
pub fn man(output: &mut Output) -> Result<Status, Failure> {
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
    for subcommand in command
        .get_subcommands()
        .filter(|subcommand| subcommand.get_name() != "help")
    {
        subsection(subcommand, &mut roff)?;
    }
    writeln!(
        roff,
        ".SH SETTINGS, ENVIRONMENT, EXIT STATUS\n.nf\n{}\n.fi",
        ENVIRONMENT.replace('-', "\\-")
    )?;
    output.bytes(&roff)?;
    Ok(Status::Fine)
}

/// Appends a subcommand's section of the manual page, without the global options.
fn subsection(subcommand: &Command, roff: &mut Vec<u8>) -> io::Result<()> {
    let own = subcommand.clone().mut_args(|argument| {
        let everywhere =
            argument.is_global_set() || ["help", "rules"].iter().any(|id| argument.get_id() == id);
        argument.hide(everywhere)
    });
    let man = Man::new(own);
    let mut part = Vec::new();
    man.render_synopsis_section(&mut part)?;
    part.extend_from_slice(b".PP\n");
    man.render_description_section(&mut part)?;
    man.render_options_section(&mut part)?;
    writeln!(roff, ".SS {}", subcommand.get_name())?;
    // Leave out the headings, which clap generates for a separate manual page.
    for line in String::from_utf8_lossy(&part)
        .lines()
        .filter(|line| !line.starts_with(".SH "))
    {
        writeln!(roff, "{line}")?;
    }
    Ok(())
}
