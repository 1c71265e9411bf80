//! The costs of actions and stratagems, and the number of copies of each event card.

use rstest::rstest;
use tableside::quantity::Currency::{self, AP, SP};
use tableside::rules::{Cost, SectionKind};

use super::expect::{book, none_wrong, section};

const ACTIONS: [(&str, u32); 12] = [
    ("kill-team/core-terms#shoot", 1),
    ("kill-team/core-terms#fight", 1),
    ("kill-team/core-terms#dash", 1),
    ("kill-team/core-terms#reposition", 1),
    ("kill-team/core-terms#charge", 1),
    ("kill-team/core-terms#fall-back", 2),
    ("kill-team/core-terms#pick-up-marker", 1),
    ("kill-team/tomb-world#operate-hatch", 1),
    ("kill-team/tomb-world#breach", 2),
    ("kill-team/tomb-world#guard", 1),
    ("kill-team/tomb-world#hatchway-fight", 1),
    ("kill-team/joint-ops#scout-room", 1),
];

const STRATAGEMS: [(&str, u32, &str); 9] = [
    ("zone-mortalis/stratagems#tunnel-access", 3, "Terrain"),
    (
        "zone-mortalis/stratagems#flanking-counter-assault",
        2,
        "Tactic",
    ),
    (
        "zone-mortalis/stratagems#interdiction-assault",
        2,
        "Terrain",
    ),
    ("zone-mortalis/stratagems#sustained-assault", 3, "Tactic"),
    (
        "zone-mortalis/stratagems#defensive-strongpoint",
        3,
        "Terrain",
    ),
    ("zone-mortalis/stratagems#barricades", 1, "Terrain"),
    ("zone-mortalis/stratagems#traps", 2, "Terrain"),
    (
        "zone-mortalis/stratagems#spearhead-sentry-gun",
        2,
        "Terrain",
    ),
    ("zone-mortalis/stratagems#fire-wasp", 1, "Unit"),
];

const CARDS: [(&str, u32); 13] = [
    ("kill-team/event-cards#dark-of-the-tomb", 1),
    ("kill-team/event-cards#the-maze-reforms", 1),
    ("kill-team/event-cards#awakened-warrior", 2),
    ("kill-team/event-cards#a-chittering-drone", 1),
    ("kill-team/event-cards#living-metal-flux", 1),
    ("kill-team/event-cards#reanimation-protocols", 1),
    ("kill-team/event-cards#countertemporal-shifting", 1),
    ("kill-team/event-cards#stirrings-of-horror", 1),
    ("kill-team/event-cards#transdimensional-relocation", 1),
    ("kill-team/event-cards#subjugation-glyphs", 1),
    ("kill-team/event-cards#flesh-hunger", 1),
    ("kill-team/event-cards#rewards-of-annihilation", 1),
    ("kill-team/event-cards#enforcer-of-the-phaerons", 1),
];

#[test]
fn action_costs_match_the_book() {
    let book = book();
    let costs = |(id, amount): &(&str, u32)| {
        let section = section(&book, id);
        let expected = Cost {
            amount: *amount,
            currency: AP,
        };
        let right = section.kind == SectionKind::Action && section.cost == Some(expected);
        (!right).then(|| format!("{id}: {:?} {:?}", section.kind, section.cost))
    };
    none_wrong(&ACTIONS.iter().filter_map(costs).collect::<Vec<_>>());
}

#[test]
fn stratagem_costs_and_types_match_the_book() {
    let book = book();
    let costs = |(id, amount, tag): &(&str, u32, &str)| {
        let section = section(&book, id);
        let expected = Cost {
            amount: *amount,
            currency: SP,
        };
        let right = section.kind == SectionKind::Stratagem
            && section.cost == Some(expected)
            && section.tags == [*tag];
        (!right).then(|| {
            format!(
                "{id}: {:?} {:?} {:?}",
                section.kind, section.cost, section.tags
            )
        })
    };
    none_wrong(&STRATAGEMS.iter().filter_map(costs).collect::<Vec<_>>());
}

#[test]
fn the_deck_holds_two_awakened_warriors_and_one_of_every_other_card() {
    let book = book();
    let copies = |(id, copies): &(&str, u32)| {
        let kind = &section(&book, id).kind;
        (*kind
            != SectionKind::EventCard {
                // Only a number other than 1 is printed on the card; the table of the deck has all.
                copies: (*copies != 1).then_some(*copies),
            })
        .then(|| format!("{id}: {kind:?}"))
    };
    none_wrong(&CARDS.iter().filter_map(copies).collect::<Vec<_>>());
}

/// A heading that is parsed as an action by mistake would raise a count.
#[rstest]
#[case("action", ACTIONS.len())]
#[case("stratagem", STRATAGEMS.len())]
#[case("event-card", CARDS.len())]
#[case("datacard", 9)]
#[case("mission", 8)]
#[case("step", 5)]
fn the_number_of_sections_of_each_kind_matches_the_books(#[case] kind: &str, #[case] count: usize) {
    let book = book();
    let found: Vec<_> = book
        .sections()
        .filter(|section| section.kind.name() == kind)
        .collect();
    assert_eq!(
        found.len(),
        count,
        "{:?}",
        found.iter().map(|section| &section.id).collect::<Vec<_>>()
    );
}

#[test]
fn nothing_costs_command_or_equipment_points() {
    let book = book();
    let currencies: Vec<Currency> = book
        .sections()
        .filter_map(|section| section.cost)
        .map(|cost| cost.currency)
        .collect();
    assert_eq!(currencies.len(), ACTIONS.len() + STRATAGEMS.len());
    assert!(
        currencies
            .iter()
            .all(|currency| matches!(currency, AP | SP))
    );
}
