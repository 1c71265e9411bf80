//! Versions of a rule in several documents: the page names them, a key compares them, and lists
//! show them once.

use crate::harness::Browser;
use insta::assert_snapshot;
use rstest::rstest;
use tableside::tui::app::Request;
use tableside::tui::event::{BackgroundCommand, Event};
use tableside::tui::keymap::Context;

const CORE: &str = "# Core Rules\n\n## Actions\n\n### Operate Hatch 1AP\n\n▶ Open or close a hatchway within 1\" of it.\n\n\
    ◆ Not within control range of an enemy.\n\n### Guard\n\nStand and watch the hatchway; Operate Hatch ends it.\n";
const PACK: &str = "# Tomb Pack\n\n## Operate Hatch 1AP\n\n▶ Open or close a hatchway within 1\" of it.\n\n\
    ◆ Not within control range of an enemy.\n\n## Guard\n\nStand and watch the hatchway; Operate Hatch ends it.\n";
const OTHER: &str = "# Joint Pack\n\n## Operate Hatch 1AP\n\n▶ Open or close a hatchway within 2\" of it.\n\n\
    ◆ Not within control range of an enemy.\n";

fn hatches(columns: u16, rows: u16) -> Browser {
    Browser::on_all(
        &[("core.md", CORE), ("tomb.md", PACK), ("joint.md", OTHER)],
        columns,
        rows,
    )
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn the_page_names_other_documents_of_a_rule(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = hatches(columns, rows).at("rules/core#operate-hatch");
    let screen = browser.screen();
    assert!(
        screen.contains("Also in  Tomb Pack (same) · Joint Pack (differs)"),
        "{screen}"
    );
    assert_snapshot!(format!("compared_{name}"), browser.styled());
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn the_results_list_a_rule_once(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let mut browser = hatches(columns, rows).keys("/operate hatch");
    assert_snapshot!(format!("folded_{name}"), browser.styled());
}

#[test]
fn the_key_compares_with_each_of_the_other_versions() {
    let mut browser = hatches(120, 40).at("rules/core#operate-hatch").keys("=");
    assert_eq!(browser.app.context(), Context::Compare);
    let of = |browser: &Browser| {
        browser
            .comparison()
            .map(|compare| compare.sheet.page.matches().len())
    };
    assert_eq!(of(&browser), Some(0), "the first is the same");
    browser.press("=");
    assert_eq!(of(&browser), Some(1), "the second differs in one part");
    assert!(
        browser.screen().contains("Operate Hatch  Joint Pack"),
        "{}",
        browser.screen()
    );
    browser.press("<Esc>");
    assert_eq!(browser.reading(), "rules/core#operate-hatch");
}

#[test]
fn versions_in_long_documents_are_found_in_the_background() {
    let long = |rules| format!("{rules}\n## Long\n\n{}", "A long text. ".repeat(12_000));
    let (core, pack) = (long(CORE), long(PACK));
    let browser = Browser::on_all(&[("core.md", &core), ("tomb.md", &pack)], 80, 24);
    let mut browser = browser.at("rules/core#operate-hatch").keys("jk");
    assert!(
        !browser.screen().contains("Also in"),
        "{}",
        browser.screen()
    );
    let requests = std::mem::take(&mut browser.app.requests).into_iter();
    let mut commands = requests.filter_map(|request| match request {
        Request::Background(BackgroundCommand::Changes(library, document)) => {
            Some((library, document))
        }
        _ => None,
    });
    let (library, document) = commands.next().expect("a command to find the versions");
    assert!(commands.next().is_none(), "a key repeats the command");
    library.collect_versions(document);
    browser.app.handle(Event::ChangesReady);
    let screen = browser.screen();
    assert!(screen.contains("Also in  Tomb Pack (same)"), "{screen}");
    assert!(browser.app.requests.is_empty(), "all versions are known");
}

#[test]
fn a_rule_with_one_version_is_not_compared() {
    let rules = "# House\n\n## Alpha Rule\n\nSee the Beta Rule.\n";
    let browser = Browser::on(rules, 80, 24).keys("/alpha<Enter>=");
    assert_eq!(
        browser.app.shared.messages.status.as_deref(),
        Some("Alpha Rule has no other versions")
    );
}

#[test]
fn right_within_the_text_moves_in_it() {
    let mut browser = hatches(120, 40).keys("/operate<Left><Left><Right>x");
    assert_eq!(
        browser
            .app
            .finder
            .as_ref()
            .map(|finder| finder.input.value()),
        Some("operatxe")
    );
    assert!(browser.screen().contains("operatxe"));
}

#[test]
fn backlinks_name_a_place_once() {
    let mut browser = hatches(160, 48).at("rules/core#operate-hatch");
    let screen = browser.screen();
    assert!(screen.contains("What links to Operate Hatch"), "{screen}");
    browser.app.go(browser
        .app
        .shared
        .library
        .book
        .by_id("rules/tomb#operate-hatch")
        .expect("the other version"));
    assert!(browser.screen().contains("Guard"), "{}", browser.screen());
}

#[test]
fn a_copied_rule_is_the_rule_alone() {
    let browser = hatches(80, 24).at("rules/core#operate-hatch").keys("y");
    let copied = browser.copied();
    assert!(
        copied.contains("Operate Hatch") && !copied.contains("Also in"),
        "{copied}"
    );
}

#[test]
fn changes_of_one_name_show_the_section_above() {
    let mut browser = Browser::game(100, 30).at("kill-team/killzones#exposed");
    let screen = browser.screen();
    for name in ["Hatchway › Open", "Breach Point › Open"] {
        assert!(screen.contains(name), "{screen}");
    }
}
