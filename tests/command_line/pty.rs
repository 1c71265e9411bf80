//! The browser in a pseudo-terminal: what a player does and sees.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rstest::rstest;

use crate::pty_harness::{Pty, command};
use tableside::state::Store;
use tempfile::TempDir;

fn home() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn start(home: &TempDir, arguments: &[&str]) -> Pty {
    run(Path::new(env!("CARGO_BIN_EXE_tableside")), home, arguments)
}

fn run(program: &Path, home: &TempDir, arguments: &[&str]) -> Pty {
    Pty::start(command(program, arguments, home.path()), (100, 30))
}

#[test]
fn a_player_searches_follows_a_link_comes_back_resizes_and_quits() {
    let home = home();
    let mut pty = start(&home, &[]);
    pty.wait_for("search");
    pty.send("/hatchway fi");
    pty.wait_for("Hatchway Fight  1AP");
    pty.send("\r");
    pty.wait("the page", |screen| {
        screen.contents().contains("follow") || screen.contents().contains("peek")
    });
    pty.send("\t\r");
    pty.wait("the header to change", |screen| {
        !screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Hatchway Fight")
    });
    pty.send("\x7f");
    pty.wait("the page again", |screen| {
        screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Hatchway Fight")
    });
    pty.resize(12, 40);
    pty.wait("a small screen", |screen| {
        screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Hatchway Fight")
    });
    pty.resize(1, 1);
    pty.resize(30, 100);
    pty.wait("a large screen", |screen| {
        screen.contents().contains("search")
    });
    pty.send("q");
    assert!(pty.restored().0.success());
}

#[test]
fn exceptions_elsewhere_are_named_on_the_page() {
    let home = home();
    let mut pty = start(&home, &["kill-team/tomb-world#breach"]);
    pty.wait_for("Breach  2AP");
    pty.resize(50, 100);
    pty.wait_for("Changed elsewhere");
    pty.send("\x03");
    assert!(pty.restored().0.success());
}

/// A theme is shown in the colours that the terminal says it has.
#[rstest]
#[case("xterm-256color", "truecolor", "38;2;216;216;210", "")]
#[case("xterm-256color", "", "38;5;188", "")]
#[case("linux", "", "38;5;12", "too few for the theme dark")]
fn a_theme_suits_the_terminal(
    #[case] name: &str,
    #[case] colours: &str,
    #[case] expected: &str,
    #[case] message: &str,
) {
    let home = home();
    let program = Path::new(env!("CARGO_BIN_EXE_tableside"));
    let mut command = command(program, &["--theme", "dark", "breach"], home.path());
    command.env("TERM", name);
    if !colours.is_empty() {
        command.env("COLORTERM", colours);
    }
    let mut pty = Pty::start(command, (150, 30));
    pty.wait_for("Breach  2AP");
    pty.wait_for(message);
    let raw = String::from_utf8_lossy(&pty.raw).into_owned();
    assert!(raw.contains(expected), "{raw:?}");
    assert_eq!(raw.contains("38;2;"), expected.starts_with("38;2;"));
    pty.send("\x03");
    assert!(pty.restored().0.success());
}

#[test]
fn a_query_on_the_command_line_opens_its_best_match() {
    let home = home();
    let mut pty = start(&home, &["reaction", "fire"]);
    pty.wait("the rule", |screen| {
        screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Reaction Fire")
    });
    pty.send("\x03");
    assert!(pty.restored().0.success());
}

#[test]
fn a_signal_restores_the_terminal() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let home = home();
        let mut pty = start(&home, &[]);
        pty.wait_for("search");
        pty.signal(signal);
        pty.restored();
    }
}

#[test]
fn a_browser_that_is_busy_can_be_quit_at_once() {
    let home = home();
    let rules = home.path().join("rules");
    std::fs::create_dir(&rules).expect("a folder");
    // The page of this text takes many seconds to lay out in an unoptimised build.
    let text =
        "## A Rule\n\nText of the rule that goes on and on, as text does.\n\n".repeat(20_000);
    std::fs::write(rules.join("large.md"), text).expect("a file");
    for end in ["\x03", "TERM", "HUP", "INT", "QUIT"] {
        let mut pty = start(&home, &["--rules", &rules.to_string_lossy()]);
        pty.wait_for("Browse");
        // Enter opens the page. The signal arrives while the page is being laid out.
        pty.send("\r");
        pty.settle(Duration::from_millis(200));
        let is_shown = pty.contents().contains("goes on and on");
        assert!(!is_shown || !cfg!(debug_assertions), "it is not busy");
        let pressed = Instant::now();
        if end.len() > 1 {
            pty.signal(end);
        } else {
            pty.send(end);
        }
        pty.restored();
        let took = pressed.elapsed();
        assert!(took < Duration::from_secs(2), "{end:?} took {took:?}");
    }
}

#[test]
fn a_panic_restores_the_terminal_and_prints_its_message() {
    // `cargo test --test command_line` alone does not build the examples.
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--example", "panic"])
        .status()
        .expect("cargo runs");
    assert!(built.success());
    let folder = Path::new(env!("CARGO_BIN_EXE_tableside"))
        .parent()
        .expect("a folder of binaries");
    let home = home();
    let pty = run(&folder.join("examples").join("panic"), &home, &[]);
    let (status, output) = pty.restored();
    assert!(!status.success());
    let message = output.rfind("panicked at").expect("the panic is reported");
    assert!(
        output
            .rfind("\x1b[?1049l")
            .is_some_and(|left| left < message),
        "the message is printed on the screen that is left"
    );
}

/// Returns the names of the stored bookmarks. They are sorted, because two running browsers may
/// store theirs in either order.
fn bookmarks(home: &Path) -> Vec<String> {
    let kept = Store::new(home.join("tableside")).load().expect("a state");
    let mut names: Vec<_> = kept
        .state
        .bookmarks
        .into_iter()
        .map(|bookmark| bookmark.name)
        .collect();
    names.sort();
    names
}

#[test]
fn two_running_programs_keep_each_others_bookmarks_for_a_third() {
    let home = home();
    let mut one = start(&home, &["hatchway", "fight"]);
    let mut other = start(&home, &["reaction", "fire"]);
    one.wait_for("Hatchway Fight");
    other.wait("the rule", |screen| {
        screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Reaction Fire")
    });
    one.send("m\x15of one\r");
    one.wait_for("saved the bookmark of one");
    other.send("m\x15of the other\r");
    other.wait_for("saved the bookmark of the other");
    one.send("m\x15of one again\rq");
    assert!(one.child.wait().expect("an end").success());
    other.send("q");
    assert!(other.child.wait().expect("an end").success());
    assert_eq!(bookmarks(home.path()), ["of one again", "of the other"]);
    let mut third = start(&home, &[]);
    third.wait_for("Type a rule");
    third.send("\x1b");
    third.wait_for("links here");
    third.send("'");
    third.wait_for("of one again");
    third.send("other");
    third.wait("the one place", |screen| {
        !screen.contents().contains("of one again")
            && !screen.contents().contains("still being read")
    });
    third.send("\r");
    third.wait("the rule", |screen| {
        screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Reaction Fire")
    });
}

#[test]
fn a_failed_save_is_reported_and_stops_nothing() {
    let home = home();
    std::fs::write(home.path().join("tableside"), "in the way").expect("a file");
    let mut pty = start(&home, &["reaction", "fire"]);
    pty.wait_for("cannot be saved");
    pty.wait("the rule", |screen| {
        screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Reaction Fire")
    });
    pty.send("j");
    pty.wait("the keys", |screen| {
        !screen.contents().contains("cannot be saved")
    });
    pty.send("m\r");
    pty.wait_for("cannot be saved");
    pty.send("/hatchway fi");
    pty.wait_for("Hatchway Fight  1AP");
    pty.send("\x03");
    assert!(pty.restored().0.success());
}

#[test]
fn a_saved_file_appears_immediately_in_place_with_its_fault() {
    let home = home();
    let folder = home.path().join("rules");
    let file = folder.join("house.md");
    let write = |text: &str| {
        // Save like an editor, by replacing the file.
        let new = folder.join("house.md.new");
        std::fs::write(&new, text)
            .and_then(|()| std::fs::rename(&new, &file))
            .expect("a saved file");
    };
    std::fs::create_dir(&folder).expect("a folder");
    write("# House\n\n## Mud Wall\n\nSoft.\n\n## Dig\n\nHoles.\n");
    let mut pty = start(&home, &["--rules", folder.to_str().expect("a path"), "dig"]);
    pty.wait("the rule", |screen| {
        screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Dig")
    });
    write("# House\n\n## Mud Wall\n\nVery soft.\n\nAnd wet.\n\n## Dig\n\nDeep holes.\n");
    pty.wait_for("Deep holes.");
    pty.wait_for("reloaded house.md");
    assert!(
        pty.contents().lines().next().unwrap_or("").contains("Dig"),
        "{}",
        pty.contents()
    );
    write("# House\n\n## Mud Wall\n\nSee [x](gone.md).\n\n## Dig\n\nHoles again.\n");
    pty.wait_for("Holes again.");
    pty.wait_for("house.md:5:5: ");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    pty.wait_for("not reloaded: ");
    std::fs::create_dir(&folder).expect("the folder comes back");
    write("# House\n\n## Mud Wall\n\nSoft.\n\n## Dig\n\nBack again.\n");
    pty.wait_for("Back again.");
    assert!(
        pty.contents().lines().next().unwrap_or("").contains("Dig"),
        "{}",
        pty.contents()
    );
    pty.send("q");
    assert!(pty.restored().0.success());
}

#[test]
fn copying_reports_how_the_text_was_copied() {
    let home = home();
    let program = home.path().join("wl-copy");
    // If this test itself wrote the program, a process that another test starts could inherit the
    // open file, and Linux would refuse to run the program.
    let write = "printf '#!/bin/sh\ncat > \"$0.copied\"\n' > \"$1\" && chmod +x \"$1\"";
    let written = Command::new("sh")
        .args(["-c", write, "sh"])
        .arg(&program)
        .status()
        .expect("a shell");
    assert!(written.success());
    let mut environment = command(
        Path::new(env!("CARGO_BIN_EXE_tableside")),
        &["hatchway", "fight"],
        home.path(),
    );
    let folders =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let path =
        std::env::join_paths([home.path().to_owned()].into_iter().chain(folders)).expect("a path");
    environment.env("PATH", path);
    environment.env("WAYLAND_DISPLAY", "wayland-0");
    let mut pty = Pty::start(environment, (100, 30));
    pty.wait("the rule", |screen| {
        screen
            .contents()
            .lines()
            .next()
            .unwrap_or("")
            .contains("Hatchway Fight")
    });
    pty.send("y");
    pty.wait_for("copied Hatchway Fight with wl-copy");
    let copied = std::fs::read_to_string(home.path().join("wl-copy.copied")).expect("the text");
    assert!(copied.starts_with("Hatchway Fight"), "{copied}");
    pty.send("q");
    let (status, raw) = pty.restored();
    assert!(status.success());
    assert!(
        raw.contains("\x1b]52;c;"),
        "the terminal is handed the text too"
    );
}

#[test]
fn the_restore_setting_opens_the_last_position() {
    let home = home();
    std::fs::create_dir(home.path().join("tableside")).expect("a folder");
    std::fs::write(
        home.path().join("tableside/config.toml"),
        "restore = true\n",
    )
    .expect("settings");
    let header = |screen: &vt100::Screen| screen.contents().lines().next().unwrap_or("").to_owned();
    let mut first = start(&home, &["reaction", "fire"]);
    first.wait("the rule", |screen| {
        header(screen).contains("Reaction Fire")
    });
    first.send("q");
    assert!(first.restored().0.success());
    let mut again = start(&home, &[]);
    again.wait("the same rule", |screen| {
        header(screen).contains("Reaction Fire")
    });
    again.send("q");
    assert!(again.restored().0.success());
    let mut asked = start(&home, &["hatchway", "fight"]);
    asked.wait("what is asked for", |screen| {
        header(screen).contains("Hatchway Fight")
    });
    asked.send("q");
    assert!(asked.restored().0.success());
}

/// Returns the value of a counter in the game that is stored, once there is one.
fn stored_counter(home: &Path, name: &str, wanted: i64) {
    let store = Store::new(home.join("tableside"));
    let found = || {
        let state = store.load().expect("a state").state;
        state
            .game()
            .and_then(|game| game.counters.get(name).copied())
    };
    let start = std::time::Instant::now();
    while found() != Some(wanted) {
        assert!(
            start.elapsed().as_secs() < 20,
            "{:?}, not {wanted}",
            found()
        );
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[cfg(unix)]
#[test]
fn a_game_survives_a_kill_and_is_shared_by_two_browsers() {
    let home = home();
    let open = ["kill-team/joint-ops#threat-level"];
    let (mut one, mut other) = (start(&home, &open), start(&home, &open));
    one.wait_for("Threat Level");
    one.send("cregroup\r");
    one.wait_for("is played");
    one.send("T+++");
    stored_counter(home.path(), "Threat level", 3);
    one.signal("KILL");
    other.wait_for("Threat 3 (Grade 1)");
    other.send("T+u+");
    stored_counter(home.path(), "Threat level", 4);
    other.signal("KILL");
    let mut third = start(&home, &[]);
    third.wait_for("Games");
    third.send("\x1b");
    third.wait_for("Threat 4 (Grade 1)");
}
