//! Tables whose rows are chosen by a roll: the dice, and the results and exact odds of every row.

use rstest::rstest;
use tableside::quantity::Value;

use super::expect::{book, cell, roll_table, section};

/// The lowest result of a row, its highest result (`None` if unlimited), its text, and the number
/// of dice combinations that choose it.
type Row = (u32, Option<u32>, &'static str, u32);

const fn row(low: u32, high: u32, says: &'static str, ways: u32) -> Row {
    (low, Some(high), says, ways)
}

const NPO_TABLE: &[Row] = &[
    row(2, 3, "Canoptek Scarab Swarm", 3),
    row(4, 6, "Canoptek Macrocyte", 12),
    row(7, 10, "Necron Warrior", 18),
    row(11, 11, "Canoptek Tomb Crawler", 2),
    row(12, 12, "Canoptek Tomb Crawler", 1),
];

const AUSPEX: &[Row] = &[
    row(
        1,
        1,
        "The marker moves D3+3\" to the left along the killzone edge",
        1,
    ),
    row(2, 2, "The marker stays where it is", 1),
    row(
        3,
        3,
        "The marker moves D3+3\" to the right along the killzone edge",
        1,
    ),
];

const CATASTROPHE: &[Row] = &[
    row(2, 5, "Stable", 10),
    row(6, 7, "Look Out!", 11),
    row(8, 9, "Dust Fall", 9),
    row(10, 10, "Tremor", 3),
    row(11, 11, "Cave-in", 2),
    (12, None, "Quake!", 1),
];

const ASSAULT_GOALS: &[Row] = &[
    row(1, 2, "Search and Destroy", 2),
    row(3, 4, "Force the Breach!", 2),
    row(5, 6, "Sabotage", 2),
];

const ENCOUNTER_GOALS: &[Row] = &[
    row(1, 2, "Search and Destroy", 2),
    row(3, 4, "Capture Ground", 2),
    row(5, 6, "Invasion", 2),
];

const TRAP: &[Row] = &[
    row(1, 1, "No effect", 1),
    row(2, 3, "Not this time", 2),
    row(4, 6, "Boom!", 3),
];

#[rstest]
#[case("kill-team/npo-datacards#npo-table", (2, 6), NPO_TABLE)]
#[case("kill-team/joint-ops#auspex-calibration", (1, 3), AUSPEX)]
#[case("zone-mortalis/zone-mortalis#catastrophic-damage-buried-alive", (2, 6), CATASTROPHE)]
#[case("zone-mortalis/missions#the-zone-mortalis-assault-mission-mission-goals", (1, 6), ASSAULT_GOALS)]
#[case("zone-mortalis/missions#the-zone-mortalis-encounter-mission-mission-goals", (1, 6), ENCOUNTER_GOALS)]
#[case("zone-mortalis/stratagems#traps", (1, 6), TRAP)]
fn a_roll_chooses_the_row_of_the_book_with_the_odds_of_its_dice(
    #[case] id: &str,
    #[case] (count, sides): (u32, u32),
    #[case] expected: &[Row],
) {
    let book = book();
    let table = roll_table(&section(&book, id));
    let dice = table.dice.unwrap();
    assert_eq!((dice.count, dice.sides, dice.bonus), (count, sides, 0));
    let rows =
        table.rows.iter().map(
            |row| match row.cells[0].quantity.as_ref().map(|key| key.value) {
                Some(Value::Range(low, high)) => (
                    low,
                    high,
                    row.cells[1].text.plain.as_str(),
                    dice.odds(low, high).unwrap(),
                ),
                other => panic!("{id}: {other:?} is no result of a roll"),
            },
        );
    let all = sides.pow(count);
    let percent = |ways: u32| 100.0 * f64::from(ways) / f64::from(all);
    let expected_rows = expected
        .iter()
        .map(|(low, high, text, ways)| (*low, *high, *text, percent(*ways)));
    assert_eq!(rows.collect::<Vec<_>>(), expected_rows.collect::<Vec<_>>());
    assert_eq!(
        expected.iter().map(|row| row.3).sum::<u32>(),
        all,
        "every roll chooses one row"
    );
}

/// Figures in the text of a result must be those of the book.
#[rstest]
#[case("zone-mortalis/zone-mortalis#catastrophic-damage-buried-alive", "6-7", &["one Large Blast (5\")", "Strength 5 AP 4"])]
#[case("zone-mortalis/zone-mortalis#catastrophic-damage-buried-alive", "8-9", &["-1 Ballistic Skill", "-1 Initiative", "minimum of 1"])]
#[case("zone-mortalis/zone-mortalis#catastrophic-damage-buried-alive", "11", &["rolls a D3", "Large Blast (5\")", "Strength 5 AP 4"])]
#[case("zone-mortalis/stratagems#traps", "4-6", &["Large Blast (5\")", "Strength 4 AP 5"])]
fn effects_of_results_hold_the_figures_of_the_book(
    #[case] id: &str,
    #[case] key: &str,
    #[case] figures: &[&str],
) {
    let book = book();
    let effect = &cell(&section(&book, id), key, "Effect").text.plain;
    for figure in figures {
        assert!(effect.contains(figure), "no {figure} in: {effect}");
    }
}
