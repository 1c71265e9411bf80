use rstest::rstest;

use super::*;
use crate::tui::keymap::row::key;

fn bound(keys: &'static str, action: Action) -> Binding {
    let row = key("j", action, "");
    Binding {
        keys: vec![Keys::named(keys).unwrap()],
        context: Context::Page,
        action: row.action,
        help: row.help,
        footer: row.footer,
    }
}

fn found(bindings: Vec<Binding>, keys: &str) -> Match {
    Keymap { bindings }.find(Context::Page, &Keys::named(keys).unwrap().0)
}

#[test]
fn the_standard_keys_have_no_conflict() {
    assert!(find_conflict(&Keymap::standard().bindings).is_none());
}

#[test]
fn an_action_has_one_row_in_a_context() {
    let bindings = Keymap::standard().bindings;
    for (at, binding) in bindings.iter().enumerate() {
        let same =
            |other: &Binding| (other.context, other.action) == (binding.context, binding.action);
        assert!(!bindings[..at].iter().any(same), "{binding:?}");
    }
}

#[test]
fn the_table_names_no_unknown_key() {
    for (_, row) in all_rows() {
        let unknown = row.keys.split(' ').find(|name| Keys::named(name).is_none());
        assert_eq!(unknown, None);
    }
}

#[rstest]
#[case("j", "j", "j")]
#[case("g", "g g", "g g")]
#[case("g g", "g", "g")]
#[case("g", "x", "")]
fn keys_that_begin_with_others_are_a_conflict(
    #[case] one: &'static str,
    #[case] other: &'static str,
    #[case] expected: &str,
) {
    let twice = [bound(one, Action::Down), bound(other, Action::Up)];
    let conflict = find_conflict(&twice).map(|(_, keys)| keys.to_string());
    assert_eq!(conflict.unwrap_or_default(), expected);
}

#[rstest]
#[case("g", Match::Prefix)]
#[case("g g", Match::Action(Action::Top))]
#[case("g e", Match::Action(Action::Bottom))]
#[case("g x", Match::None)]
#[case("x", Match::None)]
#[case("g g g", Match::None)]
#[case("g Ctrl-c", Match::Action(Action::Quit))]
#[case("Ctrl-z", Match::Action(Action::Suspend))]
fn two_keys_in_a_row_are_one_binding(#[case] keys: &str, #[case] expected: Match) {
    let chords = vec![bound("g g", Action::Top), bound("g e", Action::Bottom)];
    assert_eq!(found(chords, keys), expected);
}

#[test]
fn control_c_quits_everywhere() {
    let keymap = Keymap::standard();
    for context in Context::all() {
        assert_eq!(
            keymap.find(context, &Keys::named("Ctrl-c").unwrap().0),
            Match::Action(Action::Quit)
        );
    }
}

#[test]
fn letters_are_text_in_input_lines() {
    let keymap = Keymap::standard();
    let letter = Keys::named("q").unwrap().0;
    assert_eq!(keymap.find(Context::Search, &letter), Match::None);
    assert_eq!(
        keymap.find(Context::Page, &letter),
        Match::Action(Action::Quit)
    );
    let types = |binding: &&Binding| {
        let mut first = binding.keys.iter().map(|keys| keys.0[0]);
        first.any(|key| binding.context.inserts(key))
    };
    let bindings = Keymap::standard().bindings;
    assert_eq!(bindings.iter().find(types), None);
}
