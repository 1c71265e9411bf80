//! How far each key goes: lines, pages and matches on a page, and what stays in sight meanwhile.

use crate::harness::Browser;
use rstest::rstest;

const CORE: &str = "kill-team/core-terms";

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
fn a_page_leaves_a_line_of_the_one_before_and_half_a_page_goes_half_as_far(
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = Browser::bundled(columns, rows).at(CORE);
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
fn every_match_is_shown_once_in_order_with_what_stands_above_it(
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = Browser::bundled(columns, rows).keys("/operative<Enter>g");
    let reader = &browser.app.reader;
    let (matches, height) = (reader.sheet.page.matches(), reader.sheet.height);
    // Those that stand above a third of the first screen are seen before `n` is pressed.
    let wanted: Vec<_> = matches
        .into_iter()
        .filter(|line| *line > height / 3)
        .collect();
    assert!(wanted.len() > 20, "{wanted:?}");
    for line in wanted {
        browser.press("n");
        let reader = &browser.app.reader;
        assert_eq!(reader.line, Some(line));
        if reader.sheet.visible().end < reader.sheet.page.lines.len() {
            assert_eq!(line - reader.sheet.scroll, height / 3);
        } else {
            // At the end of the page there is nothing to scroll to: the next press begins again.
            break;
        }
    }
}

#[test]
fn the_head_of_a_table_stays_over_its_rows_where_it_leaves_them_room() {
    let rows = "| 7 | Nothing. |\n".repeat(60);
    let text = format!("# House\n\n| Roll | Result |\n|---|---|\n{rows}\nThe end.\n");
    let mut pinned = [false, false];
    for rows in 3..30 {
        let browser = Browser::on(&text, 80, rows).keys("jjjjjjjjjj");
        let (reader, head) = (
            &browser.app.reader,
            browser.app.reader.sheet.page.tables[0].head.len(),
        );
        assert_eq!(
            reader.sheet.pinned_table().is_some(),
            head * 3 < reader.sheet.height,
            "{rows} rows"
        );
        pinned[usize::from(reader.sheet.pinned_table().is_some())] = true;
        assert_eq!(
            reader.sheet.uncovered().start - reader.sheet.visible().start,
            reader.sheet.pinned_table().map_or(0, |_| head)
        );
    }
    assert_eq!(pinned, [true, true], "both kinds of screens were looked at");
    let above = Browser::on(&text, 80, 24);
    assert!(
        above.app.reader.sheet.pinned_table().is_none(),
        "the head itself is in sight"
    );
    let below = Browser::on(&text, 80, 24).keys("G");
    assert!(
        below.app.reader.sheet.pinned_table().is_some(),
        "its last rows are in sight"
    );
}

#[test]
fn a_link_below_the_screen_comes_into_sight_with_what_follows_it() {
    let mut browser = Browser::bundled(80, 24).at(CORE);
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
