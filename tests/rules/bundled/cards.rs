//! The datacards of the NPOs: stats and weapons are typed values.

use tableside::quantity::Value::{self, Damage, RollTarget};
use tableside::rules::{Datacard, Rulebook, SectionKind, Weapon};

use super::expect::{book, inches, millimetres, none_wrong, number, section, value};

struct Card {
    id: &'static str,
    /// APL, Move in inches, Save, Wounds, Base in millimetres.
    stats: (f64, f64, u32, f64, f64),
    weapons: &'static [Arm],
}

/// Name, type (`Unstated` if the book does not say), attacks, hit, damage, weapon rules in
/// alphabetical order.
type Arm = (
    &'static str,
    &'static str,
    f64,
    u32,
    (u32, u32),
    &'static [&'static str],
);

const CARDS: [Card; 9] = [
    Card {
        id: "kill-team/npo-datacards#canoptek-scarab-swarm",
        stats: (2.0, 6.0, 5, 10.0, 40.0),
        weapons: &[("Feeder mandibles", "Melee", 5.0, 4, (1, 2), &[])],
    },
    Card {
        id: "kill-team/npo-datacards#necron-warrior",
        stats: (2.0, 5.0, 4, 9.0, 32.0),
        weapons: &[
            ("Gauss flayer", "Ranged", 4.0, 4, (3, 4), &["Piercing 1"]),
            (
                "Gauss reaper",
                "Ranged",
                4.0,
                3,
                (3, 4),
                &["Piercing 1", "Range 8\""],
            ),
            ("Combat attachment", "Melee", 3.0, 4, (3, 4), &[]),
        ],
    },
    Card {
        id: "kill-team/npo-datacards#canoptek-tomb-crawler",
        stats: (2.0, 5.0, 3, 21.0, 50.0),
        weapons: &[
            (
                "Twin gauss reapers (focused)",
                "Ranged",
                5.0,
                4,
                (4, 5),
                &["Piercing 1", "Punishing"],
            ),
            (
                "Twin gauss reapers (sweeping)",
                "Ranged",
                4.0,
                4,
                (4, 5),
                &["Piercing 1", "Punishing", "Torrent 1\""],
            ),
            (
                "Transdimensional isolator",
                "Ranged",
                5.0,
                4,
                (5, 6),
                &["Dimensional Banishment*"],
            ),
            ("Claws", "Melee", 4.0, 4, (4, 4), &["Brutal"]),
        ],
    },
    Card {
        id: "kill-team/npo-datacards#canoptek-macrocyte",
        stats: (2.0, 7.0, 4, 7.0, 28.0),
        weapons: &[
            ("Gauss scalpel", "Ranged", 4.0, 4, (3, 4), &["Piercing 1"]),
            ("Tesla caster (focused)", "Ranged", 5.0, 4, (2, 3), &[]),
            (
                "Tesla caster (living lightning)",
                "Ranged",
                5.0,
                4,
                (2, 3),
                &["Blast 2\""],
            ),
            ("Claws & tail", "Melee", 4.0, 4, (3, 4), &[]),
        ],
    },
    Card {
        id: "kill-team/npo-datacards#flayed-one",
        stats: (2.0, 5.0, 4, 9.0, 28.0),
        weapons: &[(
            "Flayer claws",
            "Melee",
            4.0,
            3,
            (4, 5),
            &["Ceaseless", "Rending"],
        )],
    },
    Card {
        id: "kill-team/npo-datacards#skorpekh-destroyer",
        stats: (2.0, 6.0, 3, 18.0, 28.0),
        weapons: &[(
            "Skorpekh hyperphase weapons",
            "Melee",
            4.0,
            3,
            (4, 6),
            &["Balanced", "Lethal 5+", "Whirling Onslaught*"],
        )],
    },
    Card {
        id: "kill-team/npo-datacards#hexmark-destroyer",
        stats: (2.0, 6.0, 3, 15.0, 50.0),
        weapons: &[
            (
                "Enmitic disintegrator pistols (point-blank)",
                "Unstated",
                5.0,
                3,
                (3, 4),
                &[],
            ),
            (
                "Enmitic disintegrator pistols (sweeping)",
                "Ranged",
                5.0,
                4,
                (3, 2),
                &[
                    "Devastating 2",
                    "Piercing 1",
                    "Range 9\"",
                    "Saturate",
                    "Torrent 2\"",
                ],
            ),
        ],
    },
    Card {
        id: "kill-team/npo-datacards#royal-warden",
        stats: (3.0, 5.0, 3, 14.0, 32.0),
        weapons: &[
            (
                "Relic gauss blaster",
                "Ranged",
                4.0,
                3,
                (4, 6),
                &["Lethal 5+", "Piercing 1"],
            ),
            ("Bayonet", "Melee", 4.0, 3, (3, 4), &[]),
        ],
    },
    Card {
        id: "kill-team/npo-datacards#lychguard",
        stats: (2.0, 5.0, 3, 13.0, 32.0),
        weapons: &[
            (
                "Hyperphase sword",
                "Melee",
                4.0,
                3,
                (4, 6),
                &["Lethal 5+", "Shield*"],
            ),
            ("Warscythe", "Melee", 4.0, 3, (5, 7), &["Lethal 5+"]),
        ],
    },
];

fn datacard(book: &Rulebook, id: &str) -> Datacard {
    let section = section(book, id);
    assert_eq!(section.kind, SectionKind::Datacard, "{id}");
    Datacard::of(&section.blocks).unwrap_or_else(|| panic!("{id} has no stats"))
}

#[test]
fn datacard_stats_match_the_book() {
    let book = book();
    let mut wrong = Vec::new();
    for Card {
        id,
        stats: (apl, movement, save, wounds, base),
        ..
    } in &CARDS
    {
        let expected: [(&str, Value); 5] = [
            ("APL", number(*apl)),
            ("Move", inches(*movement)),
            ("Save", RollTarget(*save)),
            ("Wounds", number(*wounds)),
            ("Base", millimetres(*base)),
        ];
        let stats = &datacard(&book, id).stats;
        let found: Vec<_> = stats
            .iter()
            .map(|stat| (stat.name.as_str(), value(stat.quantity.as_ref())))
            .collect();
        if found != expected.map(|(name, value)| (name, Some(value))) {
            wrong.push(format!("{id}: {found:?}"));
        }
    }
    none_wrong(&wrong);
}

#[test]
fn every_datacard_has_the_weapons_of_the_book_and_no_others() {
    let book = book();
    let mut wrong = Vec::new();
    for Card { id, weapons, .. } in &CARDS {
        let found = &datacard(&book, id).weapons;
        let missing = weapons
            .iter()
            .filter(|arm| !found.iter().any(|weapon| matches_arm(weapon, arm)));
        wrong.extend(missing.map(|arm| format!("{id}: {arm:?} is not among {found:?}")));
        if found.len() != weapons.len() {
            wrong.push(format!("{id}: {} weapons", found.len()));
        }
    }
    none_wrong(&wrong);
}

/// Whether a weapon has the expected values, with its weapon rules in any order.
fn matches_arm(weapon: &Weapon, (name, weapon_type, attacks, hit, damage, rules): &Arm) -> bool {
    let mut found: Vec<_> = weapon.rules.iter().map(String::as_str).collect();
    found.sort_unstable();
    weapon.name == *name
        && weapon.weapon_type == *weapon_type
        && value(weapon.attacks.as_ref()) == Some(number(*attacks))
        && value(weapon.hit.as_ref()) == Some(RollTarget(*hit))
        && value(weapon.damage.as_ref()) == Some(Damage(damage.0, damage.1))
        && found == *rules
}

/// Each weapon rule that is marked with a star must be explained by a run-in rule of the same card.
#[test]
fn every_starred_weapon_rule_is_explained_on_its_own_card() {
    let book = book();
    let mut starred = 0;
    for Card { id, weapons, .. } in &CARDS {
        for rule in weapons
            .iter()
            .flat_map(|arm| arm.5)
            .filter_map(|rule| rule.strip_suffix('*'))
        {
            starred += 1;
            let at = book.by_id(id).unwrap();
            let named = book
                .descendants(at)
                .any(|at| book.section(at).title == rule && book.section(at).run_in);
            assert!(named, "{id} does not explain {rule}");
        }
    }
    assert_eq!(starred, 3);
}
