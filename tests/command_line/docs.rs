//! The documentation for players: its examples run without errors, and its keys and options exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use portable_pty::CommandBuilder;
use serde_json::Value;
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

/// Returns environment variables that put the program on the path, and its own files into `home`.
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

/// The examples with `jq` print something, where it is installed.
#[test]
fn every_example_for_other_programs_prints_something() {
    if Command::new("jq").arg("--version").output().is_err() {
        eprintln!("not tested: jq is not installed");
        return;
    }
    let home = home();
    fs::write(home.path().join("queries.txt"), "breach\nxyzzy\n").unwrap();
    // One of the examples lists the files with errors.
    fs::write(home.path().join("rules/bad.md"), b"\x89PNG\0\xff").unwrap();
    let mut tried = 0;
    for (name, text) in documents() {
        for command in blocks(&text, "sh").into_iter().flat_map(str::lines) {
            let output = run(&format!("set -e; {command}"), home.path());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}: {command}: {errors}");
            assert!(!output.stdout.is_empty(), "{name}: {command}: {errors}");
            tried += 1;
        }
    }
    assert!(tried >= 6, "{tried}");
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
        "doctor",
        "cache",
        "roll",
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
                // A search tells the synonyms that it used.
                let is_told = |line: &str| line.is_empty() || line.contains(": also ");
                assert!(errors.lines().all(is_told), "{name}: {command}: {errors}");
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

/// Returns the texts between backticks outside of code blocks.
fn code(text: &str) -> Vec<String> {
    let prose = text.split("```").step_by(2);
    let code = prose.flat_map(|prose| prose.split('`').skip(1).step_by(2));
    code.map(str::to_owned).collect()
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
fn every_key_in_a_sentence_is_a_key_of_some_pane() {
    const NAMED: [&str; 11] = [
        "Tab",
        "BackTab",
        "Space",
        "Enter",
        "Esc",
        "Backspace",
        "Delete",
        "Down",
        "Up",
        "Left",
        "Right",
    ];
    let config = tableside(&["config"]).stdout;
    let is_key = |word: &String| {
        let is_letter = word.len() == 1 && word.chars().all(char::is_alphabetic);
        is_letter || word.starts_with("Ctrl-") || NAMED.contains(&word.as_str())
    };
    let mut found = BTreeSet::new();
    for (name, text) in documents() {
        for key in code(&text).into_iter().filter(is_key) {
            assert!(config.contains(&format!("\"{key}\"")), "{name}: {key}");
            found.insert(key);
        }
    }
    assert!(found.len() > 15, "{found:?}");
}

#[test]
fn every_filter_in_the_documents_is_one() {
    let mut found = BTreeSet::new();
    for (name, text) in documents() {
        for query in code(&text) {
            let word = query.split(' ').next().unwrap_or_default();
            let Some((filter, _)) = word.trim_start_matches('-').split_once(':') else {
                continue;
            };
            let is_word = filter.chars().all(|letter| letter.is_ascii_lowercase());
            if filter.is_empty() || !is_word || filter == "https" {
                continue;
            }
            let message = tableside(&["search", "--", &format!("{query} hatchway")]).stderr;
            assert!(
                !message.contains("as plain words"),
                "{name}: {query}: {message}"
            );
            found.insert(filter.to_owned());
        }
    }
    let expected = ["ap", "cp", "doc", "ep", "game", "sp", "type", "vp"];
    let missing: Vec<_> = expected
        .iter()
        .filter(|filter| !found.contains(**filter))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_setting_in_the_documents_is_one() {
    let known = tableside(&["config"]).stdout + &tableside(&["--help"]).stdout;
    let documents = documents().into_iter();
    let (_, text) = documents
        .clone()
        .find(|(name, _)| name == "settings.md")
        .unwrap();
    let words = code(&text).into_iter();
    let is_name = |word: &String| {
        word.chars()
            .all(|letter| letter.is_ascii_lowercase() || letter == '_')
    };
    let mut names: Vec<_> = words.filter(is_name).collect();
    for (_, text) in documents {
        let named = text.split("setting `").skip(1);
        names.extend(named.filter_map(|text| Some(text.split_once('`')?.0.to_owned())));
    }
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        assert!(
            known.contains(&name),
            "there is no setting or value `{name}`"
        );
    }
}

/// Adds the keys of a JSON value, at all depths, to `names`.
fn collect_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                names.insert(name.clone());
                collect_names(value, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_names(item, names)),
        _ => {}
    }
}

#[test]
fn every_documented_field_exists_and_every_field_is_documented() {
    let (_, text) = documents()
        .into_iter()
        .find(|(name, _)| name == "command-line.md")
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.md"), "# A\n\n[b](b.md)\n").unwrap();
    let folder = folder.path().to_str().unwrap();
    let documented = |text: &str| code(text).into_iter().collect::<BTreeSet<_>>();
    let entry: BTreeSet<_> = [
        "id", "title", "kind", "game", "path", "file", "line", "line_end",
    ]
    .map(str::to_owned)
    .into();
    let (_, section) = text.split_once("A section of `export` has").unwrap();
    let section = documented(section.split("\n\n").next().unwrap());
    let mut tried = 0;
    for row in text
        .split("| command | fields |")
        .nth(1)
        .unwrap()
        .lines()
        .skip(2)
    {
        let Some((command, fields)) = row.trim_matches(['|', ' ']).split_once(" | ") else {
            break;
        };
        let command = command.trim_matches('`');
        let mut words: Vec<_> = command.split(' ').collect();
        match words[0] {
            "check" => words.push(folder),
            // Every field occurs in some section of these rules.
            "export" => words.extend(["--rules", "bundled", "--rules", "tests/fixtures/good"]),
            _ => {}
        }
        let printed = tableside(&words).json();
        let first = printed[0].as_object().unwrap();
        let mut fields = documented(fields);
        if fields.contains("list") {
            fields.extend(entry.iter().cloned());
        }
        for name in first.keys() {
            assert!(
                fields.contains(name),
                "{command}: `{name}` is not documented"
            );
        }
        let mut names = BTreeSet::new();
        for object in &printed {
            collect_names(object, &mut names);
        }
        // The table also has these words in backticks, but they are not fields.
        let described = ["list", "show", "export", "check", "2", "Piercing 2"];
        for field in fields
            .iter()
            .filter(|field| !described.contains(&field.as_str()))
        {
            assert!(
                names.contains(field),
                "{command}: there is no field `{field}`"
            );
        }
        if words[0] == "export" {
            let missing: Vec<_> = section.difference(&names).collect();
            assert_eq!(missing, Vec::<&String>::new());
            let root = first["documents"][0]["root"].as_object().unwrap();
            assert!(
                root.keys().all(|name| section.contains(name)),
                "{:?}",
                root.keys()
            );
        }
        tried += 1;
    }
    assert_eq!(tried, 6);
}

#[test]
fn every_documented_option_exists() {
    let mut help = tableside(&["--help"]).stdout;
    for command in ["search", "show", "list", "check", "links", "roll", "cache"] {
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
