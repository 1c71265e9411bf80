use std::collections::BTreeMap;

use super::{Roller, TableSetup, uses_of};
use crate::loader;
use crate::rules::{DocumentRef, GameRef, Rulebook};
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
        let phases: Vec<_> = rules.phases().collect();
        let mut with_words = rules.phase_words.keys();
        assert!(with_words.all(|phase| phases.contains(&phase.as_str())));
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

#[test]
fn a_declared_deck_has_the_copies_that_its_cards_name() {
    let yaml = "name: Bog\ntable:\n  decks: [Omens]\n  copies: Copies\n";
    let cards = "# Bog\n\n## Omens\n\n### Flood\n\n**Copies:** 2\n\nIt rises.\n\n### Frogs\n\nCopies: 3x\n\n### Fog\n\nCopies of the fog spread.\n\n## Notes\n\n### None\n\nText.\n";
    let sources = vec![
        Source::in_memory("game.yaml", yaml),
        Source::in_memory("a.md", cards),
    ];
    let book = Rulebook::load(sources, Vec::new());
    assert_eq!(book.diagnostics, []);
    let setup = TableSetup::new(&book, &PlayedGame::default(), GameRef(0));
    let [deck] = &setup.decks[..] else {
        panic!("{:?}", setup.decks);
    };
    let copies: Vec<_> = deck.cards.iter().map(|card| card.copies).collect();
    assert_eq!((&*deck.title, copies), ("Omens", vec![2, 3, 1]));
}

#[test]
fn other_words_of_a_phase_name_it_too() {
    let yaml = "name: Bog\ntable:\n  counters: [{name: Phase, values: [Move phase, Fight phase]}]\n  phase_words: {Move phase: [marching order]}\n";
    let text = "# Bog\n\n## Drums\n\nGive a Marching Order. Then rest.\n\n## Rest\n\nIn the move phase, rest.\n\n## Fight\n\nIn the fight phase, hit.\n";
    let sources = vec![
        Source::in_memory("game.yaml", yaml),
        Source::in_memory("a.md", text),
    ];
    let book = Rulebook::load(sources, Vec::new());
    let uses = uses_of(&book, [DocumentRef(0)].into_iter(), "Move phase");
    let found: Vec<_> = uses
        .iter()
        .map(|of| {
            (
                &*book.section(of.section).title,
                &of.sentence[of.range.clone()],
            )
        })
        .collect();
    assert_eq!(found, [("Drums", "Marching Order"), ("Rest", "move phase")]);
}
