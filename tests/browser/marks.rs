//! Bookmarks and recent places: tests press keys, and check frames and stored changes.

use crate::harness::Browser;
use insta::assert_snapshot;
use rstest::rstest;
use tableside::library::Library;
use tableside::rules::Rulebook;
use tableside::source::Source;
use tableside::state::{Bookmark, Change, ReadingPosition, State, StoredState};
use tableside::tui::event::Event;

const HOUSE: &str =
    "# House\n\n## Alpha Rule\n\nSee the Beta Rule.\n\n## Beta Rule\n\nB.\n\n## Gamma Rule\n\nC.\n";

/// Opens a small document at Alpha Rule.
fn house(columns: u16, rows: u16) -> Browser {
    Browser::on(HOUSE, columns, rows).at("rules/house#alpha-rule")
}

fn names(browser: &Browser) -> Vec<(&str, &str)> {
    let bookmarks = browser.app.shared.state.bookmarks.iter();
    bookmarks
        .map(|bookmark| (bookmark.id.as_str(), bookmark.name.as_str()))
        .collect()
}

/// Sends the browser a stored state: `changes`, followed by the changes that the browser queued.
fn with(mut browser: Browser, changes: &[Change]) -> Browser {
    let mut state = State::default();
    for change in changes.iter().chain(&browser.changes()) {
        state.apply(change);
    }
    browser.app.handle(Event::StateStored(StoredState {
        state,
        ..StoredState::default()
    }));
    browser
}

fn bookmark(id: &str, name: &str) -> Change {
    Change::Bookmark(Bookmark {
        id: id.to_owned(),
        name: name.to_owned(),
    })
}

#[test]
fn enter_saves_a_bookmark_under_the_title_of_the_section() {
    let mut browser = house(80, 24).keys("m");
    assert!(
        browser.screen().contains("bookmark: Alpha Rule"),
        "{}",
        browser.screen()
    );
    browser.press("<Enter>");
    assert_eq!(names(&browser), [("rules/house#alpha-rule", "Alpha Rule")]);
    let header = browser.screen().lines().next().unwrap_or("").to_owned();
    assert!(
        header.contains("Alpha Rule ★") && !header.contains("★ Alpha"),
        "{header}"
    );
}

#[test]
fn a_name_is_typed_and_escape_leaves_all_as_it_is() {
    let mut browser = house(80, 24).keys("m<C-u>qj/?'<Enter>");
    assert_eq!(names(&browser), [("rules/house#alpha-rule", "qj/?'")]);
    browser.press("m more<Esc>");
    assert_eq!(names(&browser), [("rules/house#alpha-rule", "qj/?'")]);
    assert!(
        browser.screen().contains("Alpha Rule ★"),
        "{}",
        browser.screen()
    );
}

#[rstest]
#[case(30, 10)]
#[case(80, 24)]
#[case(120, 40)]
fn the_section_title_replaces_an_emptied_bookmark_name(#[case] columns: u16, #[case] rows: u16) {
    let long = "where the long tunnel under the wall ends".repeat(3);
    let mut browser = with(
        house(columns, rows),
        &[bookmark("rules/house#alpha-rule", &long)],
    );
    let header = browser.screen().lines().next().unwrap_or("").to_owned();
    assert!(header.contains("Alpha Rule ★"), "{header}");
}

#[test]
fn a_bookmark_is_renamed_and_an_empty_name_removes_it() {
    let mut browser = house(80, 24).keys("m<Enter>m<End> two<Enter>");
    assert_eq!(
        names(&browser),
        [("rules/house#alpha-rule", "Alpha Rule two")]
    );
    browser.press("m<C-u><Space><Enter>");
    assert_eq!(names(&browser), []);
    assert!(!browser.screen().contains('★'), "{}", browser.screen());
    browser.press("m<C-u><Enter>");
    assert_eq!(names(&browser), [], "an empty name makes none");
}

#[test]
fn a_pasted_name_is_one_safe_line() {
    let mut browser = house(80, 24).keys("m<C-u>");
    browser
        .app
        .handle(Event::Input(crossterm::event::Event::Paste(
            "a\x1b[2J\nb".to_owned(),
        )));
    browser.press("<Enter>");
    assert_eq!(names(&browser), [("rules/house#alpha-rule", "a[2J b")]);
}

#[rstest]
#[case("")]
#[case("\x1b")]
fn a_paste_without_text_leaves_a_list_as_it_is(#[case] text: &str) {
    let mut browser = Browser::game(80, 24).keys("#<Down><Down>");
    let before = browser.screen();
    let paste = crossterm::event::Event::Paste(text.to_owned());
    browser.app.handle(Event::Input(paste));
    assert_eq!(browser.screen(), before);
}

#[test]
fn the_contents_mark_bookmarked_sections() {
    let mut browser = house(120, 30).keys("m<Enter>");
    let contents: Vec<_> = browser
        .screen()
        .lines()
        .map(|line| line.chars().take(36).collect::<String>())
        .collect();
    let marked: Vec<_> = contents
        .iter()
        .skip(1)
        .filter(|line| line.contains('★'))
        .collect();
    assert!(
        matches!(marked[..], [line] if line.contains("Alpha Rule ★")),
        "{contents:#?}"
    );
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn bookmarks_and_recent_places_share_a_list(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let browser = Browser::game(columns, rows)
        .at("kill-team/tomb-world#breach")
        .keys("m<C-u>my breach<Enter>");
    let browser = browser
        .at("kill-team/killzones#climbing")
        .at("kill-team/tomb-world#hatchway-fight");
    let gone = bookmark("kill-team/tomb-world#long-gone", "A rule that was dropped");
    let mut browser = with(browser, &[gone, bookmark("another-game/x#y", "Not loaded")]).keys("'");
    assert_snapshot!(format!("places_{name}"), browser.styled());
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn a_bookmark_in_header_and_contents_and_the_question_for_its_name(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = house(columns, rows).keys("m<C-u>The wall<Enter>m");
    assert_snapshot!(format!("bookmark_{name}"), browser.styled());
}

#[test]
fn typing_filters_the_places_and_enter_opens_one() {
    let marked = [
        bookmark("rules/house#beta-rule", "First"),
        bookmark("rules/house#gamma-rule", "dquick"),
    ];
    let mut browser = with(house(80, 24), &marked).keys("'dq");
    let screen = browser.screen();
    assert!(
        screen.contains("dquick") && !screen.contains("First") && screen.contains("1 place"),
        "{screen}"
    );
    browser.press("<Enter>");
    assert_eq!(browser.reading(), "rules/house#gamma-rule");
    browser.press("<BS>");
    assert_eq!(browser.reading(), "rules/house#alpha-rule");
}

#[test]
fn recent_places_are_latest_first() {
    let mut browser = house(80, 24)
        .at("rules/house#beta-rule")
        .at("rules/house#gamma-rule")
        .keys("'");
    let (_, beta) = browser.find("Beta Rule  ").expect("Beta Rule is listed");
    let (_, alpha) = browser.find("Alpha Rule  ").expect("Alpha Rule is listed");
    assert!(beta < alpha);
    browser.press("<Enter>");
    assert_eq!(browser.reading(), "rules/house#beta-rule");
}

#[test]
fn a_place_that_is_left_by_going_back_is_recent_too() {
    let mut browser = house(80, 24)
        .at("rules/house#beta-rule")
        .at("rules/house#gamma-rule")
        .keys("<BS>'");
    let (_, gamma) = browser.find("Gamma Rule  ").expect("Gamma Rule is listed");
    let (_, alpha) = browser.find("Alpha Rule  ").expect("Alpha Rule is listed");
    assert!(gamma < alpha);
}

#[test]
fn delete_removes_a_bookmark_and_nothing_else() {
    let marked = [
        bookmark("rules/house#beta-rule", "First"),
        bookmark("rules/house#gamma-rule", "Second"),
    ];
    let mut browser =
        with(house(80, 24).at("rules/house#beta-rule"), &marked).keys("'<Down><Delete>");
    assert_eq!(names(&browser), [("rules/house#beta-rule", "First")]);
    assert!(
        browser.screen().contains("removed the bookmark Second"),
        "{}",
        browser.screen()
    );
    browser.press("<Down><Down><Down><C-d>");
    assert_eq!(names(&browser).len(), 1, "a recent place is no bookmark");
    assert_eq!(
        browser
            .changes()
            .iter()
            .filter(|change| matches!(change, Change::Forget(_)))
            .count(),
        1
    );
}

#[test]
fn a_bookmark_of_a_missing_rule_stays_and_is_marked_missing() {
    let mut browser = with(house(80, 24), &[bookmark("rules/house#gone", "Old")]).keys("'<Enter>");
    assert!(
        browser
            .screen()
            .contains("rules/house#gone is no longer in the loaded rules"),
        "{}",
        browser.screen()
    );
    assert_eq!(names(&browser), [("rules/house#gone", "Old")]);
}

#[test]
fn a_click_selects_a_place_and_a_second_click_opens_it() {
    let marked = [
        bookmark("rules/house#beta-rule", "First"),
        bookmark("rules/house#gamma-rule", "Second"),
    ];
    let mut browser = with(house(80, 24), &marked).keys("'");
    let (column, row) = browser.find("Second").expect("it is listed");
    browser.click(column, row);
    assert_eq!(browser.reading(), "rules/house#alpha-rule");
    browser.click(column, row);
    assert_eq!(browser.reading(), "rules/house#gamma-rule");
    browser.press("'");
    browser.click(0, 0);
    assert!(
        browser.app.overlays.is_empty(),
        "a click beside the list closes it"
    );
}

#[test]
fn changes_of_the_reader_are_requested_to_be_stored() {
    let mut browser = house(80, 24).keys("m<Enter>/beta<Enter>");
    let changes = browser.changes();
    assert!(
        changes.contains(&bookmark("rules/house#alpha-rule", "Alpha Rule")),
        "{changes:?}"
    );
    assert!(
        changes.contains(&Change::Query("beta".to_owned())),
        "{changes:?}"
    );
    assert!(
        changes.contains(&Change::Visit("rules/house#alpha-rule".to_owned())),
        "{changes:?}"
    );
    assert!(browser.changes().is_empty());
}

#[test]
fn queries_of_the_last_run_are_recalled() {
    let mut browser = with(house(80, 24), &[Change::Query("gamma".to_owned())]).keys("/<Up>");
    assert!(browser.screen().contains("/ gamma"), "{}", browser.screen());
}

fn stopped_at_gamma() -> Change {
    let id = "rules/house#gamma-rule".to_owned();
    Change::Position(ReadingPosition {
        section: id.clone(),
        top: id,
        line: 0,
        letters: 0,
    })
}

#[test]
fn the_last_place_is_restored_if_configured() {
    let mut wanted = Browser::on(HOUSE, 80, 6);
    wanted.app.restore_position = true;
    assert_eq!(
        with(wanted, &[stopped_at_gamma()]).reading(),
        "rules/house#gamma-rule"
    );
    assert_eq!(
        with(Browser::on(HOUSE, 80, 6), &[stopped_at_gamma()]).reading(),
        "rules/house"
    );
}

#[test]
fn a_reader_who_has_started_is_not_moved_to_the_last_place() {
    let mut browser = Browser::on(HOUSE, 80, 6);
    browser.app.restore_position = true;
    assert_eq!(
        with(browser.keys("k"), &[stopped_at_gamma()]).reading(),
        "rules/house"
    );
}

/// Returns the place that is stored when the reader quits.
fn kept_at_the_end(browser: &mut Browser) -> Option<ReadingPosition> {
    browser.app.store_place();
    browser.app.shared.state.position.clone()
}

#[rstest]
#[case::before_the_marks_are_read("", false)]
#[case::before_the_rules_are_read("q", true)]
#[case::of_a_size_that_changes("<resize>", true)]
fn quitting_before_the_last_place_opens_keeps_it(#[case] done: &str, #[case] marks_are_read: bool) {
    let mut browser = Browser::placeholder(80, 6);
    browser.app.restore_position = true;
    let (section, top) = ("rules/inn".to_owned(), "rules/inn#cellar".to_owned());
    let last = ReadingPosition {
        section,
        top,
        line: 3,
        letters: 0,
    };
    if marks_are_read {
        browser = with(browser, &[Change::Position(last.clone())]);
    }
    match done {
        "<resize>" => browser.resize(60, 7),
        keys => browser.press(keys),
    }
    let expected = marks_are_read.then_some(last);
    assert_eq!(
        kept_at_the_end(&mut browser),
        expected,
        "nothing takes its place"
    );
}

#[test]
fn reading_on_before_the_last_place_opens_is_saved() {
    let mut browser = Browser::on(HOUSE, 80, 6);
    browser.app.restore_position = true;
    let mut browser = with(browser.keys("jjq"), &[stopped_at_gamma()]);
    assert_eq!(
        kept_at_the_end(&mut browser).map(|place| place.section),
        Some(browser.reading().to_owned())
    );
    assert_ne!(browser.reading(), "rules/house#gamma-rule");
}

#[test]
fn opening_and_quitting_the_browser_saves_no_place() {
    let mut browser = with(Browser::on(HOUSE, 80, 6), &[stopped_at_gamma()]).keys("q");
    assert_eq!(
        kept_at_the_end(&mut browser)
            .map(|place| place.section)
            .as_deref(),
        Some("rules/house#gamma-rule")
    );
    let mut browser = with(Browser::on(HOUSE, 80, 6), &[stopped_at_gamma()]).keys("/alpha<Enter>q");
    assert_eq!(
        kept_at_the_end(&mut browser)
            .map(|place| place.section)
            .as_deref(),
        Some("rules/house#alpha-rule")
    );
}

#[test]
fn rules_loaded_after_the_first_frame_are_no_progress_of_the_reader() {
    let mut browser = Browser::on(HOUSE, 80, 6);
    // A reload adds a document before the open one.
    let texts = [("hall.md", "# Hall\n"), ("house.md", HOUSE)];
    let whole = texts
        .iter()
        .map(|(file, text)| Source::in_memory(file, text))
        .collect();
    browser.app.handle(Event::Rules(Library::new(Rulebook::load(
        whole,
        Vec::new(),
    ))));
    let mut browser = with(browser, &[stopped_at_gamma()]);
    assert_eq!(browser.reading(), "rules/house");
    assert_eq!(
        kept_at_the_end(&mut browser)
            .map(|place| place.section)
            .as_deref(),
        Some("rules/house#gamma-rule")
    );
}

#[test]
fn quitting_while_the_rules_are_missing_keeps_the_place() {
    let mut browser = Browser::on(HOUSE, 80, 8).at("rules/house#gamma-rule");
    browser.reread(&HOUSE.replace("## Gamma Rule\n\nC.\n", ""));
    assert_eq!(browser.reading(), "rules/house");
    assert_eq!(
        kept_at_the_end(&mut browser)
            .map(|place| place.section)
            .as_deref(),
        Some("rules/house#gamma-rule")
    );
}

#[test]
fn the_last_place_is_restored_to_the_same_line_at_another_size() {
    let browser = Browser::game(120, 40)
        .at("kill-team/tomb-world#teleport-pad")
        .keys("jj");
    let place = browser.app.reading_position();
    for (columns, rows) in [(120, 40), (80, 24)] {
        let mut other = Browser::game(columns, rows);
        other.app.restore_position = true;
        let other = with(other, &[Change::Position(place.clone())]);
        assert_eq!(other.app.reading_position(), place, "at {columns}x{rows}");
    }
}

#[test]
fn a_state_that_cannot_be_saved_is_reported() {
    let mut browser = house(80, 24);
    browser
        .app
        .handle(Event::StateFailed("no room: /home".to_owned()));
    assert!(
        browser
            .screen()
            .contains("bookmarks and places cannot be saved: no room: /home"),
        "{}",
        browser.screen()
    );
}
