//! Typing never waits: where the rules are many, searches and lists are made apart, and come when they come. Here nobody
//! makes them until a test says so.

use crate::harness::Browser;
use rstest::rstest;
use tableside::tui::finder::Finder;
use tableside::tui::popup::Overlay;

fn apart() -> Browser {
    Browser::bundled(120, 40).apart()
}

fn finder(browser: &Browser) -> &Finder {
    browser.app.finder.as_ref().expect("the search is open")
}

/// The title of the chosen result.
fn chosen(browser: &Browser) -> String {
    let section = finder(browser).section().expect("a result");
    browser.app.library.book.section(section).title.clone()
}

/// What is found where it is answered at once.
fn at_once(keys: &str) -> String {
    Browser::bundled(120, 40).keys(keys).screen()
}

#[rstest]
#[case("/breach")]
#[case("/control range<Down>")]
#[case("/range<Right>")]
#[case("/type:action ap:1")]
#[case("/sarcofagus")]
#[case("/xyzzy")]
#[case("/breach<Enter>")]
#[case("/breach<Down><Enter><BS>")]
#[case("#climb")]
#[case("#>3\"<Enter>")]
fn in_the_end_the_screen_is_the_same_as_where_it_is_answered_at_once(#[case] keys: &str) {
    let mut browser = apart();
    let mut rest = keys;
    while !rest.is_empty() {
        let end = if rest.starts_with('<') {
            rest.find('>').map_or(1, |at| at + 1)
        } else {
            1
        };
        browser.press(&rest[..end]);
        browser.work();
        rest = &rest[end..];
    }
    assert_eq!(browser.screen(), at_once(keys));
}

#[test]
fn what_is_typed_shows_at_once_and_the_list_stays_until_the_next_one_comes() {
    let mut browser = apart().keys("/breach");
    assert!(browser.work());
    let before = browser.screen();
    browser.press(" p");
    let meanwhile = browser.screen();
    assert!(meanwhile.starts_with(" / breach p ") && before.starts_with(" / breach   "));
    assert!(
        meanwhile.lines().skip(1).eq(before.lines().skip(1)),
        "only the box has changed"
    );
    assert!(browser.work());
    assert_eq!(browser.screen(), at_once("/breach p"));
}

#[test]
fn an_empty_box_invites_until_the_first_results_come() {
    let mut browser = apart().keys("/");
    assert!(browser.find("Type a word of the rule").is_some());
    browser.press("b");
    assert!(browser.find("Type a word of the rule").is_some());
    assert!(browser.find("nothing found").is_none());
    browser.work();
    assert!(browser.find("Type a word of the rule").is_none());
}

#[test]
fn of_many_keys_only_the_last_is_asked_for() {
    let mut browser = apart().keys("/control range");
    assert_eq!(browser.app.requests.tasks.len(), 1);
    browser.work();
    assert_eq!(finder(&browser).answered, "control range");
}

#[test]
fn results_that_come_too_late_are_never_shown() {
    let mut browser = apart().keys("/vantage");
    let late = browser.taken();
    browser.press("<BS><BS><BS><BS><BS><BS><BS>breach");
    let before = browser.screen();
    for event in late {
        browser.app.handle(event);
    }
    assert_eq!(browser.screen(), before);
    browser.work();
    assert_eq!(browser.screen(), at_once("/breach"));
}

#[test]
fn results_for_a_search_that_was_closed_are_not_shown_in_the_next_one() {
    let mut browser = apart().keys("/vantage");
    let late = browser.taken();
    browser.press("<Esc>");
    for event in late {
        browser.app.handle(event);
    }
    assert!(browser.app.finder.is_none());
    let mut browser = apart().keys("/vantage");
    let late = browser.taken();
    browser.press("<Esc>/b");
    for event in late {
        browser.app.handle(event);
    }
    assert!(
        finder(&browser)
            .results
            .as_ref()
            .is_none_or(|results| results.hits.is_empty())
    );
}

#[test]
fn enter_opens_the_best_of_what_is_typed_as_soon_as_it_is_found() {
    let mut browser = apart().keys("/vantage");
    browser.work();
    let page = browser.reading().to_owned();
    browser.press("<BS><BS><BS><BS><BS><BS><BS>breach<Enter>");
    assert_eq!(
        browser.reading(),
        page,
        "nothing is opened that was not asked for"
    );
    assert!(browser.find("opens as soon as it is found").is_some());
    browser.work();
    assert!(browser.app.finder.is_none());
    assert_eq!(browser.screen(), at_once("/breach<Enter>"));
}

#[rstest]
#[case::typing_on("/breach<Enter> point")]
#[case::closing("/breach<Enter><Esc>")]
fn who_goes_on_after_enter_is_not_taken_anywhere(#[case] keys: &str) {
    let mut browser = apart();
    let page = browser.reading().to_owned();
    browser.press(keys);
    browser.work();
    assert_eq!(browser.reading(), page);
}

#[test]
fn enter_where_nothing_is_found_stays_in_the_search() {
    let mut browser = apart().keys("/xyzzy<Enter>");
    browser.work();
    assert!(
        browser
            .find("Nothing in the loaded rules answers")
            .is_some()
    );
    assert!(browser.find("opens as soon").is_none());
}

#[test]
fn who_moves_in_the_list_meanwhile_means_what_is_chosen_there() {
    let mut browser = apart().keys("/breach");
    browser.work();
    browser.press(" <Down>");
    let moved = chosen(&browser);
    let late = browser.taken();
    for event in late {
        browser.app.handle(event);
    }
    assert_eq!(chosen(&browser), moved, "the new list has it, and keeps it");
    browser.press("<BS><Down>");
    let moved = finder(&browser).section().expect("a result");
    browser.press("<Enter>");
    assert_eq!(
        browser.app.reader.focus, moved,
        "and Enter need not wait for it"
    );
    browser.press("<BS>");
    browser.work();
    assert_eq!(
        finder(&browser).section(),
        Some(moved),
        "back leads to it again"
    );
}

#[test]
fn back_to_a_search_chooses_what_was_chosen_though_it_comes_later() {
    let mut browser = apart().keys("/breach");
    browser.work();
    browser.press("<Down><Down>");
    let moved = chosen(&browser);
    browser.press("<Enter><BS>");
    let place = browser.app.place().search.expect("a search");
    assert_eq!((place.text.as_str(), place.chosen), ("breach", 2));
    browser.work();
    assert_eq!(chosen(&browser), moved);
}

#[test]
fn rules_that_are_read_again_are_searched_for_what_is_typed() {
    let house = "# House\n\n## Wall\n\nA wall.\n\n## Wall Walk\n\nOn the wall.\n";
    let mut browser = Browser::on(house, 80, 24).apart().keys("/wall");
    browser.work();
    browser.press("<Down>");
    let moved = chosen(&browser);
    browser.press("s");
    let late = browser.taken();
    browser.press("<BS><Enter>");
    browser.reread(&format!("{house}\n## Gate\n\nIn a wall.\n"));
    let book = browser.app.library.book.clone();
    for event in late {
        browser.app.handle(event);
    }
    assert!(
        finder(&browser).results.is_none(),
        "results of the rules before point into those"
    );
    assert!(browser.work());
    assert!(browser.app.finder.is_none(), "Enter is still to be done");
    assert_eq!(
        book.section(browser.app.reader.focus).title,
        "Wall",
        "{moved} was chosen of other words"
    );
}

#[test]
fn the_command_lines_query_opens_when_it_is_found() {
    let mut browser = Browser::asked_apart("reaction fire", (80, 24));
    assert!(browser.app.finder.is_some());
    assert!(browser.work());
    assert!(browser.app.finder.is_none());
    assert_eq!(
        browser.screen(),
        Browser::asked("reaction fire", (80, 24)).screen()
    );
}

#[test]
fn the_filter_of_the_key_numbers_waits_for_nothing_either() {
    let mut browser = apart().keys("#");
    browser.work();
    let before = browser.screen();
    browser.press("climb");
    assert_eq!(browser.app.requests.tasks.len(), 1);
    let late = browser.taken();
    let meanwhile = browser.screen();
    assert_eq!(
        meanwhile
            .replace("climb ", "      ")
            .lines()
            .skip(3)
            .collect::<Vec<_>>(),
        before.lines().skip(3).collect::<Vec<_>>()
    );
    browser.press("<BS>");
    for event in late {
        browser.app.handle(event);
    }
    let Some(Overlay::Numbers(numbers)) = browser.app.overlays.last() else {
        panic!("the table is open")
    };
    assert!(
        numbers.awaited.is_some() && Some(numbers.rows.len()) == numbers.total,
        "what comes too late is not shown"
    );
    browser.press("b<Enter>");
    assert!(!browser.app.overlays.is_empty());
    browser.work();
    assert!(browser.app.overlays.is_empty());
    assert_eq!(browser.screen(), at_once("#climb<Enter>"));
}
