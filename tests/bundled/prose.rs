//! Figures that stand in sentences only: among the values of a section's text there is the one of the book.

use rstest::rstest;
use tableside::quantity::Value::{self, Modifier, RollTarget};

use super::expect::{action_points, book, dice, inches, millimetres, none_wrong, section, values_in_text};

/// A section of a document and a value of its text.
type Figure = (&'static str, Value);

const CORE_TERMS: &[Figure] = &[
    ("dash", inches(3.0)),
    ("charge", inches(2.0)),
    ("counteract", action_points(1)),
    ("counteract", inches(2.0)),
    ("control-range", inches(1.0)),
    ("visible", millimetres(1.0)),
    ("injured", inches(2.0)),
    ("roll-off", dice(1, 6, 0)),
    ("blast", inches(2.0)),
    ("torrent", inches(2.0)),
    ("range", inches(9.0)),
    ("lethal", RollTarget(5)),
    ("devastating", inches(1.0)),
];

const TOMB_WORLD: &[Figure] = &[
    ("breach", action_points(1)),
    ("breach", dice(1, 6, 0)),
    ("breach", RollTarget(4)),
    ("hatchway-fight", inches(2.0)),
    ("condensed-environment", RollTarget(5)),
];

const KILLZONES: &[Figure] = &[
    ("climbing", inches(1.0)),
    ("climbing", inches(3.0)),
    ("climbing", inches(2.0)),
    ("dropping", inches(2.0)),
    ("jumping", inches(4.0)),
    ("jumping", inches(2.0)),
    ("jumping", inches(1.0)),
    ("light", millimetres(40.0)),
    ("accurate-from-vantage", inches(2.0)),
    ("accurate-from-vantage", inches(4.0)),
    ("targeting-from-vantage", inches(2.0)),
    ("accessible", inches(1.0)),
];

const JOINT_OPS: &[Figure] = &[
    ("threat-level", RollTarget(4)),
    ("threat-level", dice(1, 6, 0)),
    ("npo-reinforcements", dice(2, 6, 0)),
    ("npo-reinforcements", Value::Number(10.0)),
    ("shifting-labyrinth-mission-rules-npos", dice(2, 3, 3)),
    ("shifting-labyrinth-mission-rules-escape", inches(1.0)),
    ("demolition-protocol-mission-rules-npos", dice(2, 3, 3)),
    ("recover-transponder-mission-rules-npos", dice(2, 3, 3)),
    ("locate-item", dice(1, 3, 0)),
    ("destroy-sarcophagus-mission-rules-npos", dice(1, 3, 6)),
    ("sarcophagus", dice(2, 6, 0)),
    ("nanoscarab-repair", dice(1, 6, 0)),
    ("destroy-sarcophagus-victory", Value::Number(20.0)),
    ("scout-sub-crypt-mission-rules", inches(2.0)),
    ("regroup-mission-rules-npos", dice(2, 3, 3)),
    ("regroup-victory", inches(3.0)),
];

const ADVERSARY_OPS: &[Figure] = &[
    ("maps", dice(1, 3, 0)),
    ("npos", dice(1, 3, 0)),
    ("npos", dice(2, 6, 0)),
    ("npos", inches(2.0)),
    ("npo-reinforcements", dice(2, 6, 0)),
    ("npo-reinforcements", dice(1, 6, 0)),
];

const EVENT_CARDS: &[Figure] = &[
    ("dark-of-the-tomb", inches(8.0)),
    ("the-maze-reforms", dice(1, 3, 0)),
    ("living-metal-flux", dice(1, 3, 2)),
    ("reanimation-protocols", RollTarget(4)),
    ("countertemporal-shifting", RollTarget(5)),
    ("subjugation-glyphs", dice(1, 6, 0)),
    ("rewards-of-annihilation", dice(1, 3, 0)),
    ("rewards-of-annihilation", dice(2, 3, 0)),
];

const DATACARDS: &[Figure] = &[
    ("dimensional-banishment", dice(2, 6, 0)),
    ("aggressive-defence-construct", inches(2.0)),
    ("aggressive-defence-construct", dice(1, 3, 0)),
    ("horrifying-flaying", inches(3.0)),
    ("horrifying-flaying", RollTarget(3)),
    ("whirling-onslaught", dice(1, 3, 0)),
    ("multi-threat-eliminator", inches(8.0)),
    ("engrammatic-logic", inches(6.0)),
];

const ZONE_MORTALIS: &[Figure] = &[
    ("going-to-ground", Modifier(2)),
    ("blind-panic", inches(1.0)),
    ("firestorm-shrapnel", Modifier(1)),
    ("reaction-fire", dice(1, 3, 0)),
    ("making-a-reaction-fire-attack", dice(1, 6, 0)),
    ("cold-void-poisoned-air", RollTarget(2)),
    ("force-selection", inches(4.0)),
    ("force-selection", millimetres(60.0)),
];

const MISSIONS: &[Figure] = &[
    ("the-zone-mortalis-assault-mission-objectives", millimetres(20.0)),
    ("the-zone-mortalis-assault-mission-deployment", inches(6.0)),
    ("the-zone-mortalis-assault-mission-deployment", RollTarget(4)),
    ("the-zone-mortalis-encounter-mission-deployment", inches(6.0)),
    ("force-the-breach", inches(6.0)),
    ("force-the-breach", Value::Number(2.0)),
    ("sabotage", dice(1, 3, 2)),
    ("sabotage", inches(12.0)),
    ("sabotage", RollTarget(4)),
    ("sabotage", Value::Number(11.0)),
    ("capture-ground", inches(6.0)),
];

const STRATAGEMS: &[Figure] = &[
    ("tunnel-access", inches(12.0)),
    ("interdiction-assault", inches(3.0)),
    ("defensive-strongpoint", RollTarget(4)),
    ("defensive-strongpoint", Modifier(1)),
    ("barricades", inches(4.0)),
    ("barricades", RollTarget(4)),
    ("traps", inches(2.0)),
    ("traps", millimetres(20.0)),
];

const SHEET: &[Figure] = &[
    ("suppressed", inches(3.0)),
    ("night", inches(12.0)),
    ("hero", RollTarget(3)),
    ("smoke-grenade", inches(3.0)),
    ("gas-grenade", inches(3.0)),
    ("unnamed-order", inches(14.0)),
];

#[rstest]
#[case("kill-team/core-terms", CORE_TERMS)]
#[case("kill-team/tomb-world", TOMB_WORLD)]
#[case("kill-team/killzones", KILLZONES)]
#[case("kill-team/joint-ops", JOINT_OPS)]
#[case("kill-team/adversary-ops", ADVERSARY_OPS)]
#[case("kill-team/event-cards", EVENT_CARDS)]
#[case("kill-team/npo-datacards", DATACARDS)]
#[case("zone-mortalis/zone-mortalis", ZONE_MORTALIS)]
#[case("zone-mortalis/missions", MISSIONS)]
#[case("zone-mortalis/stratagems", STRATAGEMS)]
#[case("killzone-quick-reference/quick-reference", SHEET)]
fn a_sentence_holds_the_value_of_the_book(#[case] document: &str, #[case] figures: &[Figure]) {
    let book = book();
    let missing = |(slug, expected): &Figure| {
        let found = values_in_text(section(&book, &format!("{document}#{slug}")));
        (!found.contains(expected)).then(|| format!("{document}#{slug}: no {expected:?} in {found:?}"))
    };
    none_wrong(&figures.iter().filter_map(missing).collect::<Vec<_>>());
}
