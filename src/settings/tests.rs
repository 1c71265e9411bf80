//! Tests of reading settings.

use proptest::prelude::*;
use rstest::rstest;

use std::fs;

use super::*;

fn read(text: &str) -> Settings {
    Settings::parse(Source::in_memory(FILE, text))
}

fn messages(settings: &Settings) -> Vec<String> {
    let place = |fault: &Diagnostic| {
        fault
            .location
            .as_ref()
            .map_or(String::new(), ToString::to_string)
    };
    settings
        .diagnostics
        .iter()
        .map(|fault| format!("{}: {}", place(fault), fault.message))
        .collect()
}

#[test]
fn every_setting_is_read() {
    let settings = read(
        "theme = \"dark\"\nmouse = false\nascii = true\nlinear = true\nrestore = true\ngame = \"Mud\"\nrules = [\"a\", \"b\"]\nimage_viewer = [\"feh\", \"-F\"]\nwatch = \"poll\"\n\
         [keys.page]\nsearch = \"s\"\ntop = [\"g g\"]\nquit = []\n",
    );
    assert_eq!(messages(&settings), Vec::<String>::new());
    assert_eq!(
        settings.theme.map(|theme| theme.value).as_deref(),
        Some("dark")
    );
    assert_eq!(settings.game.as_deref(), Some("Mud"));
    assert_eq!(settings.image_viewer, ["feh", "-F"]);
    assert_eq!(settings.watch, Some(WatchMode::Poll));
    let switches = [
        settings.mouse,
        settings.ascii,
        settings.linear,
        settings.restore,
    ]
    .map(Option::unwrap);
    assert_eq!(switches, [false, true, true, true]);
    assert_eq!(
        settings
            .rules
            .iter()
            .map(|path| path.value.as_str())
            .collect::<Vec<_>>(),
        ["a", "b"]
    );
    let keys: Vec<_> = settings
        .keys
        .iter()
        .map(|key| (key.action.value.as_str(), key.keys.len()))
        .collect();
    assert_eq!(keys, [("search", 1), ("top", 1), ("quit", 0)]);
}

#[rstest]
#[case("mouse = \"no\"\n", "config.toml:1:9: `mouse` must be true or false")]
#[case("\ntheme = 3\n", "config.toml:2:9: `theme` must be a quoted string")]
#[case(
    "rules = [\"a\", 1]\n",
    "config.toml:1:9: `rules` must be a quoted string or a list of them"
)]
#[case(
    "watch = 1\n",
    "config.toml:1:9: `watch` must be \"auto\", \"poll\" or \"off\""
)]
#[case("colour = 1\n", "config.toml:1:1: there is no setting `colour`")]
#[case("keys = 1\n", "config.toml:1:8: `keys` must be a table")]
#[case("[keys]\npage = 1\n", "config.toml:2:8: `keys.page` must be a table")]
#[case(
    "[keys.page]\nquit = 1\n",
    "config.toml:2:8: `quit` must be a quoted string or a list of them"
)]
#[case("mouse = true\nmouse = false\n", "config.toml:2:1: duplicate key")]
fn faults_are_reported_with_their_places(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(messages(&read(text)), [expected]);
}

#[rstest]
#[case("theme = dark\nascii = true\n")]
#[case("theme = \nascii = true\n")]
#[case("theme = \"dark\nascii = true\n")]
#[case("= \"dark\"\nascii = true\n")]
fn a_broken_line_affects_only_itself(#[case] text: &str) {
    let settings = read(text);
    assert_eq!(settings.diagnostics.len(), 1, "{:?}", settings.diagnostics);
    assert_eq!(settings.theme, None);
    assert_eq!(settings.ascii, Some(true));
}

#[test]
fn a_missing_file_sets_nothing_and_an_unreadable_one_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        Settings::load(&folder.path().join("none.toml"))
            .diagnostics
            .is_empty()
    );
    assert_eq!(Settings::load(folder.path()).diagnostics.len(), 1);
    let bytes = folder.path().join("bytes.toml");
    fs::write(&bytes, b"theme = \"\xff\"\n").unwrap();
    assert_eq!(Settings::load(&bytes).diagnostics.len(), 1);
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,60}") {
        read(&text);
    }

    #[test]
    fn any_lines_of_settings_are_read(parts in proptest::collection::vec("theme|mouse|keys|page|rules|=|\"|\\[|\\]|\\.|,|\n|true|1|'''|#|é|\r| ", 0..40)) {
        read(&parts.concat());
    }
}
