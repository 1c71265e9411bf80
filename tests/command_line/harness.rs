//! Runs the program on a small folder of rules.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

pub const WALLS: &str = "\
---
title: Walls of Mud
last_update_date: 2026-01-02
---

# Walls of Mud

## Mud Wall (LIGHT TERRAIN)

Mud walls are soft. The Dig action goes through them.

### Wet

A wet Mud Wall cannot be dug.

## Dig **1AP**

\u{25b6} Make a hole in a Mud Wall.

\u{25c6} Not while the wall is wet.

## Key Numbers

| Rule | Value |
|---|---|
| Holes a turn | 2 |
| Wall height | 1.5\" |

## Sand Wall

### Wet

A wet sand wall is soft too.
";

pub struct CommandOutput {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl CommandOutput {
    pub fn json(&self) -> Vec<Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tableside").unwrap();
    command
        .env_remove("TABLESIDE_RULES")
        .env_remove("NO_COLOR")
        .args(arguments);
    // The tests must not depend on the user's settings.
    command.env(
        "XDG_CONFIG_HOME",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/no-settings"),
    );
    // Only the bundled rules are cached. For others, there is a file in place of the cache folder.
    let cache = if arguments.contains(&"--rules") {
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")
    } else {
        concat!(env!("CARGO_TARGET_TMPDIR"), "/cache")
    };
    command.env("XDG_CACHE_HOME", cache);
    command
}

pub fn finish(mut command: Command) -> CommandOutput {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    CommandOutput {
        status: output.status.code().unwrap(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

pub fn tableside(arguments: &[&str]) -> CommandOutput {
    finish(command(arguments))
}

/// Creates a folder that contains `mud`, a game with one document.
pub fn mud() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mud")).unwrap();
    fs::write(folder.path().join("mud/game.yaml"), "name: Mud War\n").unwrap();
    fs::write(folder.path().join("mud/walls.md"), WALLS).unwrap();
    folder
}

pub fn over_mud(arguments: &[&str]) -> CommandOutput {
    let folder = mud();
    let rules = folder.path().to_str().unwrap();
    tableside(&[&["--rules", rules], arguments].concat())
}

pub fn keys(line: &str) -> Vec<String> {
    // A map of `serde_json` would sort the keys, so they are read from the text.
    let mut keys = Vec::new();
    let mut depth = 0;
    let mut rest = line;
    while let Some(at) = rest.find(['{', '}', '[', ']', '"']) {
        let found = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match found {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {
                let end = rest
                    .match_indices('"')
                    .map(|(end, _)| end)
                    .find(|end| !rest[..*end].ends_with('\\'))
                    .unwrap();
                if depth == 1 && rest[end + 1..].starts_with(':') {
                    keys.push(rest[..end].to_owned());
                }
                rest = &rest[end + 1..];
            }
        }
    }
    keys
}
