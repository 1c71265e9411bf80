//! The command line: its options, and what each subcommand prints.
//!
//! Results go to standard output, and messages about the run to standard error. The exit status is a contract: 0 found or
//! fine, 1 nothing found or faults reported, 2 wrong usage or unreadable input.

use std::io::ErrorKind;
use std::process::ExitCode;

mod args;
mod browse;
mod check;
mod choices;
mod config;
mod convert;
mod entry;
mod export;
mod links;
mod list;
mod name;
mod output;
mod scripts;
mod search;
mod setup;
mod show;
mod status;

pub use args::{CheckArgs, Cli, ColorChoice, Command, Global, ListArgs, NameArgs, SearchArgs};

use choices::Choices;
use output::{Output, notice};
use setup::Scope;
use status::{Failure, Status};

/// Runs the command line and gives the exit status.
pub fn run(mut cli: Cli) -> ExitCode {
    let mut output = Output::stdout(cli.global.color);
    let result = dispatch(&mut cli, &mut output);
    // The output before a failure is still useful.
    let flushed = output.flush().map_err(Failure::Output);
    match result.and_then(|status| flushed.map(|()| status)) {
        Ok(Status::Fine) => ExitCode::SUCCESS,
        Ok(Status::Nothing) => ExitCode::from(1),
        // The reader closed the pipe: `tableside list | head -1`.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            notice(&format!("the output cannot be written: {error}"));
            ExitCode::from(2)
        }
        Err(Failure::Input(message)) => {
            notice(&message);
            ExitCode::from(2)
        }
    }
}

fn dispatch(cli: &mut Cli, output: &mut Output) -> Result<Status, Failure> {
    let choices = Choices::take(&mut cli.global);
    let cli = &*cli;
    output.symbols = choices.symbols_of_output(&cli.global);
    if cli.command.as_ref().is_some_and(Command::heeds_settings) {
        choices.faults().for_each(|fault| notice(&fault));
    }
    match &cli.command {
        None => browse::run(cli, choices),
        Some(Command::Config) => config::run(&choices, &cli.global, output),
        Some(Command::Search(args)) => {
            over_rules(&cli.global, |scope| search::run(scope, args, output))
        }
        Some(Command::Show(args)) => {
            over_rules(&cli.global, |scope| show::run(scope, args, output))
        }
        Some(Command::List(args)) => {
            over_rules(&cli.global, |scope| list::run(scope, args, output))
        }
        Some(Command::Links(args)) => {
            over_rules(&cli.global, |scope| links::run(scope, args, output))
        }
        Some(Command::Check(args)) => check::run(&cli.global, args, output),
        Some(Command::Export) => over_rules(&cli.global, |scope| export::run(scope, output)),
        Some(Command::Convert { file }) => convert::run(file, output),
        Some(Command::Completions { shell }) => scripts::completions(*shell, output),
        Some(Command::Man) => scripts::man(output),
    }
}

/// Runs a command over the chosen rules.
fn over_rules(
    global: &Global,
    run: impl FnOnce(&Scope) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let scope = Scope::start(global)?;
    scope.faults.iter().for_each(|faults| notice(faults));
    let status = run(&scope)?;
    scope.check()?;
    Ok(status)
}
