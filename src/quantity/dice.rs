//! Dice and their exact odds.

use serde::Serialize;

/// `count` dice of `sides` sides and a bonus: `2D6`, `D3+3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Dice {
    /// How many dice; at least 1.
    pub count: u32,
    /// Sides of each; at least 2.
    pub sides: u32,
    /// What is added to the sum.
    pub bonus: i32,
}

/// An exact probability: `ways` out of `of` equally likely rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Rolls that succeed.
    pub ways: u64,
    /// All rolls.
    pub of: u64,
}

impl Odds {
    /// The probability in percent.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "counts of rolls are far below 2^52"
    )]
    pub fn percent(self) -> f64 {
        100.0 * self.ways as f64 / self.of.max(1) as f64
    }
}

impl Dice {
    /// Above this many sums no odds are worked out: no table has as many rows, and the cost stays bounded.
    const MOST_SUMS: u64 = 512;

    /// The mean of a roll.
    #[must_use]
    pub fn mean(self) -> f64 {
        f64::from(self.count) * (f64::from(self.sides) + 1.0) / 2.0 + f64::from(self.bonus)
    }

    /// The probability that the result lies in `low..=high`; `None` where the dice are too many for exact odds.
    #[must_use]
    pub fn odds(self, low: u32, high: Option<u32>) -> Option<Odds> {
        let ways = self.distribution()?;
        let of = ways.iter().map(|(_, ways)| ways).sum();
        let inside = |result: i64| {
            result >= i64::from(low) && high.is_none_or(|high| result <= i64::from(high))
        };
        Some(Odds {
            ways: ways
                .iter()
                .filter(|(result, _)| inside(*result))
                .map(|(_, ways)| ways)
                .sum(),
            of,
        })
    }

    /// Every result with the number of rolls that give it, in order of the result; `None` where the numbers would not be
    /// exact any more.
    fn distribution(self) -> Option<Vec<(i64, u64)>> {
        let sums = u64::from(self.count) * (u64::from(self.sides) - 1) + 1;
        if sums > Self::MOST_SUMS || u64::from(self.sides).checked_pow(self.count).is_none() {
            return None;
        }
        let mut ways = vec![1_u64];
        for _ in 0..self.count {
            let mut next = vec![0_u64; ways.len() + self.sides as usize - 1];
            for (sum, count) in ways.iter().enumerate() {
                next[sum..sum + self.sides as usize]
                    .iter_mut()
                    .for_each(|slot| *slot += count);
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
    fn two_dice_have_the_odds_everybody_knows() {
        assert_eq!(TWO_D6.odds(7, Some(10)), Some(Odds { ways: 18, of: 36 }));
        assert_eq!(TWO_D6.odds(12, None), Some(Odds { ways: 1, of: 36 }));
        assert!((TWO_D6.mean() - 7.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_bonus_shifts_the_results() {
        let dice = Dice {
            count: 1,
            sides: 3,
            bonus: 3,
        };
        assert_eq!(dice.distribution(), Some(vec![(4, 1), (5, 1), (6, 1)]));
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
