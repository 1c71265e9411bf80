//! Keys and the mouse: tests send sequences and check state and frames.

use crate::harness::{Browser, games};
use crossterm::event::{MouseButton, MouseEventKind};
use rstest::rstest;
use tableside::library::Library;
use tableside::rules::Rulebook;
use tableside::tui::event::Event;
use tableside::tui::finder::ResultRow;
use tableside::tui::hints::Hint;
use tableside::tui::keymap::Context;

const BREACH: &str = "kill-team/tomb-world#breach";
const EVERYTHING: &str = include_str!("../fixtures/everything.md");

#[test]
fn custom_keys_appear_in_footer_and_help_and_work() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut browser = Browser::game(columns, rows)
            .with_keys("[keys.page]\nsearch = [\"s\"]\nnext-link = []\n");
        let footer = |browser: &mut Browser| {
            browser
                .screen()
                .lines()
                .last()
                .unwrap_or_default()
                .to_owned()
        };
        let shown = footer(&mut browser);
        assert!(
            shown.contains("s search")
                && !shown.contains("/ search")
                && !shown.contains("Tab link"),
            "{shown}"
        );
        browser.press("/");
        assert!(browser.app.finder.is_none());
        let help = Browser::game(columns, rows)
            .with_keys("[keys.page]\nsearch = [\"s\"]\n")
            .keys("?")
            .screen();
        assert!(
            help.lines()
                .any(|line| line.contains("s  ") && line.contains("search")),
            "{help}"
        );
        browser.press("s");
        assert!(browser.app.finder.is_some());
    }
}

#[test]
fn a_key_sequence_waits_for_its_second_key() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let chords = "[keys.page]\ntop = \"g g\"\nbottom = \"g e\"\n";
        let mut browser = Browser::game(columns, rows).with_keys(chords).keys("jjj");
        browser.press("g");
        let screen = browser.screen();
        let footer = screen.lines().last().unwrap_or_default();
        assert_eq!(footer, " g …");
        assert_eq!(browser.app.reader.sheet.scroll, 3);
        browser.press("g");
        assert_eq!(browser.app.reader.sheet.scroll, 0);
        browser.press("g<Esc>");
        assert!(browser.app.pending.is_empty() && browser.app.reader.sheet.scroll == 0);
        // `gj` is not bound, so `j` does the same as without `g`.
        browser.press("gj");
        assert!(browser.app.pending.is_empty() && browser.app.reader.sheet.scroll == 1);
    }
}

#[test]
fn a_word_and_enter_open_its_definition() {
    let mut browser = Browser::game(120, 40).keys("/breach<Enter>");
    assert_eq!(browser.reading(), BREACH);
    assert!(
        browser.screen().contains("Open one closed breach point"),
        "{}",
        browser.screen()
    );
}

#[test]
fn escape_from_the_search_returns_to_the_same_line() {
    let mut browser = Browser::game(80, 24)
        .at("kill-team/killzones#jumping")
        .keys("jjj");
    let before = browser.screen();
    browser.press("/vantage<Down><Down><Esc>");
    assert_eq!(browser.screen(), before);
}

#[test]
fn back_reopens_the_search_and_then_the_page_it_was_opened_from() {
    let mut browser = Browser::game(100, 30).at("kill-team/killzones#climbing");
    let page = browser.screen();
    browser.press("/terrain<Down><Down>");
    let search = browser.screen();
    browser.press("<Enter>");
    assert_ne!(browser.screen(), page);
    browser.press("<BS>");
    assert_eq!(browser.screen(), search);
    browser.press("<Esc>");
    assert_eq!(browser.reading(), "kill-team/killzones#climbing");
}

#[test]
fn following_a_link_and_going_back_restores_the_line_and_the_link() {
    let mut browser = Browser::game(80, 24).at(BREACH).keys("jj<Tab><Tab>");
    let before = browser.screen();
    let link = browser.app.reader.sheet.link;
    assert!(link.is_some());
    browser.press("<Enter>");
    assert_ne!(browser.reading(), BREACH);
    let there = browser.screen();
    browser.press("<BS>");
    assert_eq!(
        (browser.screen(), browser.app.reader.sheet.link),
        (before, link)
    );
    browser.press("L");
    assert_eq!(browser.screen(), there);
}

#[test]
fn a_peek_shows_the_target_and_leaves_the_page_where_it_is() {
    let mut browser = Browser::game(80, 24).at("kill-team/tomb-world#hatchway-fight");
    let before = browser.app.reader.sheet.scroll;
    browser.press("<Tab><Space>");
    assert_eq!(browser.app.overlays.len(), 1);
    assert_eq!(browser.app.reader.sheet.scroll, before);
    browser.press("<Esc>");
    assert!(browser.app.overlays.is_empty());
    assert_eq!(browser.reading(), "kill-team/tomb-world#hatchway-fight");
}

#[test]
fn links_in_a_peek_can_be_peeked_and_closed_one_by_one() {
    let rules = "# House\n\n## Alpha Rule\n\nSee the Beta Rule.\n\n## Beta Rule\n\nSee the Gamma Rule.\n\n## Gamma Rule\n\nThe end.\n";
    let mut browser = Browser::on(rules, 80, 24).keys("/alpha<Enter><Tab><Space><Space>");
    assert_eq!(browser.app.overlays.len(), 2);
    assert!(
        browser
            .screen()
            .contains("Alpha Rule › Beta Rule › Gamma Rule"),
        "{}",
        browser.screen()
    );
    browser.press("<Esc>");
    assert_eq!(browser.app.overlays.len(), 1);
    browser.press("<Enter>");
    assert_eq!(browser.reading(), "rules/house#beta-rule");
}

#[test]
fn letters_choose_a_link() {
    let rules = "# House\n\n## Alpha Rule\n\nSee the Beta Rule and the Gamma Rule.\n\n## Beta Rule\n\nB.\n\n## Gamma Rule\n\nC.\n";
    let browser = Browser::on(rules, 80, 24).keys("/alpha<Enter>fs");
    assert_eq!(browser.reading(), "rules/house#gamma-rule");
}

#[test]
fn backlinks_are_listed_with_their_sentences() {
    let mut browser = Browser::game(120, 40).at(BREACH).keys("w");
    let screen = browser.screen();
    assert!(screen.contains("What links to Breach"), "{screen}");
    browser.press("<Enter>");
    assert_ne!(browser.reading(), BREACH);
    browser.press("<BS>");
    assert_eq!(browser.reading(), BREACH);
}

#[test]
fn exceptions_are_below_the_rule_and_in_a_list_by_document() {
    let mut browser = Browser::game(120, 40).at(BREACH);
    let screen = browser.screen();
    let line = "Changed elsewhere  Threat Level · Demolition Protocol · Destroy Sarcophagus ·";
    assert!(screen.contains(line), "{screen}");
    browser.press("x");
    let screen = browser.screen();
    assert!(
        screen.contains("What changes Breach: 4") && screen.contains("Tomb World Event Cards"),
        "{screen}"
    );
    browser.press("<Tab><Tab><Tab><Enter>");
    assert_eq!(browser.reading(), "kill-team/event-cards#the-maze-reforms");
}

#[test]
fn key_numbers_are_filtered_and_followed_to_their_line() {
    let mut browser = Browser::game(120, 40).at(BREACH).keys("#");
    let before = browser.screen();
    assert!(
        before.contains("Key numbers") && before.contains("filter:"),
        "{before}"
    );
    browser.press("drop ignored 2\"");
    assert!(
        browser.screen().contains("distance"),
        "{}",
        browser.screen()
    );
    browser.press("<Down><Enter>");
    let line = browser.find("2\"").expect("the figure is on the screen");
    assert!(line.1 > 1);
    browser.press("<BS>");
    assert_eq!(browser.reading(), BREACH);
}

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
fn leaving_the_key_numbers_changes_nothing(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::game(columns, rows).at(BREACH).keys("jj<Tab>");
    let before = browser.screen();
    browser.press("#<lt>3\"<Tab><PgDn><Down><Esc>");
    assert_eq!(browser.screen(), before);
}

const WORDS: &str = "# House\n\n## Alpha Rule\n\nThe gnawed tunnels are open.\n\nTunnels stay gnawed.\n\n## Gnawed Ground\n\nIt is rough.\n\n## Deep\n\n### Den\n\nOne den.\n\n## Shallow\n\n### Den\n\nAnother den.\n";

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
fn hints_on_words_peek_at_their_meaning(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::on(WORDS, columns, rows).keys("/alpha<Enter>F");
    let words = browser.hints();
    let letters = |text: &str| {
        words
            .iter()
            .find(|hint| hint.word.text == text)
            .map(|hint| hint.letters.clone())
    };
    assert_eq!(
        letters("The"),
        None,
        "a word that says nothing has no letters"
    );
    let (tunnels, heading) = (
        letters("tunnels").expect("a word"),
        letters("Gnawed").expect("a word of the heading"),
    );
    assert!(
        browser.screen().contains("type the letters of a word"),
        "{}",
        browser.screen()
    );
    browser.press(&tunnels);
    let screen = browser.screen();
    assert!(
        screen.contains("No loaded rule defines “tunnels”."),
        "{screen}"
    );
    browser.press("<Enter>");
    assert_eq!(browser.reading(), "rules/house#alpha-rule");
    browser.press("F");
    browser.press(&heading);
    assert!(
        browser.screen().contains("It is rough."),
        "{}",
        browser.screen()
    );
}

#[rstest]
#[case::a_smaller_screen(|browser: &mut Browser| browser.resize(80, 7))]
#[case::the_wheel(|browser: &mut Browser| browser.mouse(MouseEventKind::ScrollDown, 3, 3))]
fn hints_disappear_when_the_page_moves(#[case] moves: fn(&mut Browser)) {
    for key in ["f", "F"] {
        let mut browser = Browser::game(80, 24).keys("/breach<Enter>");
        browser.press(key);
        assert!(browser.app.hints.is_some(), "letters on {key}");
        moves(&mut browser);
        assert!(browser.app.hints.is_none(), "none after {key}");
        browser.screen();
    }
}

#[test]
fn a_rule_stays_where_it_is_when_the_page_learns_what_changes_the_rule_above_it() {
    let library = Library::new(Rulebook::load(games(), Vec::new()));
    library.collect_links();
    let mut browser = Browser::placeholder(80, 24);
    browser.app.handle(Event::Rules(library.clone()));
    let mut browser = browser.at("kill-team/tomb-world#breach-point");
    let row = |browser: &Browser| {
        let reader = &browser.app.reader;
        let line = reader.sheet.page.line_of(reader.focus).unwrap();
        line.checked_sub(reader.sheet.scroll)
    };
    let before = row(&browser);
    let length = browser.app.reader.sheet.page.lines.len();
    library.collect_backlinks(library.book.game_of(browser.app.reader.focus));
    browser.app.handle(Event::ChangesReady);
    assert!(browser.app.reader.sheet.page.lines.len() > length);
    assert_eq!(row(&browser), before);
}

#[test]
fn the_page_learns_what_changes_its_rules_without_a_key_and_hints_stay_on_their_links() {
    let library = Library::new(Rulebook::load(games(), Vec::new()));
    library.collect_links();
    let mut browser = Browser::placeholder(100, 30);
    browser.app.handle(Event::Rules(library.clone()));
    let mut browser = browser.at("kill-team/tomb-world#hatchway").keys("f");
    let before = browser.screen();
    assert!(!before.contains("Changed elsewhere"), "{before}");
    library.collect_backlinks(library.book.game_of(browser.app.reader.focus));
    browser.app.handle(Event::ChangesReady);
    let after = browser.screen();
    assert!(after.contains("Changed elsewhere"), "{after}");
    let hints = browser.hints();
    assert!(!hints.is_empty(), "{after}");
    for Hint { word, .. } in hints {
        let page = &browser.app.reader.sheet.page;
        let place = page.place_of_link(word.link.expect("a link"));
        assert_eq!(place, Some((word.line, word.columns.start)), "{after}");
    }
}

#[test]
fn the_definitions_of_a_name_are_shown_one_after_the_other() {
    let mut browser = Browser::on(WORDS, 80, 40);
    let (column, row) = browser.find("Den").expect("a heading");
    browser.mouse(MouseEventKind::Down(MouseButton::Right), column, row);
    let shown = |browser: &Browser| browser.app.peeks().last().map(|peek| peek.chosen);
    assert_eq!(shown(&browser), Some(0));
    assert!(
        browser.screen().contains("definition 1 of 2: House"),
        "{}",
        browser.screen()
    );
    browser.press("l");
    assert_eq!(shown(&browser), Some(1));
    browser.press("h");
    assert_eq!(shown(&browser), Some(0));
}

#[test]
fn the_contents_open_a_section() {
    let rules = "# House\n\n## One\n\nText.\n\n## Two\n\nText.\n";
    let browser = Browser::on(rules, 120, 30).keys("tjj<Enter>");
    assert_eq!(browser.reading(), "rules/house#two");
    assert!(!browser.app.contents.focused);
}

#[test]
fn narrow_contents_lie_over_the_page_and_go_when_a_row_is_opened() {
    let rules = "# House\n\n## One\n\nText.\n\n## Two\n\nText.\n";
    let mut browser = Browser::on(rules, 60, 20);
    assert!(browser.app.reading().contents.is_none());
    browser.press("t");
    assert!(browser.app.reading().contents_cover_page());
    browser.press("j<Enter>");
    assert!(browser.app.reading().contents.is_none());
    assert_eq!(browser.reading(), "rules/house#one");
}

#[test]
fn matches_are_marked_and_n_steps_through_them() {
    let mut browser = Browser::game(80, 24).keys("/vantage<Enter>");
    assert!(!browser.app.reader.sheet.page.matches().is_empty());
    browser.press("n");
    assert!(
        browser
            .app
            .shared
            .messages
            .status
            .as_deref()
            .is_some_and(|status| status.starts_with("match "))
    );
    browser.press("<Esc>");
    assert!(browser.app.reader.sheet.page.matches().is_empty());
}

#[test]
fn a_keyword_that_was_searched_for_is_marked_on_its_datacard() {
    let browser = Browser::on(EVERYTHING, 80, 24).keys("/leader<Enter>");
    let page = &browser.app.reader.sheet.page;
    let marked: Vec<_> = page
        .matches()
        .iter()
        .map(|line| page.lines[*line].text())
        .collect();
    assert_eq!(marked, ["  SWAMP RATS · LEADER"]);
}

#[test]
fn notes_stay_hidden_across_sections() {
    let house = "# House\n\n## Alpha Rule\n\nSee the Beta Rule.\n\n> **Designer's Note:** Slow.\n\n> **Designer's Note:** On purpose.\n\n## Beta Rule\n\nB.\n\n[Derived from illustration]\n\nRound.\n";
    let mut browser = Browser::on(house, 80, 24).keys("v");
    let screen = browser.screen();
    assert!(
        screen.contains("┆ Designer's note\n") && !screen.contains("Slow"),
        "{screen}"
    );
    browser.press("<Tab><Enter>");
    browser.resize(120, 40);
    assert!(!browser.screen().contains("Round."));
    browser.press("/slow<Enter>v");
    assert!(
        browser.screen().contains("Slow") && browser.screen().contains("Round."),
        "{}",
        browser.screen()
    );
}

#[test]
fn a_new_size_keeps_the_section_being_read() {
    let mut browser = Browser::game(120, 40).at("kill-team/tomb-world#teleport-pad");
    for (columns, rows) in [(80, 24), (40, 12), (200, 60), (1, 1), (120, 40)] {
        browser.resize(columns, rows);
        assert_eq!(
            browser.reading(),
            "kill-team/tomb-world#teleport-pad",
            "at {columns}x{rows}"
        );
    }
    assert!(browser.find("Teleport Pad").is_some());
}

#[test]
fn a_click_follows_a_link_and_the_wheel_scrolls() {
    let rules = "# House\n\n## Alpha Rule\n\nSee the Beta Rule.\n\n## Beta Rule\n\nB.\n";
    let mut browser = Browser::on(rules, 80, 24);
    let (column, row) = browser
        .find("Beta Rule.")
        .expect("the link is on the screen");
    browser.click(column, row);
    assert_eq!(browser.reading(), "rules/house#beta-rule");
    let mut browser = Browser::game(80, 24);
    browser.mouse(MouseEventKind::ScrollDown, 40, 10);
    assert_eq!(browser.app.reader.sheet.scroll, 3);
}

#[test]
fn earlier_queries_are_above_the_first_result() {
    let mut browser = Browser::game(80, 24).keys("/vantage<Enter>/guard<Enter>/");
    let mut typed = |keys: &str| {
        browser.press(keys);
        browser
            .app
            .finder
            .as_ref()
            .map(|finder| finder.input.value().to_owned())
    };
    assert_eq!(typed("<Up>").as_deref(), Some("guard"));
    assert_eq!(typed("<Up>").as_deref(), Some("vantage"));
    assert_eq!(typed("<Up>").as_deref(), Some("vantage"));
}

#[test]
fn control_c_quits_and_control_z_stops_whatever_is_open() {
    for open in ["", "/", "/breach", "f", "?", "t", "w", "<Tab><Space>"] {
        let browser = Browser::game(80, 24).at(BREACH).keys(open).keys("<C-z>");
        assert!(browser.asks_to_stop(), "after {open:?}");
        assert!(browser.keys("<C-c>").asks_to_quit(), "after {open:?}");
    }
}

#[test]
fn selecting_links_down_the_page_takes_the_header_along() {
    let mut browser = Browser::game(80, 24).at(BREACH);
    let mut is_elsewhere = false;
    for _ in 0..60 {
        browser.press("<Tab>");
        is_elsewhere |= browser.reading() != BREACH;
        let reader = &browser.app.reader;
        let focus = reader
            .sheet
            .page
            .line_of(reader.focus)
            .expect("on the page");
        assert!(
            focus < reader.sheet.visible().end,
            "the section being read is below the screen"
        );
    }
    assert!(is_elsewhere, "no link was below the section");
}

#[test]
fn a_click_opens_a_result_wherever_the_list_is_scrolled_to() {
    let mut browser = Browser::game(120, 40).keys("/operative");
    (0..30).for_each(|_| browser.press("<Down>"));
    let finder = browser.app.finder.as_ref().expect("the search box");
    assert!(finder.list.scroll > 0);
    let another = |row: &ResultRow| matches!(row, ResultRow::Title(hit) if *hit != finder.list.selected_index());
    let rows = &finder.list.rows[finder.list.scroll..];
    let row = rows.iter().position(another).expect("another result");
    let ResultRow::Title(hit) = rows[row] else {
        unreachable!("a title was looked for")
    };
    let section = finder.hits()[hit].section;
    let y = 2 + u16::try_from(row).expect("a row");
    browser.click(10, y);
    browser.click(10, y);
    assert_eq!(browser.app.reader.focus, section);
}

#[test]
fn a_click_in_the_list_of_what_links_here_opens_the_section() {
    let mut browser = Browser::game(120, 40).at(BREACH).keys("w");
    let (column, row) = browser.find("Sabotage").expect("it links here");
    browser.click(column, row);
    assert!(browser.app.overlays.is_empty());
    assert_eq!(browser.reading(), "kill-team/joint-ops#sabotage");
}

#[test]
fn text_typed_before_the_index_stays() {
    let browser = Browser::asked_with_keys("reaction fire", "<BS><BS>", (80, 24));
    assert_eq!(
        browser
            .app
            .finder
            .as_ref()
            .map(|finder| finder.input.value()),
        Some("reaction fi")
    );
}

#[test]
fn a_click_selects_a_result_and_a_second_click_opens_it() {
    let mut browser = Browser::game(120, 40).keys("/hatchway");
    let (column, row) = browser.find("Hatchway Fight").expect("a result");
    browser.click(column, row);
    browser.click(column, row);
    assert_eq!(browser.reading(), "kill-team/tomb-world#hatchway-fight");
}

#[test]
fn a_rule_is_copied_with_its_path() {
    let browser = Browser::game(80, 24)
        .at("kill-team/core-terms#silent")
        .keys("y");
    let copied = browser.copied();
    let (first, last) = (copied.lines().next(), copied.lines().last());
    assert!(
        first.is_some_and(|line| line.starts_with("Silent")),
        "{copied}"
    );
    assert!(copied.contains("Conceal"), "{copied}");
    let citation = "Kill Team › Core Terms, Actions and Weapon Rules › Weapon Rules › Silent (Tomb World Mission Pack, August 2025)";
    assert_eq!(last, Some(citation));
    assert_eq!(browser.keys("Y").copied(), "kill-team/core-terms#silent");
}

#[test]
fn pasted_text_is_one_line_without_control_characters() {
    let mut browser = Browser::game(80, 24).keys("/");
    let paste = crossterm::event::Event::Paste("con\ntrol\x1b[31m".to_owned());
    browser
        .app
        .handle(tableside::tui::event::Event::Input(paste));
    let finder = browser.app.finder.as_ref().expect("the search box is open");
    assert_eq!(finder.input.value(), "con trol[31m");
}

#[test]
fn the_query_of_the_command_line_opens_the_best_match() {
    let browser = Browser::asked("reaction fire", (80, 24));
    assert_eq!(
        browser.reading(),
        "zone-mortalis/zone-mortalis#reaction-fire"
    );
}

#[rstest]
#[case("/ty<Tab>", "type:")]
#[case("/breach ty<Tab>", "breach ty")]
#[case("/t<Tab>", "t")]
#[case("/game:<Tab>", "game:kill-team")]
#[case("/game:<Tab><Tab>", "game:zone-mortalis")]
#[case("/game:<Tab><Tab><Tab><Tab>", "game:kill-team")]
#[case("/game:kill-team<Tab>", "game:zone-mortalis")]
#[case("/game:killz<Tab>", "game:killzone-quick-reference")]
#[case("/sp:<Tab><Tab>", "sp:2")]
#[case("/sp:3<Tab>", "sp:1")]
#[case("/type:action<Tab>", "type:stratagem")]
#[case("/breach<Tab>", "breach")]
#[case("/é type:te<Tab>", "é type:term")]
#[case("/-ty<Tab>ac<Tab>", "-type:action")]
fn tab_steps_through_the_values_of_a_filter(#[case] keys: &str, #[case] expected: &str) {
    let browser = Browser::game(80, 24).keys(keys);
    assert_eq!(
        browser
            .app
            .finder
            .expect("the search is open")
            .input
            .value(),
        expected
    );
}

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
fn a_filter_without_a_value_lists_the_values(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::game(columns, rows).keys("/type:");
    assert!(browser.find("Completions:").is_some() && browser.find("type:stratagem").is_some());
    assert!(
        browser.find("Nothing in the loaded rules").is_none()
            && browser.find("nothing found").is_none()
    );
    browser.press("action ap:9");
    assert!(
        browser
            .find("Nothing in the loaded rules answers")
            .is_some()
    );
}

#[rstest]
#[case("/psychic power", "answers “psychic power”. Closest matches:")]
#[case("/quzzlewump", "answers “quzzlewump”.")]
fn near_matches_are_not_listed_as_answers(#[case] keys: &str, #[case] said: &str) {
    let mut browser = Browser::game(80, 24).keys(keys);
    let listed = browser
        .app
        .finder
        .as_ref()
        .is_some_and(|finder| finder.hit().is_some());
    let screen = browser.screen();
    assert!(
        screen.contains("nothing found") && screen.contains(said),
        "{screen}"
    );
    assert_eq!(screen.contains("Closest matches"), listed, "{screen}");
}

#[test]
fn a_query_that_finds_nothing_has_the_first_page_behind_it() {
    let mut browser = Browser::asked("qqxqq", (80, 24));
    browser.press("<Esc>");
    assert_eq!(browser.screen(), Browser::game(80, 24).screen());
}

#[test]
fn going_back_goes_on_until_the_query_is_edited() {
    let start = Browser::game(80, 24).reading().to_owned();
    let visited = || Browser::game(80, 24).at(BREACH).keys("/accessible<Enter>");
    for back in ["<BS>", "H", "<C-h>"] {
        let mut browser = visited().keys(back).keys(back);
        assert_eq!(browser.app.context(), Context::Page, "after {back}");
        assert_eq!(browser.reading(), BREACH, "after {back}");
        browser.press(back);
        assert_eq!(browser.app.context(), Context::Page, "after {back}");
        assert_eq!(browser.reading(), start, "after {back}");
    }
    let forward = visited().keys("<BS><BS><BS>LLL");
    assert_eq!(forward.app.context(), Context::Page);
    assert_ne!(forward.reading(), BREACH);
    let edited = visited().keys("<BS>x<BS>H");
    let finder = edited.app.finder.as_ref().expect("the search");
    assert_eq!(finder.input.value(), "accessibleH");
    let anew = visited().keys("<BS>/heavy");
    let finder = anew.app.finder.as_ref().expect("the search");
    assert_eq!(finder.input.value(), "heavy");
}
