//! `config.toml` and `tableside config`.

use std::fs;

use tempfile::TempDir;

use crate::harness::{CommandOutput, command, finish, mud};

fn home(settings: &str) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("tableside")).unwrap();
    fs::write(home.path().join("tableside/config.toml"), settings).unwrap();
    home
}

fn run(home: &TempDir, arguments: &[&str]) -> CommandOutput {
    let mut command = command(arguments);
    command.env("XDG_CONFIG_HOME", home.path());
    finish(command)
}

#[test]
fn the_printed_settings_are_a_valid_settings_file() {
    let first = run(
        &home(
            "theme = \"dark\"\nmouse = false\nascii = true\n[keys.page]\nsearch = \"s\"\ntop = \"g g\"\n",
        ),
        &["config"],
    );
    assert_eq!((first.status, first.stderr.as_str()), (0, ""));
    for line in [
        "theme = \"dark\"",
        "mouse = false",
        "search = [\"s\"]  # search",
        "top = [\"g g\"]",
    ] {
        assert!(first.stdout.contains(line), "{line}: {}", first.stdout);
    }
    let again = run(&home(&first.stdout), &["config"]);
    assert_eq!((again.status, again.stderr.as_str()), (0, ""));
    let settings = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .map(|line| line.split("  #").next().unwrap().to_owned());
        lines.filter(|line| !line.starts_with('#')).collect()
    };
    assert_eq!(settings(&again.stdout), settings(&first.stdout));
}

#[test]
fn without_a_file_the_usual_settings_are_printed() {
    let outcome = run(&tempfile::tempdir().unwrap(), &["config"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    for line in [
        "config.toml (does not exist yet)",
        "# theme = \"terminal\"",
        "mouse = true",
        "search = [\"/\"]",
    ] {
        assert!(outcome.stdout.contains(line), "{line}: {}", outcome.stdout);
    }
}

#[test]
fn the_command_line_comes_before_the_file() {
    let home = home("theme = \"dark\"\nascii = true\n");
    let outcome = run(
        &home,
        &["config", "--theme", "light", "--ascii=false", "--no-mouse"],
    );
    for line in ["theme = \"light\"\n", "ascii = false\n", "mouse = false\n"] {
        assert!(outcome.stdout.contains(line), "{line}: {}", outcome.stdout);
    }
}

#[test]
fn a_broken_file_is_reported_with_places_and_its_other_settings_apply() {
    let broken = home(
        "mouse = maybe\ntheme = \"neon\"\nascii = true\n[keys.page]\nsearch = \"q\"\nfly = \"z\"\n",
    );
    let outcome = run(&broken, &["config"]);
    assert_eq!(outcome.status, 1);
    for said in [
        "config.toml:1:9",
        "config.toml:2:9",
        "there is no theme `neon`",
        "config.toml:5:1",
        "`search` and `quit`",
        "config.toml:6:1",
    ] {
        assert!(outcome.stderr.contains(said), "{said}: {}", outcome.stderr);
    }
    assert!(
        outcome.stdout.contains("ascii = true"),
        "{}",
        outcome.stdout
    );
    let list = run(&broken, &["list", "--kind", "action"]);
    assert_eq!(list.status, 0);
    assert!(
        list.stderr.contains("config.toml:1:9") && list.stdout.contains("Breach"),
        "{}",
        list.stderr
    );
}

#[test]
fn rules_and_game_default_to_the_settings_file() {
    let rules = mud();
    let home = home(&format!(
        "rules = [{:?}, \"/no/such/rules\", \"bundled\"]\ngame = \"mud\"\n",
        rules.path()
    ));
    let list = run(&home, &["list"]);
    assert_eq!(list.status, 0);
    assert!(
        list.stdout.contains("Mud Wall") && !list.stdout.contains("Breach"),
        "{}",
        list.stdout
    );
    assert!(
        list.stderr.contains("/no/such/rules: no rules found here"),
        "{}",
        list.stderr
    );
    let named = run(&home, &["list", "--rules", "bundled", "--kind", "action"]);
    assert_eq!(named.status, 0);
    assert!(
        named.stdout.contains("Breach"),
        "a game that the rules do not have is no fault: {}",
        named.stderr
    );
    assert!(
        named.stderr.contains("no game is named `mud`"),
        "{}",
        named.stderr
    );
}

#[test]
fn a_configured_folder_without_rules_is_reported_and_ignored() {
    let empty = tempfile::tempdir().unwrap();
    let home = home(&format!("rules = [{:?}]\n", empty.path()));
    let list = run(&home, &["list", "--kind", "action"]);
    assert_eq!(list.status, 0, "{}", list.stderr);
    assert!(
        list.stdout.contains("Breach"),
        "the bundled rules are listed: {}",
        list.stdout
    );
    assert!(
        list.stderr.contains("config.toml:1:10") && list.stderr.contains("no rules found here"),
        "{}",
        list.stderr
    );
    let config = run(&home, &["config"]);
    assert!(
        config.stdout.contains("rules = [\"bundled\"]"),
        "{}",
        config.stdout
    );
    let named = run(&home, &["list", "--rules", empty.path().to_str().unwrap()]);
    assert_eq!(
        named.status, 2,
        "who names it on the command line means it: {}",
        named.stderr
    );
}

#[test]
fn linear_mode_applies_to_printed_output() {
    let linear = home("linear = true\n");
    let config = run(&linear, &["config"]);
    assert!(config.stdout.contains("linear = true"), "{}", config.stdout);
    let breach = "kill-team/tomb-world#breach";
    let shown = run(&linear, &["show", breach]);
    assert!(
        shown
            .stdout
            .starts_with("Heading 4: Breach, action, 2 AP\n"),
        "{}",
        shown.stdout
    );
    assert_eq!(
        shown.stdout,
        run(&tempfile::tempdir().unwrap(), &["show", "--linear", breach]).stdout
    );
    assert!(
        !run(&linear, &["show", "--linear=false", breach])
            .stdout
            .contains("Heading")
    );
}

#[test]
fn ascii_applies_to_printed_output() {
    let home = tempfile::tempdir().unwrap();
    assert!(
        !run(&home, &["show", "kill-team/tomb-world#breach"])
            .stdout
            .is_ascii()
    );
    assert!(
        run(&home, &["show", "--ascii", "kill-team/tomb-world#breach"])
            .stdout
            .is_ascii()
    );
}

/// On Windows, no folder can have such a name.
#[cfg(unix)]
#[test]
fn printed_settings_and_json_are_valid_in_ascii() {
    let mud = mud();
    let folder = mud.path().join("mud \u{201c}of\u{201d} \u{1b}[31m\u{202e}");
    fs::rename(mud.path().join("mud"), &folder).unwrap();
    let named = serde_json::to_string(folder.to_str().unwrap()).unwrap();
    let named = named.replace('\u{202e}', "\\u202e");
    let home = home(&format!("ascii = true\nrules = [{named}]\n"));
    let printed = run(&home, &["config"]).stdout;
    let line = format!("rules = [{named}]");
    assert!(printed.contains(&line), "{printed}");
    let shown = run(&home, &["show", "--json", "dig"]);
    assert_eq!(shown.json().len(), 1);
}

#[test]
fn rules_of_the_settings_are_used_only_if_nothing_else_is_named() {
    let (mud, other) = (mud(), mud());
    let path = |folder: &TempDir| folder.path().join("mud").to_str().unwrap().to_owned();
    fs::write(mud.path().join("mud/wrong.md"), "# Wrong\n\n[x](gone.md)\n").unwrap();
    let quoted = |folder: &TempDir| serde_json::to_string(&path(folder)).unwrap();
    let home = home(&format!("rules = [{}]\n", quoted(&mud)));
    let faults = |arguments: &[&str]| run(&home, arguments).stdout.contains("wrong.md");
    assert!(faults(&["check"]));
    assert!(!faults(&["check", &path(&other)]));
    assert!(!faults(&["check", "--rules", &path(&other)]));
    let own = run(&home, &["check", "--strict", &path(&mud)]);
    assert!(!own.stdout.contains("loaded-twice"), "{}", own.stdout);
    let mut command = command(&["config"]);
    command.env("XDG_CONFIG_HOME", home.path());
    command.env("TABLESIDE_RULES", path(&other));
    let printed = finish(command).stdout;
    let line = format!("rules = [{}]\n", quoted(&other));
    assert!(printed.contains(&line), "{printed}");
}
