//! How far the movement keys scroll, and what stays visible.

use crate::harness::Browser;
use rstest::rstest;
use tableside::tui::app::Request;

const CORE: &str = "kill-team/core-terms";

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
fn paging_keeps_one_line_and_half_pages_scroll_half_as_far(
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = Browser::game(columns, rows).at(CORE);
    let height = browser.app.reader.sheet.height;
    for (there, back, lines) in [
        ("j", "k", 1),
        ("<PgDn>", "<PgUp>", height - 1),
        ("d", "u", height / 2),
    ] {
        browser.press(there);
        assert_eq!(browser.app.reader.sheet.scroll, lines, "{there}");
        browser.press(there);
        assert_eq!(browser.app.reader.sheet.scroll, 2 * lines, "{there} again");
        browser.press(back);
        browser.press(back);
        assert_eq!(browser.app.reader.sheet.scroll, 0, "{back}");
    }
    browser.press("G");
    let reader = &browser.app.reader;
    assert_eq!(reader.sheet.visible().end, reader.sheet.page.lines.len());
    browser.press("g");
    assert_eq!(browser.app.reader.sheet.scroll, 0);
}

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
fn every_match_is_shown_once_in_order_with_lines_above_it(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::game(columns, rows).keys("/operative<Enter>g");
    let reader = &browser.app.reader;
    let (matches, height) = (reader.sheet.page.matches(), reader.sheet.height);
    assert!(matches.len() > 20, "{matches:?}");
    for line in &matches {
        browser.press("n");
        let sheet = &browser.app.reader.sheet;
        assert_eq!((sheet.current, sheet.faded), (Some(*line), false));
        if sheet.visible().end < sheet.page.lines.len() {
            let above = line - sheet.scroll;
            assert_eq!(above, (*line).min(height / 3));
        }
    }
    browser.press("n");
    assert_eq!(
        browser.app.reader.sheet.current,
        matches.first().copied(),
        "begins again"
    );
    browser.press("N");
    assert_eq!(browser.app.reader.sheet.current, matches.last().copied());
}

#[rstest]
#[case(80, 24)]
#[case(100, 30)]
fn matches_fade_with_the_first_movement_and_the_current_match_is_highlighted(
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let reversed = |browser: &mut Browser| {
        let (_, styles) = styles(browser);
        styles.matches("REVERSED").count()
    };
    let marked = |browser: &mut Browser| styles(browser).1.matches("UNDERLINED").count();
    let mut browser = Browser::game(columns, rows).keys("/breach<Enter>");
    assert_eq!(reversed(&mut browser), 1, "{}", browser.styled());
    assert!(marked(&mut browser) > 1);
    browser.press("n");
    assert_eq!(reversed(&mut browser), 1, "{}", browser.styled());
    browser.press("k");
    assert_eq!((reversed(&mut browser), marked(&mut browser)), (0, 0));
    browser.press("n");
    assert_eq!(reversed(&mut browser), 1, "{}", browser.styled());
}

fn styles(browser: &mut Browser) -> (String, String) {
    let styled = browser.styled();
    let (screen, styles) = styled.split_once("--- styles").expect("styles");
    (screen.to_owned(), styles.to_owned())
}

#[test]
fn a_link_below_the_screen_scrolls_into_view_with_lines_after_it() {
    let mut browser = Browser::game(80, 24).at(CORE);
    let before = browser.app.reader.sheet.scroll;
    while browser.app.reader.sheet.scroll == before {
        browser.press("<Tab>");
    }
    let reader = &browser.app.reader;
    let line = reader.sheet.page.links[reader.sheet.link.expect("a link is selected")].line;
    assert_eq!(
        reader.sheet.visible().end - (line + 1),
        reader.sheet.height / 3
    );
}

#[test]
fn an_image_is_a_link_and_needs_a_viewer() {
    let text = "# Tomb\n\nSee ![map of the tomb](maps/tomb.png) and ![](http://a.example/b.png).\n";
    let mut browser = Browser::on(text, 100, 20).keys("<Tab>");
    let page = &browser.app.reader.sheet.page;
    assert_eq!(page.links.len(), 1);
    assert_eq!(page.text_of_link(0), "[image: map of the tomb, tomb.png]");
    browser.press("<Enter>");
    assert!(
        browser
            .screen()
            .contains("add `image_viewer = \"xdg-open\"` to config.toml")
    );
    browser.app.image_viewer = vec!["viewer".to_owned()];
    browser.press("<Space>");
    let opened = browser
        .app
        .requests
        .iter()
        .find_map(|request| match request {
            Request::OpenImage(image) => Some(image.open()),
            _ => None,
        });
    assert_eq!(
        opened.unwrap(),
        "tomb.png is not an image in the rules folder"
    );
}

#[test]
fn an_image_opens_by_a_click_and_inside_a_peek() {
    let text = "# Tomb\n\n![map](a.png)\n\n## Use\n\nSee [the tomb](#tomb).\n";
    let mut browser = Browser::on(text, 100, 20);
    let advice = "add `image_viewer = \"xdg-open\"` to config.toml";
    let (x, y) = browser.find("[image: map").expect("an image");
    browser.click(x + 1, y);
    assert!(browser.screen().contains(advice));
    browser.press("<Tab><Tab><Space>");
    assert!(!browser.screen().contains(advice));
    browser.press("<Tab><Space>");
    assert!(browser.screen().contains(advice));
}

#[test]
fn moving_to_another_section_deselects_the_link() {
    let mut browser = Browser::game(80, 24)
        .at("kill-team/core-terms#blast")
        .keys("<Tab>");
    assert!(browser.app.reader.sheet.link.is_some());
    browser.press("}");
    assert_eq!(browser.app.reader.sheet.link, None);
}
