//! The effects and conditions of actions, which players dispute most.

use tableside::rules::{Block, BlockKind};

use super::expect::{SectionWithBlocks, book, none_wrong, section};

const NEAR_ENEMY: &[&str] = &["enemy operative", "control range"];
const ONLY_NEAR_ENEMY: &[&str] = &["cannot", "without", "enemy operative", "control range"];

/// The conditions of each action, in order. A condition is given as the words that it must contain.
const CONDITIONS: &[(&str, &[&[&str]])] = &[
    (
        "kill-team/core-terms#shoot",
        &[&["Conceal order", "Silent"], NEAR_ENEMY],
    ),
    ("kill-team/core-terms#fight", &[ONLY_NEAR_ENEMY]),
    ("kill-team/core-terms#dash", &[NEAR_ENEMY, &["Charge"]]),
    (
        "kill-team/core-terms#reposition",
        &[NEAR_ENEMY, &["Fall Back", "Charge"]],
    ),
    (
        "kill-team/core-terms#charge",
        &[
            &["Conceal order"],
            NEAR_ENEMY,
            &["Reposition", "Dash", "Fall Back"],
        ],
    ),
    (
        "kill-team/core-terms#fall-back",
        &[ONLY_NEAR_ENEMY, &["Reposition", "Charge"]],
    ),
    (
        "kill-team/core-terms#pick-up-marker",
        &[NEAR_ENEMY, &["already carries a marker"]],
    ),
    (
        "kill-team/tomb-world#operate-hatch",
        &[
            NEAR_ENEMY,
            &["open hatchway", "access point", "enemy operative"],
        ],
    ),
    (
        "kill-team/tomb-world#breach",
        &[NEAR_ENEMY, &["already open"]],
    ),
    (
        "kill-team/tomb-world#guard",
        &[
            &["treated as a Shoot action"],
            &["Conceal order"],
            NEAR_ENEMY,
        ],
    ),
    (
        "kill-team/tomb-world#hatchway-fight",
        &[
            &["treated as a Fight action"],
            NEAR_ENEMY,
            &["touches the access point", "open"],
        ],
    ),
    (
        "kill-team/joint-ops#scout-room",
        &[
            NEAR_ENEMY,
            &["threat level is 0"],
            &["any NPO", "scouted before", "Player A's drop zone"],
        ],
    ),
];

/// The words that the effects of an action must contain.
const EFFECTS: &[(&str, &[&str])] = &[
    ("kill-team/core-terms#dash", &["up to 3\"", "cannot climb"]),
    (
        "kill-team/core-terms#charge",
        &[
            "2\" further",
            "must end the move within control range",
            "cannot leave",
        ],
    ),
    (
        "kill-team/core-terms#reposition",
        &["Move stat", "rounded up", "other friendly operative"],
    ),
    ("kill-team/core-terms#fall-back", &["cannot end the move"]),
    (
        "kill-team/tomb-world#operate-hatch",
        &[
            "Open or close",
            "during the operative's Dash or Reposition action",
        ],
    ),
    (
        "kill-team/tomb-world#breach",
        &[
            "1 less AP (minimum 1AP)",
            "'breach marker', 'grenadier', 'mine'",
            "Blast or Torrent",
            "Charge or Shoot",
            "On a 4+",
            "APL stat",
            "(rounding up)",
        ],
    ),
    (
        "kill-team/tomb-world#hatchway-fight",
        &[
            "other side",
            "within 2\" of it",
            "within each other's control range",
        ],
    ),
    (
        "kill-team/joint-ops#scout-room",
        &["highest level of the next lower grade"],
    ),
];

#[test]
fn an_action_has_the_conditions_of_the_book_and_no_others() {
    let book = book();
    let mut wrong = Vec::new();
    for (id, expected) in CONDITIONS {
        let conditions = texts(&section(&book, id), |kind| match kind {
            BlockKind::Condition(blocks) => Some(blocks),
            _ => None,
        });
        if conditions.len() != expected.len() {
            wrong.push(format!("{id}: {conditions:?}"));
        }
        for (condition, words) in conditions.iter().zip(*expected) {
            let lost = words.iter().filter(|word| !condition.contains(**word));
            wrong.extend(lost.map(|word| format!("{id}: `{word}` is not in: {condition}")));
        }
    }
    none_wrong(&wrong);
}

#[test]
fn action_effects_match_the_book() {
    let book = book();
    let mut wrong = Vec::new();
    for (id, expected) in EFFECTS {
        let effects = texts(&section(&book, id), |kind| match kind {
            BlockKind::Effect(blocks) => Some(blocks),
            _ => None,
        });
        let effects = effects.join(" ");
        let lost = expected.iter().filter(|words| !effects.contains(**words));
        wrong.extend(lost.map(|words| format!("{id}: `{words}` is not in: {effects}")));
    }
    none_wrong(&wrong);
}

/// Returns the texts of the blocks of one kind, one text for each block.
fn texts(
    section: &SectionWithBlocks<'_>,
    inside: fn(&BlockKind) -> Option<&Vec<Block>>,
) -> Vec<String> {
    let blocks = section
        .blocks
        .iter()
        .filter_map(|block| inside(&block.kind));
    let texts = blocks.map(|blocks| {
        blocks
            .iter()
            .flat_map(Block::texts)
            .map(|text| text.plain.as_str())
            .collect()
    });
    texts
        .map(|texts: Vec<&str>| texts.join(" ").replace('\n', " "))
        .collect()
}
