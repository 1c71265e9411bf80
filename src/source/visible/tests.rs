//! Tests of which characters are shown.

use proptest::prelude::*;
use rstest::rstest;

use super::*;

#[test]
fn escape_sequences_and_reordering_never_pass() {
    assert_eq!(clean("a\x1b[31mb\u{202e}c\td"), "a[31mbc d");
    assert!(matches!(clean("plain – “text”"), Cow::Borrowed(_)));
}

#[test]
fn text_hidden_in_ignorable_characters_is_dropped_after_latin_letters() {
    let hidden = (0..=0x10_ffff)
        .filter_map(char::from_u32)
        .filter(|c| is_ignorable(*c));
    let hidden: Vec<_> = hidden.collect();
    assert_eq!(hidden.len(), 4174, "as many as Unicode lists");
    for c in hidden {
        assert!(is_hidden("Bre", c), "U+{:04X}", u32::from(c));
        assert_eq!(clean(&format!("Bre{c}ach")), "Breach");
    }
}

#[rstest]
#[case::family("👨\u{200d}👩\u{200d}👧")]
#[case::eye("👁\u{fe0f}\u{200d}🗨\u{fe0f}")]
#[case::heart("❤\u{fe0f}")]
#[case::key("1\u{fe0f}\u{20e3}")]
#[case::england("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}")]
#[case::persian("می\u{200c}خواهم")]
#[case::sinhala("ශ\u{200d}රී")]
#[case::devanagari("क्\u{200d}ष")]
#[case::han("葛\u{e0100}")]
#[case::mongolian("ᠠ\u{180b}")]
#[case::hebrew("א\u{5b8}\u{34f}\u{5b4}")]
#[case::hangul("\u{1100}\u{1160}")]
fn what_scripts_and_emoji_need_is_kept(#[case] text: &str) {
    assert_eq!(clean(text), text);
    let (at, _) = text.char_indices().nth(1).unwrap();
    let (start, end) = text.split_at(at);
    assert_eq!(clean_after(start, end), end);
}

#[rstest]
#[case::a_second_selector("❤\u{fe0f}\u{fe01}", "❤\u{fe0f}")]
#[case::a_second_joiner("می\u{200c}\u{200c}خ", "می\u{200c}خ")]
#[case::a_message_after_a_flag(&format!("🏴{}", "\u{e0061}".repeat(40)), &format!("🏴{}", "\u{e0061}".repeat(6)))]
#[case::a_joiner_among_letters("Bre\u{200d}ach", "Breach")]
#[case::a_tag_after_another_flag("🏁\u{e0061}", "🏁")]
fn no_more_is_kept(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(clean(text), expected);
}

proptest! {
    #[test]
    fn cleaning_in_pieces_is_cleaning_once(pieces in proptest::collection::vec(
        "[a❤👨🏴میא葛1 \u{200d}\u{200c}\u{fe0f}\u{e0061}\u{e007f}\u{34f}\u{ad}\u{e0100}\x1b]{0,4}", 0..6,
    )) {
        let mut text = String::new();
        for piece in &pieces {
            let cleaned = clean_after(&text, piece).into_owned();
            text.push_str(&cleaned);
        }
        let whole = pieces.concat();
        prop_assert_eq!(&clean(&whole), &text);
        prop_assert_eq!(&clean(&text), &text);
        prop_assert!(text.chars().all(|c| !is_unsafe(c)));
    }
}
