//! The command line: its options, and what each subcommand prints.
//!
//! Results go to standard output, messages to standard error. Scripts may rely on the exit status:
//! 1 if nothing was found, or if `check` or `config` found errors (with `check --strict`, also
//! warnings); 2 for wrong usage, unreadable input or unwritable output; otherwise 0.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::panic::{self, PanicHookInfo};
use std::process::{self, ExitCode};

use clap::ColorChoice;

mod args;
mod browse;
mod cache;
mod check;
mod choices;
mod config;
mod convert;
mod doctor;
mod entry;
mod export;
mod links;
mod list;
mod name;
mod output;
mod roll;
mod scripts;
mod search;
mod setup;
mod show;

pub use args::{CacheArgs, CheckArgs, Cli, Command, Global, ListArgs, NameArgs, SearchArgs};

use crate::cache::Cache;
use crate::library::{self, Library};
use crate::platform::signals;
use crate::source::counted;
use choices::Choices;
use output::{BOLD, Outcome, Output, complaint, notice};
use setup::FirstUnreadable;

/// The maximum number of faults in the settings that a command reports before its results.
const MAX_FAULTS: usize = 10;

/// The exit status of wrong usage, unreadable input and unwritable output.
const FAILED: u8 = 2;

/// Parses the command line, runs it, and returns the exit status.
pub fn main(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    panic::set_hook(Box::new(report_panic));
    signals::catch_file_size_limit();
    let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
    if let [_, word, path, max_pages] = &words[..]
        && word == library::READ_BOOK
        && let Some(max_pages) = max_pages.to_str().and_then(|pages| pages.parse().ok())
    {
        return library::print_book(path.as_ref(), max_pages);
    }
    match Cli::read(words) {
        Ok(cli) => run(cli),
        Err(error) if error.use_stderr() => {
            // The message quotes the arguments, so it is cleaned and has no style.
            complaint(&error.render().to_string());
            ExitCode::from(FAILED)
        }
        Err(help) => {
            let mut output = Output::stdout(ColorChoice::Auto);
            let text = help.render();
            let is_plain = output.paint("x", BOLD) == "x";
            let text = if is_plain {
                text.to_string()
            } else {
                text.ansi().to_string()
            };
            output.page();
            let printed = output.text(&text);
            finish(&mut output, printed.map(|()| true).map_err(Into::into))
        }
    }
}

/// Runs a parsed command line and returns the exit status.
fn run(mut cli: Cli) -> ExitCode {
    let mut output = Output::stdout(cli.global.color);
    let outcome = dispatch(&mut cli, &mut output);
    finish(&mut output, outcome)
}

/// Writes the rest of the output, reports a failure, and returns the exit status.
fn finish(output: &mut Output, outcome: Outcome) -> ExitCode {
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
    ExitCode::from(FAILED)
}

/// Reports a panic in the program or in a library, whose message may quote rules. Ends the program
/// if the system refuses to start a thread, which libraries treat as a panic.
fn report_panic(panic: &PanicHookInfo) {
    let payload = panic.payload();
    let message = payload.downcast_ref::<&str>().copied();
    let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = message.unwrap_or("no message");
    if ["spawn thread", "ThreadPoolBuildError"]
        .iter()
        .any(|sign| message.contains(sign))
    {
        notice("the system starts no more threads; raise the limit, as with `ulimit -u`");
        process::exit(FAILED.into());
    }
    let place = panic.location().map(ToString::to_string);
    notice(&format!(
        "internal error: {message} ({}); please report it with what `tableside doctor` prints",
        place.unwrap_or_default()
    ));
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        complaint(&backtrace.to_string());
    }
}

fn dispatch(cli: &mut Cli, output: &mut Output) -> Outcome {
    let choices = Choices::read(&mut cli.global);
    let global = &cli.global;
    output.symbols = choices.symbols_of_output(global);
    if cli.command.as_ref().is_some_and(Command::reads_settings) {
        choices
            .faults()
            .take(MAX_FAULTS)
            .for_each(|fault| notice(&fault));
        let more = choices.faults().skip(MAX_FAULTS).count();
        if more > 0 {
            let more = counted(more, "more fault");
            notice(&format!("{more}; `tableside config` shows all"));
        }
    }
    if !global.no_pager && cli.command.as_ref().is_some_and(Command::is_paged) {
        output.page();
    }
    match &cli.command {
        None => browse::run(cli, choices),
        Some(Command::Config) => config::run(&choices, global, output),
        Some(Command::Search(args)) => on_rules(global, |rules| search::run(rules, args, output)),
        Some(Command::Show(args)) => on_rules(global, |rules| show::run(rules, args, output)),
        Some(Command::List(args)) => on_rules(global, |rules| list::run(rules, args, output)),
        Some(Command::Links(args)) => on_rules(global, |rules| links::run(rules, args, output)),
        Some(Command::Check(args)) => check::run(global, args, output),
        Some(Command::Roll(args)) => match roll::expression(args)? {
            Some(expression) => roll::run(expression, args, output),
            None => on_rules(global, |rules| roll::run_on_table(rules, args, output)),
        },
        Some(Command::Export) => {
            let rules = setup::open(global, |_| None)?;
            on_library(rules, |rules| export::run(rules, output))
        }
        Some(Command::Convert { file }) => convert::run(file, output),
        Some(Command::Cache(args)) => cache::run(args, output),
        Some(Command::Completions { shell }) => scripts::completions(*shell, output),
        Some(Command::Man) => scripts::man(output),
        Some(Command::Doctor) => doctor::run(&choices, global, output),
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
