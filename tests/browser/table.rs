//! At the table: counters, decks, what is played, and pins.

use std::collections::BTreeMap;

use rstest::rstest;
use tableside::library::Library;
use tableside::state::{Change, GameChange, Move, PlayedGame, State, StoredState};
use tableside::theme::Symbols;
use tableside::tui::event::Event;
use tableside::tui::keymap::Context;
use tableside::tui::table::GameRow;

use crate::harness::Browser;

const JOINT_OPS: &str = "kill-team/joint-ops";

fn game(browser: &Browser) -> &PlayedGame {
    browser.app.shared.state.game().expect("a game is played")
}

/// A browser that plays mission 6 of Joint Ops.
fn playing(columns: u16, rows: u16) -> Browser {
    Browser::game(columns, rows)
        .at("kill-team/joint-ops#strategy-phase")
        .keys("cregroup<Enter>")
        .at("kill-team/joint-ops#strategy-phase")
}

#[test]
fn a_choice_begins_a_game_and_the_header_says_so() {
    let mut browser = Browser::game(120, 40).at(JOINT_OPS).keys("cregroup<Enter>");
    // The mission is what the players read next.
    assert!(browser.screen().contains("Regroup"), "{}", browser.screen());
    assert_eq!(browser.app.context(), Context::Page);
    let mut browser = playing(120, 40);
    assert_eq!(game(&browser).name, "Kill Team");
    assert_eq!(
        game(&browser).played,
        [JOINT_OPS, "kill-team/joint-ops#regroup"]
    );
    let screen = browser.screen();
    assert!(screen.contains("playing Joint Ops, Regroup"), "{screen}");
    insta::assert_snapshot!("playing_120x40", browser.styled());
    browser.press("c");
    insta::assert_snapshot!("choices_120x40", browser.styled());
    browser.press("regroup<Enter>");
    assert_eq!(game(&browser).played, [JOINT_OPS]);
}

#[rstest]
#[case(100, 30)]
#[case(80, 24)]
#[case(40, 12)]
fn the_table_is_beside_the_page_or_over_it(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = playing(columns, rows);
    assert!(browser.screen().contains("TP 1"), "{}", browser.screen());
    browser.press("T+++++++");
    assert_eq!(browser.app.context(), Context::Table);
    insta::assert_snapshot!(format!("table_{columns}x{rows}"), browser.styled());
    browser.press("<Esc>");
    let screen = browser.screen();
    assert!(
        screen.contains("Threat 7 (Grade 2)") || columns < 80,
        "{screen}"
    );
    assert_eq!(browser.app.context(), Context::Page);
}

#[test]
fn counters_stay_in_their_limits_and_every_change_is_taken_back() {
    let mut browser = playing(100, 30).keys("T");
    browser.press(&"+".repeat(20));
    assert_eq!(game(&browser).counters["Threat level"], 15);
    assert!(
        browser.screen().contains("at its limit"),
        "{}",
        browser.screen()
    );
    browser.press("=-9<Enter>");
    assert_eq!(game(&browser).counters["Threat level"], 6);
    browser.press("=+x<Enter>");
    assert!(
        browser.screen().contains("whole number"),
        "{}",
        browser.screen()
    );
    browser.press("<Esc>=+9<Enter>");
    assert!(browser.screen().contains("15"), "{}", browser.screen());
    browser.press("=<BS><BS>4<Enter>");
    assert_eq!(game(&browser).counters["Threat level"], 4);
    browser.press("u");
    assert_eq!(game(&browser).counters["Threat level"], 15);
    browser.press(&"u".repeat(17));
    assert!(!game(&browser).counters.contains_key("Threat level"));
}

#[test]
fn a_counter_made_by_hand_has_a_name_and_a_value() {
    let mut browser = playing(100, 30).keys("TaGuard wounds 12<Enter>");
    assert_eq!(game(&browser).counters["Guard wounds"], 12);
    let screen = browser.screen();
    assert!(screen.contains("Guard wounds"), "{screen}");
    browser.press("<Esc>");
    let mut browser = browser
        .at("kill-team/npo-datacards#canoptek-scarab-swarm")
        .keys("Ta<Enter>");
    assert_eq!(game(&browser).counters["Canoptek Scarab Swarm"], 10);
    // A game without rules keeps what is counted.
    assert!(
        browser.screen().contains("Canoptek Scarab"),
        "{}",
        browser.screen()
    );
}

#[test]
fn a_step_moves_several_counters_and_returns_the_cards() {
    let mut browser = playing(100, 30).keys("Td<Esc>d<Esc>n");
    assert_eq!(game(&browser).counters["Turning point"], 2);
    assert!(
        game(&browser)
            .decks
            .values()
            .all(|piles| piles.drawn.is_empty())
    );
    browser.press("u");
    let drawn = game(&browser).decks.values().map(|piles| piles.drawn.len());
    assert_eq!(drawn.sum::<usize>(), 2);
    assert!(browser.screen().contains("9 left"), "{}", browser.screen());
}

#[test]
fn a_deck_drawn_out_holds_every_card_the_right_number_of_times() {
    let mut browser = playing(100, 30).keys("T");
    for _ in 0..11 {
        browser.press("d");
        assert_eq!(browser.app.context(), Context::Card);
        browser.press("<Esc>");
    }
    let mut counts = BTreeMap::<&str, usize>::new();
    let piles = game(&browser).decks.values().next().expect("a deck");
    for id in &piles.drawn {
        *counts.entry(id).or_default() += 1;
    }
    assert_eq!(counts.len(), 10, "{counts:?}");
    assert_eq!(counts["kill-team/event-cards#awakened-warrior"], 2);
    assert_eq!(piles.removed.len(), 3);
    browser.press("d");
    assert_eq!(browser.app.context(), Context::Table);
    let screen = browser.screen();
    assert!(
        screen.contains("no card is left; s shuffles the others back"),
        "{screen}"
    );
    browser.press("s");
    assert!(browser.screen().contains("11 left"), "{}", browser.screen());
}

#[test]
fn a_drawn_card_is_moved_while_it_is_shown() {
    let piles = |browser: &Browser| {
        let piles = game(browser).decks.values().next().expect("a deck");
        (
            piles.drawn.len(),
            piles.discarded.len(),
            piles.removed.len(),
        )
    };
    let mut browser = playing(100, 30).keys("Td");
    // A key takes away the message that covers the keys.
    browser.press("j");
    let screen = browser.screen();
    assert!(screen.contains("x discard   d draw   u undo"), "{screen}");
    browser.press("x");
    assert_eq!(browser.app.context(), Context::Table);
    assert_eq!(piles(&browser), (0, 1, 3));
    browser.press("dd");
    assert_eq!(browser.app.context(), Context::Card);
    assert_eq!(piles(&browser), (2, 1, 3));
    browser.press("u");
    assert_eq!(piles(&browser), (1, 1, 3));
    browser.press("dX");
    assert_eq!(piles(&browser), (1, 1, 4));
    // A peek from the card closes with it.
    browser.press("d<Tab><Space>x");
    assert_eq!(browser.app.context(), Context::Table);
    assert_eq!(piles(&browser), (1, 2, 4));
}

#[test]
fn a_card_is_discarded_taken_out_and_put_in() {
    let mut browser = playing(100, 30).keys("Td<Esc>");
    let piles = |browser: &Browser| game(browser).decks.values().next().expect("a deck").clone();
    let drawn = piles(&browser).drawn[0].clone();
    let (column, row) = browser.find("Event Cards").expect("the deck");
    browser.click(column, row);
    browser.press("<Space>");
    let screen = browser.screen();
    assert!(
        screen.contains("At grade 3, draw a Tomb World event"),
        "{screen}"
    );
    browser.press("<Esc>");
    browser.click(column + 2, row + 1);
    browser.press("x");
    assert_eq!(piles(&browser).discarded, [drawn]);
    browser.press("X");
    assert_eq!(piles(&browser).removed.len(), 4);
    browser.press("v");
    let screen = browser.screen();
    assert!(screen.contains("out: "), "{screen}");
}

#[test]
fn what_is_not_played_is_below_a_line_and_links_lead_to_what_is_played() {
    let mut browser = playing(120, 40).keys("/strategy phase");
    let screen = browser.screen();
    let line = screen.find("Not played in this game").expect("a line");
    let other = screen.find("Adversary Ops: Tomb World Mission Pack › Strategy");
    assert!(other.is_none_or(|other| other > line), "{screen}");
    insta::assert_snapshot!("search_120x40", browser.styled());
    browser.press("<Tab>");
    let screen = browser.screen();
    assert!(!screen.contains("Not played"), "{screen}");
}

#[test]
fn the_counter_of_phases_leads_to_what_names_the_phase() {
    let mut browser = playing(120, 40).keys("T<BackTab><Enter>");
    let screen = browser.screen();
    assert!(screen.contains("When: Strategy phase"), "{screen}");
    // A rule of a mission that is not played.
    assert!(!screen.contains("Nanoscarab Repair"), "{screen}");
    insta::assert_snapshot!("phase_120x40", browser.styled());
}

#[test]
fn pins_are_kept_with_the_game_and_switched_by_their_numbers() {
    let mut browser = playing(120, 40)
        .at("kill-team/npo-datacards#npo-table")
        .keys("+")
        .at("kill-team/joint-ops#threat-level")
        .keys("+");
    assert_eq!(game(&browser).pins.len(), 2);
    let screen = browser.screen();
    assert!(screen.contains("Pinned: 2 of 2: Threat Level"), "{screen}");
    browser.press("1");
    assert!(
        browser.screen().contains("Pinned: 1 of 2: NPO Table"),
        "{}",
        browser.screen()
    );
    browser.press("r");
    assert_eq!(browser.app.context(), Context::Roll);
    browser.press("<Esc>1");
    assert!(browser.screen().contains("Pins"), "{}", browser.screen());
    let changes = browser.changes();
    let mut later = Browser::home(120, 40, &changes);
    let screen = later.screen();
    assert!(screen.contains("Games"), "{screen}");
    later.press("<Esc>2");
    assert!(
        later.screen().contains("Pinned: 2 of 2"),
        "{}",
        later.screen()
    );
}

#[test]
fn a_game_ends_is_resumed_and_begun_anew() {
    let mut browser = playing(100, 30).keys("T++<Esc>cend the<Enter><Esc>");
    assert!(browser.app.shared.state.game().is_none());
    let screen = browser.screen();
    assert!(
        !screen.contains("playing") && !screen.contains("Threat 2"),
        "{screen}"
    );
    browser.press("cresume<Enter><Esc>");
    assert_eq!(game(&browser).counters["Threat level"], 2);
    browser.press("canew<Enter><Esc>");
    assert_eq!(game(&browser).name, "Kill Team 2");
    assert!(game(&browser).counters.is_empty());
    browser.press("crename<Enter><End> tonight<Enter>");
    assert_eq!(game(&browser).name, "Kill Team 2 tonight");
    let games: Vec<Change> = browser.changes();
    let mut home = Browser::home(80, 24, &games);
    assert!(
        home.screen().contains("Kill Team 2 tonight"),
        "{}",
        home.screen()
    );
}

#[test]
fn a_deck_whose_cards_are_gone_names_the_rest() {
    let cards = "# Deck\n\nKillzone, operative, turning point.\n\n## Event Cards\n\n### Fog\n\n**Copies:** 2x\n\nFog.\n\n### Rain\n\nRain.\n";
    let mut browser = Browser::on(cards, 100, 30).keys("Td<Esc>d<Esc>d<Esc>");
    assert!(browser.screen().contains("0 left"), "{}", browser.screen());
    browser.reread("# Deck\n\nKillzone, operative, turning point.\n\n## Event Cards\n\n### Fog\n\n**Copies:** 3x\n\nFog.\n");
    browser.press("T");
    let screen = browser.screen();
    assert_eq!(
        game(&browser)
            .decks
            .values()
            .next()
            .map(|piles| piles.drawn.len()),
        Some(3)
    );
    assert!(screen.contains("missing: rain"), "{screen}");
}

#[test]
fn the_table_is_told_in_words() {
    let mut browser = playing(80, 24).linear();
    browser
        .app
        .handle(tableside::tui::event::Event::StateStored(
            tableside::state::StoredState::default(),
        ));
    browser.press("cregroup<Enter><Esc>T++");
    let screen = browser.screen();
    assert!(screen.starts_with("Kill Team\n"), "{screen}");
    assert!(screen.contains("Threat level   2  Grade 1"), "{screen}");
}

#[test]
fn before_the_index_is_ready_nothing_is_looked_for() {
    let changes = playing(80, 24).keys("T<BackTab><BackTab>+").changes();
    let library = Browser::game(1, 1).app.shared.library;
    let unindexed = Library {
        index: None,
        ..library.clone()
    };
    let mut browser = Browser::at_home(unindexed, (80, 24), Symbols::UNICODE, &changes);
    assert_eq!(game(&browser).counters["Turning point"], 2);
    assert!(browser.app.shared.library.table.counters.is_empty());
    assert!(browser.screen().contains("Games"), "{}", browser.screen());
    browser.app.handle(Event::Indexed(library));
    assert!(browser.screen().contains("TP 2"), "{}", browser.screen());
}

#[test]
fn changes_that_are_not_written_yet_survive_what_is_read() {
    let mut browser = playing(100, 30).keys("T<BackTab><BackTab>+++");
    let changes = browser.changes();
    let mut state = State::default();
    for change in &changes[..changes.len() - 1] {
        state.apply(change);
    }
    browser.app.handle(Event::StateStored(StoredState {
        state,
        written: changes.len() - 1,
        ..StoredState::default()
    }));
    assert_eq!(game(&browser).counters["Turning point"], 4);
}

/// Reads the state that another browser has written: all changes of this one, and some of its own.
fn read_with(browser: &mut Browser, others: &[Change]) {
    let changes = browser.changes();
    let mut state = State::default();
    for change in changes.iter().chain(others) {
        state.apply(change);
    }
    browser.app.handle(Event::StateStored(StoredState {
        state,
        written: changes.len(),
        ..StoredState::default()
    }));
}

#[test]
fn keys_stay_with_the_selected_counter_when_another_browser_adds_one() {
    let mut browser = playing(100, 30).keys("TaMoles 4<Enter>");
    assert!(browser.screen().contains("Moles"), "{}", browser.screen());
    browser.press("-");
    assert_eq!(game(&browser).counters["Moles"], 3);
    let name = game(&browser).name.clone();
    let ants = Move::Set("Ants".to_owned(), Some(5));
    let other = Change::Game(GameChange::Moves(name, vec![ants]));
    read_with(&mut browser, &[other]);
    browser.press("-");
    let counters = &game(&browser).counters;
    assert_eq!((counters["Moles"], counters["Ants"]), (2, 5));
}

#[test]
fn a_counter_is_set_or_changed_by_a_sum_with_a_sign() {
    let mut browser = playing(100, 30).keys("T++=");
    assert!(
        browser.find("Threat level (2): ").is_some(),
        "{}",
        browser.screen()
    );
    browser.press("7<Enter>");
    assert_eq!(game(&browser).counters["Threat level"], 7);
    browser.press("=-4<Enter>");
    assert_eq!(game(&browser).counters["Threat level"], 3);
    browser.press("=99<Enter>");
    assert!(
        browser.screen().contains("Threat 15"),
        "{}",
        browser.screen()
    );
    browser.press("=<Enter>");
    assert_eq!(game(&browser).counters["Threat level"], 15);
}

#[test]
fn a_drawn_card_is_selected_and_put_back_with_the_same_key() {
    let mut browser = playing(100, 30).keys("Td<Esc>x");
    let piles = |browser: &Browser| {
        let piles = game(browser).decks.values().next().expect("a deck");
        (piles.drawn.len(), piles.discarded.len())
    };
    assert_eq!(piles(&browser), (0, 1));
    browser.press("x");
    assert_eq!(piles(&browser), (0, 0));
}

#[test]
fn t_selects_what_changes_most_and_what_changed_last() {
    let mut browser = playing(100, 30).keys("TaMoles 4 of 9<Enter>d<Esc>T+");
    assert_eq!(game(&browser).counters["Threat level"], 1);
    browser.press("T-");
    assert_eq!(game(&browser).counters["Moles"], 3);
    browser.press("<Esc>T+");
    assert_eq!(game(&browser).counters["Threat level"], 2);
    browser.press("g<Down>+<Esc>TT-");
    assert_eq!(game(&browser).counters["Turning point"], 2);
    assert_eq!(game(&browser).counters["Moles"], 2);
    browser.press("g<Down>");
    // A hint only selects the row.
    browser.press("ff+");
    assert_eq!(browser.app.context(), Context::Table);
    assert_eq!(game(&browser).counters["Threat level"], 3);
    browser.press("<BS>");
    assert_eq!(browser.app.context(), Context::Page);
}

#[test]
fn the_selection_stays_near_a_card_that_goes() {
    let selected = |browser: &Browser| browser.app.side.row().cloned();
    let mut browser = playing(100, 30).keys("Td<Esc>");
    assert!(matches!(selected(&browser), Some(GameRow::Card(..))));
    browser.press("X");
    assert!(matches!(selected(&browser), Some(GameRow::Deck(0))));
    // A card that is drawn from the listed deck is selected, too.
    browser.press("vd<Esc>x");
    let piles = game(&browser).decks.values().next().expect("a deck");
    assert_eq!(piles.discarded.len(), 1);
}

#[test]
fn a_pin_beside_the_page_gets_the_focus_before_it_is_hidden() {
    let mut browser = playing(100, 30).keys("p");
    assert!(
        browser.screen().contains("Pinned: Strategy Phase"),
        "{}",
        browser.screen()
    );
    browser.press("1");
    assert_eq!(browser.app.context(), Context::Side);
    browser.press("1");
    assert_eq!(browser.app.context(), Context::Page);
    assert!(
        !browser.screen().contains("Pinned: Strategy Phase"),
        "{}",
        browser.screen()
    );
}

#[test]
fn the_line_of_counters_cuts_names_and_no_value() {
    let mut browser = playing(80, 24)
        .at("kill-team/npo-datacards#canoptek-macrocyte")
        .keys("Ta<Enter>a<Enter><Esc>");
    let screen = browser.screen();
    assert!(
        screen.contains("Canoptek Macr 7/7 · Canoptek Macr #2 7/7"),
        "{screen}"
    );
}

#[test]
fn a_choice_keeps_its_row_and_ends_no_game() {
    let mut browser = Browser::game(100, 30).keys("c<Enter><Enter>");
    assert!(!browser.app.shared.state.games[0].ended);
    assert!(game(&browser).played.is_empty(), "chosen and taken back");
    browser.press("<Esc>c<Enter>");
    assert_eq!(game(&browser).played.len(), 1);
}

#[test]
fn a_seventh_pin_is_told() {
    let section = |at| format!("## Rule {at}\n\nText {at}.\n\n");
    let sections: Vec<_> = (1..=8).map(section).collect();
    let sections = sections.concat();
    let mut browser = Browser::on(&format!("# House\n\n{sections}"), 100, 30);
    for at in 1..=6 {
        browser.press(&format!("/rule {at}<Enter>+"));
    }
    browser.press("66/rule 7<Enter>p");
    assert!(
        browser.screen().contains("there are 6 pins already"),
        "{}",
        browser.screen()
    );
    assert_eq!(browser.app.side.pins.len(), 6);
}

#[test]
fn the_first_card_that_is_taken_back_leaves_the_deck_of_the_rules() {
    let mut browser = playing(100, 30).keys("T");
    assert!(browser.screen().contains("3 cards not in the deck"));
    browser.press("d<Esc>u");
    assert!(game(&browser).decks.is_empty());
    let screen = browser.screen();
    assert!(
        screen.contains("11 left") && screen.contains("3 cards not in the deck"),
        "{screen}"
    );
}

#[test]
fn a_counter_of_ones_own_has_the_highest_value_that_was_typed() {
    let mut browser = playing(100, 30).keys("TaSergeant 7 of 9<Enter>+++");
    assert_eq!(game(&browser).counters["Sergeant"], 9);
    let screen = browser.screen();
    assert!(screen.contains("9 of 9"), "{screen}");
    browser.press("=3/12<Enter>");
    assert!(browser.screen().contains("3 of 12"), "{}", browser.screen());
    browser.press("u");
    assert!(browser.screen().contains("9 of 9"), "{}", browser.screen());
}

#[test]
fn the_wounds_of_a_card_are_proposed_with_their_limit() {
    let mut browser = playing(100, 30)
        .at("kill-team/npo-datacards#lychguard")
        .keys("Ta<Enter>+");
    let screen = browser.screen();
    assert!(screen.contains("Lychguard is at its limit"), "{screen}");
}

#[test]
fn another_mission_replaces_the_one_that_is_played() {
    let browser = playing(100, 30).keys("cscout<Enter>");
    assert_eq!(
        game(&browser).played,
        [JOINT_OPS, "kill-team/joint-ops#scout-sub-crypt"]
    );
}

#[test]
fn back_from_the_list_of_a_phase_returns_to_it_and_then_to_the_table() {
    let mut browser = playing(80, 24).keys("T<BackTab><Enter><Tab><Enter>");
    assert_eq!(browser.app.context(), Context::Page);
    browser.press("<BS>");
    assert_eq!(browser.app.context(), Context::Side);
    assert_eq!(browser.app.side.sheet.link, Some(1));
    browser.press("<BS>");
    assert_eq!(browser.app.context(), Context::Table);
    let row = browser.app.side.row().cloned();
    assert_eq!(row, Some(GameRow::Counter("Phase".to_owned())));
    browser.press("<BS>");
    assert_eq!(browser.app.context(), Context::Page);
}

#[test]
fn back_from_a_roll_of_the_list_of_a_phase_returns_to_the_list() {
    let mut browser = playing(100, 30).keys("T<BackTab><Enter><Tab><Tab>r");
    assert_eq!(browser.app.context(), Context::Roll);
    browser.press("<Enter><BS>");
    assert_eq!(browser.app.context(), Context::Roll);
    browser.press("<Esc>");
    assert_eq!(browser.app.context(), Context::Side);
}
