//! The help screen: its keys, its filter and scrolling.

use crate::harness::Browser;
use insta::assert_snapshot;
use rstest::rstest;
use tableside::tui::keymap::{Context, all_rows};

/// Returns how many keys of a context the screen describes, and how many keys the context has.
fn named(screen: &str, context: Context) -> (usize, usize) {
    let helps: Vec<_> = all_rows()
        .filter(|(of, _)| *of == context)
        .map(|(_, row)| row.help)
        .collect();
    (
        helps.iter().filter(|help| screen.contains(**help)).count(),
        helps.len(),
    )
}

#[rstest]
#[case("", "?", Context::Page)]
#[case("t", "?", Context::Contents)]
#[case("/breach", "<F1>", Context::Search)]
#[case("<Tab><Space>", "?", Context::Peek)]
#[case("w", "?", Context::List)]
#[case("'", "<F1>", Context::Places)]
fn all_keys_of_the_focused_pane_fit_the_help(
    #[case] keys: &str,
    #[case] help: &str,
    #[case] context: Context,
) {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut browser = Browser::bundled(columns, rows)
            .at("kill-team/tomb-world#breach")
            .keys(keys);
        assert_eq!(browser.app.context(), context);
        browser.press(help);
        let (in_sight, all) = named(&browser.screen(), context);
        assert_eq!(in_sight, all, "{columns}x{rows}:\n{}", browser.screen());
    }
}

#[test]
fn scrolling_reaches_the_end_and_stops_there() {
    let mut browser = Browser::bundled(80, 24).keys("?");
    for _ in 0..40 {
        browser.press("<PgDn>");
    }
    let last = all_rows().last().expect("there are keys").1.help;
    assert!(browser.screen().contains(last), "{}", browser.screen());
    let end = browser.screen();
    browser.press("j");
    assert_eq!(browser.screen(), end);
    browser.press("k");
    assert_ne!(browser.screen(), end);
    browser.press("<Esc>");
    assert!(browser.app.overlays.is_empty());
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn the_help_is_filtered_by_typed_words(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = Browser::bundled(columns, rows).keys("?/peek q");
    assert!(!browser.asks_to_quit(), "letters are text here");
    browser.press("<BS><BS>");
    assert_snapshot!(format!("filtered_{name}"), browser.styled());
}

#[test]
fn the_filter_is_kept_or_dropped_before_the_help_closes() {
    let mut browser = Browser::bundled(80, 24).keys("?");
    let all = browser.screen();
    browser.press("/bookmark<Enter>");
    assert_eq!(browser.app.context(), Context::Help);
    assert!(
        browser.screen().contains("filter: bookmark"),
        "{}",
        browser.screen()
    );
    browser.press("/<Esc>");
    assert_eq!(browser.screen(), all);
    browser.press("q");
    assert!(browser.app.overlays.is_empty());
}

#[test]
fn a_click_below_a_filter_that_matches_nothing_closes_the_help() {
    let mut browser = Browser::bundled(3, 24).keys("?/xyzzy");
    browser.click(1, 5);
    assert!(browser.app.overlays.is_empty());
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
