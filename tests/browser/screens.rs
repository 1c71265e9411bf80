//! Snapshots of whole frames with their styles.

use crate::harness::Browser;
use insta::assert_snapshot;
use rstest::rstest;
use std::fmt::Write as _;

/// A document with every kind of block.
const EVERYTHING: &str = include_str!("../fixtures/everything.md");

#[rstest]
#[case("40x12", 40, 12)]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
#[case("1x1", 1, 1)]
fn the_page_of_every_kind_of_block(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::on(EVERYTHING, columns, rows);
    assert_snapshot!(format!("page_{name}"), browser.styled());
}

#[test]
fn the_whole_page_at_80_columns() {
    assert_snapshot!(Browser::on(EVERYTHING, 80, 120).screen());
}

#[rstest]
#[case("40x12", 40, 12)]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn a_search_with_its_preview(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::on(EVERYTHING, columns, rows).keys("/gnaw");
    assert_snapshot!(format!("search_{name}"), browser.styled());
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn a_peek_over_the_page(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::on(EVERYTHING, columns, rows).keys("/prise<Enter><Tab><Space>");
    assert_snapshot!(format!("peek_{name}"), browser.styled());
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn page_search_and_peek_in_ascii(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let screens = [
        ("page", ""),
        ("search", "/gnaw"),
        ("peek", "/prise<Enter><Tab><Space>"),
        ("help", "?"),
    ];
    for (screen, keys) in screens {
        let shown = Browser::on(EVERYTHING, columns, rows)
            .ascii()
            .keys(keys)
            .screen();
        assert!(shown.is_ascii(), "{shown}");
        if screen != "help" {
            assert_snapshot!(format!("ascii_{screen}_{name}"), shown);
        }
    }
}

#[test]
fn every_page_of_the_fixture_games_is_shown_in_ascii() {
    let mut browser = Browser::game(120, 40).ascii();
    let roots: Vec<_> = browser
        .app
        .shared
        .library
        .book
        .documents
        .iter()
        .map(|document| document.root)
        .collect();
    for root in roots {
        browser.app.go(root);
        loop {
            let screen = browser.screen();
            assert!(
                screen.is_ascii() && !screen.contains('\u{fffd}'),
                "{screen}"
            );
            let before = browser.app.reader.sheet.scroll;
            browser.press("<PgDn>");
            if browser.app.reader.sheet.scroll == before {
                break;
            }
        }
    }
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn a_page_with_its_notes_hidden(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::on(EVERYTHING, columns, rows).keys("/prise<Enter><Esc>v");
    assert_snapshot!(format!("notes_hidden_{name}"), browser.styled());
}

#[rstest]
#[case("40x12", 40, 12)]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn the_table_of_key_numbers(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::on(EVERYTHING, columns, rows).keys("#<Down>");
    assert_snapshot!(format!("numbers_{name}"), browser.styled());
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn letters_on_words(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    assert_snapshot!(
        format!("words_{name}"),
        Browser::on(EVERYTHING, columns, rows)
            .keys("/prise<Enter>F")
            .styled()
    );
}

#[test]
fn the_contents_over_a_narrow_page() {
    assert_snapshot!(Browser::on(EVERYTHING, 60, 20).keys("t").styled());
}

#[test]
fn the_list_of_what_links_here() {
    assert_snapshot!(
        Browser::on(EVERYTHING, 80, 24)
            .keys("/control range<Enter>w")
            .styled()
    );
}

#[test]
fn the_help_at_80x24() {
    assert_snapshot!(Browser::on(EVERYTHING, 80, 24).keys("?").screen());
}

#[test]
fn without_colour_links_are_underlined_and_selections_reversed() {
    let styled = Browser::on(EVERYTHING, 80, 24)
        .mono()
        .keys("/prise<Enter><Tab>")
        .styled();
    assert!(
        styled.contains("UNDERLINED") && styled.contains("REVERSED"),
        "{styled}"
    );
    for colour in ["Blue", "Magenta", "Green", "Red", "DarkGray"] {
        assert!(!styled.contains(colour), "{colour} in\n{styled}");
    }
}

#[test]
fn no_escape_sequence_of_a_document_reaches_the_screen() {
    let hostile = "# A\x1b[31m\n\n## B\u{202e}\n\ntext \x1b]0;title\x07 more\n\n| a\x1b[2J | b |\n|---|---|\n| \x07 | \u{9b}1m |\n";
    let unsafe_in = |text: &str| text.contains(tableside::source::is_unsafe);
    for (columns, rows) in [(80, 24), (40, 12), (120, 40)] {
        let browser = Browser::on(hostile, columns, rows);
        // The page is checked instead of the screen, because ratatui drops control characters
        // itself.
        let page = &browser.app.reader.sheet.page;
        let pieces = || page.lines.iter().flat_map(|line| &line.pieces);
        assert!(
            pieces().any(|piece| piece.text.contains("]0;title")),
            "the harmless rest of the sequence is kept"
        );
        assert!(pieces().all(|piece| !unsafe_in(&piece.text)));
        let book = &browser.app.shared.library.book;
        assert!(
            book.sections()
                .all(|section| !unsafe_in(&section.title) && !unsafe_in(&section.id))
        );
    }
}

#[test]
fn a_weapons_table_needs_a_line_for_each_weapon() {
    let mut browser =
        Browser::game(80, 24).at("killzone-quick-reference/quick-reference#ranged-weapons");
    let screen = browser.screen();
    let weapons = screen.lines().skip_while(|line| !line.contains("Handgun"));
    let rows = weapons.take_while(|line| !line.trim().is_empty()).count();
    assert!((10..=18).contains(&rows), "{screen}");
}

#[test]
fn key_numbers_begin_with_the_summaries_and_say_what_a_figure_means_in_the_full_width() {
    let mut browser = Browser::game(80, 24).at("kill-team/killzones").keys("#");
    let screen = browser.screen();
    let first = screen.lines().nth(4).expect("a row");
    assert!(
        first.contains("30\" x 22\"  Killzone game board, unless otherwise specified"),
        "{screen}"
    );
    assert!(!screen.contains("1AP AP"), "{screen}");
    let mut narrow = Browser::game(40, 12).keys("#drop 2\"");
    let screen = narrow.screen();
    assert!(screen.contains("2\" per action"), "{screen}");
    narrow.press("zz");
    assert!(narrow.find("no matches").is_some(), "{}", narrow.screen());
    browser.press("1ap shoot");
    assert!(
        browser.find("1AP  Shoot: cost").is_some(),
        "{}",
        browser.screen()
    );
}

/// For the widest tables of the fixture games, shows how many lines their sections have at every
/// width. A table whose rows become records has many more lines.
#[test]
fn a_wide_table_keeps_its_columns_as_long_as_they_fit() {
    let ids = [
        "zone-mortalis/zone-mortalis#force-organisation-chart",
        "killzone-quick-reference/quick-reference#ranged-weapons",
        "kill-team/npo-datacards#hexmark-destroyer",
        "kill-team/npo-datacards#npo-table",
        "kill-team/joint-ops#threat-level",
        "kill-team/event-cards",
    ];
    let library = Browser::game(1, 1).app.shared.library;
    let mut shown = String::new();
    for id in ids {
        let section = library.book.by_id(id).unwrap_or_else(|| panic!("no {id}"));
        shown.extend([id, "\n"]);
        let mut before = 0;
        for width in 60..=160 {
            let page = library.page(library.context(width), section);
            if std::mem::replace(&mut before, page.lines.len()) != page.lines.len() {
                let _ = writeln!(shown, "  from {width} columns: {before} lines");
            }
        }
    }
    assert_snapshot!(shown);
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("100x30", 100, 30)]
#[case("120x40", 120, 40)]
fn the_force_chart(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let mut browser =
        Browser::game(columns, rows).at("zone-mortalis/zone-mortalis#force-organisation-chart");
    assert_snapshot!(format!("force_chart_{name}"), browser.screen());
}
