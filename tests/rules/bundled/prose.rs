//! The sentences of every section contain exactly the figures of the book. Tables have tests of
//! their own, and editorial notes are not part of the book.

use rstest::rstest;
use tableside::quantity::Value::{self, Cost, Count, Factor, Grid, Modifier, RollTarget};
use tableside::quantity::{Currency, Quantity};
use tableside::rules::{Block, BlockKind, Provenance, RichText};

use super::expect::{
    action_points, book, dice, feet, inches, millimetres, none_wrong, number, reach,
};

/// A section's slug (empty for the document itself), and the values in its sentences, each listed
/// once.
type Figures = (&'static str, &'static [Value]);

const ADVERSARY_OPS: &[Figures] = &[
    (
        "maps",
        &[
            number(1.0),
            number(2.0),
            number(3.0),
            dice(1, 3, 0),
            number(4.0),
            number(5.0),
            number(6.0),
        ],
    ),
    ("npos", &[dice(1, 3, 0), dice(2, 6, 0), inches(2.0)]),
    ("npo-reinforcements", &[dice(2, 6, 0), dice(1, 6, 0)]),
];

const CORE_TERMS: &[Figures] = &[
    ("dash", &[inches(3.0)]),
    ("charge", &[inches(2.0)]),
    (
        "killzone-actions-and-terms",
        &[action_points(1), action_points(2)],
    ),
    ("counteract", &[action_points(1), inches(2.0)]),
    ("control-range", &[inches(1.0)]),
    ("visible", &[millimetres(1.0)]),
    ("incapacitated", &[number(0.0)]),
    ("injured", &[inches(2.0), number(1.0)]),
    ("roll-off", &[dice(1, 6, 0)]),
    ("precedence", &[number(3.0)]),
    ("piercing", &[number(1.0)]),
    ("blast", &[inches(2.0)]),
    ("torrent", &[inches(2.0)]),
    ("range", &[inches(9.0)]),
    ("ceaseless", &[number(2.0)]),
    ("lethal", &[RollTarget(5), number(5.0), number(6.0)]),
    ("devastating", &[number(3.0), inches(1.0)]),
];

const EVENT_CARDS: &[Figures] = &[
    ("", &[number(3.0), number(15.0), number(11.0), number(14.0)]),
    ("dark-of-the-tomb", &[inches(8.0)]),
    ("the-maze-reforms", &[dice(1, 3, 0)]),
    ("awakened-warrior", &[Count(2)]),
    ("living-metal-flux", &[dice(1, 3, 2)]),
    (
        "reanimation-protocols",
        &[dice(1, 6, 0), RollTarget(4), number(1.0)],
    ),
    (
        "countertemporal-shifting",
        &[number(3.0), dice(1, 6, 0), RollTarget(5), number(1.0)],
    ),
    ("stirrings-of-horror", &[number(1.0), number(15.0)]),
    ("subjugation-glyphs", &[dice(1, 6, 0), number(1.0)]),
    (
        "rewards-of-annihilation",
        &[dice(1, 3, 0), dice(2, 3, 0), number(12.0)],
    ),
];

const JOINT_OPS: &[Figures] = &[
    ("mission-selection", &[number(3.0)]),
    (
        "threat-level",
        &[
            number(0.0),
            number(15.0),
            number(1.0),
            dice(1, 6, 0),
            RollTarget(4),
        ],
    ),
    ("tomb-world-event-cards", &[number(3.0), number(15.0)]),
    (
        "npo-reinforcements",
        &[dice(2, 6, 0), dice(1, 6, 0), number(10.0)],
    ),
    ("dormant-npos", &[number(0.0)]),
    ("type-of-npos", &[dice(1, 6, 0)]),
    ("set-up-the-battle", &[number(3.0)]),
    ("select-operatives", &[Cost(2, Currency::CP)]),
    ("set-up-operatives", &[number(5.0), dice(2, 6, 0)]),
    ("shifting-labyrinth", &[number(1.0), inches(1.0)]),
    ("shifting-labyrinth-mission-rules-npos", &[dice(2, 3, 3)]),
    ("shifting-labyrinth-mission-rules-escape", &[inches(1.0)]),
    ("auspex-calibration", &[dice(1, 3, 0)]),
    ("demolition-protocol", &[number(2.0)]),
    ("demolition-protocol-mission-rules-npos", &[dice(2, 3, 3)]),
    ("recover-transponder", &[number(3.0)]),
    ("recover-transponder-mission-rules-npos", &[dice(2, 3, 3)]),
    ("locate-item", &[dice(1, 3, 0)]),
    ("destroy-sarcophagus", &[number(4.0)]),
    ("destroy-sarcophagus-mission-rules-npos", &[dice(1, 3, 6)]),
    ("sarcophagus", &[dice(2, 6, 0)]),
    (
        "nanoscarab-repair",
        &[dice(1, 6, 0), number(1.0), number(0.0)],
    ),
    ("destroy-sarcophagus-victory", &[number(20.0)]),
    ("scout-sub-crypt", &[number(5.0)]),
    ("scout-sub-crypt-mission-rules", &[number(5.0), inches(2.0)]),
    ("scout-room", &[number(0.0)]),
    ("regroup", &[number(6.0)]),
    ("regroup-mission-rules-npos", &[dice(2, 3, 3)]),
    ("regroup-victory", &[inches(3.0)]),
    (
        "tomb-world-maps",
        &[reach(1, 6), number(4.0), number(5.0), number(6.0)],
    ),
];

const KILLZONES: &[Figures] = &[
    ("", &[inches(30.0), inches(22.0)]),
    (
        "terrain-and-movement",
        &[inches(4.0), inches(2.0), inches(3.5)],
    ),
    (
        "climbing",
        &[inches(1.0), inches(3.0), inches(2.0), inches(0.0)],
    ),
    ("dropping", &[inches(2.0), inches(4.0)]),
    ("jumping", &[inches(2.0), inches(4.0), inches(1.0)]),
    ("light", &[millimetres(40.0)]),
    ("vantage", &[inches(2.0)]),
    (
        "accurate-from-vantage",
        &[number(1.0), inches(2.0), number(2.0), inches(4.0)],
    ),
    ("targeting-from-vantage", &[inches(2.0)]),
    ("accessible", &[inches(1.0)]),
];

const NPO_DATACARDS: &[Figures] = &[
    ("", &[dice(2, 6, 0)]),
    ("npo-limit", &[number(10.0)]),
    ("canoptek-tomb-crawler", &[number(11.0), number(12.0)]),
    ("dimensional-banishment", &[dice(2, 6, 0)]),
    ("steadfast", &[number(3.0)]),
    (
        "aggressive-defence-construct",
        &[inches(2.0), dice(1, 3, 0), number(2.0)],
    ),
    (
        "horrifying-flaying",
        &[inches(3.0), dice(1, 6, 0), RollTarget(3), number(1.0)],
    ),
    ("whirling-onslaught", &[dice(1, 3, 0)]),
    ("multi-threat-eliminator", &[inches(8.0)]),
    ("engrammatic-logic", &[inches(6.0)]),
];

const TOMB_WORLD: &[Figures] = &[
    (
        "killzone-setup",
        &[
            millimetres(606.0),
            millimetres(703.0),
            Grid(6, 7),
            Count(1),
            Count(4),
            Count(2),
            Count(16),
        ],
    ),
    ("tomb-world-wall", &[inches(1.0)]),
    (
        "breach",
        &[
            number(1.0),
            action_points(1),
            number(2.0),
            dice(1, 6, 0),
            RollTarget(4),
            number(4.0),
            number(3.0),
            number(5.0),
            number(6.0),
        ],
    ),
    ("condensed-environment", &[RollTarget(5)]),
    ("point-blank-shot", &[number(1.0)]),
    ("hatchway-fight", &[inches(2.0)]),
];

const MISSIONS: &[Figures] = &[
    (
        "the-zone-mortalis-assault-mission-objectives",
        &[millimetres(20.0)],
    ),
    (
        "the-zone-mortalis-assault-mission-ending-the-game",
        &[number(122.0)],
    ),
    (
        "the-zone-mortalis-assault-mission-deployment",
        &[inches(6.0), dice(1, 6, 0), RollTarget(4)],
    ),
    (
        "the-zone-mortalis-assault-mission-mission-goals",
        &[dice(1, 6, 0)],
    ),
    (
        "the-zone-mortalis-assault-mission-mission-goals-search-and-destroy",
        &[number(1.0)],
    ),
    ("force-the-breach", &[inches(6.0), number(2.0)]),
    (
        "sabotage",
        &[
            dice(1, 3, 2),
            inches(6.0),
            inches(12.0),
            number(11.0),
            RollTarget(4),
            number(1.0),
        ],
    ),
    (
        "the-zone-mortalis-assault-mission-secondary-objectives",
        &[number(122.0)],
    ),
    (
        "the-zone-mortalis-encounter-mission-objectives",
        &[millimetres(20.0)],
    ),
    (
        "the-zone-mortalis-encounter-mission-ending-the-game",
        &[number(122.0)],
    ),
    (
        "the-zone-mortalis-encounter-mission-deployment",
        &[inches(6.0)],
    ),
    (
        "the-zone-mortalis-encounter-mission-mission-goals",
        &[dice(1, 6, 0)],
    ),
    (
        "the-zone-mortalis-encounter-mission-mission-goals-search-and-destroy",
        &[number(1.0)],
    ),
    ("capture-ground", &[inches(6.0), feet(6.0), feet(4.0)]),
    (
        "the-zone-mortalis-encounter-mission-secondary-objectives",
        &[number(122.0)],
    ),
];

const STRATAGEMS: &[Figures] = &[
    ("stratagem-points", &[number(1.0), number(500.0)]),
    ("tunnel-access", &[inches(12.0)]),
    ("interdiction-assault", &[inches(3.0)]),
    (
        "defensive-strongpoint",
        &[RollTarget(4), number(1.0), Modifier(1)],
    ),
    ("barricades", &[inches(4.0), RollTarget(4)]),
    ("traps", &[millimetres(20.0), inches(2.0), dice(1, 6, 0)]),
    ("spearhead-sentry-gun", &[number(360.0)]),
];

const ZONE_MORTALIS: &[Figures] = &[
    ("", &[number(9.0)]),
    ("table-size", &[feet(4.0)]),
    (
        "force-selection",
        &[number(15.0), inches(4.0), millimetres(60.0)],
    ),
    ("warlords", &[number(111.0), number(501.0)]),
    ("destroying-doors", &[number(13.0)]),
    ("going-to-ground", &[Modifier(2), Modifier(1)]),
    ("multi-level-areas", &[number(100.0), number(101.0)]),
    ("battlefield-debris", &[number(104.0)]),
    ("reserves-and-deep-striking", &[number(1.0)]),
    ("firestorm-shrapnel", &[Modifier(1)]),
    ("blind-panic", &[inches(1.0)]),
    ("reaction-fire", &[dice(1, 3, 0)]),
    ("making-a-reaction-fire-attack", &[dice(1, 6, 0)]),
    ("higher", &[number(1.0)]),
    (
        "cold-void-poisoned-air",
        &[number(4.0), number(5.0), number(6.0), RollTarget(2)],
    ),
    (
        "catastrophic-damage-buried-alive",
        &[dice(1, 6, 0), Modifier(1)],
    ),
];

const QUICK_REFERENCE: &[Figures] = &[
    ("shoot", &[inches(8.0)]),
    ("stay-sharp", &[inches(6.0)]),
    ("keep-down", &[inches(4.0), Modifier(-1), Modifier(-2)]),
    ("assault", &[inches(8.0), Factor(2)]),
    ("snipe", &[inches(8.0), Modifier(2)]),
    ("unnamed-order", &[inches(14.0)]),
    ("hit-run", &[inches(10.0)]),
    ("change-order-roll", &[dice(1, 6, 0)]),
    ("suppressed", &[inches(3.0)]),
    ("removing-suppression", &[dice(1, 6, 0), number(6.0)]),
    ("two-weapons", &[Modifier(1)]),
    ("ranged-combat-modifier", &[dice(1, 6, 0)]),
    ("military-rifle", &[number(3.0), number(2.0)]),
    (
        "missile-launcher",
        &[reach(1, 2), reach(3, 6), number(20.0)],
    ),
    ("hand-grenade", &[number(2.0), number(1.0)]),
    ("smoke-grenade", &[inches(3.0), number(1.0)]),
    ("gas-grenade", &[inches(3.0), RollTarget(5), number(1.0)]),
    (
        "rotary-cannon",
        &[number(4.0), number(8.0), number(2.0), number(6.0)],
    ),
    ("stealth-suit", &[Modifier(-1)]),
    ("sniper-scope", &[Modifier(1)]),
    ("sighting-aid", &[Modifier(1)]),
    ("cyborg", &[number(1.0)]),
    ("hero", &[RollTarget(3), Modifier(1)]),
    ("night", &[inches(12.0), Modifier(1)]),
];

#[rstest]
#[case("kill-team/adversary-ops", ADVERSARY_OPS)]
#[case("kill-team/core-terms", CORE_TERMS)]
#[case("kill-team/event-cards", EVENT_CARDS)]
#[case("kill-team/joint-ops", JOINT_OPS)]
#[case("kill-team/killzones", KILLZONES)]
#[case("kill-team/npo-datacards", NPO_DATACARDS)]
#[case("kill-team/tomb-world", TOMB_WORLD)]
#[case("zone-mortalis/missions", MISSIONS)]
#[case("zone-mortalis/stratagems", STRATAGEMS)]
#[case("zone-mortalis/zone-mortalis", ZONE_MORTALIS)]
#[case("killzone-quick-reference/quick-reference", QUICK_REFERENCE)]
fn sentences_hold_exactly_the_values_of_the_book(
    #[case] document: &str,
    #[case] figures: &[Figures],
) {
    let book = book();
    let root = book.by_id(document).unwrap();
    let mut wrong = Vec::new();
    let mut listed = 0;
    for at in std::iter::once(root).chain(book.descendants(root)) {
        let section = book.section(at);
        let slug = section.id.split_once('#').map_or("", |(_, slug)| slug);
        let known = figures.iter().find(|(known, _)| *known == slug);
        listed += usize::from(known.is_some());
        let expected = known.map_or(&[][..], |(_, values)| values);
        let found = values(&book.blocks(at));
        let lost = expected.iter().filter(|value| !found.contains(value));
        wrong.extend(lost.map(|value| format!("{}: {value:?} is not there any more", section.id)));
        let new = found.iter().filter(|value| !expected.contains(value));
        wrong.extend(new.map(|value| format!("{}: {value:?} is not the book's", section.id)));
    }
    none_wrong(&wrong);
    assert_eq!(
        listed,
        figures.len(),
        "a section of the list has another name now"
    );
}

/// Parses each word of a section's sentences as a value, such as `2"`, and returns the values.
fn values(blocks: &[Block]) -> Vec<Value> {
    let words = blocks
        .iter()
        .flat_map(sentences)
        .flat_map(|text| text.plain.split_whitespace());
    let words = words.map(|word| word.trim_matches(['(', ')', ',', '.', ';', ':', '?']));
    words
        .filter_map(|word| Quantity::parse(word).map(|quantity| quantity.value))
        .collect()
}

fn sentences(block: &Block) -> Vec<&RichText> {
    match &block.kind {
        BlockKind::Paragraph(text) => vec![text],
        BlockKind::List { items, .. } => items.iter().flatten().flat_map(sentences).collect(),
        BlockKind::Note {
            provenance: Provenance::Editor,
            ..
        } => Vec::new(),
        BlockKind::Effect(blocks)
        | BlockKind::Condition(blocks)
        | BlockKind::Quote(blocks)
        | BlockKind::Note { blocks, .. } => blocks.iter().flat_map(sentences).collect(),
        _ => Vec::new(),
    }
}
