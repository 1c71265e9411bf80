//! Dice and their odds.

use serde::Serialize;

/// A roll of `count` dice with `sides` sides each, plus a bonus: `2D6`, `D3+3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Serialize)]
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
        let sums = u64::from(self.count) * (u64::from(self.sides) - 1) + 1;
        if sums > Self::MAX_SUMS {
            return None;
        }
        // The number of ways to roll each sum, from the lowest to the highest.
        let mut ways = vec![1.0];
        for _ in 0..self.count {
            let mut next = vec![0.0; ways.len() + self.sides as usize - 1];
            for (sum, count) in ways.iter().enumerate() {
                for slot in &mut next[sum..sum + self.sides as usize] {
                    *slot += count;
                }
            }
            ways = next;
        }
        let results = i64::from(self.count) + i64::from(self.bonus)..;
        let is_inside = |result: i64| {
            result >= i64::from(low) && high.is_none_or(|high| result <= i64::from(high))
        };
        let inside = results.zip(&ways).filter(|(result, _)| is_inside(*result));
        Some(100.0 * inside.map(|(_, ways)| ways).sum::<f64>() / ways.iter().sum::<f64>())
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
        let third = 100.0 / 3.0;
        for (result, expected) in [(3, 0.0), (4, third), (5, third), (6, third), (7, 0.0)] {
            let odds: f64 = dice.odds(result, Some(result)).unwrap();
            assert!((odds - expected).abs() < 1e-9, "{result}: {odds}");
        }
    }

    #[test]
    fn absurd_dice_are_refused_not_computed() {
        assert_eq!(
            Dice {
                count: 4_000_000_000,
                sides: 4_000_000_000,
                bonus: 0
            }
            .odds(1, None),
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
