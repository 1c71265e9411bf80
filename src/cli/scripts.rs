//! `tableside completions` and `tableside man`, generated from the types that parse the command
//! line.

use clap::{ArgAction, Command};
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
        let mut page = Vec::new();
        Man::new(command.clone()).render(&mut page)?;
        let page = String::from_utf8_lossy(&page);
        roff.extend(with_synopsis(&page, &synopsis(command)).bytes());
    }
    output.text(&String::from_utf8_lossy(&roff))?;
    Ok(true)
}

/// Replaces the synopsis of a manual page. The one of the generator has options without values.
fn with_synopsis(page: &str, synopsis: &str) -> String {
    const HEADING: &str = ".SH SYNOPSIS\n";
    let Some((before, after)) = page.split_once(HEADING) else {
        return page.to_owned();
    };
    let rest = after.find(".SH ").map_or("", |at| &after[at..]);
    format!("{before}{HEADING}{synopsis}\n{rest}")
}

/// Returns the synopsis of a command in roff, with the values of its options.
fn synopsis(command: &Command) -> String {
    let bold = |text: &str| format!("\\fB{}\\fR", text.replace('-', "\\-"));
    let mut parts = vec![bold(command.get_bin_name().unwrap_or(command.get_name()))];
    let shown = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set());
    let mut shown: Vec<_> = shown.collect();
    shown.sort_by_key(|argument| argument.is_positional());
    for argument in shown {
        let names = argument.get_value_names().unwrap_or_default();
        let values = names.iter().map(|name| format!("\\fI{name}\\fR"));
        let takes_value = argument.get_action().takes_values();
        let values = values.filter(|_| takes_value).collect::<Vec<_>>().join(" ");
        let part = match argument.get_long() {
            None => values,
            Some(long) if values.is_empty() => bold(&format!("--{long}")),
            Some(long) if argument.is_require_equals_set() => {
                format!("{}[={values}]", bold(&format!("--{long}")))
            }
            Some(long) => format!("{} {values}", bold(&format!("--{long}"))),
        };
        let more = if matches!(argument.get_action(), ArgAction::Append) {
            "..."
        } else {
            ""
        };
        parts.push(if argument.is_required_set() {
            format!("{part}{more}")
        } else {
            format!("[{part}]{more}")
        });
    }
    if command.has_subcommands() {
        parts.push("[\\fICOMMAND\\fR]".to_owned());
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_synopsis_has_the_values_of_options() {
        let mut command = command();
        command.build();
        let synopsis = |command: &Command| super::synopsis(command).replace('\\', "");
        let all = synopsis(&command);
        assert!(
            all.starts_with("fBtablesidefR [fB--rulesfR fIPATHfR]... "),
            "{all}"
        );
        assert!(all.contains("[fB--asciifR[=fIBOOLfR]]"), "{all}");
        assert!(all.ends_with("[fIQUERYfR]... [fICOMMANDfR]"), "{all}");
        let show = command
            .get_subcommands()
            .find(|known| known.get_name() == "show");
        let show = synopsis(show.expect("the subcommand"));
        assert!(show.contains("fINAME|IDfR..."), "{show}");
        assert!(!show.contains("--theme"), "{show}");
    }
}
