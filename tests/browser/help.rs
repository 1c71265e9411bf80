//! The help screen: its keys, its filter and scrolling.

use crate::harness::Browser;
use insta::assert_snapshot;
use rstest::rstest;

/// Returns how many keys of a context the screen describes, and how many keys the context has.
#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn the_help_is_filtered_by_typed_words(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = Browser::game(columns, rows).keys("?peek q");
    assert!(!browser.asks_to_quit(), "letters are text here");
    browser.press("<BS><BS>");
    assert_snapshot!(format!("filtered_{name}"), browser.styled());
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn help_and_footer_show_the_bound_keys(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let keys = "[keys.page]\nsearch = [\"s\", \"Ctrl-s\"]\ntop = [\"g g\"]\nnext-link = [\"Right\"]\nprevious-link = []\n";
    let text = "# House\n\n## Dig **1AP**\n\nMove. See the Mud Wall.\n\n## Mud Wall\n\nSoft.\n";
    let browser = || Browser::on(text, columns, rows).with_keys(keys);
    assert_snapshot!(format!("rebound_page_{name}"), browser().screen());
    assert_snapshot!(
        format!("rebound_chord_{name}"),
        browser().keys("g").screen()
    );
    assert_snapshot!(format!("rebound_help_{name}"), browser().keys("?").screen());
}

#[test]
fn messages_name_the_bound_keys() {
    let keys = "[keys.page]\nnotes = [\"V\"]\npin = [\"P\"]\nbookmark = [\"b\"]\n\
                [keys.side]\nnext-link = [\"Right\"]\n[keys.prompt]\nfollow = [\"Ctrl-s\"]\nclose = []\n";
    let mut browser = Browser::on("# House\n\n## Dig\n\nMove.\n", 120, 40).with_keys(keys);
    for (typed, said) in [
        ("V", "notes are hidden; V shows them"),
        ("o", "nothing is pinned; P pins the rule being read"),
        ("P", "; P on another rule compares the two"),
        ("o<Enter>", "no link is selected; → selects one"),
        ("<Esc>b", "Ctrl-s save"),
    ] {
        browser.press(typed);
        assert!(
            browser.find(said).is_some(),
            "{said} after {typed}:\n{}",
            browser.screen()
        );
    }
    assert!(
        browser.find("cancel").is_none(),
        "no key leaves the bookmark as it is:\n{}",
        browser.screen()
    );
}
