//! The tables of figures, such as key numbers, charts, saves and profiles, cell by cell.

use rstest::rstest;
use tableside::quantity::Unit::{Foot, Inch, Millimetre};
use tableside::quantity::{
    Currency,
    Value::{self, Cost, Count, Grid, Modifier, RollTarget},
};

use super::expect::{
    action_points, area, book, cell, dice, inches, none_wrong, number, reach, section, value,
};

/// The first cell of a row, and the value in the column under test.
type Figure = (&'static str, Value);

const KEY: &str = "Value";

const TOMB_WORLD: &[Figure] = &[
    ("Size of the game board", area(606.0, 703.0, Millimetre)),
    ("Setup grid", Grid(6, 7)),
    ("Sarcophagus", Count(1)),
    ("Debris", Count(4)),
    ("Each other terrain feature", Count(2)),
    ("Half pillars", Count(16)),
    ("Operate Hatch: cost", action_points(1)),
    ("Breach: cost", action_points(2)),
    ("Breach: cost for qualified operatives", action_points(1)),
    ("Breach: D6 result that affects an operative", RollTarget(4)),
    ("Breach: APL lost", number(1.0)),
    ("Open hatchway: wall end obscures at", inches(1.0)),
    ("Teleport pads: operatives on one at once", number(1.0)),
    ("Guard: cost", action_points(1)),
    ("Hatchway Fight: cost", action_points(1)),
    ("Hatchway Fight: reach beyond the access point", inches(2.0)),
    ("Condensed Environment: weapon rule gained", RollTarget(5)),
];

const KILLZONES: &[Figure] = &[
    (
        "Killzone game board, unless otherwise specified",
        area(30.0, 22.0, Inch),
    ),
    ("Climb: horizontal distance to the terrain", inches(1.0)),
    ("Climb: vertical distance to the terrain", inches(3.0)),
    ("Climb: least vertical movement counted", inches(2.0)),
    ("Drop: vertical distance ignored", inches(2.0)),
    ("Jump: Vantage terrain jumped from", inches(2.0)),
    ("Jump: horizontal distance", inches(4.0)),
    ("Jump: height difference ignored on arrival", inches(1.0)),
    ("Vantage: Accurate 1 against an Engage target", inches(2.0)),
    ("Vantage: Accurate 2 against an Engage target", inches(4.0)),
    (
        "Vantage: Conceal target loses Light terrain as cover",
        inches(2.0),
    ),
    ("Accessible: movement to pass through", inches(1.0)),
];

const JOINT_OPS: &[Figure] = &[
    ("Threat level at the start", number(0.0)),
    ("Threat level maximum", number(15.0)),
    (
        "Threat for an operative's Shoot or Fight action (exceptions for player operatives)",
        Modifier(1),
    ),
    (
        "Threat for a player operative's other action that inflicts damage on NPOs",
        Modifier(1),
    ),
    (
        "Threat for a player operative's Operate Hatch (not in mission 5)",
        Modifier(1),
    ),
    ("Threat for a player operative's Breach", Modifier(1)),
    ("Grade that draws event cards", number(3.0)),
    ("Recommended limit of NPOs in the killzone", number(10.0)),
    ("Maximum equipment options in total", number(4.0)),
    ("CP gained before the battle", Cost(2, Currency::CP)),
    ("NPOs at the start, missions 1, 2, 3 and 6", dice(2, 3, 3)),
    ("NPOs at the start, mission 4", dice(1, 3, 6)),
    (
        "Distance of these NPOs from other operatives, mission 5",
        inches(2.0),
    ),
    ("Distance to the Escape marker, mission 1", inches(1.0)),
    (
        "Minimum open features on which Breach was performed, mission 2",
        number(7.0),
    ),
    ("Objective markers, mission 3", number(3.0)),
    (
        "Destruction points from a Breach on the sarcophagus, mission 4",
        dice(2, 6, 0),
    ),
    ("Minimum Destruction points to win, mission 4", number(20.0)),
    ("Scout Room action cost, mission 5", action_points(1)),
    ("Rooms to scout, mission 5", number(3.0)),
    (
        "Distance to another player operative, mission 6",
        inches(3.0),
    ),
];

const GRADES: &[Figure] = &[
    ("11-15", number(3.0)),
    ("6-10", number(2.0)),
    ("1-5", number(1.0)),
    ("0", number(0.0)),
];

const COPIES: &[Figure] = &[
    ("Dark of the Tomb", Count(1)),
    ("The Maze Reforms", Count(1)),
    ("Awakened Warrior", Count(2)),
    ("A Chittering Drone", Count(1)),
    ("Living Metal Flux", Count(1)),
    ("Reanimation Protocols", Count(1)),
    ("Countertemporal Shifting", Count(1)),
    ("Stirrings of Horror", Count(1)),
    ("Transdimensional Relocation", Count(1)),
    ("Subjugation Glyphs", Count(1)),
    ("Flesh Hunger", Count(1)),
    ("Rewards of Annihilation", Count(1)),
    ("Enforcer of the Phaerons", Count(1)),
];

const ATTACKER: &[Figure] = &[
    ("HQ", number(1.0)),
    ("Elites", number(1.0)),
    ("Troops", number(0.0)),
    ("Fast Attack", number(0.0)),
    ("Heavy Support", number(0.0)),
];
const ATTACKER_OPTIONAL: &[Figure] = &[
    ("HQ", number(1.0)),
    ("Elites", number(2.0)),
    ("Troops", number(3.0)),
    ("Fast Attack", number(2.0)),
    ("Heavy Support", number(1.0)),
];
/// The compulsory units of both the Defender and the Combatant.
const DEFENDER_AND_COMBATANT: &[Figure] = &[
    ("HQ", number(1.0)),
    ("Elites", number(0.0)),
    ("Troops", number(1.0)),
    ("Fast Attack", number(0.0)),
    ("Heavy Support", number(0.0)),
];
const DEFENDER_OPTIONAL: &[Figure] = &[
    ("HQ", number(1.0)),
    ("Elites", number(2.0)),
    ("Troops", number(3.0)),
    ("Fast Attack", number(1.0)),
    ("Heavy Support", number(2.0)),
];
const COMBATANT_OPTIONAL: &[Figure] = &[
    ("HQ", number(1.0)),
    ("Elites", number(2.0)),
    ("Troops", number(2.0)),
    ("Fast Attack", number(2.0)),
    ("Heavy Support", number(1.0)),
];

const TABLES: &[Figure] = &[
    ("Around 500", area(2.0, 2.0, Foot)),
    ("1,000 or less", area(4.0, 4.0, Foot)),
];

const DOORS: &[Figure] = &[
    ("Door or airlock: Armour Value", number(13.0)),
    ("Door or airlock: Hull Points", number(1.0)),
    ("Uses of an Accessible door per turn", number(1.0)),
];

const COVER: &[Figure] = &[
    ("Light debris, light machinery", RollTarget(6)),
    ("Chain-link fences, grates and grilles", RollTarget(6)),
    ("Heavy fungal growths, corpse piles", RollTarget(6)),
    ("Packing crates, drums, barrels", RollTarget(6)),
    ("Glass tanks (with strange liquids in them)", RollTarget(6)),
    (
        "Gantries (standing on a raised walkway above the enemy models that fire)",
        RollTarget(6),
    ),
    ("Ruined wall sections, rubble piles", RollTarget(5)),
    ("Heavy machinery, parked vehicles", RollTarget(5)),
    ("Bulkhead corners", RollTarget(5)),
    ("Barricades, sandbag walls, trenches", RollTarget(5)),
    (
        "Deep pools of polluted waste, deep water channels",
        RollTarget(5),
    ),
    (
        "Fortified structures: armoured redoubts, pill boxes, bunkers with firing slits",
        RollTarget(4),
    ),
];

const CAPTURE: &[Figure] = &[
    ("Centre objective", number(3.0)),
    ("Each other objective", number(1.0)),
];

const INVASION: &[Figure] = &[
    (
        "Each of your scoring units that ends the game in the enemy deployment zone",
        number(3.0),
    ),
    ("Each enemy unit destroyed", number(1.0)),
];

const STRATAGEM_POINTS: &[Figure] = &[
    ("Up to 499", number(1.0)),
    ("500-999", number(2.0)),
    ("1,000-1,499", number(3.0)),
];

const SENTRY_GUN: &[Figure] = &[
    ("Ballistic Skill (BS)", number(2.0)),
    ("Toughness (T)", number(6.0)),
    ("Wounds (W)", number(2.0)),
    ("Save (Sv)", RollTarget(4)),
];

const FIRE_WASP: &[Figure] = &[
    ("Weapon Skill (WS)", number(2.0)),
    ("Ballistic Skill (BS)", number(2.0)),
    ("Strength (S)", number(3.0)),
    ("Toughness (T)", number(5.0)),
    ("Wounds (W)", number(2.0)),
    ("Initiative (I)", number(2.0)),
    ("Attacks (A)", number(1.0)),
    ("Leadership (Ld)", number(10.0)),
    ("Save (Sv)", RollTarget(4)),
];

const CHART: &str = "zone-mortalis/zone-mortalis#force-organisation-chart";

#[rstest]
#[case("kill-team/tomb-world#key-numbers", KEY, TOMB_WORLD)]
#[case("kill-team/killzones#key-numbers", KEY, KILLZONES)]
#[case("kill-team/joint-ops#key-numbers", KEY, JOINT_OPS)]
#[case("kill-team/joint-ops#threat-level", "Grade", GRADES)]
#[case("kill-team/event-cards", "Copies", COPIES)]
#[case("zone-mortalis/zone-mortalis#table-size", "Playing area", TABLES)]
#[case(CHART, "Attacker: Compulsory", ATTACKER)]
#[case(CHART, "Attacker: Optional", ATTACKER_OPTIONAL)]
#[case(CHART, "Defender: Compulsory", DEFENDER_AND_COMBATANT)]
#[case(CHART, "Defender: Optional", DEFENDER_OPTIONAL)]
#[case(CHART, "Combatant: Compulsory", DEFENDER_AND_COMBATANT)]
#[case(CHART, "Combatant: Optional", COMBATANT_OPTIONAL)]
#[case("zone-mortalis/zone-mortalis#destroying-doors", KEY, DOORS)]
#[case("zone-mortalis/zone-mortalis#cover-saves", "Save", COVER)]
#[case(
    "zone-mortalis/missions#capture-ground",
    "Victory points for control",
    CAPTURE
)]
#[case("zone-mortalis/missions#invasion", "Victory points", INVASION)]
#[case(
    "zone-mortalis/stratagems#stratagem-points",
    "Stratagem points",
    STRATAGEM_POINTS
)]
#[case(
    "zone-mortalis/stratagems#spearhead-sentry-gun",
    "Sentry Gun",
    SENTRY_GUN
)]
#[case("zone-mortalis/stratagems#fire-wasp", "Fire Wasp", FIRE_WASP)]
fn a_table_holds_the_values_of_the_book(
    #[case] id: &str,
    #[case] column: &str,
    #[case] figures: &[Figure],
) {
    let book = book();
    let section = section(&book, id);
    let differs = |(row, expected): &Figure| {
        let found = cell(&section, row, column);
        (value(found.quantity.as_deref()) != Some(*expected))
            .then(|| format!("{id}, {row}: {found:?}"))
    };
    none_wrong(&figures.iter().filter_map(differs).collect::<Vec<_>>());
}

/// Most of these cells contain words that matter, so their text is compared.
#[rstest]
#[case(
    "kill-team/joint-ops#key-numbers",
    "Threat for a player operative's Operate Hatch (not in mission 5)",
    "+1 on a D6 roll of 4+"
)]
#[case(
    "kill-team/joint-ops#key-numbers",
    "Threat for a player operative's Breach",
    "+1, and +1 more on a D6 roll of 4+"
)]
#[case(
    "kill-team/joint-ops#key-numbers",
    "NPO reinforcements in a Strategy phase",
    "The grade of the threat level"
)]
#[case(
    "kill-team/joint-ops#key-numbers",
    "NPOs in a newly opened or entered room, mission 5",
    "D3+X (maximum 5)"
)]
#[case(
    "kill-team/joint-ops#key-numbers",
    "Escape marker move, mission 1",
    "D3+3\""
)]
#[case(
    "kill-team/tomb-world#key-numbers",
    "Breach: cost for qualified operatives",
    "1AP (minimum)"
)]
#[case(
    "kill-team/tomb-world#key-numbers",
    "Breach: damage",
    "Half the dice result (rounding up)"
)]
#[case(
    "kill-team/tomb-world#key-numbers",
    "Open hatchway: wall end obscures at",
    "More than 1\" from both operatives"
)]
#[case(
    "kill-team/tomb-world#key-numbers",
    "Teleport pads: usable",
    "From the second turning point"
)]
#[case(
    "kill-team/tomb-world#key-numbers",
    "Point-blank shot: Hit stat",
    "Worsened by 1"
)]
#[case(
    "kill-team/killzones#key-numbers",
    "Drop: vertical distance ignored",
    "2\" per action"
)]
#[case(
    "kill-team/killzones#key-numbers",
    "Accessible: movement to pass through",
    "Additional 1\""
)]
fn a_figure_keeps_the_words_around_it(#[case] id: &str, #[case] row: &str, #[case] printed: &str) {
    let book = book();
    let section = section(&book, id);
    assert_eq!(cell(&section, row, KEY).text.plain, printed);
}

#[test]
fn the_threat_levels_of_the_grades_are_0_to_15_without_gaps() {
    let book = book();
    let section = section(&book, "kill-team/joint-ops#threat-level");
    let table = section.blocks.tables().next().unwrap();
    let mut levels: Vec<_> = table
        .rows
        .iter()
        .filter_map(|row| value(row.cells[0].quantity.as_deref()))
        .collect();
    levels.reverse();
    assert_eq!(
        levels,
        [number(0.0), reach(1, 5), reach(6, 10), reach(11, 15)]
    );
}
