//! Finds the row of a table that the result of a roll selects.

use crate::quantity::{Dice, Quantity, Value};
use crate::rules::Table;

/// The keys of a table: the results that select each of its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct TableKey {
    /// The dice in the heading of the key column.
    pub dice: Dice,
    /// The lowest and the highest result of each row, or `None` for a row without a key. The
    /// highest is `None` for an open range, such as `12+`.
    pub rows: Vec<Option<(u32, Option<u32>)>>,
}

/// What a result selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableResult {
    /// A row, by its index.
    Row(usize),
    /// The first or the last row, because a modifier took the result beyond the ends of the table.
    End(usize),
    /// No row: the table has a gap there.
    Gap,
}

impl TableResult {
    /// Returns the index of the selected row, if there is one.
    pub const fn row(self) -> Option<usize> {
        match self {
            Self::Row(at) | Self::End(at) => Some(at),
            Self::Gap => None,
        }
    }
}

impl TableKey {
    /// Returns the probability of a row without a modifier, in percent, or `None` if the row has no
    /// key or the dice have too many results.
    pub fn chance(&self, row: usize) -> Option<f64> {
        let (low, high) = (*self.rows.get(row)?)?;
        self.dice.odds(low, high)
    }

    /// Returns the probability, in percent, that a result with a modifier selects a row, also at the
    /// ends of the table. `None` if the dice have too many results.
    pub fn chance_with(&self, row: usize, modifier: i64) -> Option<f64> {
        let odds = self.dice.distribution()?.into_iter();
        let selects = |result: i64| self.select(result + modifier).row() == Some(row);
        let hits = odds.filter(|(result, _)| selects(*result));
        Some(100.0 * hits.map(|(_, odds)| odds).sum::<f64>())
    }

    /// Returns the keys of a table, or `None` if the table is not keyed by a roll.
    pub fn of(table: &Table) -> Option<Self> {
        let dice = table.dice?;
        let rows = table.rows.iter().map(|row| {
            let key = row.cells.first()?.quantity.as_deref()?;
            match key.value {
                Value::Range(low, high) => Some((low, high)),
                _ => None,
            }
        });
        let rows: Vec<_> = rows.collect();
        rows.iter()
            .any(Option::is_some)
            .then_some(Self { dice, rows })
    }

    /// Returns the keys of a table without dice in its heading whose first column numbers the results
    /// of `dice`, from the lowest to the highest, or `None` if it does not.
    pub fn numbered(table: &Table, dice: Dice) -> Option<Self> {
        let results = table.rows.iter().map(|row| {
            match Quantity::dice_key(&row.cells.first()?.text.plain)?.value {
                Value::Range(low, high) => Some((low, high)),
                _ => None,
            }
        });
        let results: Vec<_> = results.collect::<Option<_>>()?;
        let odds = dice.distribution()?;
        let ends = (odds.first()?.0, odds.last()?.0);
        let (lowest, _) = *results.first()?;
        let (_, highest) = *results.last()?;
        // The last row may be open: `4+`.
        let numbers = (i64::from(lowest), highest.map_or(ends.1, i64::from));
        (numbers == ends && results.len() > 1).then(|| Self {
            dice,
            rows: results.into_iter().map(Some).collect(),
        })
    }

    /// Returns the row of a result. A result below the lowest key or above the highest selects the
    /// row at that end.
    pub fn select(&self, result: i64) -> TableResult {
        let rows = || {
            let rows = self.rows.iter().enumerate();
            rows.filter_map(|(at, row)| row.map(|(low, high)| (at, i64::from(low), high)))
        };
        let is_hit = |low: i64, high: Option<u32>| {
            low <= result && high.is_none_or(|high| result <= i64::from(high))
        };
        if let Some((at, ..)) = rows().find(|(_, low, high)| is_hit(*low, *high)) {
            return TableResult::Row(at);
        }
        let lowest = rows().min_by_key(|(_, low, _)| *low);
        let highest = rows().max_by_key(|(_, low, _)| *low);
        match (lowest, highest) {
            (Some((at, low, _)), _) if result < low => TableResult::End(at),
            (_, Some((at, low, _))) if result > low => TableResult::End(at),
            _ => TableResult::Gap,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn key(rows: &[(u32, Option<u32>)]) -> TableKey {
        TableKey {
            dice: Dice {
                count: 2,
                sides: 6,
                bonus: 0,
            },
            rows: rows.iter().copied().map(Some).collect(),
        }
    }

    #[rstest]
    #[case(2, TableResult::Row(0))]
    #[case(3, TableResult::Row(0))]
    #[case(6, TableResult::Gap)]
    #[case(7, TableResult::Row(1))]
    #[case(12, TableResult::Row(2))]
    #[case(14, TableResult::Row(2))]
    #[case(1, TableResult::End(0))]
    fn a_result_selects_a_row(#[case] result: i64, #[case] expected: TableResult) {
        let key = key(&[(2, Some(3)), (7, Some(10)), (12, None)]);
        assert_eq!(key.select(result), expected);
    }

    #[test]
    fn a_modifier_clamps_to_the_last_row() {
        let key = key(&[(2, Some(7)), (8, Some(12))]);
        assert_eq!(key.select(13), TableResult::End(1));
    }

    #[test]
    fn a_table_without_keys_selects_nothing() {
        assert_eq!(key(&[]).select(3), TableResult::Gap);
    }
}
