use proptest::prelude::*;
use rstest::rstest;

use super::*;

#[rstest]
#[case("j", "j")]
#[case("J", "J")]
#[case("Ctrl-D", "Ctrl-d")]
#[case("Ctrl-Alt-x", "Ctrl-Alt-x")]
#[case("-", "-")]
#[case("Ctrl--", "Ctrl--")]
#[case("é", "é")]
#[case("F12", "F12")]
#[case("F", "F")]
#[case("  g   g ", "g g")]
#[case("Ctrl-x Enter", "Ctrl-x Enter")]
#[case("PageDown", "PageDown")]
fn keys_are_read_and_written_by_name(#[case] names: &str, #[case] expected: &str) {
    assert_eq!(
        Keys::named(names).map(|keys| keys.to_string()).as_deref(),
        Some(expected)
    );
}

#[rstest]
#[case("")]
#[case(" ")]
#[case("jj")]
#[case("Ctrl-")]
#[case("Alt-Ctrl-x")]
#[case("F0")]
#[case("F1x")]
#[case("enter")]
#[case("g \u{7}")]
fn what_is_no_key_is_refused(#[case] names: &str) {
    assert_eq!(Keys::named(names), None);
}

#[rstest]
#[case("Backspace", "⌫", "Backspace")]
#[case("Ctrl-Down", "Ctrl-↓", "Ctrl-Down")]
#[case("BackTab", "Shift-Tab", "Shift-Tab")]
#[case("g g", "g g", "g g")]
fn keys_are_shown_with_the_signs_of_keyboards(
    #[case] name: &str,
    #[case] unicode: &str,
    #[case] ascii: &str,
) {
    let keys = Keys::named(name).unwrap();
    assert_eq!(
        (keys.shown(Symbols::UNICODE), keys.shown(Symbols::ASCII)),
        (unicode.to_owned(), ascii.to_owned())
    );
}

proptest! {
    #[test]
    fn any_text_is_a_key_that_is_written_the_same_or_none(text in "\\PC{0,12}") {
        if let Some(keys) = Keys::named(&text) {
            prop_assert_eq!(Keys::named(&keys.to_string()), Some(keys));
        }
    }
}
