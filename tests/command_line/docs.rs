//! The documentation for players: its examples run without errors, and its keys and options exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use portable_pty::CommandBuilder;
use tempfile::TempDir;

use crate::harness::tableside;
use crate::pty_harness::{FOLDERS, Pty};

/// Returns the names and texts of the README and the pages in `docs/`.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("docs")).unwrap();
    let mut paths: Vec<PathBuf> = pages.map(|page| page.unwrap().path()).collect();
    paths.sort();
    paths.push(root.join("README.md"));
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).unwrap())
    };
    paths.into_iter().map(read).collect()
}

fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let blocks = text.split(fence.as_str()).skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap())
        .collect()
}

/// Returns the commands of the console blocks, without their comments.
fn commands(text: &str) -> Vec<String> {
    let lines = blocks(text, "console").into_iter().flat_map(str::lines);
    let commands = lines.filter_map(|line| line.strip_prefix("$ "));
    commands
        .map(|line| line.split("  #").next().unwrap().trim().to_owned())
        .collect()
}

/// Creates a home folder with the example rules and settings of the documentation.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = home.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for (_, text) in documents() {
        for rules in blocks(&text, "markdown") {
            write("rules/swamp-rats.md", rules);
        }
        for yaml in blocks(&text, "yaml") {
            let is_game = yaml.starts_with("name:");
            write(
                if is_game {
                    "rules/game.yaml"
                } else {
                    "tableside/synonyms.yaml"
                },
                yaml,
            );
        }
        for settings in blocks(&text, "toml") {
            write("settings/tableside/config.toml", settings);
        }
    }
    home
}

/// Returns variables that put the program on the path and all its folders in `home`.
fn environment(home: &Path) -> Vec<(&'static str, String)> {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_tableside"));
    let folder = program.parent().unwrap().display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let home = home.display().to_string();
    let mut variables: Vec<_> = FOLDERS.map(|name| (name, home.clone())).into();
    variables.extend([("HOME", home), ("PATH", path)]);
    variables
}

fn run(command: &str, home: &Path) -> Output {
    Command::new("sh")
        .args(["-c", command])
        .current_dir(home)
        .env_remove("TABLESIDE_RULES")
        .envs(environment(home))
        .output()
        .unwrap()
}

/// Opens the browser in a pseudo-terminal, and quits after the first frame.
fn browse(command: &str, home: &Path) {
    let mut builder = CommandBuilder::new("sh");
    builder.args(["-c", command]);
    builder.cwd(home);
    for (name, value) in environment(home) {
        builder.env(name, value);
    }
    builder.env("TERM", "xterm-256color");
    builder.env("LANG", "C.UTF-8");
    let mut pty = Pty::start(builder, (100, 30));
    pty.answers = true;
    pty.wait(command, |screen| screen.contents().lines().count() > 5);
    pty.send("\x03");
    assert!(pty.ended().success(), "{command}");
}

#[test]
fn every_example_runs() {
    let subcommands = [
        "search",
        "show",
        "list",
        "links",
        "check",
        "export",
        "convert",
        "config",
        "completions",
        "man",
    ];
    let home = home();
    let mut tried = 0;
    for (name, text) in documents() {
        for command in commands(&text) {
            if command.starts_with("cargo ") {
                continue;
            }
            tried += 1;
            if command.split(' ').any(|word| subcommands.contains(&word)) {
                let output = run(&command, home.path());
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{name}: {command}: {errors}");
                assert!(errors.is_empty(), "{name}: {command}: {errors}");
            } else {
                browse(&command, home.path());
            }
        }
    }
    assert!(tried > 20, "{tried} examples");
}

#[test]
fn the_example_settings_are_all_valid() {
    let home = home();
    let settings = home.path().join("settings");
    let command = format!("XDG_CONFIG_HOME='{}' tableside config", settings.display());
    let output = run(&command, home.path());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("theme = \"contrast\""), "{printed}");
}

#[test]
fn every_key_is_a_key_of_the_page() {
    let config = tableside(&["config"]).stdout;
    let page = config.split("[keys.page]").nth(1).unwrap();
    let page = page.split("[keys.").next().unwrap();
    let mut found = BTreeSet::new();
    for (name, text) in documents() {
        let rows = text.split("| key | does |").skip(1);
        let rows = rows.flat_map(|table| table.lines().skip(2).take_while(|line| !line.is_empty()));
        for row in rows {
            let keys = row.split(" | ").next().unwrap();
            for key in keys.split('`').skip(1).step_by(2) {
                assert!(page.contains(&format!("\"{key}\"")), "{name}: {key}");
                found.insert(key.to_owned());
            }
        }
    }
    assert!(found.len() > 30, "{found:?}");
}

#[test]
fn every_documented_option_exists() {
    let mut help = tableside(&["--help"]).stdout;
    for command in ["search", "show", "list", "check", "links"] {
        help += &tableside(&[command, "--help"]).stdout;
    }
    for (name, text) in documents() {
        let words = text.split(|letter: char| !letter.is_ascii_lowercase() && letter != '-');
        // Options of cargo are not options of this program.
        let cargo = ["--release", "--path"];
        let options = words.filter(|word| word.len() > 3 && word.starts_with("--"));
        for option in options.filter(|option| !cargo.contains(option) && !option.ends_with('-')) {
            assert!(help.contains(option), "{name}: {option}");
        }
    }
}
