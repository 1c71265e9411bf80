//! The one-page sheet of the quick reference: costs and ranges of weapons, modifiers, and damage by
//! armour.

use rstest::rstest;
use tableside::quantity::Value::{self, Factor, Modifier, Range, RollTarget};
use tableside::rules::Rulebook;

use super::expect::{
    SectionWithBlocks, book, cell, inches, none_wrong, number, reach, section, value,
};

const SHEET: &str = "killzone-quick-reference/quick-reference";

fn part<'a>(book: &'a Rulebook, slug: &str) -> SectionWithBlocks<'a> {
    section(book, &format!("{SHEET}#{slug}"))
}

/// Name, cost, damage dice as text (the sheet does not name the die), short range, long range,
/// rapid fire.
type Gun = (
    &'static str,
    Option<i32>,
    &'static str,
    Option<(u32, u32)>,
    Option<(u32, u32)>,
    Option<u32>,
);

const GUNS: &[Gun] = &[
    (
        "Handgun",
        Some(4),
        "2D",
        Some((0, 8)),
        Some((8, 18)),
        Some(2),
    ),
    (
        "Heavy Handgun",
        Some(7),
        "3D",
        Some((0, 5)),
        Some((5, 14)),
        Some(2),
    ),
    (
        "SMG / Machine Pistol",
        Some(12),
        "2D",
        Some((0, 8)),
        Some((8, 24)),
        Some(5),
    ),
    ("Shotgun", Some(2), "4D", Some((0, 6)), None, Some(1)),
    ("Auto Shotgun", Some(3), "4D", Some((0, 6)), None, Some(2)),
    (
        "Scatter Gun",
        Some(4),
        "3D 4D",
        Some((0, 4)),
        Some((4, 8)),
        Some(1),
    ),
    (
        "Crossbow",
        Some(4),
        "3D",
        Some((0, 10)),
        Some((10, 24)),
        Some(1),
    ),
    (
        "Assault Rifle",
        Some(20),
        "3D",
        Some((0, 10)),
        Some((10, 30)),
        Some(3),
    ),
    (
        "Military Rifle",
        Some(23),
        "3D 3D",
        Some((0, 10)),
        Some((10, 30)),
        None,
    ),
    (
        "Military Rifle, Grenade Launcher",
        None,
        "5D",
        Some((0, 6)),
        None,
        None,
    ),
    (
        "Light Assault Cannon",
        Some(25),
        "4D",
        Some((0, 14)),
        Some((14, 24)),
        Some(3),
    ),
    (
        "HMG (Heavy Machine Gun)",
        Some(30),
        "3D",
        Some((0, 12)),
        Some((12, 30)),
        Some(5),
    ),
    (
        "Light Laser (first line)",
        Some(36),
        "3D",
        Some((0, 12)),
        None,
        Some(1),
    ),
    (
        "Light Laser (second line)",
        Some(30),
        "-",
        Some((0, 12)),
        None,
        Some(1),
    ),
    (
        "Missile Launcher",
        Some(24),
        "5D",
        Some((0, 48)),
        None,
        Some(1),
    ),
];

const GRENADES: &[Gun] = &[
    (
        "Hand Grenade",
        Some(6),
        "Hit 4D, miss 2D",
        Some((0, 6)),
        None,
        Some(1),
    ),
    (
        "Molotov Cocktail",
        Some(4),
        "-",
        Some((0, 5)),
        None,
        Some(1),
    ),
    ("Smoke Grenade", Some(6), "-", Some((0, 12)), None, Some(1)),
    (
        "Gas Grenade",
        Some(6),
        "Suppresses",
        Some((0, 6)),
        Some((6, 12)),
        Some(1),
    ),
];

const FOR_POWER_ARMOUR: &[Gun] = &[
    ("Power Glove", Some(5), "5D", None, None, None),
    (
        "Grenade Launcher (first one free)",
        Some(25),
        "-",
        Some((0, 10)),
        Some((10, 24)),
        Some(2),
    ),
    (
        "Rotary Cannon",
        Some(40),
        "3D 2D",
        Some((0, 10)),
        Some((10, 30)),
        None,
    ),
];

#[rstest]
#[case("ranged-weapons", GUNS)]
#[case("grenades", GRENADES)]
#[case("power-armour-weapons", FOR_POWER_ARMOUR)]
fn every_weapon_has_the_cost_dice_and_ranges_of_the_sheet(
    #[case] slug: &str,
    #[case] guns: &[Gun],
) {
    let book = book();
    let section = part(&book, slug);
    let mut wrong = Vec::new();
    for (name, cost, damage, short, long, rapid) in guns {
        let expected = [
            ("Cost", cost.map(Modifier)),
            ("Short", short.map(|(low, high)| reach(low, high))),
            ("Long", long.map(|(low, high)| reach(low, high))),
            ("Rapid", rapid.map(|shots| number(f64::from(shots)))),
        ];
        let differs = |(column, expected): &(&str, Option<Value>)| {
            let found = cell(&section, name, column);
            (value(found.quantity.as_deref()) != *expected)
                .then(|| format!("{name}, {column}: {found:?}"))
        };
        wrong.extend(expected.iter().filter_map(differs));
        assert_eq!(cell(&section, name, "Damage").text.plain, *damage, "{name}");
    }
    none_wrong(&wrong);
    assert_eq!(
        section.blocks.tables().next().unwrap().rows.len(),
        guns.len()
    );
}

/// The first cell of a row, a column, and the value in that column.
type Figure = (&'static str, &'static str, Value);

const MELEE: &[Figure] = &[
    ("Pick / Axe / Club / Razorclaws", "CC", Modifier(2)),
    ("Pick / Axe / Club / Razorclaws", "Cost", Modifier(2)),
    ("Sword", "CC", Modifier(3)),
    ("Sword", "Cost", Modifier(2)),
    ("Chain, Baton, Dagger", "CC", Modifier(1)),
    ("Chain, Baton, Dagger", "Cost", Modifier(3)),
    ("Stunstick", "CC", Modifier(2)),
    ("Stunstick", "Cost", Modifier(1)),
];

const UPGRADES: &[Figure] = &[
    ("Basic figure", "Cost", number(7.0)),
    ("Upgrade to sub-leader", "Cost", Modifier(5)),
    ("Upgrade to leader", "Cost", Modifier(10)),
    ("Upgrade to Hero", "Cost", Modifier(100)),
    ("Mk 7c S-type Cyborg", "Cost", Modifier(75)),
    ("Light Armour", "Cost", Modifier(4)),
    ("Medium Armour", "Cost", Modifier(5)),
    ("Heavy Armour", "Cost", Modifier(8)),
    ("Power Armour", "Cost", Modifier(100)),
    ("Stealth Suit", "Cost", Modifier(36)),
    ("Headset", "Cost", Modifier(5)),
    ("Night Sight", "Cost", Modifier(10)),
    ("Sniper Scope", "Cost", Modifier(10)),
];

const ORDERS: &[Figure] = &[
    ("Shoot", "Move", inches(8.0)),
    ("Shoot", "Column 4", Range(1, None)),
    ("Stay Sharp", "Column 4", number(1.0)),
    ("Keep Down", "Column 4", number(1.0)),
    ("Assault", "Column 4", number(1.0)),
    ("Snipe", "Column 4", number(1.0)),
    ("Unnamed order", "Column 4", number(0.0)),
    ("Hit & Run", "Column 4", number(1.0)),
    ("Stay Sharp", "Move", inches(6.0)),
    ("Keep Down", "Move", inches(4.0)),
    ("Assault", "Move", inches(8.0)),
    ("Assault", "Close combat", Factor(2)),
    ("Snipe", "Move", inches(8.0)),
    ("Unnamed order", "Move", inches(14.0)),
    ("Hit & Run", "Move", inches(10.0)),
];

const INITIATIVE: &[Figure] = &[
    ("The group has Stay Sharp orders", "Value", Factor(2)),
    ("The group has an unsuppressed leader", "Value", Modifier(3)),
];

const CHANGE_ORDER: &[Figure] = &[
    ("Nobody in the group is suppressed", "Value", Factor(2)),
    ("Group leader is still alive", "Value", Modifier(2)),
    ("Sub-leader is still alive", "Value", Modifier(1)),
];

const SUPPRESSION: &[Figure] = &[
    ("Figure is the group leader", "Value", Modifier(3)),
    ("Figure is a Cyborg", "Value", Modifier(3)),
    ("Figure is touching a leader or Hero", "Value", Modifier(3)),
    ("Figure is touching a sub-leader", "Value", Modifier(2)),
    (
        "Figure is touching any other member of its group",
        "Value",
        Modifier(1),
    ),
    ("Group losses are below 50%", "Value", Modifier(1)),
    ("Group has no suppressed members", "Value", Modifier(1)),
];

const CLOSE_COMBAT: &[Figure] = &[
    ("Has a second close combat weapon", "Value", Modifier(1)),
    ("Is a Cyborg", "Value", Modifier(2)),
    (
        "Attacker with Assault order, not suppressed",
        "Value",
        Factor(2),
    ),
];

const CLOSE_COMBAT_DAMAGE: &[Figure] = &[
    ("Loser has light armour", "Value", Modifier(-2)),
    ("Loser has medium armour", "Value", Modifier(-3)),
    ("Loser has heavy armour", "Value", Modifier(-4)),
    ("Loser is a Hero", "Value", Modifier(-2)),
    ("Loser is a Cyborg", "Value", Modifier(-6)),
    ("Loser has power armour", "Value", Modifier(-6)),
];

const RANGED_COMBAT: &[Figure] = &[
    ("Aimed shot with a Snipe order", "Value", Modifier(2)),
    ("A Hero shoots", "Value", Modifier(1)),
    ("Close range, daylight", "Value", Modifier(1)),
    (
        "Close range, night, shooter has night sight",
        "Value",
        Modifier(1),
    ),
    ("Sighting aid", "Value", Modifier(1)),
    (
        "The target has Keep Down or is suppressed",
        "Value",
        Modifier(-1),
    ),
    (
        "The shooter is in a vehicle that moved more than 9\"",
        "Value",
        Modifier(-1),
    ),
    (
        "The target is in a vehicle that moved more than 9\"",
        "Value",
        Modifier(-1),
    ),
];

const RANGED_RESULT: &[Figure] = &[
    ("The target has Keep Down", "Value", Modifier(-2)),
    ("The target is in soft cover", "Value", Modifier(-2)),
    ("The target is in medium cover", "Value", Modifier(-4)),
];

#[rstest]
#[case("close-combat-weapons", MELEE)]
#[case("armour-equipment-and-upgrades", UPGRADES)]
#[case("orders", ORDERS)]
#[case("initiative", INITIATIVE)]
#[case("change-order-roll", CHANGE_ORDER)]
#[case("removing-suppression", SUPPRESSION)]
#[case("close-combat-modifier", CLOSE_COMBAT)]
#[case("close-combat-damage", CLOSE_COMBAT_DAMAGE)]
#[case("ranged-combat-modifier", RANGED_COMBAT)]
#[case("ranged-combat-result", RANGED_RESULT)]
#[case("close-combat-outcome", OUTCOMES)]
#[case("change-order-result", NEW_ORDER)]
fn a_table_of_the_sheet_holds_its_values(#[case] slug: &str, #[case] figures: &[Figure]) {
    let book = book();
    let section = part(&book, slug);
    let differs = |(row, column, expected): &Figure| {
        let found = cell(&section, row, column);
        (value(found.quantity.as_deref()) != Some(*expected))
            .then(|| format!("{row}, {column}: {found:?}"))
    };
    none_wrong(&figures.iter().filter_map(differs).collect::<Vec<_>>());
}

const OUTCOMES: &[Figure] = &[
    ("1-3", "Total", reach(1, 3)),
    ("4+", "Total", RollTarget(4)),
];

const NEW_ORDER: &[Figure] = &[
    ("6+", "Total", RollTarget(6)),
    ("3-5", "Total", reach(3, 5)),
];

/// Cells with text instead of a value: section, row, column, text.
const PRINTED: &[(&str, &str, &str, &str)] = &[
    (
        "initiative",
        "The group has headset communications",
        "Value",
        "Wins ties",
    ),
    (
        "change-order-roll",
        "The group is spread over more than 8\" without headsets",
        "Value",
        "Not possible",
    ),
    (
        "change-order-roll",
        "Unsuppressed Hero",
        "Value",
        "Automatic success",
    ),
    (
        "removing-suppression",
        "Figure is a Hero",
        "Value",
        "Automatic",
    ),
    (
        "close-combat-modifier",
        "Best weapon bonus (not for Cyborgs)",
        "Value",
        "+X",
    ),
    (
        "close-combat-damage",
        "Always",
        "Value",
        "Minus the loser's close combat score",
    ),
    ("ranged-combat-hit", "Die shows 1", "Effect", "Miss"),
    ("ranged-combat-hit", "Die shows 6", "Effect", "Hit"),
    ("ranged-combat-hit", "Total of 6+", "Effect", "Hit"),
    ("ranged-weapons", "Military Rifle", "Rapid", "3/2"),
    (
        "ranged-weapons",
        "Military Rifle, Grenade Launcher",
        "Rapid",
        "0/1",
    ),
    ("ranged-weapons", "Light Laser (first line)", "Long", "LoS"),
    ("ranged-weapons", "Light Laser (second line)", "Long", "LoS"),
    ("power-armour-weapons", "Power Glove", "CC", "+1D"),
    ("power-armour-weapons", "Rotary Cannon", "Rapid", "4/8"),
    ("armour-equipment-and-upgrades", "Basic figure", "CC", "1D"),
    (
        "armour-equipment-and-upgrades",
        "Upgrade to Hero",
        "CC",
        "+1D",
    ),
    ("armour-equipment-and-upgrades", "Power Armour", "CC", "+1D"),
    (
        "armour-equipment-and-upgrades",
        "Mk 7c S-type Cyborg",
        "CC",
        "2D+2",
    ),
    ("orders", "Snipe", "Shoot", "Aimed"),
    ("orders", "Unnamed order", "Shoot", "No"),
    ("orders", "Stay Sharp", "Not for", "Cyborgs"),
    ("orders", "Keep Down", "Not for", "Power armour"),
    ("orders", "Snipe", "Not for", "Power armour, Cyborgs"),
    (
        "orders",
        "Unnamed order",
        "Not for",
        "Power armour, Cyborgs",
    ),
    ("orders", "Hit & Run", "Not for", "Power armour, Cyborgs"),
    (
        "missile-launcher",
        "Law Enforcement",
        "Value",
        "Not allowed",
    ),
    (
        "missile-launcher",
        "Launchers per gang",
        "Value",
        "Maximum 1",
    ),
    (
        "missile-launcher",
        "Missiles per gang (Scav, Savage)",
        "Value",
        "Maximum 3",
    ),
    (
        "missile-launcher",
        "Missiles per figure",
        "Value",
        "Maximum 5",
    ),
];

#[test]
fn a_text_that_is_no_value_stays_as_printed() {
    let book = book();
    let differs = |(slug, row, column, expected): &(&str, &str, &str, &str)| {
        let found = &cell(&part(&book, slug), row, column).text.plain;
        (found != expected).then(|| format!("{slug}, {row}: {found}"))
    };
    none_wrong(&PRINTED.iter().filter_map(differs).collect::<Vec<_>>());
}

/// Armour, the lowest result that suppresses, and the lowest result that kills.
const ARMOUR: [(&str, u32, u32); 6] = [
    ("None", 1, 7),
    ("Light", 3, 9),
    ("Medium", 5, 11),
    ("Heavy", 7, 13),
    ("Cyborg", 8, 14),
    ("Power", 10, 16),
];

#[test]
fn armour_values_match_the_sheet() {
    let book = book();
    let section = part(&book, "ranged-combat-damage-by-armour");
    // `3+` is parsed as a roll of one die, and `7+` as a range. In this table, both mean the lowest
    // result that has the effect.
    let least =
        |row: &str, column: &str| match value(cell(&section, row, column).quantity.as_deref()) {
            Some(RollTarget(least) | Range(least, None)) => Some(least),
            _ => None,
        };
    let found =
        ARMOUR.map(|(armour, ..)| (armour, least(armour, "Suppressed"), least(armour, "Kill")));
    assert_eq!(
        found,
        ARMOUR.map(|(armour, suppressed, kill)| (armour, Some(suppressed), Some(kill)))
    );
}
