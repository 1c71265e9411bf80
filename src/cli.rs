//! The command line: its options, and what each subcommand prints.
//!
//! Results go to standard output, messages to standard error. Scripts may rely on the exit status:
//! 1 if nothing was found, or if `check` or `config` found errors (with `check --strict`, also
//! warnings); 2 for wrong usage, unreadable input or unwritable output; otherwise 0.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

mod args;
mod browse;
mod cache;
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

pub use args::{CacheArgs, CheckArgs, Cli, Command, Global, ListArgs, NameArgs, SearchArgs};

use crate::cache::Cache;
use crate::library::Library;
use choices::Choices;
use output::{Outcome, Output, notice};
use setup::FirstUnreadable;

/// Runs the command line and returns the exit status.
pub fn run(mut cli: Cli) -> ExitCode {
    let mut output = Output::stdout(cli.global.color);
    let outcome = dispatch(&mut cli, &mut output);
    // Flush even after a failure, because the lines printed before it are still useful.
    let flushed = output.flush();
    let failure = match outcome.and_then(|is_fine| Ok(flushed.map(|()| is_fine)?)) {
        Ok(is_fine) => return ExitCode::from(u8::from(!is_fine)),
        Err(failure) => failure,
    };
    match failure.downcast_ref::<io::Error>() {
        // The reader closed the pipe: `tableside list | head -1`.
        Some(error) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Some(error) => notice(&format!("the output cannot be written: {error}")),
        None => notice(&failure.to_string()),
    }
    ExitCode::from(2)
}

fn dispatch(cli: &mut Cli, output: &mut Output) -> Outcome {
    let choices = Choices::read(&mut cli.global);
    let global = &cli.global;
    output.symbols = choices.symbols_of_output(global);
    if cli.command.as_ref().is_some_and(Command::reads_settings) {
        choices.faults().for_each(|fault| notice(&fault));
    }
    match &cli.command {
        None => browse::run(cli, choices),
        Some(Command::Config) => config::run(&choices, global, output),
        Some(Command::Search(args)) => on_rules(global, |rules| search::run(rules, args, output)),
        Some(Command::Show(args)) => on_rules(global, |rules| show::run(rules, args, output)),
        Some(Command::List(args)) => on_rules(global, |rules| list::run(rules, args, output)),
        Some(Command::Links(args)) => on_rules(global, |rules| links::run(rules, args, output)),
        Some(Command::Check(args)) => check::run(global, args, output),
        Some(Command::Export) => {
            let rules = setup::open(global, |_| None)?;
            on_library(rules, |rules| export::run(rules, output))
        }
        Some(Command::Convert { file }) => convert::run(file, output),
        Some(Command::Cache(args)) => cache::run(args, output),
        Some(Command::Completions { shell }) => scripts::completions(*shell, output),
        Some(Command::Man) => scripts::man(output),
    }
}

/// Runs a command on the cached rules.
fn on_rules(global: &Global, run: impl FnOnce(&Library) -> Outcome) -> Outcome {
    on_library(setup::open(global, Cache::of)?, run)
}

/// Runs a command, and fails if it read a file again and the file had changed or could not be read.
/// If so, also discards the cache.
fn on_library(
    (library, unreadable): (Library, FirstUnreadable),
    run: impl FnOnce(&Library) -> Outcome,
) -> Outcome {
    let outcome = run(&library);
    let Some(error) = unreadable.get() else {
        return outcome;
    };
    library.cache.iter().for_each(Cache::delete);
    Err(format!("{error}; run the command again").into())
}
