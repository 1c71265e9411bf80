//! Twenty things that players do at a table, each from the home screen in a few keys. The words of a query do not count.

use crate::harness::Browser;
use rstest::rstest;
use tableside::tui::event::Event;

/// The most keys beside the words of queries.
const MOST_KEYS: usize = 8;

/// A task: its keys, where `{...}` are the words of a query, and texts that are then on the screen.
type Task = (&'static str, &'static [&'static str]);

const TASKS: [Task; 18] = [
    // The first start says what is loaded, what can be asked, and which key helps.
    (
        "",
        &[
            "Type a rule or a question",
            "11 documents",
            "? help",
            "Tab browse",
        ],
    ),
    // How a hatchway opens, and what an open one is.
    (
        "{open hatchway}<Enter>",
        &["The hatch must be removed", "Operate Hatch  1AP"],
    ),
    (
        "{breach grenadier}<Enter>",
        &["'grenadier'", "pay 1 less AP"],
    ),
    ("{cover vantage}<Enter>", &["Light terrain for cover"]),
    (
        "{blast or torrent}<Enter>",
        &["~ 2 changed", "Your chosen target", "Each must be:"],
    ),
    (
        "{weapons with piercing}",
        &["Piercing x", "Necron Warrior", "it is one fewer"],
    ),
    ("{2D6 npo 7}<Enter>", &["7-10  Necron Warrior", "50.0 %"]),
    ("{event cards}<Enter>", &["Dark of the Tomb", "event card"]),
    ("{threat level 12}<Enter>", &["11-15      3"]),
    (
        "{missions with breach points}",
        &["Demolition Protocol", "Destroy Sarcophagus"],
    ),
    (
        "{conceal}",
        &["a Conceal order cannot Shoot,", "counteract. In"],
    ),
    // Four rules one after the other, and back to the first; a result is left by way of its search.
    (
        "{heavy}<Enter>/{light}<Enter><BS><BS>",
        &["Larger terrain is Heavy"],
    ),
    // The figures of two inches, summaries first.
    (
        "<Esc>#{2\"}",
        &[
            "Drop: vertical distance ignored",
            "Climb: least vertical movement",
        ],
    ),
    // The rule of another game than the one being read.
    (
        "{reaction fire}",
        &["On Guard", "ZONE MORTALIS", "Reaction Fire"],
    ),
    (
        "{force chart}<Enter>",
        &["Force Organisation Chart", "Heavy Support"],
    ),
    (
        "{game:quick weapons}<Enter>",
        &["Cost  Damage  Short   Long", "Crossbow"],
    ),
    // The keys without the help: what the footer says.
    (
        "{breach}<Enter>",
        &["/ search", "Tab link", "Space peek", "⌫ back", "? help"],
    ),
    // A term on the page, looked up without leaving it.
    (
        "{breach}<Enter><Tab><Space>",
        &["Breach › Control Range", "no more than 1\""],
    ),
];

/// The number of keys beside the words of queries, and all of them as they are pressed.
fn keys(task: &str) -> (usize, String) {
    let own = task.split(['{', '}']).step_by(2).collect::<String>();
    let named = own.matches('<').count();
    let letters = own.split(['<', '>']).step_by(2).map(str::len);
    (named + letters.sum::<usize>(), task.replace(['{', '}'], ""))
}

#[rstest]
#[case(80, 24)]
#[case(100, 30)]
fn twenty_tasks_show_their_answer_within_eight_keys(#[case] columns: u16, #[case] rows: u16) {
    for (task, answers) in TASKS {
        let (count, pressed) = keys(task);
        let mut browser = Browser::home(columns, rows, &[]).keys(&pressed);
        let screen = browser.screen();
        for answer in answers {
            assert!(screen.contains(answer), "{task}: no {answer} in\n{screen}");
        }
        assert!(count <= MOST_KEYS, "{task}: {count} keys");
    }
}

/// Presses keys, quits, and starts again with the state that was stored.
fn next_day(pressed: &str) -> Browser {
    let mut browser = Browser::home(80, 24, &[]).keys(pressed);
    browser.app.note_place();
    let state = std::mem::take(&mut browser.app.shared.state);
    let mut next = Browser::home(80, 24, &[]);
    let notice = None;
    next.app
        .handle(Event::StateStored(tableside::state::StoredState {
            state,
            notice,
        }));
    next
}

#[test]
fn a_bookmark_is_on_the_home_screen_the_next_day() {
    let mut browser = next_day("breach<Enter>m<Enter>");
    let (column, row) = browser.find("Bookmarks     Breach").expect("the bookmark");
    browser.press("<Down><Enter>");
    assert!(browser.find("★").is_some(), "{}", browser.screen());
    assert!(column > 0 && row > 0);
}

#[test]
fn enter_goes_on_where_the_last_session_ended() {
    let mut browser = next_day("conceal<Enter>jj");
    assert!(browser.find("Continue").is_some(), "{}", browser.screen());
    browser.press("<Enter>");
    assert!(browser.find("Expended").is_some(), "{}", browser.screen());
}
