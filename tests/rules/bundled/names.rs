//! Searches find every heading and term of the books by its name.

use tableside::rules::slug::fold;
use tableside::rules::{Rulebook, SectionRef};
use tableside::search::{Query, SearchIndex};

use super::expect::{book, none_wrong};

const TOMB_WORLD: &[&str] = &[
    "Killzone: Tomb World",
    "Killzone Setup",
    "Terrain Rules",
    "Tomb World Wall",
    "Wall Terrain",
    "Hatchway",
    "Operate Hatch",
    "Breach Point",
    "Breach",
    "Closed",
    "Open",
    "Teleport Pad",
    "Sarcophagus and Debris",
    "Close Quarters: Tomb World",
    "Room",
    "Condensed Environment",
    "Guard",
    "On Guard",
    "Point-Blank Shot",
    "Hatchway Fight",
    "Key Numbers",
];

const KILLZONES: &[&str] = &[
    "Killzones",
    "Terrain and Movement",
    "Climbing",
    "Dropping",
    "Jumping",
    "Terrain Types",
    "Heavy",
    "Light",
    "Blocking",
    "Vantage",
    "Insignificant",
    "Exposed",
    "Ceiling",
];

const CORE_TERMS: &[&str] = &[
    "Fight",
    "Dash",
    "Reposition",
    "Charge",
    "Fall Back",
    "Pick Up Marker",
    "Counteract",
    "Control Range",
    "Visible",
    "Valid Target",
    "Damage",
    "Incapacitated",
    "Wounded",
    "Injured",
    "Engage",
    "Conceal",
    "Expended",
    "Roll-off",
    "Precedence",
    "Equipment",
    "Weapon Rules",
    "Silent",
    "Piercing x",
    "Piercing Crits x",
    "Blast x",
    "Torrent x",
    "Range x",
    "Punishing",
    "Brutal",
    "Ceaseless",
    "Rending",
    "Balanced",
    "Lethal x+",
    "Devastating x",
    "Saturate",
];

const MISSION_PACKS: &[&str] = &[
    "Joint Ops: Tomb World Mission Pack",
    "Adversary Ops: Tomb World Mission Pack",
    "Kill Team Selection",
    "Threat Level",
    "Strategy Phase",
    "Tomb World Event Cards",
    "NPO Reinforcements",
    "Dormant NPOs",
    "Behaviour",
    "Difficulty",
    "Threat Principle",
    "Activation Priority",
    "Setting Up NPOs",
    "Fight Action",
    "Shoot Action",
    "Game Sequence",
    "Set Up the Battle",
    "Select Operatives",
    "Set Up Operatives",
    "Play the Battle",
    "End the Battle",
    "Shifting Labyrinth",
    "Auspex Calibration",
    "Demolition Protocol",
    "Recover Transponder",
    "Locate Item",
    "Destroy Sarcophagus",
    "Nanoscarab Repair",
    "Scout Sub-Crypt",
    "Scout Room",
    "Regroup",
    "Access Denied",
    "Phasing Points",
    "Escape",
    "Mission Selection",
    "Mission Rules",
    "Victory",
    "Maps",
    "NPOs",
    "VPs",
    "NPO Activation",
    "Tomb World Maps",
];

const CARDS: &[&str] = &[
    "NPO Datacards",
    "NPO Limit",
    "Canoptek Scarab Swarm",
    "Necron Warrior",
    "Canoptek Tomb Crawler",
    "Dimensional Banishment",
    "Weapon Sentinel",
    "Steadfast",
    "Canoptek Macrocyte",
    "Aggressive Defence Construct",
    "Tombs Beyond Counting",
    "Extra Cards",
    "Flayer Curse Infected Tomb",
    "Flayed One",
    "Horrifying Flaying",
    "Destroyer Cult Tomb",
    "Skorpekh Destroyer",
    "Whirling Onslaught",
    "Hulking",
    "Hexmark Destroyer",
    "Multi-Threat Eliminator",
    "Crownworld of the Dynasty Tomb",
    "Royal Warden",
    "Engrammatic Logic",
    "Lychguard",
    "Shield",
    "Dark of the Tomb",
    "The Maze Reforms",
    "Awakened Warrior",
    "A Chittering Drone",
    "Living Metal Flux",
    "Reanimation Protocols",
    "Countertemporal Shifting",
    "Stirrings of Horror",
    "Transdimensional Relocation",
    "Subjugation Glyphs",
    "Flesh Hunger",
    "Rewards of Annihilation",
    "Enforcer of the Phaerons",
];

const ZONE_MORTALIS: &[&str] = &[
    "The Two Modes of Zone Mortalis Play",
    "Fighting a Zone Mortalis Battle Mission",
    "Force Selection",
    "Warlords",
    "Designating the Terrain",
    "Bulkhead Doors & Airlocks",
    "Locked",
    "Controlled",
    "Destroying Doors",
    "Deadly Ground",
    "No Barrage Weapons",
    "Terrain Effects by Unit Types",
    "Objectives in Zone Mortalis Games",
    "Reserves and Deep Striking",
    "Firestorm & Shrapnel",
    "Nowhere to Hide",
    "Blind Panic",
    "Reaction Fire",
    "Making a Reaction Fire Attack",
    "Additional Optional Special Rules",
    "Attrition",
    "Enemy Unknown",
    "Cold Void & Poisoned Air",
    "Catastrophic Damage - Buried Alive!",
    "The Zone Mortalis Assault Mission",
    "The Zone Mortalis Encounter Mission",
    "Table Set-up",
    "Scoring Units",
    "Ending the Game",
    "Wipe-out!",
    "Deployment",
    "First Turn",
    "Mission Goals",
    "Search and Destroy",
    "Force the Breach!",
    "Capture Ground",
    "Invasion",
    "Secondary Objectives",
    "Mission Special Rules",
    "Zone Mortalis Stratagems",
    "Stratagem Points",
    "Declaring the Use of Stratagems",
    "Special Terrain",
    "General Stratagems",
    "Attacker's Stratagems",
    "Defender's Stratagems",
    "Tunnel Access",
    "Flanking Counter Assault",
    "Interdiction Assault",
    "Sustained Assault",
    "Spearhead Sentry Gun",
    "Defensive Strongpoint",
    "Barricades",
    "Traps",
    "Fire Wasp",
];

const QUICK_REFERENCE: &[&str] = &[
    "Killzone Quick Reference",
    "Initiative",
    "Change Order Roll",
    "Change Order Result",
    "Removing Suppression",
    "Stay Sharp",
    "Keep Down",
    "Assault",
    "Snipe",
    "Hit & Run",
    "Close Combat Modifier",
    "Close Combat Damage",
    "Close Combat Outcome",
    "Ranged Combat Modifier",
    "Ranged Combat Result",
    "Ranged Combat Hit",
    "Ranged Combat Damage by Armour",
    "Military Rifle",
    "Light Laser",
    "Missile Launcher",
    "Hand Grenade",
    "Smoke Grenade",
    "Gas Grenade",
    "Stunstick",
    "Rotary Cannon",
    "Stealth Suit",
    "Power Armour",
    "Headset",
    "Night Sight",
    "Sniper Scope",
    "Cyborg",
    "Night",
    "Hero",
    "Scav",
    "Savage",
    "Building",
    "Combat",
    "Suppressed",
    "Captive",
    "Troops and Law Enforcement",
];

/// Words that are headings in several games, or that are everyday words as well as terms.
const SHARED: &[&str] = &[
    "Shoot",
    "Accessible",
    "Actions",
    "Orders",
    "Objectives",
    "Sabotage",
    "Terrain",
    "Sarcophagus",
    "Scout",
];

fn found_at(book: &Rulebook, index: &SearchIndex, name: &str) -> Option<usize> {
    rank(book, index, name, name)
}

/// Returns the rank of a title among the different titles that a query finds, counted from 0.
fn rank(book: &Rulebook, index: &SearchIndex, query: &str, name: &str) -> Option<usize> {
    let query = Query {
        text: query.to_owned(),
        limit: 10,
        ..Query::default()
    };
    let mut names: Vec<String> = Vec::new();
    for hit in index.search(book, &query).hits {
        // Sections of the same name count as one result.
        let found = title(book, hit.section);
        if !names.contains(&found) {
            names.push(found);
        }
    }
    names.iter().position(|found| *found == fold(name))
}

fn title(book: &Rulebook, at: SectionRef) -> String {
    fold(&book.section(at).full_title())
}

#[test]
fn every_heading_of_the_books_is_the_first_hit_for_its_own_name() {
    let book = book();
    let index = SearchIndex::build(&book).unwrap();
    let all = [
        TOMB_WORLD,
        KILLZONES,
        CORE_TERMS,
        MISSION_PACKS,
        CARDS,
        ZONE_MORTALIS,
        QUICK_REFERENCE,
    ];
    let names = all.into_iter().flatten();
    let ranks = names
        .map(|name| (name, found_at(&book, &index, name)))
        .filter(|(_, rank)| *rank != Some(0));
    none_wrong(
        &ranks
            .map(|(name, rank)| format!("{name}: {rank:?}"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn a_word_that_games_share_finds_its_heading_among_the_first_three() {
    let book = book();
    let index = SearchIndex::build(&book).unwrap();
    let ranks = SHARED
        .iter()
        .map(|name| (name, found_at(&book, &index, name)));
    let late = ranks.filter(|(_, rank)| rank.is_none_or(|rank| rank > 2));
    none_wrong(
        &late
            .map(|(name, rank)| format!("{name}: {rank:?}"))
            .collect::<Vec<_>>(),
    );
}

/// Earlier titles of sections, and their present titles.
const RENAMED: [(&str, &str); 2] = [
    ("Mission", "Mission Selection"),
    ("Key Numerical Rules Summary", "Key Numbers"),
];

#[test]
fn a_renamed_section_is_among_the_first_three_for_its_earlier_title() {
    let book = book();
    let index = SearchIndex::build(&book).unwrap();
    for (earlier, present) in RENAMED {
        let rank = rank(&book, &index, earlier, present);
        assert!(rank.is_some_and(|rank| rank < 3), "{earlier}: {rank:?}");
    }
}
