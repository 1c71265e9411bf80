//! Escape sequences in every position of a document, in every notation of markdown, HTML, YAML and
//! addresses, alone and in random mixtures. No command may print them.

use std::fs;
use std::process::Command;

use tableside::rules::convert::to_markdown;
use tableside::rules::{DocumentRef, Rulebook};
use tableside::source::{Source, is_unsafe};

const ATTACK: &str = "\x1b[31m\u{9b}2J\x1b]52;c;eA==\x07\u{202e}\u{200b}\x08\x7f";

/// Fragments of documents. Each `@` is replaced by the attack.
const PLACES: [&str; 37] = [
    "[y](<o@.md>)",
    "[y](o@.md)",
    "[y](a.md \"t@\")",
    "[y][r]\n\n[r]: <o@> 't@'",
    "[r@]\n\n[r@]: o",
    "![i@](p@.png \"t@\")",
    "[[a@|b@]]",
    "![[a@#h@|b@]]",
    "<https://example.org/@>",
    "```i@ {a@}\nc@\n```",
    "~~~~@\n@\n~~~~",
    "    @",
    "`@`",
    "<b class=\"@\" @>x</b>",
    "<a href=\"@\">x@</a>",
    "<img src=\"@\" alt=\"@\">",
    "<table><tr><td @>@</table>",
    "<!-- @ -->",
    "<@>",
    "> [!note@] t@\n> x@",
    "> [!@]\n> x",
    "[^f@]\n\n[^f@]: n@",
    "- [@] x",
    "| a@ | b |\n|---|---|\n| @ | [x](<@>) |",
    "# H@ {#i@ .c@}",
    "## [H](<@>) (TAG@) **1AP**",
    "**N@ [1AP@]:** t@",
    "x ^b@",
    "%%@%% ==@==",
    "```ad-@\ntitle: @\n@\n```",
    "```statblock\nname: @\nn@: @\n```",
    "**Stats:**\n- A@: 2@",
    "**Keywords:** A@, @",
    "*Question*: q@?\n\n*Answer*: a@.",
    "[Summary]@\n@",
    "$@$ \\@ &@;",
    "Term@\n: d@",
];

/// Lines of front matter. Each `@` is replaced by the attack.
const HEADS: [&str; 10] = [
    "title: @",
    "title: \"@\"",
    "\"@\": x",
    "@: @",
    "aliases: [\"@\", @]",
    "a: &@ x",
    "a: !@ x",
    "last_update_date: '@'",
    "mine: |\n  @\n  @",
    "game: \"@\"\nsource: \"@\"",
];

/// Returns the attack as plain text, as entities, percent-encoded and as YAML escapes.
fn spellings() -> [String; 6] {
    let each = |spell: &dyn Fn(u32) -> String| -> String {
        ATTACK.chars().map(|c| spell(u32::from(c))).collect()
    };
    [
        ATTACK.to_owned(),
        each(&|c| format!("&#{c};")),
        each(&|c| format!("&#x{c:x};")),
        ATTACK
            .bytes()
            .fold(String::new(), |text, byte| text + &format!("%{byte:02x}")),
        each(&|c| format!("\\U{c:08x}")),
        each(&|c| format!("\\x{:02x}", c & 0xff)),
    ]
}

fn assert_safe(said: &str, what: &str) {
    let unsafe_line = said.lines().find(|line| line.contains(is_unsafe));
    assert_eq!(unsafe_line, None, "{what}");
}

fn converted(text: &str) -> String {
    let sources = vec![Source::in_memory("a.md", text)];
    to_markdown(&Rulebook::load(sources, Vec::new()), DocumentRef(0)).unwrap()
}

#[test]
fn no_spelling_of_a_sequence_in_any_place_is_converted_into_it() {
    for spelling in spellings() {
        for place in PLACES {
            let text = format!("# A\n\n{}\n", place.replace('@', &spelling));
            assert_safe(&converted(&text), &text);
        }
        for head in HEADS {
            let text = format!("---\n{}\n---\n# A\n\nb\n", head.replace('@', &spelling));
            assert_safe(&converted(&text), &text);
        }
    }
}

#[test]
fn no_mixture_of_places_is_converted_into_a_sequence() {
    let spellings = spellings();
    let mut state = 7_usize;
    let mut pick = |of: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % of
    };
    for _ in 0..600 {
        let mut text = "# A\n\n".to_owned();
        for _ in 0..pick(12) {
            text += &PLACES[pick(PLACES.len())].replace('@', &spellings[pick(spellings.len())]);
            text += ["", " ", "\n", "\n\n", "\n> ", "\n- "][pick(6)];
        }
        assert_safe(&converted(&text), &text);
    }
}

#[test]
fn no_command_prints_any_spelling_of_a_sequence() {
    let home = tempfile::tempdir().expect("a folder");
    let rules = home.path().join("rules");
    fs::create_dir(&rules).expect("a folder");
    for (number, spelling) in spellings().iter().enumerate() {
        let places = PLACES
            .map(|place| place.replace('@', spelling))
            .join("\n\n");
        let text = format!("# Target\n\n{places}\n");
        fs::write(rules.join(format!("t{number}.md")), text).expect("a file");
        for (at, head) in HEADS.iter().enumerate() {
            let text = format!(
                "---\n{}\n---\n# Head\n\nTarget\n",
                head.replace('@', spelling)
            );
            fs::write(rules.join(format!("h{number}-{at}.md")), text).expect("a file");
        }
    }
    let commands: [&[&str]; 12] = [
        &["list"],
        &["list", "--json"],
        &["search", "31m target"],
        &["search", "--json", "--limit", "200", "31m"],
        &["show", "Target"],
        &["show", "--json", "Target"],
        &["links", "--json", "Target"],
        &["links", "--why", "Target"],
        &["roll", "Target"],
        &["check", "--strict"],
        &["check", "--json"],
        &["export"],
    ];
    for arguments in commands {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tableside"));
        command.args(arguments).arg("--rules").arg(&rules);
        for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            command.env(name, home.path());
        }
        let output = command.output().expect("the program runs");
        let said = [output.stdout, output.stderr].concat();
        assert!(!said.is_empty(), "{arguments:?}");
        let said = String::from_utf8(said).expect("text");
        assert_safe(&said, &format!("{arguments:?}"));
    }
}
