use std::collections::BTreeMap;

use super::{Roller, TableSetup};
use crate::loader;
use crate::rules::{GameRef, Rulebook};
use crate::source::Source;
use crate::state::{Move, Pile, PlayedGame};

fn bundled() -> Rulebook {
    Rulebook::load(loader::bundled().collect(), Vec::new())
}

fn playing(ids: &[&str]) -> PlayedGame {
    let mut game = PlayedGame::default();
    let ids = ids.iter().map(|id| (*id).to_owned());
    game.step(&[Move::Play(ids.collect())]);
    game
}

#[test]
fn everything_that_the_bundled_games_declare_exists() {
    let book = bundled();
    for game in &book.games {
        let rules = &game.table;
        let counters: Vec<_> = rules.counters.iter().map(|counter| &counter.name).collect();
        for step in &rules.steps {
            let mut named = step.add.keys().chain(step.set.keys());
            assert!(named.all(|name| counters.contains(&name)), "{}", step.name);
        }
        let with = rules.counters.iter().flat_map(|counter| &counter.with);
        for name in with.chain(&rules.packs) {
            let id = format!("{}/{name}", game.id);
            assert!(book.by_id(&id).is_some(), "{id}");
        }
        for title in &rules.set_aside {
            let is_card = |section: &crate::rules::Section| section.title == *title;
            assert!(book.sections().any(is_card), "{title}");
        }
    }
}

#[test]
fn other_packs_missions_and_games_are_not_played() {
    let book = bundled();
    let game = playing(&["kill-team/joint-ops", "kill-team/joint-ops#regroup"]);
    let setup = TableSetup::new(&book, &game, GameRef(0));
    for (id, is_folded) in [
        ("kill-team/joint-ops#strategy-phase", false),
        ("kill-team/core-terms#dash", false),
        ("kill-team/joint-ops#regroup", false),
        ("kill-team/joint-ops#scout-sub-crypt", true),
        ("kill-team/adversary-ops#strategy-phase", true),
        ("zone-mortalis/missions", true),
    ] {
        let section = book.by_id(id).expect(id);
        assert_eq!(setup.is_folded(section), is_folded, "{id}");
    }
    let nothing = TableSetup::new(&book, &PlayedGame::default(), GameRef(0));
    assert!(
        (0..)
            .zip(book.sections())
            .all(|(at, _)| !nothing.is_folded(crate::rules::SectionRef(at)))
    );
}

#[test]
fn a_counter_shows_the_row_of_its_value() {
    let book = bundled();
    let mut game = playing(&["kill-team/joint-ops"]);
    let setup = TableSetup::new(&book, &game, GameRef(0));
    let threat = setup
        .counters
        .iter()
        .find(|counter| counter.rules.name == "Threat level");
    let threat = threat.expect("a counter");
    for (value, row) in [
        (0, "Grade 0"),
        (5, "Grade 1"),
        (6, "Grade 2"),
        (15, "Grade 3"),
    ] {
        game.step(&[threat.set(value)]);
        assert_eq!(threat.row(&game), Some(row), "{value}");
    }
    assert_eq!(threat.add(&game, 1), []);
    game.step(&[threat.set(99)]);
    assert_eq!(threat.value(&game), 15);
}

#[test]
fn each_card_is_drawn_as_often_as_it_has_copies() {
    const DRAWS: u32 = 11_000;
    let book = bundled();
    let game = playing(&["kill-team/joint-ops"]);
    let setup = TableSetup::new(&book, &game, GameRef(0));
    let [deck] = &setup.decks[..] else {
        panic!("{:?}", setup.decks);
    };
    let mut roller = Roller::new(Some(3)).unwrap();
    let mut counts = BTreeMap::<&str, u32>::new();
    for _ in 0..DRAWS {
        let card = deck.draw(&game, &mut roller).expect("a card");
        *counts.entry(&card.id).or_default() += 1;
    }
    assert_eq!(counts.len(), 10);
    for (id, count) in counts {
        let copies = if id.ends_with("awakened-warrior") {
            2
        } else {
            1
        };
        // Six standard deviations.
        assert!(
            count.abs_diff(1000 * copies) < 200 * copies,
            "{id}: {count}"
        );
    }
}

#[test]
fn a_deck_is_drawn_out_without_replacement() {
    let book = bundled();
    let mut game = playing(&["kill-team/joint-ops"]);
    let setup = TableSetup::new(&book, &game, GameRef(0));
    let (deck, mut roller) = (&setup.decks[0], Roller::new(Some(1)).unwrap());
    for left in (0..11).rev() {
        let card = deck.draw(&game, &mut roller).expect("a card");
        game.step(&deck.shift(&game, &card.id, Pile::Deck, Pile::Drawn));
        assert_eq!(deck.count(deck.piles(&game)), left);
    }
    assert_eq!(deck.draw(&game, &mut roller), None);
    game.step(&[deck.shuffle(&game)]);
    assert_eq!(deck.count(deck.piles(&game)), 11);
}

#[test]
fn a_table_of_another_form_is_a_fault_with_its_place() {
    let yaml = "name: Bog\ntable:\n  counters:\n    - {nam: Flood}\n";
    let sources = vec![
        Source::in_memory("game.yaml", yaml),
        Source::in_memory("a.md", "# Bog\n"),
    ];
    let book = Rulebook::load(sources, Vec::new());
    let [fault] = &book.diagnostics[..] else {
        panic!("{:?}", book.diagnostics);
    };
    assert!(
        fault.to_string().contains("this table is not used"),
        "{fault}"
    );
    assert!(fault.to_string().contains("game.yaml:4"), "{fault}");
}
