//! Rolls dice.

use std::fmt;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::expression::{Expression, Reroll};

/// A source of random faces: `ChaCha12`, seeded by the system or, to repeat rolls, by a number.
pub struct Roller {
    random: StdRng,
}

/// One die of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// The face that counts.
    pub face: u32,
    /// The faces that were rolled again, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<u32>,
}

/// Dice that were rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What was rolled.
    pub expression: Expression,
    /// The dice. `D66` has two, of six sides.
    pub dice: Vec<Die>,
}

impl Roller {
    /// Creates a roller that the operating system seeds, or a number: the same number gives the
    /// same rolls in the same version of the program.
    ///
    /// # Errors
    /// Fails if the operating system has no random numbers.
    pub fn new(seed: Option<u64>) -> Result<Self, String> {
        let random = match seed {
            Some(seed) => StdRng::seed_from_u64(seed),
            None => StdRng::try_from_os_rng()
                .map_err(|error| format!("the system gives no random numbers: {error}"))?,
        };
        Ok(Self { random })
    }

    /// Rolls an expression.
    pub fn roll(&mut self, expression: Expression) -> Roll {
        let dice = expression.dice();
        let count = dice.digits().unwrap_or(dice.count);
        let mut roll = Roll {
            expression,
            dice: Vec::new(),
        };
        for _ in 0..count {
            let face = self.face(roll.sides());
            roll.dice.push(Die {
                face,
                before: Vec::new(),
            });
        }
        if let Expression::Successes { target, reroll, .. } = expression {
            for at in 0..roll.dice.len() {
                let face = roll.dice[at].face;
                let again = match reroll {
                    Reroll::Nothing => false,
                    Reroll::Ones => face == 1,
                    Reroll::Failures => face < target,
                };
                if again {
                    self.reroll(&mut roll, at);
                }
            }
        }
        roll
    }

    /// Rolls one die of a roll again. An index without a die changes nothing.
    pub fn reroll(&mut self, roll: &mut Roll, at: usize) {
        let face = self.face(roll.sides());
        if let Some(die) = roll.dice.get_mut(at) {
            die.before.push(std::mem::replace(&mut die.face, face));
        }
    }

    /// Returns a random number below `count`; `None` if that is 0.
    pub fn pick(&mut self, count: usize) -> Option<usize> {
        (count > 0).then(|| self.random.random_range(0..count))
    }

    fn face(&mut self, sides: u32) -> u32 {
        self.random.random_range(1..=sides)
    }
}

impl Roll {
    /// Returns the result: the sum with the bonus, the digits, or the number of successes.
    pub fn result(&self) -> i64 {
        let faces = self.dice.iter().map(|die| i64::from(die.face));
        match self.expression {
            Expression::Successes { target, .. } => {
                faces.map(|face| i64::from(face >= i64::from(target))).sum()
            }
            Expression::Sum(dice) => {
                let total = match dice.digits() {
                    Some(_) => faces.fold(0, |number, face| 10 * number + face),
                    None => faces.sum(),
                };
                total + i64::from(dice.bonus)
            }
        }
    }

    /// Returns the probability of the result, from 0 to 1, or `None` if it is too much to compute.
    /// Dice that the player has rolled again do not change it.
    pub fn chance(&self) -> Option<f64> {
        let result = self.result();
        let odds = self.expression.distribution()?;
        let found = odds.into_iter().find(|(known, _)| *known == result);
        found.map(|(_, odds)| odds)
    }

    /// Returns the total of a modifier and the result.
    pub fn modified(&self, modifier: i64) -> i64 {
        self.result().saturating_add(modifier)
    }

    /// Returns the number of sides of each die that is thrown.
    fn sides(&self) -> u32 {
        let dice = self.expression.dice();
        dice.digits().map_or(dice.sides, |_| 6)
    }
}

impl fmt::Display for Die {
    /// Writes the face, after the faces that were rolled again: `1>4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.before
            .iter()
            .try_for_each(|face| write!(f, "{face}>"))?;
        write!(f, "{}", self.face)
    }
}

impl fmt::Display for Roll {
    /// Writes the roll with its result: `2D6+1: 3 + 5 + 1 = 9`, `D66: 3 4 = 34`,
    /// `3D6>=4: 1>5 2 6 = 2 successes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces: Vec<_> = self.dice.iter().map(Die::to_string).collect();
        let result = self.result();
        write!(f, "{}: ", self.expression)?;
        match self.expression {
            Expression::Successes { .. } => {
                write!(
                    f,
                    "{} = {}",
                    faces.join(" "),
                    counted(result, "success", "successes")
                )
            }
            Expression::Sum(dice) if dice.digits().is_some() => {
                write!(f, "{} = {result}", faces.join(" "))
            }
            Expression::Sum(dice) => {
                write!(f, "{}", faces.join(" + "))?;
                if dice.bonus != 0 {
                    let sign = if dice.bonus < 0 { '-' } else { '+' };
                    write!(f, " {sign} {}", dice.bonus.unsigned_abs())?;
                }
                match faces.len() {
                    1 if dice.bonus == 0 => Ok(()),
                    _ => write!(f, " = {result}"),
                }
            }
        }
    }
}

fn counted(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rstest::rstest;

    use super::*;

    #[test]
    fn a_seed_repeats_its_rolls() {
        let rolls = |seed| {
            let mut roller = Roller::new(Some(seed)).unwrap();
            let dice = Expression::parse("20d6").unwrap();
            roller.roll(dice).dice
        };
        assert_eq!(rolls(7), rolls(7));
        assert_ne!(rolls(7), rolls(8));
    }

    /// The statistic of Pearson's chi-squared test stays below its 0.999999 quantile, which is less
    /// than `df + 7 * sqrt(2 * df) + 20` for up to a few hundred degrees of freedom.
    #[rstest]
    #[case("D6")]
    #[case("D3+3")]
    #[case("2D6")]
    #[case("D66")]
    #[case("D100")]
    #[case("4+")]
    #[case("5d6>=4 reroll ones")]
    #[case("5d6>=4 reroll failures")]
    fn sixty_thousand_rolls_follow_the_exact_odds(#[case] text: &str) {
        const ROLLS: u32 = 60_000;
        let expression = Expression::parse(text).unwrap();
        let mut roller = Roller::new(Some(20_260)).unwrap();
        let mut counts = BTreeMap::<i64, u32>::new();
        for _ in 0..ROLLS {
            *counts.entry(roller.roll(expression).result()).or_default() += 1;
        }
        let odds = expression.distribution().unwrap();
        assert!(
            counts
                .keys()
                .all(|n| odds.iter().any(|(known, _)| known == n))
        );
        let statistic: f64 = odds
            .iter()
            .map(|(result, odds)| {
                let expected = odds * f64::from(ROLLS);
                let found = f64::from(counts.get(result).copied().unwrap_or_default());
                (found - expected).powi(2) / expected
            })
            .sum();
        let freedom = f64::from(u32::try_from(odds.len()).unwrap()) - 1.0;
        assert!(
            statistic < freedom + 7.0 * (2.0 * freedom).sqrt() + 20.0,
            "{statistic}"
        );
    }

    #[rstest]
    #[case("D6", &[4], "D6: 4")]
    #[case("2D6+1", &[3, 5], "2D6+1: 3 + 5 + 1 = 9")]
    #[case("D3-1", &[2], "D3-1: 2 - 1 = 1")]
    #[case("D66", &[3, 4], "D66: 3 4 = 34")]
    #[case("4+", &[4], "D6>=4: 4 = 1 success")]
    #[case("3d6>=4", &[1, 2, 6], "3D6>=4: 1 2 6 = 1 success")]
    fn a_roll_is_printed(#[case] text: &str, #[case] faces: &[u32], #[case] printed: &str) {
        let dice = faces.iter().map(|face| Die {
            face: *face,
            before: Vec::new(),
        });
        let roll = Roll {
            expression: Expression::parse(text).unwrap(),
            dice: dice.collect(),
        };
        assert_eq!(roll.to_string(), printed);
    }

    #[test]
    fn one_die_is_rolled_again_and_remembers_its_face() {
        let mut roller = Roller::new(Some(1)).unwrap();
        let mut roll = roller.roll(Expression::parse("3d6").unwrap());
        let before = roll.clone();
        roller.reroll(&mut roll, 1);
        roller.reroll(&mut roll, 9);
        assert_eq!(roll.dice[1].before, [before.dice[1].face]);
        assert_eq!(
            (&roll.dice[0], &roll.dice[2]),
            (&before.dice[0], &before.dice[2])
        );
    }
}
