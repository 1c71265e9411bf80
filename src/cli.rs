//! The command line: its options, and what each subcommand prints.
//!
//! Results go to standard output, messages to standard error. Scripts may rely on the exit status:
//! 1 if nothing was found, or if `check` or `config` found errors (with `check --strict`, also
//! warnings); 2 for wrong usage, unreadable input or unwritable output; otherwise 0.

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

pub use args::{CheckArgs, Cli, Command, Global, ListArgs, NameArgs, SearchArgs};

use choices::Choices;
use output::{Failure, Output, Status, notice};
use setup::Scope;

/// Runs the command line and returns the exit status.
pub fn run(mut cli: Cli) -> ExitCode {
    let mut output = Output::stdout(cli.global.color);
    let result = dispatch(&mut cli, &mut output);
    // Flush even after a failure, because the lines printed before it are still useful.
    let flushed = output.flush();
    match result.and_then(|status| Ok(flushed.map(|()| status)?)) {
        Ok(Status::Fine) => ExitCode::SUCCESS,
        Ok(Status::Nothing) => ExitCode::from(1),
        // The reader closed the pipe: `tableside list | head -1`.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            notice(&match failure {
                Failure::Output(error) => format!("the output cannot be written: {error}"),
                Failure::Input(message) => message,
            });
            ExitCode::from(2)
        }
    }
}

fn dispatch(cli: &mut Cli, output: &mut Output) -> Result<Status, Failure> {
    let choices = Choices::read(&mut cli.global);
    let global = &cli.global;
    output.symbols = choices.symbols_of_output(global);
    if cli.command.as_ref().is_some_and(Command::reads_settings) {
        choices.faults().for_each(|fault| notice(&fault));
    }
    match &cli.command {
        None => browse::run(cli, choices),
        Some(Command::Config) => config::run(&choices, global, output),
        Some(Command::Search(args)) => run_on_rules(&Scope::start(global)?, |rules| {
            search::run(rules, args, output)
        }),
        Some(Command::Show(args)) => run_on_rules(&Scope::start(global)?, |rules| {
            show::run(rules, args, output)
        }),
        Some(Command::List(args)) => run_on_rules(&Scope::start(global)?, |rules| {
            list::run(rules, args, output)
        }),
        Some(Command::Links(args)) => run_on_rules(&Scope::start(global)?, |rules| {
            links::run(rules, args, output)
        }),
        Some(Command::Check(args)) => check::run(global, args, output),
        Some(Command::Export) => run_on_rules(&Scope::uncached(global)?, |rules| {
            export::run(rules, output)
        }),
        Some(Command::Convert { file }) => convert::run(file, output),
        Some(Command::Completions { shell }) => scripts::completions(*shell, output),
        Some(Command::Man) => scripts::man(output),
    }
}

/// Reports errors in the rules, runs a command, and fails if the rules changed meanwhile (see
/// [`Scope::fail_if_outdated`]).
fn run_on_rules(
    scope: &Scope,
    run: impl FnOnce(&Scope) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    scope.faults.iter().for_each(|faults| notice(faults));
    let status = run(scope)?;
    scope.fail_if_outdated()?;
    Ok(status)
}
