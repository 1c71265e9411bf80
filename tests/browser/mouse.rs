//! The mouse: clicks on the keys of the footer and on the titles of the header.

use crate::harness::Browser;
use rstest::rstest;
use tableside::tui::keymap::Context;

const BREACH: &str = "kill-team/tomb-world#breach";

/// Clicks on a text in the last line.
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
    let mut browser = Browser::bundled(columns, rows).at(BREACH);
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
    click_footer(&mut browser, "contents");
    assert_eq!(browser.app.context(), Context::Contents);
    let mut browser = Browser::bundled(columns, rows).at(BREACH);
    click_footer(&mut browser, "back");
    assert_ne!(browser.reading(), BREACH, "back to the first page");
    let mut browser = Browser::home(columns, rows, &[]);
    click_footer(&mut browser, "quit");
    assert!(browser.asks_to_quit());
}

#[test]
fn a_click_on_a_status_message_presses_no_key() {
    let mut browser = Browser::bundled(80, 24).at(BREACH).keys("v");
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
    let mut browser = Browser::bundled(columns, rows).at(BREACH);
    let (column, row) = browser.find("Breach Point ›").expect("the title above");
    assert_eq!(row, 0);
    browser.click(column + 2, row);
    assert_eq!(browser.reading(), "kill-team/tomb-world#breach-point");
    let mut browser = Browser::bundled(120, 40).at(BREACH);
    let (column, row) = browser
        .find("Killzone: Tomb World ›")
        .expect("the document");
    browser.click(column, row);
    assert_eq!(browser.reading(), "kill-team/tomb-world");
    let mut browser = browser.at(BREACH);
    browser.click(2, 0);
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
