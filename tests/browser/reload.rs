//! Rules that are reloaded while somebody reads them: what stays open and what closes.

use crate::harness::Browser;
use rstest::rstest;
use tableside::library::Library;
use tableside::rules::Rulebook;
use tableside::source::Source;
use tableside::tui::event::Event;

const HOUSE: &str = "# House\n\n## Alpha Rule\n\nSee the Beta Rule.\n\n## Beta Rule\n\nSee the Gamma Rule.\n\n\
    ## Gamma Rule\n\nThe end.\n\n## Delta\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\nSix.\n";

fn first_line(browser: &Browser) -> String {
    let reader = &browser.app.reader;
    reader.sheet.page.lines[reader.sheet.scroll].text()
}

#[rstest]
#[case(80, 10)]
#[case(120, 12)]
fn the_current_line_stays_when_text_is_added_before_it(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::on(HOUSE, columns, rows)
        .at("rules/house#delta")
        .keys("jj");
    let (line, link) = (first_line(&browser), browser.app.reader.sheet.link);
    browser.reread(&HOUSE.replace(
        "## Beta Rule",
        "New text.\n\n## New Rule\n\nMore.\n\n## Beta Rule",
    ));
    assert_eq!(
        (first_line(&browser), browser.app.reader.sheet.link),
        (line, link)
    );
    assert_eq!(browser.reading(), "rules/house#delta");
    browser.press("<BS>");
    assert_eq!(
        browser.reading(),
        "rules/house",
        "the way back is still there"
    );
}

#[test]
fn open_sections_of_the_contents_stay_open_and_move_with_their_document() {
    let inner = "# Inn\n\n## Rooms\n\n### Cellar\n\nDark.\n\n## Yard\n\nWide.\n";
    let mut browser = Browser::on_all(&[("house.md", HOUSE), ("inn.md", inner)], 120, 40)
        .at("rules/inn#cellar")
        .keys("{");
    assert!(
        browser
            .screen()
            .lines()
            .any(|line| line.contains("Cellar") && line.find("Cellar") < line.find('│'))
    );
    let refs = browser.app.contents.list.rows.len();
    browser.reread("# Hut\n");
    assert_eq!(browser.reading(), "rules/house");
    assert!(
        refs > browser.app.contents.list.rows.len(),
        "{}",
        browser.screen()
    );

    let mut browser = Browser::on(inner, 120, 40)
        .at("rules/house#yard")
        .keys("t<Up><Right>");
    let open = |browser: &mut Browser| browser.screen().contains("     Cellar");
    assert!(open(&mut browser), "{}", browser.screen());
    browser.reread(&inner.replace("## Rooms", "## Door\n\nShut.\n\n## Rooms"));
    assert!(open(&mut browser), "{}", browser.screen());
}

#[test]
fn a_heading_that_gets_another_name_is_still_being_read() {
    let mut browser = Browser::on(HOUSE, 80, 8).at("rules/house#beta-rule");
    browser.reread(&HOUSE.replace("## Beta Rule", "## Better Rule"));
    assert_eq!(browser.reading(), "rules/house#better-rule");
}

#[test]
fn a_reader_of_a_removed_rule_moves_to_its_parent_and_returns_with_the_rule() {
    let mut browser = Browser::on(HOUSE, 80, 8).at("rules/house#gamma-rule");
    let without = HOUSE.replace("## Gamma Rule\n\nThe end.\n\n", "");
    browser.reread(&without);
    assert_eq!(browser.reading(), "rules/house");
    browser.reread(&format!("{without}\nMore.\n"));
    browser.reread(HOUSE);
    assert_eq!(browser.reading(), "rules/house#gamma-rule");
}

#[test]
fn a_reader_who_has_moved_on_is_not_moved_back() {
    let mut browser = Browser::on(HOUSE, 80, 8).at("rules/house#gamma-rule");
    browser.reread(&HOUSE.replace("## Gamma Rule\n\nThe end.\n\n", ""));
    browser.press("}}");
    let reading = browser.reading().to_owned();
    browser.reread(HOUSE);
    assert_eq!(browser.reading(), reading);
}

#[test]
fn peeks_stay_open_while_their_sections_exist() {
    let mut browser = Browser::on(HOUSE, 80, 24)
        .at("rules/house#alpha-rule")
        .keys("<Tab><Space><Space>");
    assert_eq!(browser.app.overlays.len(), 2);
    browser.reread(&HOUSE.replace("The end.", "The very end."));
    assert_eq!(browser.app.overlays.len(), 2);
    assert!(
        browser.screen().contains("The very end."),
        "{}",
        browser.screen()
    );
    browser.reread(&HOUSE.replace("## Gamma Rule\n\nThe end.\n\n", ""));
    assert_eq!(
        browser.app.overlays.len(),
        1,
        "what is gone cannot be peeked at"
    );
    assert!(
        browser.screen().contains("Alpha Rule › Beta Rule"),
        "{}",
        browser.screen()
    );
}

#[test]
fn a_list_of_backlinks_follows_new_rules() {
    let text = HOUSE.replace("One.", "Beta Rule again.");
    let mut browser = Browser::on(&text, 80, 24)
        .at("rules/house#beta-rule")
        .keys("w");
    assert!(
        browser.find("Beta Rule: 2").is_some(),
        "{}",
        browser.screen()
    );
    browser.reread(
        &text
            .replace("## Alpha Rule", "## Delta\n\n")
            .replace("\n## Delta\n\nBeta", "\n\n## Epsilon\n\nBeta"),
    );
    assert!(
        browser.screen().contains("What links to Beta Rule"),
        "{}",
        browser.screen()
    );
    assert!(browser.find("Epsilon").is_some(), "{}", browser.screen());
    assert!(browser.find("Alpha Rule").is_none(), "{}", browser.screen());
}

#[test]
fn an_open_search_answers_from_the_new_rules_with_the_same_result_chosen() {
    let mut browser = Browser::on(HOUSE, 80, 24).keys("/rule<Down><Down>");
    let chosen = |browser: &Browser| {
        let section = browser
            .app
            .finder
            .as_ref()
            .and_then(|finder| Some(finder.hit()?.section))
            .expect("a chosen result");
        browser.app.shared.library.book.section(section).id.clone()
    };
    let before = chosen(&browser);
    browser.reread(&HOUSE.replace("## Beta Rule", "## Another Rule\n\nNew.\n\n## Beta Rule"));
    assert_eq!(chosen(&browser), before);
    assert!(
        browser.screen().contains("Another Rule"),
        "{}",
        browser.screen()
    );
}

#[test]
fn bookmarks_of_new_rules_are_found_in_the_open_list() {
    let mut browser = Browser::on(HOUSE, 80, 24)
        .at("rules/house#gamma-rule")
        .keys("m<Enter>");
    browser = browser.at("rules/house#alpha-rule").keys("'");
    browser.reread(&HOUSE.replace("## Gamma Rule\n\nThe end.\n\n", ""));
    assert!(
        browser.screen().contains("missing: rules/house#gamma-rule"),
        "{}",
        browser.screen()
    );
    browser.reread(HOUSE);
    assert!(
        !browser.screen().contains("missing"),
        "{}",
        browser.screen()
    );
}

#[test]
fn indexes_of_older_rules_are_ignored() {
    let mut browser = Browser::on(HOUSE, 80, 24);
    let late = browser.app.shared.library.clone();
    browser.reread("# House\n\n## Only Rule\n\nText.\n");
    browser.app.handle(Event::Indexed(late));
    browser.press("/only<Enter>");
    assert_eq!(browser.reading(), "rules/house#only-rule");
}

#[test]
fn rules_without_a_document_are_rejected() {
    let mut browser = Browser::on(HOUSE, 80, 24).at("rules/house#gamma-rule");
    let nothing =
        tableside::library::Library::new(tableside::rules::Rulebook::load(Vec::new(), Vec::new()));
    browser.app.handle(Event::Rules(nothing));
    assert_eq!(browser.reading(), "rules/house#gamma-rule");
}

/// Opens rules without an index. Returns the browser, and a library of these rules with an index.
fn unindexed(columns: u16, rows: u16) -> (Browser, Library) {
    let mut browser = Browser::on(HOUSE, columns, rows);
    let library = browser.app.shared.library.clone();
    browser.app.handle(Event::Rules(Library {
        index: None,
        ..library.clone()
    }));
    (browser, library)
}

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
fn the_search_shows_indexing_progress_and_answers_when_it_is_done(
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let (mut browser, library) = unindexed(columns, rows);
    browser.press("/");
    assert!(browser.find("Type a rule or a question").is_some());
    browser.press("rule");
    assert!(browser.find("preparing the index").is_some());
    browser
        .app
        .handle(Event::Progress("indexing 1,234 of 5,800".to_owned()));
    assert!(browser.find("indexing 1,234 of 5,800").is_some());
    assert!(browser.find("nothing found").is_none());
    browser.app.handle(Event::Indexed(library));
    assert!(browser.find("4 found").is_some(), "{}", browser.screen());
    browser.press("<Down><Enter>");
    assert_eq!(browser.reading(), "rules/house#beta-rule");
}

#[test]
fn enter_before_the_index_is_ready_opens_the_best_match_when_it_is() {
    let (mut browser, library) = unindexed(80, 24);
    let page = browser.reading().to_owned();
    browser.press("/delta<Enter>");
    assert!(browser.find("preparing the index").is_some());
    assert_eq!(browser.reading(), page);
    browser.app.handle(Event::Indexed(library));
    assert_eq!(browser.reading(), "rules/house#delta");
    assert!(browser.find("opens when").is_none());
}

#[rstest]
#[case::typing_on("/delta<Enter> rule")]
#[case::closing("/delta<Enter><Esc>")]
#[case::nothing_found("/xyzzy<Enter>")]
fn a_cancelled_enter_opens_nothing(#[case] keys: &str) {
    let (mut browser, library) = unindexed(80, 24);
    let page = browser.reading().to_owned();
    browser.press(keys);
    browser.app.handle(Event::Indexed(library));
    assert_eq!(browser.reading(), page);
}

#[test]
fn a_waiting_enter_opens_its_result_in_reloaded_rules() {
    let (browser, _) = unindexed(80, 24);
    let mut browser = browser.keys("/delta<Enter>");
    browser.reread(&HOUSE.replace("## Alpha Rule", "## New Rule\n\nNew.\n\n## Alpha Rule"));
    assert_eq!(browser.reading(), "rules/house#delta");
}

#[test]
fn back_to_a_search_before_the_index_is_ready_restores_the_selection() {
    let mut browser = Browser::on(HOUSE, 80, 24).keys("/rule<Down><Down><Enter>");
    let (library, reading) = (
        browser.app.shared.library.clone(),
        browser.reading().to_owned(),
    );
    browser.app.handle(Event::Rules(Library {
        index: None,
        ..library.clone()
    }));
    browser.press("<BS>");
    let searched = browser.app.place().search.expect("a search");
    let chosen = searched.chosen.as_deref();
    assert_eq!((searched.text.as_str(), chosen), ("rule", Some(&*reading)));
    browser.app.handle(Event::Indexed(library));
    browser.press("<Enter>");
    assert_eq!(browser.reading(), reading);
}

#[test]
fn reloaded_rules_with_an_index_answer_the_typed_query() {
    let (mut browser, _) = unindexed(80, 24);
    browser.press("/five");
    let new = Browser::on(&HOUSE.replace("## Delta", "## Epsilon"), 80, 24)
        .app
        .shared
        .library;
    browser.app.handle(Event::Rules(new));
    browser.press("<Enter>");
    assert_eq!(browser.reading(), "rules/house#epsilon");
}

#[test]
fn the_selected_result_stays_selected_after_a_reload() {
    let mut browser = Browser::on(HOUSE, 80, 24).keys("/see<Down>");
    let id = |browser: &Browser| {
        let section = browser.app.finder.as_ref().unwrap().hit().unwrap().section;
        browser.app.shared.library.book.section(section).id.clone()
    };
    let before = id(&browser);
    browser.reread(&HOUSE.replace("The end.", "See the end."));
    assert_eq!(id(&browser), before);
}

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
fn the_last_line_shows_the_progress_of_the_index(#[case] columns: u16, #[case] rows: u16) {
    let (mut browser, library) = unindexed(columns, rows);
    browser
        .app
        .handle(Event::Progress("indexing 1,234 of 5,800".to_owned()));
    let last = |browser: &mut Browser| {
        browser
            .screen()
            .trim_end()
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(
        last(&mut browser)
            .trim_end()
            .ends_with("indexing 1,234 of 5,800"),
        "{}",
        browser.screen()
    );
    assert!(
        last(&mut browser).contains("search"),
        "the keys stay: {}",
        browser.screen()
    );
    browser.app.handle(Event::Indexed(library));
    assert!(
        !last(&mut browser).contains("indexing"),
        "{}",
        browser.screen()
    );
}

#[test]
fn a_document_that_moves_to_another_game_stays_open() {
    let part = "## Alpha\n\nOne.\n\n## Beta\n\nTwo.\n";
    let files = |head: &str| {
        [
            ("a.md", "# First\n".to_owned()),
            ("b.md", format!("{head}{part}")),
        ]
    };
    let sources = |head| {
        files(head)
            .map(|(name, text)| Source::in_memory(name, &text))
            .to_vec()
    };
    let mut browser =
        Browser::on_all(&[("a.md", "# First\n"), ("b.md", part)], 80, 24).at("rules/b#beta");
    let moved = Library::new(Rulebook::load(sources("---\ngame: Inn\n---\n"), Vec::new()));
    browser.app.handle(Event::Rules(moved));
    assert_eq!(browser.reading(), "inn/b#beta");
}

#[test]
fn an_id_that_is_of_another_document_now_does_not_lead_there() {
    let source = |path: &str, text: &str| {
        Source::new(path.into(), path.into(), "rules".into(), text.to_owned())
    };
    let inner = source("x/b.md", "# Inner\n\n## Beta\n");
    let mut browser = Browser::on(HOUSE, 80, 24);
    let alone = Library::new(Rulebook::load(vec![inner.clone()], Vec::new()));
    browser.app.handle(Event::Rules(alone));
    let mut browser = browser.at("rules/b#beta");
    let both = Rulebook::load(
        vec![source("b.md", "# Outer\n\n## Beta\n"), inner],
        Vec::new(),
    );
    browser.app.handle(Event::Rules(Library::new(both)));
    assert_eq!(browser.reading(), "rules/b-2#beta");
}

#[test]
fn an_open_comparison_shows_a_saved_change() {
    let mut browser = Browser::on(HOUSE, 120, 20)
        .at("rules/house#alpha-rule")
        .keys("p")
        .at("rules/house#beta-rule")
        .keys("p");
    assert!(browser.comparison().is_some());
    assert!(!browser.screen().contains("Delta Rule"));
    browser.reread(&HOUSE.replace("See the Gamma Rule.", "See the Delta Rule."));
    assert!(browser.comparison().is_some());
    assert!(browser.screen().contains("Delta Rule"));
}
