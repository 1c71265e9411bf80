//! Tasks of players at a table, each done from the home screen in a few keys. The text of a query
//! does not count as keys.

use crate::harness::Browser;
use crossterm::event::MouseEventKind;
use rstest::rstest;
use tableside::tui::event::Event;

/// The maximum number of keys, not counting the text of queries.
const MAX_KEYS: usize = 8;

/// A task: the keys that do it, the clicks that do the same, and the texts that the screen shows in
/// the end. In the keys and clicks, `{...}` is a query, and `[...]` is a click on a text.
type Task = (&'static str, &'static str, &'static [&'static str]);

const TASKS: [Task; 18] = [
    // The first start shows what is loaded, what can be asked, and which key opens the help.
    (
        "",
        "",
        &[
            "Type a rule or a question",
            "11 documents",
            "? help",
            "Tab browse",
        ],
    ),
    // How a hatchway is opened, and what an open hatchway is.
    (
        "{open hatchway}<Enter>",
        "{open hatchway}[▌]",
        &["The hatch must be removed", "Operate Hatch  1AP"],
    ),
    (
        "{breach grenadier}<Enter>",
        "{breach grenadier}[▌]",
        &["'grenadier'", "pay 1 less AP"],
    ),
    (
        "{cover vantage}<Enter>",
        "{cover vantage}[▌]",
        &["Light terrain for cover"],
    ),
    (
        "{blast or torrent}<Enter>",
        "{blast or torrent}[Compare Blast]",
        &["│ Torrent x", "Your chosen target", "Each must be:"],
    ),
    (
        "{weapons with piercing}",
        "{weapons with piercing}",
        &["Piercing x", "Necron Warrior", "it is one fewer"],
    ),
    (
        "{2D6 npo 7}<Enter>",
        "{2D6 npo 7}[▌]",
        &["7-10  Necron Warrior", "50.0 %"],
    ),
    (
        "{event cards}<Enter>",
        "{event cards}[▌]",
        &["Dark of the Tomb", "event card"],
    ),
    (
        "{threat level 12}<Enter>",
        "{threat level 12}[▌]",
        &["11-15      3"],
    ),
    (
        "{missions with breach points}",
        "{missions with breach points}",
        &["Demolition Protocol", "Destroy Sarcophagus"],
    ),
    (
        "{conceal}",
        "{conceal}",
        &["a Conceal order cannot Shoot,", "counteract. In"],
    ),
    // Heavy, Light, Vantage and Accessible are sections of one page. Back returns to the search,
    // where Heavy is still selected.
    (
        "{heavy}<Enter>}}}}<BS><Enter>",
        "{heavy}[▌][search]{accessible}[▌][‹][Esc back]",
        &["Larger terrain is Heavy", "Smaller terrain is Light"],
    ),
    // The key numbers with the value `2"`. Key numbers in summaries come first.
    (
        "<Esc>#{2\"}",
        "[to the page][help][key numbers]{2\"}",
        &[
            "Drop: vertical distance ignored",
            "Climb: least vertical movement",
        ],
    ),
    // A rule of a game other than the one being read.
    (
        "{reaction fire}",
        "{reaction fire}",
        &["On Guard", "ZONE MORTALIS", "Reaction Fire"],
    ),
    (
        "{force chart}<Enter>",
        "{force chart}[▌]",
        &["Force Organisation Chart", "Heavy Support"],
    ),
    (
        "{game:quick weapons}<Enter>",
        "{game:quick weapons}[▌]",
        &["Rapid", "Heavy Handgun", "Crossbow"],
    ),
    // The footer shows which keys work.
    (
        "{breach}<Enter>",
        "{breach}[▌]",
        &["/ search", "Tab link", "Space peek", "⌫ back", "? help"],
    ),
    // A term on the page is looked up without leaving the page.
    (
        "{breach}<Enter><Tab><Space>",
        "{breach}[▌][Tab link][Space peek]",
        &["Breach › Control Range", "no more than 1\""],
    ),
];

/// Returns the number of keys outside the query, and the keys to press, including the query. A `}`
/// after the query is a key.
fn keys(task: &str) -> (usize, String) {
    let (mut own, mut rest) = (String::new(), task);
    while let Some((before, query)) = rest.split_once('{') {
        own += before;
        rest = query.split_once('}').map_or(query, |(_, after)| after);
    }
    own += rest;
    let named = own.matches('<').count();
    let letters = own.split(['<', '>']).step_by(2).map(str::len);
    let (first, after) = task.split_once('}').unwrap_or((task, ""));
    (
        named + letters.sum::<usize>(),
        first.replace('{', "") + after,
    )
}

fn click_through(browser: &mut Browser, task: &str) {
    for step in task.split_inclusive(['}', ']']) {
        let text = &step[1..step.len() - 1];
        if step.starts_with('{') {
            browser.press(text);
            continue;
        }
        // Whatever is further down comes into sight with the wheel.
        let turns = (0..20).find(|_| {
            let is_shown = browser.find(text).is_some();
            if !is_shown {
                browser.mouse(MouseEventKind::ScrollDown, 20, 10);
            }
            is_shown
        });
        let place = turns.and_then(|_| browser.find(text));
        let (column, row) =
            place.unwrap_or_else(|| panic!("{task}: no {text} in\n{}", browser.screen()));
        browser.click(column, row);
    }
}

fn assert_shown(browser: &mut Browser, task: &str, answers: &[&str]) {
    let screen = browser.screen();
    for answer in answers {
        assert!(screen.contains(answer), "{task}: no {answer} in\n{screen}");
    }
}

#[rstest]
#[case(80, 24)]
#[case(100, 30)]
fn twenty_tasks_show_their_answer_within_eight_keys(#[case] columns: u16, #[case] rows: u16) {
    for (task, _, answers) in TASKS {
        let (count, pressed) = keys(task);
        let mut browser = Browser::home(columns, rows, &[]).keys(&pressed);
        assert_shown(&mut browser, task, answers);
        assert!(count <= MAX_KEYS, "{task}: {count} keys");
    }
}

#[rstest]
#[case(80, 24)]
#[case(100, 30)]
fn the_mouse_does_all_tasks_but_typing_a_query(#[case] columns: u16, #[case] rows: u16) {
    for (_, task, answers) in TASKS {
        let mut browser = Browser::home(columns, rows, &[]);
        click_through(&mut browser, task);
        assert_shown(&mut browser, task, answers);
    }
}

#[test]
fn the_way_from_heavy_to_accessible_shows_each_rule() {
    let mut browser = Browser::home(80, 24, &[]);
    for (pressed, shown) in [
        ("heavy<Enter>", "Larger terrain is Heavy"),
        ("}", "Smaller terrain is Light"),
        ("}}", "Vantage terrain means the upper levels"),
        ("}", "Accessible terrain"),
        ("<BS>", "Larger terrain is Heavy"),
    ] {
        browser.press(pressed);
        assert_shown(&mut browser, pressed, &[shown]);
    }
}

/// Does a task, quits, and starts a new browser with the state that was stored.
fn next_day(does: impl Fn(&mut Browser)) -> Browser {
    let mut browser = Browser::home(80, 24, &[]);
    does(&mut browser);
    browser.app.store_place();
    let state = std::mem::take(&mut browser.app.shared.state);
    let mut next = Browser::home(80, 24, &[]);
    let notice = None;
    next.app
        .handle(Event::StateStored(tableside::state::StoredState {
            state,
            notice,
            ..tableside::state::StoredState::default()
        }));
    next
}

#[rstest]
#[case::keys(|browser: &mut Browser| browser.press("breach<Enter>m<Enter>"), "<Down><Enter>", "")]
#[case::mouse(
    |browser: &mut Browser| click_through(browser, "{breach}[▌][help][add or rename][bookmark: ]"),
    "",
    "[Bookmarks  ]"
)]
fn a_bookmark_is_on_the_home_screen_the_next_day(
    #[case] marks: fn(&mut Browser),
    #[case] keys: &str,
    #[case] clicks: &str,
) {
    let mut browser = next_day(marks);
    assert_shown(&mut browser, "home", &["Bookmarks     Breach"]);
    browser.press(keys);
    click_through(&mut browser, clicks);
    assert!(browser.find("★").is_some(), "{}", browser.screen());
}

#[rstest]
#[case::keys("conceal<Enter>jjq", "", "<Enter>", "")]
#[case::mouse("", "{conceal}[▌][help][q  ]", "", "[Continue]")]
fn the_home_screen_goes_on_where_the_last_session_ended(
    #[case] keys: &str,
    #[case] clicks: &str,
    #[case] next_keys: &str,
    #[case] next_clicks: &str,
) {
    let mut browser = next_day(|browser| {
        browser.press(keys);
        click_through(browser, clicks);
        assert!(browser.asks_to_quit());
    });
    assert_shown(&mut browser, "home", &["Continue"]);
    browser.press(next_keys);
    click_through(&mut browser, next_clicks);
    assert_eq!(browser.reading(), "kill-team/core-terms#conceal");
}
