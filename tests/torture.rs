//! What a terminal, a shell, a disk and a system may do to a running browser: whatever it is, the terminal is given back, the
//! exit status is right, and the program neither hangs nor spins.

#![cfg(unix)]

#[path = "harness/pty.rs"]
mod harness;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use harness::{DEADLINE, Pty, command};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tableside");

/// What is typed while nobody looks, in kilobytes.
const TYPED: usize = 400;

/// Kilobytes of memory that this may take: all of the keys would be twenty times as much.
const MOST_MORE: u64 = 4 * 1024;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn start(home: &TempDir, arguments: &[&str]) -> Pty {
    Pty::start(command(Path::new(PROGRAM), arguments, home.path()), (100, 30))
}

/// Starts the browser from a shell that does something first.
fn start_after(home: &TempDir, script: &str) -> Pty {
    let script = format!("{script}; exec '{PROGRAM}'");
    Pty::start(command(Path::new("/bin/sh"), &["-c", &script], home.path()), (100, 30))
}

fn header(screen: &vt100::Screen) -> String {
    screen.contents().lines().next().unwrap_or("").to_owned()
}

/// The third field of a process's `stat`: `T` where it is stopped; nothing where the system does not tell.
fn state(pty: &Pty) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pty.id())).ok()?;
    stat.rsplit_once(") ")?.1.split(' ').next().map(str::to_owned)
}

/// Waits for something that is no output.
fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < DEADLINE, "waited in vain for {what}");
        std::thread::yield_now();
    }
}

/// Waits until the program has used no processor time for a while, where the system tells it.
fn until_idle(pty: &Pty) {
    let used = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pty.id())).ok()?;
        let fields: Vec<_> = stat.rsplit_once(") ")?.1.split(' ').map(str::to_owned).collect();
        Some(fields.get(11..13)?.to_vec())
    };
    let (start, mut since, mut before) = (Instant::now(), Instant::now(), used());
    while since.elapsed() < Duration::from_millis(300) {
        assert!(start.elapsed() < DEADLINE, "the program spins");
        std::thread::sleep(Duration::from_millis(10));
        let now = used();
        if now != before {
            (before, since) = (now, Instant::now());
        }
    }
}

#[test]
fn a_storm_of_sizes_ends_with_a_whole_screen_at_the_same_place() {
    let home = folder();
    let mut pty = start(&home, &["reaction", "fire"]);
    pty.wait("the rule", |screen| header(screen).contains("Reaction Fire"));
    for number in 0..300_u16 {
        let (rows, columns) = (number * 7 % 61, number * 13 % 211);
        pty.resize(rows.max(1), columns.max(1));
    }
    pty.resize(1, 1);
    pty.resize(30, 100);
    pty.wait("a whole screen", |screen| {
        let rows = Pty::rows(screen);
        let borders = rows.iter().filter(|row| row.starts_with("───") && row.ends_with("───")).count();
        let texts = rows.iter().filter(|row| row.contains("│  ")).count();
        rows[0].contains("Reaction Fire") && borders == 2 && texts > 15 && rows[29].contains("quit")
    });
    pty.send("q");
    assert!(pty.restored().0.success());
}

#[test]
fn a_stop_gives_the_terminal_back_and_going_on_takes_it_again() {
    let home = folder();
    let mut pty = start(&home, &["reaction", "fire"]);
    pty.wait("the rule", |screen| header(screen).contains("Reaction Fire"));
    if state(&pty).is_none() {
        return;
    }
    for stop in ["a signal", "a key"] {
        if stop == "a signal" {
            pty.signal("TSTP");
        } else {
            pty.send("\x1a");
        }
        until("the stop", || state(&pty).as_deref() == Some("T"));
        pty.wait("the shell's screen", |screen| !screen.alternate_screen() && !screen.hide_cursor());
        assert!(pty.is_cooked(), "keys are the shell's after {stop}");
        pty.signal("CONT");
        pty.wait("the rule again", |screen| screen.alternate_screen() && header(screen).contains("Reaction Fire"));
    }
    pty.signal("TSTP");
    until("the stop", || state(&pty).as_deref() == Some("T"));
    // What is asked of a stopped program is done when it goes on.
    pty.signal("TERM");
    pty.signal("CONT");
    assert!(pty.restored().0.success());
}

#[test]
fn a_program_that_is_stopped_outright_draws_everything_when_it_goes_on() {
    let home = folder();
    let mut pty = start(&home, &["reaction", "fire"]);
    pty.wait("the rule", |screen| header(screen).contains("Reaction Fire"));
    pty.settle(Duration::from_millis(300));
    let before = Pty::rows(pty.parser.screen());
    pty.signal("STOP");
    // The shell, or whoever else has the terminal now, writes over the screen.
    pty.parser.process(b"\x1b[2J\x1b[Hsomething else");
    pty.signal("CONT");
    pty.wait("the same screen", |screen| Pty::rows(screen) == before);
    pty.send("q");
    assert!(pty.restored().0.success());
}

#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let home = folder();
    let mut pty = Pty::unread(command(Path::new(PROGRAM), &[], home.path()), (100, 30));
    until("the browser to take the terminal", || !pty.is_cooked());
    pty.hang_up();
    pty.ended();
}

#[test]
fn a_first_frame_that_nobody_reads_does_not_keep_the_program_from_ending() {
    let home = folder();
    let mut pty = Pty::unread(command(Path::new(PROGRAM), &[], home.path()), (300, 100));
    until("the browser to take the terminal", || !pty.is_cooked());
    until_idle(&pty);
    pty.signal("TERM");
    // As a shell tells of a program that the signal has ended: it could not say goodbye.
    assert_eq!(pty.ended().exit_code(), 128 + 15);
    assert!(pty.is_cooked(), "keys are echoed again");
}

#[test]
fn output_that_nobody_reads_neither_fills_memory_nor_keeps_the_program_from_ending() {
    let home = folder();
    // So small that the first frames fit into what the system keeps for a reader.
    let mut pty = Pty::unread(command(Path::new(PROGRAM), &[], home.path()), (20, 3));
    until("the browser to take the terminal", || !pty.is_cooked());
    until_idle(&pty);
    pty.resize(100, 300);
    until_idle(&pty);
    let before = pty.peak_memory();
    pty.flood(b"jk".repeat(TYPED * 512));
    until_idle(&pty);
    if let (Some(before), Some(after)) = (before, pty.peak_memory()) {
        assert!(after < before + MOST_MORE, "{before} KB have become {after} KB");
    }
    pty.signal("HUP");
    assert_eq!(pty.ended().exit_code(), 128 + 1);
    assert!(pty.is_cooked(), "keys are echoed again");
}

#[test]
fn more_keys_at_once_than_the_system_keeps_all_arrive() {
    let home = folder();
    let mut pty = start(&home, &[]);
    pty.wait_for("search");
    let flood = pty.flood([b"jk".repeat(TYPED * 512), b"q".to_vec()].concat());
    assert!(pty.restored().0.success());
    until("all keys to be taken", || flood.is_finished());
}

#[test]
fn a_browser_without_a_keyboard_is_refused() {
    for closed in ["exec <&-", "exec </dev/null"] {
        let home = folder();
        let mut pty = start_after(&home, closed);
        let status = pty.ended();
        assert_eq!(status.exit_code(), 2, "{closed}");
        assert!(pty.contents().contains("the browser needs a terminal"), "{closed}: {}", pty.contents());
    }
}

#[test]
fn a_disk_that_takes_nothing_is_told_of_and_stops_nothing() {
    let home = folder();
    let mut pty = start_after(&home, "trap '' XFSZ; ulimit -f 0");
    pty.wait_for("search");
    pty.send("m\r");
    pty.wait_for("not kept");
    pty.send("/hatchway fi");
    pty.wait_for("Hatchway Fight  1AP");
    pty.send("\r");
    pty.wait("the rule", |screen| header(screen).contains("Hatchway Fight"));
    pty.send("q");
    assert!(pty.restored().0.success());
}

#[test]
fn a_home_that_cannot_be_stops_nothing() {
    let mut pty = Pty::start(command(Path::new(PROGRAM), &[], Path::new("/dev/null/home")), (100, 30));
    pty.wait_for("not kept");
    pty.send("/hatchway fi");
    pty.wait_for("Hatchway Fight  1AP");
    pty.send("\x03");
    assert!(pty.restored().0.success());
}

/// What becomes of the folder of rules while it is open.
type Change = (&'static str, fn(&Path));

const CHANGES: [Change; 6] = [
    ("deleted", |rules| fs::remove_dir_all(rules).expect("removed")),
    ("replaced by a file", |rules| {
        fs::remove_dir_all(rules).expect("removed");
        fs::write(rules, "# File\n").expect("written");
    }),
    ("replaced by a link to nowhere", |rules| {
        fs::remove_dir_all(rules).expect("removed");
        std::os::unix::fs::symlink("/nowhere/at/all", rules).expect("a link");
    }),
    ("made unreadable", |rules| {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(rules, fs::Permissions::from_mode(0o0)).expect("another mode");
    }),
    ("emptied", |rules| {
        for number in 0..FILES {
            fs::write(rules.join(format!("{number}.md")), "").expect("written");
        }
    }),
    ("filled", |rules| {
        for number in 0..2000 {
            fs::write(rules.join(format!("more-{number}.md")), format!("# More {number}\n\ntext\n")).expect("written");
        }
    }),
];

/// Documents in the folder.
const FILES: usize = 20;

#[test]
fn a_folder_of_rules_may_go_or_change_while_it_is_read() {
    for (what, change) in CHANGES {
        let (home, place) = (folder(), folder());
        let rules = place.path().join("rules");
        fs::create_dir(&rules).expect("a folder");
        for number in 0..FILES {
            let text = format!(
                "# Chapter {number}\n\n## Rule {number}\n\nSee Rule {}. {}\n",
                number + 1,
                "Words. ".repeat(400)
            );
            fs::write(rules.join(format!("{number}.md")), text).expect("written");
        }
        let mut pty = start(&home, &["--rules", rules.to_str().expect("a path")]);
        pty.wait_for("Chapter 0");
        change(&rules);
        pty.send("jjGg\t");
        pty.send("/rule 7");
        pty.wait(what, |screen| screen.contents().contains("/ rule 7") || screen.contents().contains("rule 7"));
        pty.send("\x1b\x1b");
        pty.send("q");
        let (status, _) = pty.restored();
        assert!(status.success(), "{what}: {status:?}");
    }
}
