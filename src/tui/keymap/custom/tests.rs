use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::source::Source;
use crate::tui::action::Action;
use crate::tui::keymap::{Match, all_rows};

fn keymap(text: &str) -> (Keymap, Vec<String>) {
    let mut settings = Settings::parse(Source::in_memory("config.toml", text));
    let keymap = Keymap::with(&mut settings);
    let place = |span: Option<&crate::source::Location>| span.map_or(0, |at| at.line);
    let faults = settings
        .diagnostics
        .iter()
        .map(|f| format!("{}: {}", place(f.location.as_ref()), f.message));
    (keymap, faults.collect())
}

fn found(keymap: &Keymap, keys: &str) -> Match {
    keymap.find(Context::Page, &Keys::named(keys).unwrap().0)
}

#[test]
fn custom_keys_replace_the_standard_ones() {
    let (keymap, faults) =
        keymap("[keys.page]\nsearch = [\"s\", \"Ctrl-s\"]\ntop = \"g g\"\nquit = []\n");
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(found(&keymap, "s"), Match::Action(Action::Search));
    assert_eq!(found(&keymap, "/"), Match::None);
    assert_eq!(found(&keymap, "g"), Match::Prefix);
    assert_eq!(found(&keymap, "g g"), Match::Action(Action::Top));
    assert_eq!(found(&keymap, "q"), Match::None);
    assert_eq!(found(&keymap, "Ctrl-c"), Match::Action(Action::Quit));
}

/// Settings from before there were games and dice stay valid.
#[test]
fn later_actions_give_way_to_settings() {
    let text =
        "[keys.page]\nsearch = [\"r\", \"2\"]\ntop = \"T g\"\nbottom = \"c\"\ndown = \"+\"\n";
    let (keymap, faults) = keymap(text);
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(found(&keymap, "r"), Match::Action(Action::Search));
    assert_eq!(found(&keymap, "2"), Match::Action(Action::Search));
    assert_eq!(found(&keymap, "1"), Match::None);
    assert_eq!(found(&keymap, "T g"), Match::Action(Action::Top));
    assert_eq!(found(&keymap, "c"), Match::Action(Action::Bottom));
    assert_eq!(found(&keymap, "+"), Match::Action(Action::Down));
    let roll = keymap.find(Context::Side, &Keys::named("r").unwrap().0);
    assert_eq!(roll, Match::Action(Action::Roll));
}

#[test]
fn two_actions_may_swap_keys() {
    let (keymap, faults) = keymap("[keys.page]\ndown = \"k\"\nup = \"j\"\n");
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(found(&keymap, "k"), Match::Action(Action::Down));
    assert_eq!(found(&keymap, "j"), Match::Action(Action::Up));
}

#[rstest]
#[case(
    "[keys.page]\nsearch = \"q\"\n",
    "2: `q` cannot be both `search` and `quit`"
)]
#[case(
    "[keys.page]\nsearch = \"q q\"\n",
    "2: `q` cannot be both `search` and `quit`"
)]
#[case(
    "[keys.page]\nsearch = \"z\"\ndown = \"z\"\n",
    "3: `z` cannot be both `down` and `search`"
)]
#[case(
    "[keys.page]\nsearch = \"z\"\ndown = \"z z\"\n",
    "3: `z z` cannot be both `down` and `search`"
)]
#[case("[keys.page]\nsearch = \"zz\"\n", "2: unknown key `zz`")]
#[case("[keys.page]\nfly = \"z\"\n", "2: `page` has no action `fly`")]
#[case("[keys.pages]\nsearch = \"z\"\n", "1: unknown pane `pages`")]
#[case("[keys.search]\nclose = \"z\"\n", "2: `z` is typed as text here")]
#[case("[keys.page]\nsearch = \"Ctrl-c\"\n", "2: `Ctrl-c` always quits")]
#[case(
    "[keys.page]\nsearch = \"Ctrl-z\"\n",
    "2: `Ctrl-z` always suspends the program"
)]
fn an_invalid_key_setting_is_reported_and_the_standard_keys_stay(
    #[case] text: &str,
    #[case] expected: &str,
) {
    let (keymap, faults) = keymap(text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(
        faults[0].starts_with(expected) || same_pair(&faults[0], expected),
        "{faults:?}"
    );
    assert_eq!(found(&keymap, "q"), Match::Action(Action::Quit));
    assert_eq!(found(&keymap, "j"), Match::Action(Action::Down));
}

/// Whether two messages report a conflict between the same two actions. The keys in the messages
/// may differ.
fn same_pair(faults: &str, expected: &str) -> bool {
    let rest = |text: &str| {
        text.split_once("cannot be")
            .map(|(_, rest)| rest.to_owned())
    };
    rest(faults).is_some() && rest(faults) == rest(expected)
}

proptest! {
    #[test]
    fn any_keys_make_a_keymap(settings in proptest::collection::vec((0..all_rows().count(), proptest::collection::vec("[a-z]|[a-c] [a-c]|Ctrl-[a-d]|Esc|Tab|zz", 0..3)), 0..12)) {
        let lines = settings.iter().map(|(at, keys)| {
            let (context, row) = all_rows().nth(*at).unwrap();
            format!("keys.{}.{} = {keys:?}\n", context.id(), row.action.name())
        });
        keymap(&lines.collect::<String>());
    }
}
