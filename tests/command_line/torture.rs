//! What terminals, shells, disks and the system may do to a running browser. In every case, the
//! browser restores the terminal, exits with the right status, and neither hangs nor spins.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::pty_harness::{DEADLINE, Pty, command};
use tableside::state::{Bookmark, Change, Store};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tableside");

/// The number of kilobytes of keys that are typed at once.
const TYPED: usize = 400;

/// The maximum growth of memory in kilobytes while these keys are typed. If the program stored all
/// keys, its memory would grow by twenty times this number.
const MAX_GROWTH: u64 = 4 * 1024;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn start(home: &TempDir, arguments: &[&str]) -> Pty {
    Pty::start(
        command(Path::new(PROGRAM), arguments, home.path()),
        (100, 30),
    )
}

/// Starts the browser from a shell, after the shell has run `script`.
fn start_after(home: &TempDir, script: &str) -> Pty {
    let script = format!("{script}; exec '{PROGRAM}'");
    Pty::start(
        command(Path::new("/bin/sh"), &["-c", &script], home.path()),
        (100, 30),
    )
}

fn header(screen: &vt100::Screen) -> String {
    screen.contents().lines().next().unwrap_or("").to_owned()
}

/// Returns the state of the process from `/proc`, such as `T` for stopped; `None` on systems
/// without `/proc`.
fn state(pty: &Pty) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pty.id())).ok()?;
    stat.rsplit_once(") ")?
        .1
        .split(' ')
        .next()
        .map(str::to_owned)
}

/// Waits until `holds` returns true, for conditions that do not show on the screen.
fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < DEADLINE, "waited in vain for {what}");
        std::thread::yield_now();
    }
}

/// Waits until the program uses no processor time for 300 ms. If the system does not report
/// processor time, waits only 300 ms.
fn until_idle(pty: &Pty) {
    let used = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pty.id())).ok()?;
        let fields: Vec<_> = stat
            .rsplit_once(") ")?
            .1
            .split(' ')
            .map(str::to_owned)
            .collect();
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
    pty.wait("the rule", |screen| {
        header(screen).contains("Reaction Fire")
    });
    for number in 0..300_u16 {
        let (rows, columns) = (number * 7 % 61, number * 13 % 211);
        pty.resize(rows.max(1), columns.max(1));
    }
    pty.resize(1, 1);
    pty.resize(30, 100);
    pty.wait("a whole screen", |screen| {
        let rows = Pty::rows(screen);
        let borders = rows
            .iter()
            .filter(|row| row.starts_with("───") && row.ends_with("───"))
            .count();
        let texts = rows.iter().filter(|row| !row.trim().is_empty()).count();
        rows[0].contains("Reaction Fire") && borders == 2 && texts > 20 && rows[29].contains("quit")
    });
    pty.send("q");
    assert!(pty.restored().0.success());
}

/// The sequences have no end, and nothing but Ctrl-C follows.
#[test]
fn ctrl_c_ends_the_browser_after_any_unfinished_sequence() {
    for unfinished in [
        "\x1b[200~x",
        "\x1b[200~x\x1b[201",
        "\x1b[<0;1;1",
        "\x1b[1;",
        "\x1b]0;x",
        "\x1bP",
        "\x1bO",
    ] {
        let home = folder();
        let mut pty = start(&home, &["reaction", "fire"]);
        pty.wait("the rule", |screen| {
            header(screen).contains("Reaction Fire")
        });
        pty.send(unfinished);
        pty.send("\x03");
        assert!(pty.restored().0.success(), "{unfinished:?}");
    }
}

#[test]
fn a_limit_of_file_sizes_restores_the_terminal() {
    let home = folder();
    let mut pty = start_after(&home, "ulimit -f 0");
    pty.wait("the home screen", |screen| {
        screen.contents().contains("search")
    });
    pty.send("breach\r");
    pty.wait("the rule", |screen| header(screen).contains("Breach"));
    pty.send("q");
    assert!(pty.restored().0.success());
}

#[test]
fn a_stop_gives_the_terminal_back_and_going_on_takes_it_again() {
    let home = folder();
    let mut pty = start(&home, &["reaction", "fire"]);
    pty.wait("the rule", |screen| {
        header(screen).contains("Reaction Fire")
    });
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
        pty.wait("the shell's screen", |screen| {
            !screen.alternate_screen() && !screen.hide_cursor()
        });
        assert!(pty.is_cooked(), "keys are the shell's after {stop}");
        pty.signal("CONT");
        pty.wait("the rule again", |screen| {
            screen.alternate_screen() && header(screen).contains("Reaction Fire")
        });
    }
    pty.signal("TSTP");
    until("the stop", || state(&pty).as_deref() == Some("T"));
    // A stopped program handles the signal when it continues.
    pty.signal("TERM");
    pty.signal("CONT");
    assert!(pty.restored().0.success());
}

#[test]
fn a_stopped_program_redraws_everything_when_it_continues() {
    let home = folder();
    let mut pty = start(&home, &["reaction", "fire"]);
    pty.wait("the rule", |screen| {
        header(screen).contains("Reaction Fire")
    });
    pty.settle(Duration::from_millis(300));
    let before = Pty::rows(pty.parser.screen());
    pty.signal("STOP");
    // While the program is stopped, something else overwrites the screen.
    pty.parser.process(b"\x1b[2J\x1b[Hsomething else");
    pty.signal("CONT");
    pty.wait("the same screen", |screen| Pty::rows(screen) == before);
    pty.send("q");
    assert!(pty.restored().0.success());
}

#[test]
fn a_closed_terminal_ends_the_program() {
    let home = folder();
    let mut pty = Pty::unread(command(Path::new(PROGRAM), &[], home.path()), (100, 30));
    until("the browser to take the terminal", || !pty.is_cooked());
    pty.hang_up();
    pty.ended();
}

#[test]
fn a_terminal_closed_without_a_signal_ends_the_program() {
    let home = folder();
    let mut command = command(Path::new(PROGRAM), &[], home.path());
    // Without a controlling terminal, the program gets no signal when the terminal closes.
    command.set_controlling_tty(false);
    let mut pty = Pty::unread(command, (100, 30));
    until("the browser to take the terminal", || !pty.is_cooked());
    until_idle(&pty);
    pty.hang_up();
    pty.ended();
}

#[test]
fn an_unread_first_frame_does_not_block_quitting() {
    let home = folder();
    let rules = folder();
    // A change of style after each word makes the frame larger than the system's output buffer.
    let text = format!("# Bog\n\n{}", "**a** *b* ".repeat(10_000));
    fs::write(rules.path().join("bog.md"), text).expect("a file");
    let path = rules.path().to_string_lossy();
    let page = command(Path::new(PROGRAM), &["--rules", &path, "bog"], home.path());
    let mut pty = Pty::unread(page, (300, 100));
    until("the browser to take the terminal", || !pty.is_cooked());
    until_idle(&pty);
    pty.signal("TERM");
    // The exit code is 128 plus the number of the signal, as a shell reports it.
    assert_eq!(pty.ended().exit_code(), 128 + 15);
    assert!(pty.is_cooked(), "keys are echoed again");
}

#[test]
fn unread_output_neither_fills_memory_nor_blocks_quitting() {
    let home = folder();
    // This screen is so small that the first frames fit into the system's output buffer.
    let mut pty = Pty::unread(command(Path::new(PROGRAM), &[], home.path()), (20, 3));
    until("the browser to take the terminal", || !pty.is_cooked());
    until_idle(&pty);
    pty.resize(100, 300);
    until_idle(&pty);
    let before = pty.memory("VmHWM");
    pty.flood(b"jk".repeat(TYPED * 512));
    until_idle(&pty);
    if let (Some(before), Some(after)) = (before, pty.memory("VmHWM")) {
        assert!(
            after < before + MAX_GROWTH,
            "{before} KB have become {after} KB"
        );
    }
    pty.signal("HUP");
    assert_eq!(pty.ended().exit_code(), 128 + 1);
    assert!(pty.is_cooked(), "keys are echoed again");
}

#[test]
fn more_keys_than_the_system_buffers_all_arrive() {
    let home = folder();
    let mut pty = start(&home, &["reaction", "fire"]);
    pty.wait("the rule", |screen| {
        header(screen).contains("Reaction Fire")
    });
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
        assert!(
            pty.contents().contains("the browser needs a terminal"),
            "{closed}: {}",
            pty.contents()
        );
    }
}

#[test]
fn a_full_disk_is_reported_and_stops_nothing() {
    let home = folder();
    let mut pty = start_after(&home, "trap '' XFSZ; ulimit -f 0");
    pty.wait_for("search");
    pty.send("m\r");
    pty.wait_for("cannot be saved");
    pty.send("/hatchway fi");
    pty.wait_for("Hatchway Fight  1AP");
    pty.send("\r");
    pty.wait("the rule", |screen| {
        header(screen).contains("Hatchway Fight")
    });
    pty.send("q");
    assert!(pty.restored().0.success());
}

/// Starts the browser with a limit on file sizes, in blocks of 512 bytes. A write beyond the limit
/// is cut off, as on a full disk.
fn start_cramped(home: &TempDir, blocks: u32, arguments: &str) -> Pty {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{PROGRAM}' {arguments}");
    Pty::start(
        command(Path::new("/bin/sh"), &["-c", &script], home.path()),
        (100, 30),
    )
}

/// Returns the names and lengths of all files in a folder and its subfolders, sorted.
fn files(folder: &Path) -> Vec<(String, u64)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let below = self::files(&entry.path());
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_file = entry.path().is_file();
        files
            .extend(is_file.then(|| (name, entry.metadata().map_or(0, |metadata| metadata.len()))));
        files.extend(below);
    }
    files.sort();
    files
}

#[test]
fn a_disk_that_fills_up_during_a_write_leaves_the_old_file() {
    let home = folder();
    let store = Store::new(home.path().join("tableside"));
    let bookmark = |number: u32| Bookmark {
        id: format!("g/d#{number}"),
        name: "A name of some length".repeat(2),
    };
    let kept: Vec<_> = (0..20)
        .map(|number| Change::Bookmark(bookmark(number)))
        .collect();
    store.save(&kept).expect("a disk with room");
    let before = fs::read(home.path().join("tableside/state.jsonl")).expect("a state");
    assert!(before.len() > 1024, "more than fits");
    let mut pty = start_cramped(&home, 1, "reaction fire");
    pty.wait("the rule", |screen| {
        header(screen).contains("Reaction Fire")
    });
    pty.send("m\r");
    pty.wait_for("cannot be saved");
    pty.send("q");
    assert!(pty.restored().0.success());
    assert_eq!(
        fs::read(home.path().join("tableside/state.jsonl")).expect("a state"),
        before
    );
    let names: Vec<_> = files(home.path())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["state.jsonl", "state.lock"], "nothing half is left");
}

#[test]
fn an_unwritable_cache_is_silently_skipped() {
    let (home, place) = (folder(), folder());
    let names: Vec<_> = (0..FILES).map(|number| format!("Rule {number}")).collect();
    for number in 0..FILES {
        let text = format!(
            "# Chapter {number}\n\n## Rule {number}\n\nSee {}. {}\n",
            names.join(", "),
            "Words. ".repeat(40)
        );
        fs::write(place.path().join(format!("{number}.md")), text).expect("written");
    }
    // The state fits into one block, but no file of the cache does.
    let arguments = format!("--rules '{}'", place.path().display());
    for _ in 0..2 {
        let mut pty = start_cramped(&home, 1, &arguments);
        pty.wait_for("20 documents");
        // Only the index can answer this query, so the index exists in memory although it could not
        // be stored.
        pty.send("/words");
        pty.wait_for(&format!("in {FILES} places"));
        assert!(
            !pty.contents().contains("cannot be saved"),
            "{}",
            pty.contents()
        );
        pty.send("\x1b\x1bq");
        assert!(pty.restored().0.success());
        let half: Vec<_> = files(home.path())
            .into_iter()
            .filter(|(name, _)| !name.starts_with("state"))
            .collect();
        assert_eq!(half, [], "nothing half is left");
    }
}

#[test]
fn an_invalid_home_folder_stops_nothing() {
    let mut pty = Pty::start(
        command(Path::new(PROGRAM), &[], Path::new("/dev/null/home")),
        (100, 30),
    );
    pty.wait_for("cannot be saved");
    pty.send("/hatchway fi");
    pty.wait_for("Hatchway Fight  1AP");
    pty.send("\x03");
    assert!(pty.restored().0.success());
}

/// A change to the rules folder while the browser has the folder open: a name for messages, and the
/// change.
type FolderChange = (&'static str, fn(&Path));

const CHANGES: [FolderChange; 6] = [
    ("deleted", |rules| {
        fs::remove_dir_all(rules).expect("removed");
    }),
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
            fs::write(
                rules.join(format!("more-{number}.md")),
                format!("# More {number}\n\ntext\n"),
            )
            .expect("written");
        }
    }),
];

/// The number of documents in the rules folder.
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
        pty.wait_for("20 documents");
        change(&rules);
        pty.send("jjGg\t");
        pty.send("/rule 7");
        pty.wait(what, |screen| {
            screen.contents().contains("/ rule 7") || screen.contents().contains("rule 7")
        });
        pty.send("\x1b\x1b");
        pty.send("q");
        let (status, raw) = pty.restored();
        let said = &raw[raw.rfind("\x1b[?1049l").unwrap_or(0)..];
        assert!(status.success(), "{what}: {status:?}: {said:?}");
    }
}

#[test]
fn changes_are_saved_whichever_signal_ends_the_program() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let home = folder();
        let mut pty = start(&home, &["reaction", "fire"]);
        pty.wait("the rule", |screen| {
            header(screen).contains("Reaction Fire")
        });
        pty.send("m\x15mine\r");
        pty.wait_for("mine");
        pty.signal(signal);
        pty.restored();
        let kept = Store::new(home.path().join("tableside"))
            .load()
            .expect("a state")
            .state;
        assert_eq!(
            kept.bookmarks
                .first()
                .map(|bookmark| bookmark.name.as_str()),
            Some("mine"),
            "{signal}"
        );
        assert!(kept.position.is_some(), "{signal}: the place is kept");
    }
}

/// Terminal input, some of it incomplete: replies, mouse events, pastes, keys of other protocols,
/// invalid text.
const NOISE: [&[u8]; 18] = [
    b"\x1b]11;rgb:ffff/ffff/ffff\x07",
    b"\x1b]11;rgb:0000/00",
    b"\x1b]11;rgb:0/0/0\x1b\\",
    b"\x1b]",
    b"\x1b",
    b"\x1b[",
    b"\x1b[<0;5;5M\x1b[<0;5;5m",
    b"\x1b[<64;99999999999;3M",
    b"\x1b[M\xff\xff\xff",
    b"\x1b[200~pasted\x1b[31m\x1b[201~",
    b"\x1b[I\x1b[O",
    b"\x1b[?62;1;6c\x1bP1$r0m\x1b\\",
    b"\x1b[12;40R\x1b[27;5;9~\x1b[97;5u",
    b"\x1bOP\x1bO\x1b[1;99H",
    b"\xff\xfe\xe2\x98",
    "規\u{202e}👩\u{200d}👩".as_bytes(),
    b"\x00\x01\x0e\x1f\x7f\x9b31m",
    b"/hatch\r\t?",
];

#[test]
fn random_replies_of_the_terminal_never_block_keys() {
    let mut random = 7_u64;
    let mut next = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33).to_le_bytes()[0]
    };
    for round in 0..3 {
        let home = folder();
        let mut pty = start(&home, &[]);
        pty.wait_for("search");
        for _ in 0..200 {
            let mut sent = NOISE[usize::from(next()) % NOISE.len()].to_vec();
            sent.truncate(1 + usize::from(next()) % sent.len());
            sent.extend([next(), next()]);
            // These keys quit or suspend the program.
            sent.retain(|byte| !matches!(byte, b'q' | 0x03 | 0x1a));
            pty.send_bytes(&sent);
        }
        // An unfinished sequence or paste is given up after a second.
        pty.settle(Duration::from_millis(1500));
        for _ in 0..8 {
            pty.send("\x1b");
            pty.settle(Duration::from_millis(150));
        }
        pty.send("/hatchway fi");
        pty.wait(&format!("the hits of round {round}"), |screen| {
            screen.contents().contains("Hatchway Fight  1AP")
        });
        pty.send("\x03");
        assert!(pty.restored().0.success());
    }
}
