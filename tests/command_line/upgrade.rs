//! Files of earlier versions, in every form that was ever written: settings and state are read,
//! caches are replaced.

use std::fs;

use tableside::state::{Bookmark, Change, Store};
use tempfile::TempDir;

use crate::harness::{command, finish, mud};

const CONFIG: &str = include_str!("../fixtures/upgrade/config.toml");
const STATE: &str = include_str!("../fixtures/upgrade/state.jsonl");

/// The names of the forms that cache files had once. Every change of a form raised its number.
const EARLIER_CACHES: [(&str, u32, u32); 2] =
    [("tableside outline", 1, 8), ("tableside rules", 1, 1)];

/// The name of the present form, and the first number with this name.
const CACHE: (&str, u32) = ("tableside cache", 2);

/// Returns the place in a cache file where the name of its form starts, and the number of the form.
fn form(bytes: &[u8]) -> (usize, u32) {
    let name = CACHE.0.as_bytes();
    let at = bytes.windows(name.len()).rposition(|known| known == name);
    let at = at.expect("a cache file ends with the name of its form");
    let text = String::from_utf8_lossy(&bytes[at + name.len()..]);
    let number = text.split_whitespace().next().unwrap().parse().unwrap();
    (at, number)
}

#[test]
fn settings_with_earlier_names_are_read_without_a_fault() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("tableside")).unwrap();
    fs::write(folder.path().join("tableside/config.toml"), CONFIG).unwrap();
    let mut command = command(&["config"]);
    command.env("XDG_CONFIG_HOME", folder.path());
    let printed = finish(command);
    assert_eq!((printed.status, printed.stderr.as_str()), (0, ""));
    for line in [
        "theme = \"contrast\"",
        "mouse = false",
        "ascii = true",
        "restore = true",
        "game = \"Kill Team\"",
        "link-hints = [\"Ctrl-k\"]",
        "word-hints = [\"Ctrl-l\"]",
        "compare-versions = [\"Ctrl-n\"]",
        "links-here = [\"Ctrl-w\"]",
        "bottom = [\"Ctrl-g\"]",
    ] {
        let found = printed.stdout.lines().any(|known| known.starts_with(line));
        assert!(found, "{line} is not in:\n{}", printed.stdout);
    }
}

#[test]
fn the_state_is_read_and_a_change_keeps_all_of_it() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("state.jsonl");
    fs::write(&file, STATE).unwrap();
    let store = Store::new(folder.path().to_owned());
    let loaded = store.load().unwrap();
    assert_eq!(loaded.notice, None);
    let state = loaded.state;
    assert_eq!(state.bookmarks.len(), 2);
    assert_eq!(
        state.bookmark("kill-team/killzones#vantage").unwrap().name,
        "The \"high\" ground"
    );
    assert_eq!(
        state.visited,
        ["kill-team/tomb-world#hatchway", "kill-team/tomb-world"]
    );
    assert_eq!(state.queries, ["high ground", "2\" -move"]);
    assert_eq!(state.position.as_ref().unwrap().line, 2);
    let game = state.game().unwrap();
    assert_eq!((game.name.as_str(), game.counters["VP"]), ("Friday", 3));
    let rolled: Vec<_> = game.rolls.iter().map(|roll| &*roll.text).collect();
    assert_eq!(rolled, ["2D6: 3 + 5 = 8", "D3: 2"]);
    assert_eq!(game.decks["Event cards"].drawn.len(), 1);
    assert_eq!(fs::read_to_string(&file).unwrap(), STATE);

    let added = Change::Bookmark(Bookmark {
        id: "kill-team/killzones#light".to_owned(),
        name: "Light".to_owned(),
    });
    store.save(&[added]).unwrap();
    let saved = fs::read_to_string(&file).unwrap();
    for line in STATE.lines() {
        assert!(saved.contains(line), "{line} is lost:\n{saved}");
    }
}

/// The content of each file is whole: only the name of its form is an earlier one.
#[test]
fn caches_of_earlier_forms_are_replaced() {
    let rules = mud();
    let cache = TempDir::new().unwrap();
    let search = || {
        let path = rules.path().to_str().unwrap();
        let mut command = command(&["--rules", path, "search", "--json", "dig"]);
        command.env("XDG_CACHE_HOME", cache.path());
        let found = finish(command);
        assert_eq!((found.status, found.stderr.as_str()), (0, ""));
        found.stdout
    };
    let answer = search();
    let folders = fs::read_dir(cache.path().join("tableside")).unwrap();
    let folder = folders.map(|folder| folder.unwrap().path()).next().unwrap();
    let files = fs::read_dir(folder).unwrap();
    let files = files.map(|file| file.unwrap().path());
    // The list of the cached folders has no form: it is written anew at each start.
    let files: Vec<_> = files.filter(|file| !file.ends_with("origins")).collect();
    assert!(files.len() >= 2, "{files:?}");
    let present = form(&fs::read(&files[0]).unwrap()).1;
    let caches = EARLIER_CACHES
        .into_iter()
        .chain([(CACHE.0, CACHE.1, present - 1)]);
    for (name, first, last) in caches {
        for number in first..=last {
            let earlier = format!("{name} {number} of 0.1.0\n");
            for file in &files {
                let bytes = fs::read(file).unwrap();
                let (at, _) = form(&bytes);
                fs::write(file, [&bytes[..at], earlier.as_bytes()].concat()).unwrap();
            }
            assert_eq!(search(), answer, "{earlier}");
            for file in &files {
                assert_eq!(form(&fs::read(file).unwrap()).1, present, "{earlier}");
            }
        }
    }
}
