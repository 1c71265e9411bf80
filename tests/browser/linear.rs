//! Linear mode: only the focused pane, in words, with the terminal's cursor on the selection.

use crate::harness::Browser;
use insta::assert_snapshot;
use rstest::rstest;
use tableside::tui::keymap::Context;

/// A document with every kind of block.
const EVERYTHING: &str = include_str!("../fixtures/everything.md");

/// The name, keys and context of every screen except the comparison and the pinned rule.
const SCREENS: [(&str, &str, Context); 16] = [
    ("page", "", Context::Page),
    ("link", "/prise<Enter><Tab>", Context::Page),
    ("table", "/old gnawer<Enter>", Context::Page),
    ("notes_hidden", "/prise<Enter>v", Context::Page),
    ("letters", "/prise<Enter>f", Context::Page),
    ("words", "/prise<Enter>F", Context::Page),
    ("search", "/gnaw", Context::Search),
    ("search_empty", "/", Context::Home),
    ("peek", "/prise<Enter><Tab><Space>", Context::Peek),
    ("contents", "t<Down><Down>", Context::Contents),
    ("list", "/control range<Enter>w", Context::Side),
    ("places", "/prise<Enter>/gnaw<Enter>'", Context::Places),
    ("numbers", "#<Down><Down>", Context::Numbers),
    ("prompt", "/prise<Enter>m", Context::Prompt),
    ("help", "?", Context::Help),
    ("help_filter", "?search", Context::Help),
];

/// A document with two rules that share some words.
const TWO: &str = "# House\n\n## Mud\n\nMove up to 3\" through mud. It is wet.\n\n▶ Dig.\n\n## Sand\n\nMove up to 2\" through sand. \
                   It is wet.\n\n▶ Dig.\n\n◆ An operative with a Conceal order cannot.\n";

fn browser(columns: u16, rows: u16) -> Browser {
    Browser::on(EVERYTHING, columns, rows).linear()
}

fn compared(columns: u16, rows: u16) -> Browser {
    Browser::on(TWO, columns, rows)
        .linear()
        .at("rules/house#mud")
        .keys("p")
        .at("rules/house#sand")
        .keys("p")
}

fn shown(browser: &mut Browser) -> String {
    let cursor = browser.cursor();
    format!("{}--- cursor {cursor:?} ---\n", browser.screen())
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn every_linear_screen_shows_one_pane_in_words(
    #[case] size: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    for (name, keys, context) in SCREENS {
        let mut browser = browser(columns, rows).keys(keys);
        assert_eq!(browser.app.context(), context, "{name}");
        assert_snapshot!(format!("{name}_{size}"), shown(&mut browser));
    }
    assert_snapshot!(
        format!("comparison_{size}"),
        shown(&mut compared(columns, rows))
    );
    assert_snapshot!(
        format!("pinned_{size}"),
        shown(&mut compared(columns, rows).keys("<Esc>o"))
    );
}

/// Whether a screen reader would announce the name of a character, because it is a line, a box, an
/// arrow or a shape.
fn is_drawn(letter: char) -> bool {
    matches!(letter, '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{27bf}' | '›' | '·' | '•' | '|')
}

#[test]
fn no_screen_has_a_line_a_box_or_a_mark() {
    for (columns, rows) in [
        (40, 12),
        (80, 24),
        (120, 40),
        (160, 48),
        (20, 3),
        (7, 2),
        (1, 1),
    ] {
        let screens = SCREENS
            .iter()
            .map(|(name, keys, _)| (*name, browser(columns, rows).keys(keys)));
        let comparison = [
            ("comparison", compared(columns, rows)),
            ("pinned", compared(columns, rows).keys("<Esc>o")),
        ];
        for (name, mut browser) in screens.chain(comparison) {
            let screen = browser.screen();
            // Key names count too: no key may be shown as a symbol.
            let drawn = screen.chars().find(|letter| is_drawn(*letter));
            assert!(
                drawn.is_none(),
                "{name} at {columns}x{rows}: {drawn:?} in\n{screen}"
            );
            assert!(
                browser.cursor().is_some(),
                "{name} at {columns}x{rows} has no cursor"
            );
        }
    }
}

#[rstest]
#[case::a_link("/prise<Enter>", "<Tab>")]
#[case::the_link_after_it("/prise<Enter><Tab>", "<Tab>")]
#[case::a_row_of_the_contents("t", "<Down>")]
#[case::a_result("/gnaw<Down>", "<Down>")]
#[case::a_place_that_links_here("/control range<Enter>w", "<Tab>")]
#[case::a_figure("#<Down>", "<Down>")]
#[case::a_row_of_the_home_screen("/prise<Enter>/<Down>", "<Down>")]
#[case::a_link_of_a_peek("/control range<Enter>w<Space>", "<Tab>")]
fn selecting_moves_the_cursor_and_redraws_only_the_last_line(
    #[case] before: &str,
    #[case] key: &str,
) {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut browser = browser(columns, rows).keys(before);
        let (cells, cursor) = (browser.cells(), browser.cursor());
        browser.press(key);
        let after = browser.cells();
        let changed = cells
            .diff(&after)
            .into_iter()
            .find(|(_, y, _)| *y != rows - 1);
        assert!(
            changed.is_none(),
            "{before} {key}: {changed:?}\n{}",
            browser.screen()
        );
        assert_ne!(cells, after, "{before} {key}: the last line tells");
        assert_ne!(cursor, browser.cursor(), "{before} {key}: the cursor moves");
    }
}

#[test]
fn the_cursor_is_on_the_link_that_the_last_line_names() {
    let mut browser = browser(80, 24).keys("/prise<Enter>");
    for _ in 0..3 {
        browser.press("<Tab>");
        let (x, y) = browser.cursor().expect("a cursor");
        let screen = browser.screen();
        let row: String = screen
            .lines()
            .nth(usize::from(y))
            .unwrap_or("")
            .chars()
            .skip(usize::from(x))
            .collect();
        let link = browser.app.reader.sheet.link.expect("a link is selected");
        let text = browser.app.reader.sheet.page.text_of_link(link);
        assert!(
            row.starts_with(text.split(' ').next().unwrap_or("")),
            "{text}: {row}\n{screen}"
        );
        let words = format!(
            "link {} of {}: ",
            link + 1,
            browser.app.reader.sheet.page.links.len()
        );
        assert!(
            screen
                .lines()
                .last()
                .is_some_and(|line| line.starts_with(&words)),
            "{screen}"
        );
    }
}

#[test]
fn the_cursor_is_in_the_input_line_until_a_row_is_selected() {
    let mut browser = browser(80, 24).keys("/gnaw");
    assert_eq!(browser.cursor(), Some((6, 1)));
    browser.press("<Down>");
    let (_, row) = browser.cursor().expect("a cursor");
    assert!(row > 1);
    browser.press("e");
    assert_eq!(browser.cursor(), Some((7, 1)));
}

#[test]
fn the_cursor_follows_the_reader() {
    let mut browser = browser(80, 24).keys("/burrow<Enter>");
    let line = |browser: &mut Browser| {
        let (_, y) = browser.cursor().expect("a cursor");
        browser
            .screen()
            .lines()
            .nth(usize::from(y))
            .unwrap_or("")
            .to_owned()
    };
    assert_eq!(line(&mut browser), "Heading 3: Burrow, term");
    browser.press("n");
    let matched = line(&mut browser);
    assert!(matched.to_lowercase().contains("burrow"), "{matched}");
    browser.press("<Tab><Enter>");
    let title = browser
        .app
        .shared
        .library
        .book
        .section(browser.app.reader.focus)
        .full_title();
    assert!(
        line(&mut browser).contains(&title),
        "{title}: {}",
        browser.screen()
    );
}

#[test]
fn messages_are_on_the_last_line_of_every_screen() {
    for (keys, said) in [
        ("L", "nothing to go forward to"),
        ("t<Esc>v", "notes are hidden"),
        ("g", "lines 1 to"),
    ] {
        let screen = browser(80, 24).keys(keys).screen();
        assert!(
            screen
                .lines()
                .nth(23)
                .is_some_and(|line| line.starts_with(said)),
            "{keys}: {screen}"
        );
    }
}

#[test]
fn linear_mode_can_be_ascii() {
    let ascii = |keys: &str| {
        Browser::on(EVERYTHING, 80, 24)
            .linear()
            .also_ascii()
            .keys(keys)
            .screen()
    };
    for (name, keys, _) in SCREENS {
        let screen = ascii(keys);
        assert!(screen.is_ascii(), "{name}:\n{screen}");
    }
}

#[test]
fn every_page_of_the_fixture_games_is_described_in_words() {
    let browser = Browser::game(80, 24).linear();
    let library = &browser.app.shared.library;
    for document in &library.book.documents {
        let page = library.page(library.context(80), document.root);
        // Symbols that are part of the rules' text are allowed.
        let marked = page
            .lines
            .iter()
            .find(|line| line.text().trim_start().starts_with(is_drawn));
        assert_eq!(
            marked.map(tableside::render::Line::text),
            None,
            "{}",
            document.title
        );
    }
}
