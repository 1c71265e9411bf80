//! Tests of the command line's types.

use super::*;

#[test]
fn the_command_line_is_sound() {
    command().debug_assert();
}

#[test]
fn words_of_a_query_are_not_subcommands() {
    let cli = Cli::read(["tableside", "breach", "list", "--game", "kill-team"]).unwrap();
    assert!(cli.command.is_none());
    assert_eq!(cli.query, ["breach", "list"]);
    assert_eq!(cli.global.game.as_deref(), Some("kill-team"));
}

#[test]
fn global_options_work_before_and_after_the_subcommand() {
    for words in [
        ["tableside", "--rules", "x", "list"],
        ["tableside", "list", "--rules", "x"],
    ] {
        let cli = Cli::read(words).unwrap();
        assert!(matches!(cli.command, Some(Command::List(_))));
        assert_eq!(cli.global.rules, [PathBuf::from("x")]);
    }
}

#[test]
fn subcommands_accept_the_options_of_the_browser_without_listing_them() {
    let mut command = command();
    command.build();
    for subcommand in command.get_subcommands_mut() {
        let help = subcommand.render_help().to_string();
        let name = subcommand.get_name().to_owned();
        assert!(
            !help.contains("--theme") && !help.contains("--no-mouse"),
            "{name}: {help}"
        );
        let needs_none = ["help", "config", "doctor"].contains(&&*name);
        assert!(help.contains("Examples:") || needs_none, "{name}");
    }
    let words = ["tableside", "list", "--linear", "--theme", "mono"];
    let cli = Cli::read(words).unwrap();
    assert_eq!(cli.global.linear, Some(true));
    assert_eq!(cli.global.theme.as_deref(), Some("mono"));
}

#[test]
fn rules_before_and_after_the_subcommand_both_count() {
    for subcommand in ["search", "show", "list", "links", "check", "export"] {
        let words = [
            "tableside",
            "--rules",
            "a",
            "--rules",
            "b",
            subcommand,
            "--rules",
            "c",
            "word",
        ];
        let words = &words[..if matches!(subcommand, "list" | "export") {
            8
        } else {
            9
        }];
        let cli = Cli::read(words).unwrap();
        assert_eq!(
            cli.global.rules,
            ["a", "b", "c"].map(PathBuf::from),
            "{subcommand}"
        );
    }
}
