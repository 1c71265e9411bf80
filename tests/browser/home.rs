//! The home screen: its entries, keys and mouse.

use crate::harness::{Browser, prepared};
use insta::assert_snapshot;
use rstest::rstest;
use tableside::library::{Library, READING};
use tableside::rules::Rulebook;
use tableside::source::Source;
use tableside::state::{Bookmark, Change, ReadingPosition};
use tableside::theme::Symbols;
use tableside::tui::event::Event;
use tableside::tui::finder::ResultRow;
use tableside::tui::home::{Group, HomeRow, QUESTIONS};
use tableside::tui::keymap::Context;

const BREACH: &str = "kill-team/tomb-world#breach";

/// Returns the stored changes of an earlier session.
fn earlier() -> Vec<Change> {
    let visit = |id: &str| Change::Visit(id.to_owned());
    let bookmark = |id: &str, name: &str| {
        let (id, name) = (id.to_owned(), name.to_owned());
        Change::Bookmark(Bookmark { id, name })
    };
    let position = |id: &str| ReadingPosition {
        section: id.to_owned(),
        top: id.to_owned(),
        line: 0,
        letters: 0,
    };
    vec![
        bookmark(BREACH, "grenadier cost"),
        bookmark("kill-team/killzones#heavy", "Heavy"),
        bookmark("kill-team/gone#gone", "A rule that is gone"),
        visit("kill-team/joint-ops#threat-level"),
        visit("zone-mortalis/zone-mortalis#reaction-fire"),
        visit("kill-team/killzones#climbing"),
        visit("kill-team/tomb-world#teleport-pad"),
        Change::Position(position("kill-team/tomb-world#teleport-pad")),
        Change::Query("guard".to_owned()),
    ]
}

#[rstest]
#[case(40, 12)]
#[case(80, 24)]
#[case(100, 30)]
#[case(120, 40)]
fn home_of_the_first_run_and_of_a_later_one(#[case] columns: u16, #[case] rows: u16) {
    let size = format!("{columns}x{rows}");
    let mut first = Browser::home(columns, rows, &[]);
    assert_snapshot!(format!("first_{size}"), first.styled());
    let mut later = Browser::home(columns, rows, &earlier());
    assert_snapshot!(format!("later_{size}"), later.styled());
    let mut linear = Browser::linear_home(columns, rows, &earlier()).keys("<Down>");
    let cursor = linear.cursor();
    let shown = format!("{}--- cursor {cursor:?} ---\n", linear.screen());
    assert_snapshot!(format!("linear_{size}"), shown);
    let mut first = Browser::linear_home(columns, rows, &[]);
    assert_snapshot!(format!("linear_first_{size}"), first.screen());
}

#[test]
fn home_is_drawn_before_any_page_is_laid_out() {
    let is_laid_out = |browser: &Browser| !browser.app.reader.sheet.page.lines.is_empty();
    let mut browser = Browser::home(160, 50, &earlier());
    browser.screen();
    assert!(!is_laid_out(&browser));
    browser.press("<Esc>");
    assert!(is_laid_out(&browser));
    assert_eq!(browser.app.context(), Context::Page);
}

#[test]
fn enter_resumes_reading_and_back_returns_home() {
    let mut browser = Browser::home(80, 24, &earlier()).keys("<Enter>");
    assert_eq!(browser.reading(), "kill-team/tomb-world#teleport-pad");
    assert_eq!(browser.app.context(), Context::Page);
    assert!(browser.find("Teleport Pad").is_some());
    let visits = |browser: &mut Browser| {
        let changes = browser.changes();
        changes
            .iter()
            .any(|change| matches!(change, Change::Visit(_)))
    };
    assert!(!visits(&mut browser), "the start page was not read");
    browser.press("<BS>");
    assert_eq!(browser.app.context(), Context::Home);
}

#[test]
fn nothing_is_resumed_automatically_and_escape_shows_the_rules() {
    let browser = Browser::home(80, 24, &earlier()).keys("<Esc>");
    let start = browser.app.shared.library.start;
    assert_eq!(browser.app.reader.focus, start);
}

#[test]
fn letters_search_immediately_and_deleting_them_returns_home() {
    let mut browser = Browser::home(80, 24, &earlier());
    let home = browser.screen();
    browser.press("breach");
    assert_eq!(browser.app.context(), Context::Search);
    assert!(browser.find("found").is_some());
    browser.press("<C-u>");
    assert_eq!(browser.screen(), home);
    browser.press("/");
    assert_eq!(browser.screen(), home, "the box has the focus already");
    browser.press("breach<Enter>");
    assert_eq!(browser.reading(), BREACH);
}

#[test]
fn back_past_the_first_page_is_home_and_home_offers_the_page_below() {
    let browser = Browser::game(80, 24).at(BREACH).keys("<BS><BS>");
    assert_eq!(browser.app.context(), Context::Home);
    let mut browser = Browser::game(80, 24).at(BREACH).keys("/");
    let (column, row) = browser.find("Breach").expect("the rule being read");
    browser.click(column, row);
    assert_eq!(
        (browser.app.context(), browser.reading()),
        (Context::Page, BREACH)
    );
}

#[test]
fn tab_chooses_a_game_whose_contents_open() {
    let mut browser = Browser::home(80, 24, &earlier()).keys("<Tab><Tab><Enter>");
    assert_eq!(browser.app.context(), Context::Contents);
    assert!(
        browser.reading().starts_with("zone-mortalis/"),
        "{}",
        browser.screen()
    );
    browser.press("<Esc>");
    let mut browser = Browser::home(80, 24, &[]).keys("<Tab><Tab><Tab>");
    let selected = browser
        .app
        .finder
        .as_ref()
        .and_then(|finder| finder.entry());
    assert_eq!(selected.map(|entry| entry.group), Some(Group::Browse));
    assert!(
        browser.find("▌  Browse        Kill Team").is_some(),
        "{}",
        browser.screen()
    );
}

#[test]
fn arrows_choose_and_a_click_opens() {
    let browser = Browser::home(100, 30, &earlier()).keys("<Down><Enter>");
    assert_eq!(browser.reading(), "kill-team/killzones#heavy");
    let mut browser = Browser::home(100, 30, &earlier()).keys("<Down><Down><Up><Right><Left>");
    assert!(
        browser.find("▌  Bookmarks     Heavy").is_some(),
        "{}",
        browser.screen()
    );
    let (column, row) = browser.find("Reaction Fire").expect("a recent place");
    browser.click(column, row);
    assert_eq!(
        browser.reading(),
        "zone-mortalis/zone-mortalis#reaction-fire"
    );
    let mut browser = Browser::home(100, 30, &earlier());
    let (column, row) = browser.find("blast or torrent").expect("a question");
    browser.click(column + 1, row);
    assert_eq!(browser.app.context(), Context::Search);
    assert!(browser.find("/ blast or torrent").is_some());
}

#[test]
fn up_recalls_queries_and_down_returns_to_later_ones() {
    let mut browser = Browser::game(80, 24).keys("/vantage<Enter>/guard<Enter>/<Up><Up>");
    assert!(browser.find("/ vantage").is_some());
    browser.press("<Down>");
    assert!(browser.find("/ guard").is_some(), "{}", browser.screen());
    let chosen = |browser: &Browser| {
        browser
            .app
            .finder
            .as_ref()
            .map(|at| at.list.selected_index())
    };
    assert_eq!(chosen(&browser), Some(0));
    browser.press("<Down>");
    assert_eq!(chosen(&browser), Some(1));
}

#[test]
fn question_mark_shows_the_keys_of_home() {
    let mut browser = Browser::home(80, 24, &[]).keys("?");
    assert!(
        browser.find("next game to browse").is_some(),
        "{}",
        browser.screen()
    );
    browser.press("<Esc>why?");
    assert!(browser.find("/ why?").is_some());
}

#[test]
fn rules_that_are_still_being_read_are_announced() {
    let library = Library::placeholder(READING);
    let mut browser = Browser::at_home(library, (80, 24), Symbols::UNICODE, &earlier());
    assert_snapshot!(browser.screen());
}

#[test]
fn rules_that_cannot_be_read_say_why() {
    let library = Library::placeholder(READING);
    let mut browser = Browser::at_home(library, (80, 24), Symbols::UNICODE, &earlier());
    let why = "no document could be loaded: locked.pdf: this PDF needs a password";
    browser.app.handle(Event::Failed(why.to_owned()));
    browser.app.handle(Event::Status(String::new()));
    let screen = browser.screen();
    assert!(screen.contains("locked.pdf: this PDF needs a"), "{screen}");
    assert!(!screen.contains("Reading the rules"), "{screen}");
}

#[test]
fn the_suggested_questions_find_something() {
    for (question, id) in QUESTIONS {
        let mut browser = Browser::home(80, 24, &[]);
        let book = &browser.app.shared.library.book;
        assert!(book.by_id(id).is_some(), "{id}");
        assert!(browser.find(question).is_some(), "{}", browser.screen());
        browser.press(question);
        let finder = browser.app.finder.as_ref().expect("the search is open");
        assert!(finder.list.selected().is_some(), "{question}");
    }
}

#[test]
fn names_of_the_players_own_rules_are_suggested_and_found() {
    let rules = "# Own\n\n##\n\nText.\n\n## Burrow\n\nDig.\n\n##\n\nText.\n\n## 2D6\n\nRoll.\n\n## Swim\n\nIt floats.\n";
    let book = Rulebook::load(vec![Source::in_memory("own.md", rules)], Vec::new());
    let browser = Browser::at_home(Library::new(book), (80, 24), Symbols::UNICODE, &[]);
    let finder = browser.app.finder.as_ref().expect("the home screen");
    let tried = finder.list.rows.iter().filter_map(|row| match row {
        ResultRow::Home(HomeRow::Entry(entry, ..)) if entry.group == Group::Try => Some(entry),
        _ => None,
    });
    let names: Vec<_> = tried.map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["burrow", "swim"]);
}

#[test]
fn two_folders_without_a_game_file_are_told_how_to_become_one_game() {
    let folder = |name: &str, text: &'static str| {
        Source::new(
            format!("{name}/a.md"),
            "a.md".to_owned(),
            name.to_owned(),
            text,
        )
    };
    let sources = vec![
        folder("srd", "# Rules\n\n## Swim\n\nIt floats.\n"),
        folder("mine", "# Notes\n\nText.\n"),
    ];
    let library = prepared(Rulebook::load(sources, Vec::new()));
    let mut browser = Browser::at_home(library, (100, 30), Symbols::UNICODE, &[]);
    let screen = browser.screen();
    assert!(screen.contains("one game, write"), "{screen}");
    assert!(!Browser::home(100, 30, &[]).screen().contains("game.yaml"));
}
