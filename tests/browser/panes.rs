//! The side pane, pinned sections and comparisons: tests send keys and clicks, and check state and
//! frames.

use crate::harness::Browser;
use crossterm::event::MouseEventKind;
use insta::assert_snapshot;
use ratatui::style::Modifier;
use rstest::rstest;
use tableside::tui::action::Action;
use tableside::tui::hints::Hint;
use tableside::tui::keymap::Context;
use tableside::tui::peek::Peek;
use tableside::tui::side::SideKind;

const BLAST: &str = "kill-team/core-terms#blast";
const TORRENT: &str = "kill-team/core-terms#torrent";
const BREACH: &str = "kill-team/tomb-world#breach";

/// Opens Torrent on the page, with Blast pinned.
fn pinned(columns: u16, rows: u16) -> Browser {
    Browser::game(columns, rows).at(BLAST).keys("p").at(TORRENT)
}

/// Opens Shoot on the page, with Fight pinned. The two rules share most of their words.
fn pinned_twin(columns: u16, rows: u16) -> Browser {
    Browser::game(columns, rows)
        .at("kill-team/core-terms#fight")
        .keys("p")
        .at("kill-team/core-terms#shoot")
}

fn pin(browser: &Browser) -> Option<&str> {
    browser
        .app
        .side
        .pin
        .map(|section| browser.app.shared.library.book.section(section).id.as_str())
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
#[case("160x48", 160, 48)]
fn a_pinned_rule_is_beside_or_under_the_page(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = pinned(columns, rows);
    assert_eq!((pin(&browser), browser.reading()), (Some(BLAST), TORRENT));
    assert_snapshot!(format!("pinned_{name}"), browser.styled());
}

#[rstest]
#[case("60x20", 60, 20)]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn two_rules_are_compared_word_by_word(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = pinned_twin(columns, rows).keys("p");
    assert_eq!(browser.app.context(), Context::Compare);
    assert_snapshot!(format!("compared_{name}"), browser.styled());
}

#[rstest]
#[case("40x12", 40, 12)]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn rules_that_are_not_similar_are_shown_whole(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = pinned(columns, rows).keys("p");
    assert_snapshot!(format!("whole_{name}"), browser.styled());
    browser.press("n");
    let status = browser.app.shared.messages.status.as_deref();
    assert_eq!(status, Some("no differences are marked"));
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn an_overlay_clears_what_is_below_it(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let peek = || Browser::game(columns, rows).at(BREACH).keys("<Tab><Space>");
    let mut over_peek = peek().keys("?");
    let over_page = Browser::game(columns, rows).at(BREACH).keys("?peek");
    assert_snapshot!(format!("help_over_peek_{name}"), over_peek.screen());
    assert_eq!(
        over_peek.keys("peek").screen().lines().nth(3),
        over_page.keys("").screen().lines().nth(3)
    );
    let mut again = peek().keys("??");
    assert_eq!(again.screen(), peek().screen(), "? closes the help");
    let mut second = peek().keys("<Space>");
    assert_snapshot!(format!("second_peek_{name}"), second.screen());
}

#[test]
fn a_comparison_needs_no_colour() {
    let styled = pinned_twin(120, 40).mono().keys("p").styled();
    for colour in ["Blue", "Magenta", "Green", "Red", "DarkGray"] {
        assert!(!styled.contains(colour), "{colour} in\n{styled}");
    }
    assert!(styled.contains("REVERSED"), "{styled}");
}

#[test]
fn the_third_press_unpins_the_rule() {
    let browser = pinned(120, 40).keys("pp");
    assert_eq!(
        (pin(&browser), browser.app.context()),
        (None, Context::Page)
    );
    assert_eq!(browser.reading(), TORRENT);
}

#[test]
fn pinning_the_pinned_rule_unpins_it_and_the_contents_return() {
    let mut browser = Browser::game(120, 40).at(BLAST);
    let before = browser.screen();
    browser.press("p");
    assert!(browser.app.reading().contents.is_none());
    browser.press("pk<Esc>j");
    assert_eq!(browser.app.side.pin, None);
    let place = browser.app.place();
    assert_eq!(browser.screen(), before, "at {place:?}");
}

#[test]
fn a_peeked_rule_can_be_pinned() {
    let mut browser = Browser::game(120, 40).at(TORRENT).keys("<Tab><Space>p");
    assert_eq!(
        (browser.reading(), browser.app.context()),
        (TORRENT, Context::Page)
    );
    assert!(pin(&browser).is_some());
    assert!(browser.screen().contains("Pinned"), "{}", browser.screen());
}

#[test]
fn a_link_in_the_pinned_rule_is_followed_and_back_returns_to_it() {
    let mut browser = pinned(120, 40).keys("o<Tab>");
    let place = browser.app.place();
    assert_eq!(browser.app.context(), Context::Side);
    browser.press("<Enter>");
    assert_eq!(browser.app.context(), Context::Page);
    assert_ne!(browser.reading(), TORRENT);
    assert_eq!(pin(&browser), Some(BLAST));
    browser.press("<BS>");
    assert_eq!(browser.app.place(), place);
}

fn link_of(hint: &Hint) -> usize {
    hint.word.link.expect("a hint on a link")
}

#[test]
fn hints_reach_the_links_of_the_pinned_rule() {
    let mut browser = pinned(120, 40).keys("of");
    let side = browser.hints().remove(0);
    let links = &browser.app.side.sheet.page.links;
    let target = links[link_of(&side)].targets[0];
    let place = browser.app.place();
    browser.press(&side.letters);
    assert_eq!(browser.app.reader.focus, target);
    browser.press("<BS>");
    assert_eq!(browser.app.place(), place);
}

#[test]
fn a_link_in_the_pinned_rule_is_peeked_at_over_the_pane() {
    let mut browser = pinned(120, 40).keys("o<Space>");
    let side = browser.app.reading().side.expect("the pane is shown");
    assert!(
        side.contains(browser.overlay_area(0).as_position()),
        "{:?}",
        browser.overlay_area(0)
    );
    assert!(browser.screen().contains("Valid Target") || browser.screen().contains("valid target"));
    browser.press("<Esc>o");
    assert_eq!(browser.app.context(), Context::Page);
}

#[test]
fn under_the_page_a_peek_never_covers_the_line_of_its_link() {
    let mut browser = pinned(80, 24).keys("o<Tab>");
    let row = |browser: &mut Browser| {
        browser
            .find("valid target, even with")
            .expect("the line of the link")
            .1
    };
    let before = row(&mut browser);
    browser.press("<Space>");
    assert_eq!(row(&mut browser), before);
    let peek = browser.overlay_area(0);
    assert!(
        peek.height >= 7 && !peek.contains((10, before).into()),
        "{peek:?}"
    );
}

#[test]
fn n_steps_through_the_differences() {
    let mut browser = pinned_twin(60, 12).keys("pnnn");
    let status = |browser: &Browser| browser.app.shared.messages.status.clone();
    let shown = status(&browser).expect("a message");
    let count = shown.strip_prefix("difference 3 of ").expect("the third");
    let of = |browser: &Browser| {
        browser
            .comparison()
            .map(|compare| (compare.sheet.scroll, compare.sheet.current))
    };
    let third = of(&browser);
    assert!(third.is_some_and(|(scroll, _)| scroll > 0), "{third:?}");
    browser.press("n");
    assert_ne!(of(&browser), third);
    browser.press("N");
    assert_eq!(of(&browser), third);
    browser.press("NNN");
    assert_eq!(
        status(&browser),
        Some(format!("difference {count} of {count}")),
        "begins again at the end"
    );
}

#[test]
fn a_low_screen_shows_the_pinned_rule_with_one_key() {
    let mut browser = pinned(80, 14);
    assert!(!browser.screen().contains("Pinned"), "{}", browser.screen());
    browser.press("o");
    assert!(
        browser.screen().contains("Pinned") && browser.screen().contains("Blast x"),
        "{}",
        browser.screen()
    );
    browser.press("<Esc>");
    assert!(browser.screen().contains("Torrent x"));
}

#[rstest]
#[case("160x48", 160, 48)]
#[case("140x40", 140, 40)]
fn backlinks_are_beside_the_page_on_a_wide_screen(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = Browser::game(columns, rows).at(BREACH);
    assert_snapshot!(format!("links_beside_{name}"), browser.styled());
}

#[test]
fn the_side_pane_follows_the_reading_and_is_laid_out_once_a_section() {
    let mut browser = Browser::game(160, 48).at(BREACH).keys("o<Tab>o");
    let link = browser.app.side.sheet.link;
    assert!(link.is_some());
    // The reader is still in the same section, so the side pane keeps its selected link.
    browser.press("n");
    assert_eq!(browser.app.side.sheet.link, link);
    browser.press("}");
    let focus = browser.app.reader.focus;
    assert_eq!(browser.app.side.content(), Some((SideKind::Links, focus)));
    assert_eq!(browser.app.side.sheet.link, None);
}

#[test]
fn the_side_pane_folds_away_on_a_narrower_screen() {
    let mut browser = Browser::game(160, 48).at(BREACH);
    let (column, row) = browser.find("Sabotage").expect("it links here");
    browser.resize(139, 48);
    assert!(browser.app.reading().side.is_none());
    browser.resize(160, 48);
    browser.click(column + 1, row);
    assert_eq!(browser.reading(), "kill-team/joint-ops#sabotage");
    browser.press("<BS>");
    assert_eq!(browser.reading(), BREACH);
}

#[test]
fn the_wheel_scrolls_the_pane_that_it_is_over() {
    let mut browser = Browser::game(160, 20).at(BREACH);
    let page = browser.app.reader.sheet.scroll;
    browser.mouse(MouseEventKind::ScrollDown, 150, 10);
    assert_eq!(
        (
            browser.app.reader.sheet.scroll,
            browser.app.side.sheet.scroll
        ),
        (page, 3)
    );
    browser.mouse(MouseEventKind::ScrollDown, 60, 10);
    assert_eq!(browser.app.reader.sheet.scroll, page + 3);
    let mut browser = pinned(80, 24);
    let page = browser.app.reader.sheet.scroll;
    browser.mouse(MouseEventKind::ScrollDown, 40, 20);
    assert_eq!(
        (
            browser.app.reader.sheet.scroll,
            browser.app.side.sheet.scroll
        ),
        (page, 3)
    );
}

#[test]
fn a_click_gives_the_keys_to_the_pane_and_back_to_the_page() {
    let mut browser = pinned(120, 40);
    let (column, row) = browser
        .find("separate sequence")
        .expect("text of the pinned rule");
    browser.click(column, row);
    let side = browser.app.reading().side.expect("the pane is shown");
    assert_eq!(
        browser.app.context() == Context::Side,
        side.contains((column, row).into())
    );
    browser.click(side.x + 5, side.bottom() - 2);
    assert_eq!(browser.app.context(), Context::Side);
    browser.click(5, side.bottom() - 2);
    assert_eq!(browser.app.context(), Context::Page);
}

#[test]
fn a_click_beside_a_comparison_closes_it() {
    let mut browser = pinned(120, 40).keys("p");
    browser.click(10, 20);
    assert_eq!(browser.app.context(), Context::Compare);
    browser.click(10, 0);
    assert_eq!(browser.app.context(), Context::Page);
}

#[test]
fn the_pin_survives_resizes_and_searches() {
    let mut browser = pinned(120, 40).keys("/breach<Enter>");
    for (columns, rows) in [(80, 24), (40, 12), (1, 1), (300, 100), (120, 40)] {
        browser.resize(columns, rows);
        assert_eq!(
            (pin(&browser), browser.reading()),
            (Some(BLAST), BREACH),
            "at {columns}x{rows}"
        );
    }
}

#[test]
fn a_rule_is_not_compared_with_itself() {
    let browser = Browser::game(120, 40).at(BLAST).keys("po<Tab>");
    let target = browser
        .app
        .side
        .sheet
        .selected()
        .map(|link| link.targets[0]);
    let mut browser = browser.keys("p");
    // The selected link of the side pane leads to another rule, so Blast is compared with that
    // rule.
    let compared = browser.comparison().map(|compare| Some(compare.right));
    assert_eq!(compared, Some(target));
    browser.press("<Esc><Esc>p");
    assert_eq!(pin(&browser), None);
}

#[test]
fn sections_of_any_length_are_compared_in_time() {
    let long = |word: &str| {
        let lines = (0..4000)
            .map(|line| format!("{word} {line} of {} and {}\n\n", line % 7, line * 31 % 1009));
        format!("# {word}\n\n## Long\n\n{}", lines.collect::<String>())
    };
    let (one, other) = (long("one"), long("other"));
    let browser = Browser::on_all(&[("one.md", &one), ("other.md", &other)], 120, 40);
    let start = std::time::Instant::now();
    let browser = browser
        .at("rules/one#long")
        .keys("p")
        .at("rules/other#long")
        .keys("p");
    assert_eq!(browser.app.context(), Context::Compare);
    assert!(
        start.elapsed() < std::time::Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn reloaded_rules_keep_the_pin_and_the_comparison() {
    let rules = |more: &str| {
        format!("# House\n\n{more}## Alpha Rule\n\nOne dice.\n\n## Beta Rule\n\nTwo dice.\n")
    };
    let mut browser = Browser::on(&rules(""), 120, 40)
        .at("rules/house#alpha-rule")
        .keys("p")
        .at("rules/house#beta-rule")
        .keys("p");
    let other = Browser::on(&rules("## New Rule\n\nThree dice.\n\n"), 120, 40);
    browser.app.handle(tableside::tui::event::Event::Rules(
        other.app.shared.library.clone(),
    ));
    assert_eq!(
        (pin(&browser), browser.reading()),
        (Some("rules/house#alpha-rule"), "rules/house#beta-rule")
    );
    let screen = browser.screen();
    assert!(
        screen.contains("One dice.") && screen.contains("│ Two dice."),
        "{screen}"
    );
    browser.press("<Esc>");
    assert!(browser.screen().contains("Pinned"));
}

#[rstest]
#[case::beside("", (160, 48))]
#[case::under("p{", (80, 24))]
#[case::compared("p{p", (120, 40))]
fn the_panes_exist_in_ascii(#[case] keys: &str, #[case] size: (u16, u16)) {
    let screen = Browser::game(size.0, size.1)
        .ascii()
        .at(TORRENT)
        .keys(keys)
        .screen();
    let foreign: String = screen.chars().filter(|letter| !letter.is_ascii()).collect();
    assert_eq!(foreign, "", "{screen}");
}

/// Opens a peek at a term whose text has links.
fn peeked(columns: u16, rows: u16) -> Browser {
    Browser::game(columns, rows)
        .at(TORRENT)
        .keys("<Tab><Space>")
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn hints_are_on_the_focused_overlay(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    assert_snapshot!(
        format!("letters_in_peek_{name}"),
        peeked(columns, rows).keys("f").styled()
    );
    assert_snapshot!(
        format!("words_in_peek_{name}"),
        peeked(columns, rows).keys("F").styled()
    );
    assert_snapshot!(
        format!("letters_in_comparison_{name}"),
        pinned(columns, rows).keys("pf").styled()
    );
    assert_snapshot!(
        format!("words_in_comparison_{name}"),
        pinned(columns, rows).keys("pF").styled()
    );
}

#[test]
fn a_hint_in_a_peek_opens_another_peek_and_the_page_stays() {
    let mut browser = peeked(120, 40).keys("f");
    let place = browser.app.place();
    let link = browser
        .hints()
        .into_iter()
        .next_back()
        .expect("a link in the peek");
    let peek = browser.app.peeks().last().expect("a peek");
    let target = peek.sheet.page.links[link_of(&link)].targets[0];
    browser.press(&link.letters);
    assert_eq!(browser.app.peeks().count(), 2);
    assert_eq!(browser.app.peeks().last().map(Peek::section), Some(target));
    browser.press("<Esc><Esc>");
    assert_eq!(
        (browser.app.place(), browser.app.context()),
        (place, Context::Page)
    );
}

#[test]
fn word_hints_are_on_a_side_pane_that_covers_the_page() {
    let mut browser = pinned(80, 14).keys("o");
    assert!(browser.app.reading().side_covers_page());
    browser.app.perform(Action::WordHints);
    let hints = browser.hints();
    assert!(!hints.is_empty(), "{}", browser.screen());
}

#[test]
fn a_hint_on_a_word_of_a_peek_or_a_comparison_peeks_at_it() {
    for (mut browser, before) in [(peeked(120, 40), 1), (pinned(120, 40).keys("p"), 0)] {
        browser.press("F");
        let is_link = |hint: &Hint| hint.word.link.is_some();
        let mut words = browser.hints().into_iter();
        let Hint { letters, word, .. } = words.find(is_link).expect("a term in the text");
        browser.press(&letters);
        assert_eq!(browser.app.peeks().count(), before + 1, "{word:?}");
        assert!(browser.app.hints.is_none());
    }
}

#[test]
fn a_peek_at_a_word_of_a_comparison_does_not_cover_it() {
    let compared = || pinned(120, 40).keys("p<Tab>F");
    let selected = |browser: &Browser| browser.comparison().and_then(|open| open.sheet.link);
    assert!(selected(&compared()).is_some());
    let is_plain = |hint: &Hint| hint.word.link.is_none();
    let mut looked_up = compared().hints().into_iter().filter(is_plain).map(|hint| {
        let browser = compared().keys(&hint.letters);
        (browser, hint.word)
    });
    let (browser, word) = looked_up
        .find(|(browser, _)| browser.app.peeks().count() == 1)
        .expect("a word that is no link, but is found");
    assert_eq!(selected(&browser), None);
    let sheet = browser.comparison().map(|open| &open.sheet);
    let row = sheet.map_or(0, |sheet| sheet.row(word.line)) + browser.app.reading().compared().y;
    let peek = browser.overlay_area(1);
    assert!(!peek.rows().any(|line| line.y == row), "{peek:?} on {row}");
}

#[test]
fn a_hint_in_a_comparison_opens_the_link_and_back_returns() {
    let mut browser = pinned(120, 40).keys("p");
    let place = browser.app.place();
    browser.press("f");
    let link = browser
        .hints()
        .into_iter()
        .next_back()
        .expect("a link in the comparison");
    browser.press(&link.letters);
    assert_eq!(browser.app.context(), Context::Page);
    browser.press("<BS>");
    assert_eq!(browser.app.place(), place);
}

#[test]
fn the_side_pane_lists_exceptions_like_the_list() {
    let mut browser = Browser::game(160, 50).at(BREACH);
    let screen = browser.screen();
    let lines = browser.app.side.sheet.page.lines.iter();
    let marked = lines
        .filter(|line| line.text().contains("\u{2260} "))
        .count();
    let line = screen
        .lines()
        .find(|line| line.contains("What links to Breach"));
    let line = line.unwrap_or_default().trim_end().to_owned();
    assert_eq!(marked, 4, "{screen}");
    browser.press("x");
    assert!(browser.find("The Maze Reforms").is_some());
    assert!(line.contains("What links to Breach: "), "{line}");
}

#[test]
fn a_blank_column_is_between_a_pinned_text_and_its_scrollbar() {
    let mut browser = Browser::game(100, 30).at(BREACH).keys("p").at(TORRENT);
    let cells = browser.cells();
    let area = browser.app.reading().side_text();
    let right = area.right() - 2;
    assert!(
        area.rows().all(|row| cells[(right, row.y)].symbol() == " "),
        "{}",
        browser.screen()
    );
}

#[test]
fn a_peek_is_beside_its_link_after_a_resize() {
    let mut browser = Browser::game(120, 40)
        .at(BREACH)
        .keys("<Tab><Tab><Tab><Tab><Space>");
    for (columns, rows) in [(80, 24), (100, 30), (60, 20), (40, 16), (140, 50)] {
        browser.resize(columns, rows);
        let sheet = &browser.app.reader.sheet;
        let link = sheet.selected().expect("the link is still selected").line;
        assert!(sheet.visible().contains(&link), "{}", browser.screen());
        let row = browser.app.reading().page.y + sheet.row(link);
        let peek = browser.overlay_area(0);
        assert!(
            !(peek.y..peek.bottom()).contains(&row),
            "{}",
            browser.screen()
        );
    }
}

#[test]
fn a_peek_keeps_its_selected_link_at_another_size() {
    let mut browser = peeked(120, 40).keys("<Tab><Tab>");
    let selected = |browser: &Browser| {
        let sheet = &browser.app.peeks().last().expect("a peek").sheet;
        let link = sheet.selected().expect("a selected link");
        assert!(
            sheet.visible().contains(&link.line),
            "{:?}",
            sheet.visible()
        );
        link.targets.clone()
    };
    let before = selected(&browser);
    for (columns, rows) in [(80, 24), (60, 20), (40, 16), (120, 40)] {
        browser.resize(columns, rows);
        assert_eq!(selected(&browser), before);
    }
}

#[rstest]
#[case::of_what_links_here("w<Tab><Tab><Tab><Space>", (80, 40), (60, 20))]
#[case::of_the_side_pane("o<Tab><Tab><Space>", (160, 40), (142, 20))]
#[case::of_a_comparison("p<Esc>/torrent<Enter>p<Tab><Space>", (120, 40), (100, 20))]
fn a_peek_shows_what_it_belongs_to_after_a_resize(
    #[case] keys: &str,
    #[case] large: (u16, u16),
    #[case] small: (u16, u16),
) {
    let mut browser = Browser::game(large.0, large.1).at(BLAST).keys(keys);
    for (columns, rows) in [large, small, large] {
        browser.resize(columns, rows);
        assert_eq!(browser.app.context(), Context::Peek, "{columns}x{rows}");
        let selected = Modifier::REVERSED | Modifier::UNDERLINED;
        let cells = browser.cells();
        let mut cells = cells.content.iter();
        let is_shown =
            cells.any(|cell| cell.style().add_modifier.contains(selected) || cell.symbol() == "▌");
        assert!(is_shown, "{}", browser.screen());
    }
}

#[rstest]
#[case(80, 13)]
#[case(40, 12)]
#[case(40, 9)]
fn a_peek_has_a_low_screen_to_itself(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::game(columns, rows).at(BLAST).keys("<Tab><Space>");
    let screen = browser.screen();
    let lines: Vec<_> = screen.lines().collect();
    let frame = lines.len() - 2;
    assert!(lines[0].starts_with("┌ Blast x › "), "{screen}");
    assert!(
        lines[frame].starts_with('└') && lines[frame].ends_with('┘'),
        "{screen}"
    );
    browser.press("<Space>");
    assert_eq!(browser.overlay_area(1), browser.overlay_area(0));
}

#[test]
fn what_links_here_gets_the_focus_where_it_is_beside_the_page() {
    let browser = Browser::game(160, 48).at(BLAST).keys("w");
    assert_eq!(browser.app.context(), Context::Side);
    assert!(browser.app.side.sheet.link.is_some());
    let browser = Browser::game(120, 40).at(BLAST).keys("w");
    assert_eq!(browser.app.context(), Context::Side);
}

#[test]
fn the_side_pane_and_the_list_have_the_same_exceptions() {
    const BREACH: &str = "kill-team/tomb-world#breach";
    let mut browser = Browser::game(160, 100).at(BREACH);
    let marked = browser.screen().matches('≠').count();
    browser.press("x");
    assert!(
        browser
            .find(&format!("What changes Breach: {marked}"))
            .is_some(),
        "{}",
        browser.screen()
    );
}
