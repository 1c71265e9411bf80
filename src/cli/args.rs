//! The command line. Help, completions and the manual page are generated from these types.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::builder::{
    PossibleValue, PossibleValuesParser, RangedU64ValueParser, StringValueParser, TypedValueParser,
};
use clap::{Arg, Args, ColorChoice, CommandFactory, Error, FromArgMatches, Parser, Subcommand};

use crate::rules::bundled_kinds;
use crate::settings::LinkLevel;
use crate::theme::THEMES;

const HELP: &str = "\
Examples:
  tableside                          the home screen: games, bookmarks, recent places
  tableside breach                   the browser at the best match
  tableside --rules ~/rules          the browser with your own rules
  tableside search \"control range\"  ranked results
  tableside show breach dash         two rules as text
  tableside doctor                   what a report of a bug should contain

Settings:
  config.toml in $XDG_CONFIG_HOME/tableside, or ~/.config/tableside; `tableside config` prints the settings in force

Environment:
  TABLESIDE_RULES         rules to load if there is no --rules: folders and files, separated as in PATH
  NO_COLOR                turns colour off, unless you pass `--color always`
  PAGER                   shows output that is longer than the screen; `less` if it is not set, no pager if it is empty
  LC_ALL, LC_CTYPE, LANG  the screen is ASCII if they name a locale without UTF-8

Exit status:
  0  found, or no errors in the rules
  1  nothing found, or `check` found errors (with --strict, also warnings), or `config` found faults
  2  wrong usage, unreadable input, or unwritable output";

/// A rules-reference browser for the terminal: type a word, land on the rule, keep your place.
///
/// Without a subcommand, opens the browser, at the best match if there is a QUERY. If
/// a QUERY starts with the name of a subcommand, put `--` before it.
#[derive(Debug, Parser)]
#[command(name = "tableside", version, after_help = HELP)]
pub struct Cli {
    /// The subcommand; without one, the browser opens.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Words to search for, or the id of a section
    pub query: Vec<String>,

    /// Options of every subcommand.
    #[command(flatten)]
    pub global: Global,
}

impl Cli {
    /// Parses the command line.
    ///
    /// # Errors
    /// Returns an error for wrong usage, and also for `--help` and `--version`, because clap
    /// reports them as errors.
    pub fn read(
        words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Self, Error> {
        let matches = command().try_get_matches_from(words)?;
        let mut cli = Self::from_arg_matches(&matches)?;
        let named = matches.subcommand().and_then(|(_, matches)| {
            let named = matches.try_get_many::<PathBuf>("rules");
            named.ok().flatten()
        });
        cli.global
            .rules
            .extend(named.into_iter().flatten().cloned());
        Ok(cli)
    }
}

/// The options that only the browser needs. The subcommands accept them, but their help does not
/// list them.
const OF_BROWSER: [&str; 3] = ["theme", "linear", "no_mouse"];

/// Builds the parser of the whole command line. Every subcommand gets a `--rules` of its own: if
/// the option were global, values after the subcommand would replace those before the subcommand.
pub fn command() -> clap::Command {
    let command = Cli::command();
    let argument = |name: &str| {
        let mut arguments = command.get_arguments();
        arguments
            .find(|argument| argument.get_id() == name)
            .cloned()
    };
    let rules = argument("rules");
    let hidden = OF_BROWSER.map(|name| argument(name).map(|argument| argument.hide(true)));
    let hidden: Vec<_> = hidden.into_iter().flatten().collect();
    command.mut_subcommands(|subcommand| match subcommand.get_name() {
        "help" => subcommand,
        _ => subcommand.args(&rules).args(&hidden),
    })
}

/// Options of every subcommand.
#[derive(Args, Debug)]
pub struct Global {
    /// Rules to load: a folder, a file, or `bundled`; may be repeated
    #[arg(long, value_name = "PATH")]
    pub rules: Vec<PathBuf>,

    /// Only this game: its name or id, or the start of either
    #[arg(long, global = true, value_name = "NAME")]
    pub game: Option<String>,

    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorChoice,

    /// Colour theme of the browser
    #[arg(long, global = true, value_name = "NAME", value_parser = themes())]
    pub theme: Option<String>,

    /// Draw with ASCII characters only; the default if the locale is not UTF-8
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub ascii: Option<bool>,

    /// One thing at a time, in plain words: for screen readers and braille
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub linear: Option<bool>,

    /// Leave the mouse to the terminal
    #[arg(long, global = true)]
    pub no_mouse: bool,

    /// Print long output without a pager
    #[arg(long, global = true)]
    pub no_pager: bool,

    /// The rules in the settings. They are used if neither the command line nor the environment
    /// names any rules.
    #[arg(skip)]
    pub configured_rules: Vec<PathBuf>,

    /// The game in the settings. It is ignored if it is unknown or ambiguous in the loaded rules.
    #[arg(skip)]
    pub configured_game: Option<String>,

    /// How many mentions are links, in the settings.
    #[arg(skip)]
    pub configured_links: LinkLevel,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the sections that match, best first
    #[command(after_help = "\
Examples:
  tableside search high ground
  tableside search 'type:action ap:<2'
  tableside search --json breach | jq -r 'select(.record == \"hit\") | .id'
  tableside search --batch < queries.txt")]
    Search(SearchArgs),
    /// Print a section and its subsections as text
    #[command(after_help = "\
Examples:
  tableside show breach
  tableside show breach dash
  tableside show kill-team/tomb-world#breach")]
    Show(NameArgs),
    /// Print all sections, one per line
    #[command(after_help = "\
Examples:
  tableside list --kind action
  tableside list --json | jq -r .title")]
    List(ListArgs),
    /// Print a section's links, what links to it, and its exceptions
    #[command(after_help = "\
Examples:
  tableside links breach
  tableside links --why breach
  tableside links --json breach | jq -r '.backlinks[].id'")]
    Links(LinksArgs),
    /// Report faults in rules files
    #[command(after_help = "\
Examples:
  tableside check ~/rules
  tableside check --strict --json bundled")]
    Check(CheckArgs),
    /// Roll dice, such as 2D6, D66 or 5d6>=4, or on a table of the rules
    #[command(after_help = "\
Examples:
  tableside roll 2D6
  tableside roll '5d6>=4 reroll ones'
  tableside roll npo table --modifier 1
  tableside roll --json --times 1000 D66 | jq .result")]
    Roll(RollArgs),
    /// Print all rules as one JSON document
    #[command(after_help = "\
Examples:
  tableside export | jq '.documents[].title'")]
    Export,
    /// Print a document, such as text copied from a PDF, as tidy markdown with front matter
    #[command(after_help = "Examples:\n  tableside convert swamp-rats.txt > swamp-rats.md")]
    Convert {
        /// The document
        file: PathBuf,
    },
    /// Print the settings in force, in the format of config.toml
    Config,
    /// List what is cached of your rules, or delete it
    #[command(after_help = "Examples:\n  tableside cache\n  tableside cache --clear")]
    Cache(CacheArgs),
    /// Print a completion script
    #[command(
        after_help = "Examples:\n  tableside completions bash > ~/.local/share/bash-completion/completions/tableside\n  tableside completions zsh > ~/.zfunc/_tableside"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, in roff
    #[command(after_help = "Examples:\n  tableside man | man -l -")]
    Man,
    /// Print what a report of a bug should contain: versions, terminal, folders, rules
    Doctor,
}

impl Command {
    /// Whether long output is shown in the pager.
    pub fn is_paged(&self) -> bool {
        match self {
            // The program that sends the queries may wait for each answer.
            Self::Search(args) => !args.batch,
            Self::Completions { .. } | Self::Man => false,
            _ => true,
        }
    }

    /// Whether faults in the settings are reported before the command runs. `config` reports them
    /// itself, and some commands do not use the settings.
    pub fn reads_settings(&self) -> bool {
        !matches!(
            self,
            Self::Config
                | Self::Convert { .. }
                | Self::Cache(_)
                | Self::Completions { .. }
                | Self::Man
                | Self::Doctor
        )
    }
}

/// Options of `cache`.
#[derive(Args, Debug)]
pub struct CacheArgs {
    /// Delete everything that is cached; it is built again when it is needed
    #[arg(long)]
    pub clear: bool,
}

/// Options of `search`.
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// Words, "an exact phrase", -word, and filters: type:action, ap:<2, game:zone, doc:joint,
    /// -type:term. Before words that start with a hyphen, put `--`
    #[arg(required_unless_present = "batch")]
    pub query: Vec<String>,

    /// Maximum number of hits per query
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub limit: usize,

    /// Sort by a field of the rules (`level`, `challenge`) instead of by relevance; after a hyphen,
    /// in descending order
    #[arg(long, value_name = "FIELD", allow_hyphen_values = true)]
    pub sort: Option<String>,

    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,

    /// Read queries from standard input, one per line
    #[arg(long, conflicts_with = "query")]
    pub batch: bool,
}

/// Options of `links`.
#[derive(Args, Debug)]
pub struct LinksArgs {
    #[command(flatten)]
    pub name: NameArgs,

    /// Explain the score of each link, and of the most probable mentions that are no links
    #[arg(long, conflicts_with = "json")]
    pub why: bool,
}

/// Options of `show` and `links`.
#[derive(Args, Debug)]
pub struct NameArgs {
    /// The section's name or id; words that are not a name together name a section each
    #[arg(required = true, value_name = "NAME|ID")]
    pub name: Vec<String>,

    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of `list`.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Only sections of this kind
    #[arg(long, value_parser = KindParser)]
    pub kind: Option<String>,

    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

/// Options of `roll`.
#[derive(Args, Debug)]
pub struct RollArgs {
    /// The dice (2D6, D3+3, 4+, D66, "5d6>=4 reroll ones"), or the name of a table
    #[arg(required = true, value_name = "DICE|NAME")]
    pub what: Vec<String>,

    /// Add this to the result; beyond the ends of a table, its first or last row counts
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(-1000..=1000))]
    pub modifier: i64,

    /// Repeat the rolls of this number
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// How often to roll
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub times: u32,

    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

/// Options of `check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Folders and files to check, or `bundled`, in addition to those of --rules; by default, the
    /// rules the browser loads
    pub path: Vec<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,

    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
}

/// Completes the kinds of the bundled rules, and accepts all others, because the kinds of other rules
/// are not known before they are loaded.
#[derive(Clone)]
struct KindParser;

impl TypedValueParser for KindParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            bundled_kinds().into_iter().map(PossibleValue::new),
        ))
    }
}

fn themes() -> PossibleValuesParser {
    PossibleValuesParser::new(THEMES.map(|theme| PossibleValue::new(theme.name).help(theme.about)))
}

#[cfg(test)]
mod tests;
