//! Dice and their odds.

use serde::Serialize;

/// A roll of `count` dice with `sides` sides each, plus a bonus: `2D6`, `D3+3`. One die of 66 sides,
/// `D66`, is two six-sided dice that are read as digits; `D666` is three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Serialize)]
pub struct Dice {
    /// The number of dice, at least 1.
    pub count: u32,
    /// The number of sides of each die, at least 2.
    pub sides: u32,
    /// The bonus added to the sum.
    pub bonus: i32,
}

/// The results that a roll can have, in ascending order, each with its probability from 0 to 1.
pub type Distribution = Vec<(i64, f64)>;

impl Dice {
    /// The maximum number of additions with which a distribution is computed: enough for 200 dice of
    /// a hundred sides, in a few milliseconds.
    const MAX_STEPS: u64 = 4_000_000;

    /// Returns the number of six-sided dice that are read as the digits of the result: 2 for `D66`,
    /// 3 for `D666`, and `None` for dice that are added up.
    pub fn digits(self) -> Option<u32> {
        match (self.count, self.sides) {
            (1, 66) => Some(2),
            (1, 666) => Some(3),
            _ => None,
        }
    }

    /// Returns the mean result of the roll.
    pub fn mean(self) -> f64 {
        let die = match self.digits() {
            Some(digits) => 3.5 * f64::from((10_u32.pow(digits) - 1) / 9),
            None => f64::midpoint(f64::from(self.sides), 1.0),
        };
        f64::from(self.count) * die + f64::from(self.bonus)
    }

    /// Returns the probability of each result. Returns `None` if there are too many results to
    /// compute them at once.
    pub fn distribution(self) -> Option<Distribution> {
        let shifted = |(result, odds): (i64, f64)| (result + i64::from(self.bonus), odds);
        if let Some(digits) = self.digits() {
            let mut numbers = vec![0_i64];
            for _ in 0..digits {
                let longer = |number: &i64| {
                    let number = *number;
                    (1..=6).map(move |digit| 10 * number + digit)
                };
                numbers = numbers.iter().flat_map(longer).collect();
            }
            let each = 6_f64.powf(-f64::from(digits));
            return Some(numbers.into_iter().map(|n| shifted((n, each))).collect());
        }
        let (count, sides) = (u64::from(self.count), u64::from(self.sides));
        if count.saturating_mul(count).saturating_mul(sides) > Self::MAX_STEPS {
            return None;
        }
        let sides = self.sides as usize;
        let mut ways = vec![1.0];
        for _ in 0..count {
            ways = with_one_more_die(&ways, sides);
            // The ways to roll hundreds of dice do not fit, but their shares do.
            let total: f64 = ways.iter().sum();
            if total > LARGE {
                for ways in &mut ways {
                    *ways /= total;
                }
            }
        }
        let total: f64 = ways.iter().sum();
        let results = (i64::from(self.count)..).zip(ways);
        Some(
            results
                .map(|(result, ways)| shifted((result, ways / total)))
                .collect(),
        )
    }

    /// Returns the probability, in percent, that the result is in `low..=high`, or at least `low`
    /// if `high` is `None`. Returns `None` for a roll with too many results.
    pub fn odds(self, low: u32, high: Option<u32>) -> Option<f64> {
        let is_inside = |result: i64| {
            result >= i64::from(low) && high.is_none_or(|high| result <= i64::from(high))
        };
        let distribution = self.distribution()?.into_iter();
        let inside = distribution.filter(|(result, _)| is_inside(*result));
        Some(100.0 * inside.map(|(_, odds)| odds).sum::<f64>())
    }
}

/// Numbers of ways above this are replaced by their shares of all ways. A further die makes them at most
/// `u32::MAX` times as many.
const LARGE: f64 = 1e200;

/// Returns the number of ways to roll each sum with one more die. Takes time linear in the number of
/// sums: the ways to reach a sum are those to reach the sum before it, plus those with the face that
/// enters the window of `sides` sums and minus those with the face that leaves it.
fn with_one_more_die(ways: &[f64], sides: usize) -> Vec<f64> {
    let at = |sum: usize| ways.get(sum).copied().unwrap_or_default();
    let mut window = 0.0;
    let sums = 0..ways.len() + sides - 1;
    sums.map(|sum| {
        window += at(sum) - sum.checked_sub(sides).map_or(0.0, at);
        // Rounding can leave a small negative number where the ways are beyond 2^53.
        f64::max(window, 0.0)
    })
    .collect()
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
    fn the_odds_of_hundreds_of_dice_add_up() {
        for (count, sides) in [(522, 7), (333, 33), (1000, 2)] {
            let bonus = 0;
            let dice = Dice {
                count,
                sides,
                bonus,
            };
            let odds = dice.distribution().unwrap().into_iter();
            let sum: f64 = odds.map(|(_, odds)| odds).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{count}D{sides}: {sum}");
        }
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
    fn the_digits_of_d66_are_two_dice() {
        let dice = Dice {
            count: 1,
            sides: 66,
            bonus: 0,
        };
        let results = dice.distribution().unwrap();
        assert_eq!(results.len(), 36);
        assert_eq!((results[0].0, results[6].0, results[35].0), (11, 21, 66));
        assert!((dice.odds(11, Some(16)).unwrap() - 100.0 / 6.0).abs() < 1e-9);
        assert!((dice.mean() - 38.5).abs() < 1e-9);
    }

    #[test]
    fn the_odds_of_many_dice_sum_to_one() {
        for (count, sides) in [(1, 2), (10, 6), (100, 6), (40, 20), (1, 100)] {
            let dice = Dice {
                count,
                sides,
                bonus: -3,
            };
            let results = dice.distribution().unwrap();
            let sum: f64 = results.iter().map(|(_, odds)| odds).sum();
            let number = |result: i64| f64::from(i32::try_from(result).unwrap());
            let mean: f64 = results.iter().map(|(n, odds)| number(*n) * odds).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{count}D{sides}: {sum}");
            assert!((mean - dice.mean()).abs() < 1e-6, "{count}D{sides}: {mean}");
        }
    }

    #[test]
    fn absurd_dice_are_refused_not_computed() {
        for (count, sides) in [
            (4_000_000_000, 4_000_000_000),
            (1, 4_000_000_000),
            (4_000, 6),
        ] {
            let dice = Dice {
                count,
                sides,
                bonus: 0,
            };
            assert_eq!(dice.odds(1, None), None);
        }
    }
}
