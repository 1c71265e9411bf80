//! Clicks on keys in the footer and the help, on titles in the header, and on notes.

use crate::harness::Browser;
use rstest::rstest;
use tableside::tui::keymap::Context;

const BREACH: &str = "kill-team/tomb-world#breach";

fn click_footer(browser: &mut Browser, text: &str) {
    let screen = browser.screen();
    let (row, line) = screen.lines().enumerate().last().expect("a footer");
    let at = line
        .find(text)
        .unwrap_or_else(|| panic!("no {text} in {line}"));
    let column = line[..at].chars().count();
    let cell = |at: usize| u16::try_from(at).expect("a place on the screen");
    browser.click(cell(column), cell(row));
}

#[rstest]
#[case(80, 24)]
#[case(100, 30)]
fn the_keys_of_the_footer_click(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::game(columns, rows).at(BREACH);
    click_footer(&mut browser, "Tab link");
    assert!(browser.app.reader.sheet.link.is_some());
    click_footer(&mut browser, "peek");
    assert_eq!(browser.app.context(), Context::Peek);
    click_footer(&mut browser, "close");
    assert_eq!(browser.app.context(), Context::Page);
    click_footer(&mut browser, "search");
    assert_eq!(browser.app.context(), Context::Home);
    click_footer(&mut browser, "to the page");
    click_footer(&mut browser, "help");
    assert_eq!(browser.app.context(), Context::Help);
    click_footer(&mut browser, "close");
    // On a page with dice, the key that rolls them is more important.
    click_footer(&mut browser, "roll");
    assert_eq!(browser.app.context(), Context::Roll);
    let mut browser = Browser::game(columns, rows).at("kill-team/killzones#heavy");
    click_footer(&mut browser, "contents");
    assert_eq!(browser.app.context(), Context::Contents);
    let mut browser = Browser::game(columns, rows).at(BREACH);
    click_footer(&mut browser, "back");
    assert_ne!(browser.reading(), BREACH, "back to the first page");
    let mut browser = Browser::home(columns, rows, &[]);
    click_footer(&mut browser, "quit");
    assert!(browser.asks_to_quit());
}

#[test]
fn a_click_on_a_status_message_presses_no_key() {
    let mut browser = Browser::game(80, 24).at(BREACH).keys("v");
    let before = browser.app.place();
    browser.click(3, 23);
    assert_eq!(browser.app.context(), Context::Page);
    assert_eq!(browser.app.place(), before);
}

#[rstest]
#[case(60, 20)]
#[case(80, 24)]
#[case(120, 40)]
fn the_titles_of_the_header_click(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::game(columns, rows).at(BREACH);
    if columns >= 80 {
        let (column, row) = browser.find("Breach Point ›").expect("the title above");
        assert_eq!(row, 0);
        browser.click(column + 2, row);
        assert_eq!(browser.reading(), "kill-team/tomb-world#breach-point");
    }
    // A click on the ellipsis opens the last of the titles that it replaces.
    let mut browser = Browser::game(60, 20).at(BREACH);
    let (column, row) = browser.find("…").expect("a cut path");
    browser.click(column, row);
    assert_eq!(browser.reading(), "kill-team/tomb-world#breach-point");
    let mut browser = Browser::game(120, 40).at(BREACH);
    let (column, row) = browser
        .find("Killzone: Tomb World ›")
        .expect("the document");
    browser.click(column, row);
    assert_eq!(browser.reading(), "kill-team/tomb-world");
    let mut browser = browser.at(BREACH);
    browser.click(4, 0);
    assert_eq!(
        browser.reading(),
        "kill-team/core-terms",
        "the game's first document"
    );
    browser.click(119, 0);
    assert_eq!(
        browser.reading(),
        "kill-team/core-terms",
        "a date is no link"
    );
}

fn click_text(browser: &mut Browser, text: &str) {
    let place = browser.find(text);
    let (column, row) = place.unwrap_or_else(|| panic!("no {text} in\n{}", browser.screen()));
    browser.click(column, row);
}

#[rstest]
#[case(40, 12)]
#[case(80, 24)]
#[case(120, 40)]
fn the_button_before_the_path_leads_back(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::game(columns, rows);
    let before = browser.screen();
    assert!(!before.contains('‹'), "{before}");
    browser = browser.at(BREACH);
    click_text(&mut browser, "‹");
    assert_eq!(browser.screen(), before);
}

#[test]
fn a_click_on_a_key_of_the_help_does_what_the_key_does() {
    let mut browser = Browser::game(80, 24).at(BREACH).keys("?");
    click_text(&mut browser, "what changes this rule");
    assert_eq!(browser.app.context(), Context::Side);
    assert!(browser.find("What changes Breach").is_some());
    browser.press("<Esc>?");
    click_text(&mut browser, "hide or show the notes");
    assert!(browser.app.overlays.is_empty() && browser.app.reader.hide_notes);
    browser.press("?pin, or<Enter>");
    assert!(browser.app.side.pin.is_some());
    // The end of the help lists keys of other panes. A click on one of these keys does nothing.
    browser.press("?");
    (0..40).for_each(|_| browser.press("<PgDn>"));
    browser.click(20, 20);
    assert_eq!(browser.app.context(), Context::Help);
}

#[test]
fn a_click_saves_the_name_of_a_bookmark_and_one_beside_it_does_not() {
    let mut browser = Browser::game(80, 24).at(BREACH).keys("m");
    browser.click(30, 10);
    assert!(browser.app.shared.state.bookmarks.is_empty());
    browser.press("m");
    browser.click(30, 23);
    assert_eq!(browser.app.shared.state.bookmarks.len(), 1);
}

#[test]
fn header_and_footer_leave_the_last_column_blank() {
    for (columns, rows) in [(40, 12), (80, 24), (100, 30)] {
        let mut browser = Browser::game(columns, rows);
        for id in ["kill-team/killzones#heavy", "kill-team/core-terms", BREACH] {
            browser = browser.at(id);
            let screen = browser.screen();
            for line in [screen.lines().next(), screen.lines().last()] {
                let wide = line.expect("a line").chars().count();
                assert!(wide < usize::from(columns), "{screen}");
            }
        }
    }
}

#[test]
fn a_repeated_click_on_a_key_repeats_it_below_the_message() {
    let mut browser = Browser::game(80, 24)
        .at("kill-team/joint-ops#strategy-phase")
        .keys("cregroup<Enter>T");
    let screen = browser.screen();
    let (row, line) = screen.lines().enumerate().last().expect("a footer");
    let at = line.find("add 1").expect("the key");
    let column = u16::try_from(line[..at].chars().count()).expect("a column");
    let row = u16::try_from(row).expect("a row");
    for _ in 0..4 {
        browser.click(column, row);
    }
    let game = browser.app.shared.state.game().expect("a game");
    assert_eq!(game.counters["Threat level"], 4);
}
