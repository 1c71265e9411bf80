//! Dice and their odds.

use serde::Serialize;

/// A roll of `count` dice with `sides` sides each, plus a bonus: `2D6`, `D3+3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Dice {
    /// The number of dice, at least 1.
    pub count: u32,
    /// The number of sides of each die, at least 2.
    pub sides: u32,
    /// The bonus added to the sum.
    pub bonus: i32,
}

impl Dice {
    /// The maximum number of different sums of a roll. The odds of a roll with more would take too
    /// long to compute, and no dice table has that many rows.
    const MAX_SUMS: u64 = 256;

    /// Returns the mean result of the roll.
    pub fn mean(self) -> f64 {
        f64::from(self.count) * (f64::from(self.sides) + 1.0) / 2.0 + f64::from(self.bonus)
    }

    /// Returns the probability, in percent, that the result is in `low..=high`, or at least `low`
    /// if `high` is `None`. Returns `None` for a roll with more than `MAX_SUMS` different sums.
    pub fn odds(self, low: u32, high: Option<u32>) -> Option<f64> {
        let distribution = self.distribution()?;
        let is_inside = |result: i64| {
            result >= i64::from(low) && high.is_none_or(|high| result <= i64::from(high))
        };
        let inside = distribution.iter().filter(|(result, _)| is_inside(*result));
        let all = f64::from(self.sides).powf(f64::from(self.count));
        Some(100.0 * inside.map(|(_, ways)| ways).sum::<f64>() / all)
    }

    /// Returns every possible result in ascending order, with the number of ways to roll it.
    /// Returns `None` for a roll with more than `MAX_SUMS` different sums.
    fn distribution(self) -> Option<Vec<(i64, f64)>> {
        let sums = u64::from(self.count) * (u64::from(self.sides) - 1) + 1;
        if sums > Self::MAX_SUMS {
            return None;
        }
        let sides = self.sides as usize;
        let mut ways = vec![1.0];
        for _ in 0..self.count {
            let mut next = vec![0.0; ways.len() + sides - 1];
            for (sum, count) in ways.iter().enumerate() {
                for slot in &mut next[sum..sum + sides] {
                    *slot += count;
                }
            }
            ways = next;
        }
        let lowest = i64::from(self.count) + i64::from(self.bonus);
        Some((lowest..).zip(ways).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_D6: Dice = Dice {
        count: 2,
        sides: 6,
        bonus: 0,
    };

    #[test]
    fn two_dice_have_the_known_odds() {
        assert_eq!(TWO_D6.odds(7, Some(10)), Some(100.0 * 18.0 / 36.0));
        assert_eq!(TWO_D6.odds(12, None), Some(100.0 * 1.0 / 36.0));
        assert!((TWO_D6.mean() - 7.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_bonus_shifts_the_results() {
        let dice = Dice {
            count: 1,
            sides: 3,
            bonus: 3,
        };
        assert_eq!(
            dice.distribution(),
            Some(vec![(4, 1.0), (5, 1.0), (6, 1.0)])
        );
    }

    #[test]
    fn absurd_dice_are_refused_not_computed() {
        assert_eq!(
            Dice {
                count: 4_000_000_000,
                sides: 4_000_000_000,
                bonus: 0
            }
            .distribution(),
            None
        );
        assert_eq!(
            Dice {
                count: 100,
                sides: 6,
                bonus: 0
            }
            .odds(1, None),
            None
        );
    }
}
