//! The notation of rolls: `2D6`, `D3+3`, `4+`, `D66`, `5d6>=4 reroll ones`.

use std::fmt;

use crate::quantity::{Dice, Distribution, Quantity, Value};

/// What to roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expression {
    /// Dice whose faces are added up, or read as digits (`D66`).
    Sum(Dice),
    /// Dice of which each that shows `target` or more is a success.
    Successes {
        /// The dice. Their bonus is 0.
        dice: Dice,
        /// The lowest face that is a success.
        target: u32,
        /// Which dice are rolled a second time.
        reroll: Reroll,
    },
}

/// Which dice of a roll for successes are rolled a second time. A die is never rolled a third time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reroll {
    /// No dice.
    #[default]
    Nothing,
    /// Dice that show 1.
    Ones,
    /// Dice that are no success.
    Failures,
}

impl Reroll {
    /// The words that follow `reroll` in an expression, with their meaning.
    const WORDS: [(&str, Self); 2] = [("ones", Self::Ones), ("failures", Self::Failures)];
}

impl Expression {
    /// The maximum number of dice in a roll. Nobody reads more.
    pub const MAX_DICE: u32 = 1000;

    /// The maximum number of sides of a die.
    pub const MAX_SIDES: u32 = 1_000_000;

    /// Parses an expression. A single number with a plus (`4+`) is one six-sided die with this
    /// target. Upper and lower case and spaces do not matter.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the expression.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}` is no roll; examples: 2D6, D3+3, 4+, D66, 5d6>=4, 5d6>=4 reroll ones")
        };
        let lower = text.to_lowercase();
        let (roll, reroll) = match lower.split_once("reroll") {
            Some((roll, word)) => (roll, reroll(word.trim()).ok_or_else(wrong)?),
            None => (lower.as_str(), Reroll::Nothing),
        };
        let roll: String = roll.chars().filter(|c| !c.is_whitespace()).collect();
        let (dice, target) = match roll.split_once(">=") {
            Some((dice, target)) => (dice, Some(target.parse().map_err(|_| wrong())?)),
            None => (roll.as_str(), None),
        };
        if dice.starts_with("0d") {
            return Err(format!("`{text}` has no dice"));
        }
        let value = Quantity::parse(dice).map(|quantity| quantity.value);
        let expression = match (value, target) {
            (Some(Value::RollTarget(target)), None) => Self::successes(D6, target, reroll),
            (Some(Value::Dice(dice)), None) if reroll == Reroll::Nothing => Self::Sum(dice),
            (Some(Value::Dice(dice)), Some(target))
                if dice.bonus == 0 && dice.digits().is_none() =>
            {
                Self::successes(dice, target, reroll)
            }
            _ => return Err(wrong()),
        };
        expression.checked(text)
    }

    const fn successes(dice: Dice, target: u32, reroll: Reroll) -> Self {
        Self::Successes {
            dice,
            target,
            reroll,
        }
    }

    fn checked(self, text: &str) -> Result<Self, String> {
        let dice = self.dice();
        let (count, sides) = (Self::MAX_DICE, Self::MAX_SIDES);
        match self {
            _ if dice.count > 1 && matches!(dice.sides, 66 | 666) => {
                Err(format!("`{text}`: D{} is several dice already", dice.sides))
            }
            _ if dice.count > count => Err(format!("`{text}` has more than {count} dice")),
            _ if dice.sides > sides => {
                Err(format!("`{text}` has a die of more than {sides} sides"))
            }
            Self::Successes { target, .. } if target < 2 || target > dice.sides => Err(format!(
                "`{text}`: a die of {} sides succeeds on 2 to {}",
                dice.sides, dice.sides
            )),
            _ => Ok(self),
        }
    }

    /// Returns the dice that are rolled.
    pub const fn dice(self) -> Dice {
        match self {
            Self::Sum(dice) | Self::Successes { dice, .. } => dice,
        }
    }

    /// Returns the probability of each result, or `None` if there are too many to compute.
    pub fn distribution(self) -> Option<Distribution> {
        let Self::Successes {
            dice,
            target,
            reroll,
        } = self
        else {
            return self.dice().distribution();
        };
        let sides = f64::from(dice.sides);
        let once = (sides - f64::from(target) + 1.0) / sides;
        let again = match reroll {
            Reroll::Nothing => 0.0,
            Reroll::Ones => 1.0 / sides,
            Reroll::Failures => 1.0 - once,
        };
        Some(binomial(dice.count, once + again * once))
    }
}

/// One six-sided die.
const D6: Dice = Dice {
    count: 1,
    sides: 6,
    bonus: 0,
};

fn reroll(word: &str) -> Option<Reroll> {
    let mut known = Reroll::WORDS.into_iter();
    known
        .find(|(known, _)| *known == word)
        .map(|(_, reroll)| reroll)
}

/// Returns the probabilities of 0 to `count` successes of the probability `success` each.
fn binomial(count: u32, success: f64) -> Distribution {
    let mut odds = vec![1.0];
    for _ in 0..count {
        let hit = std::iter::once(0.0).chain(odds.iter().map(|odds| odds * success));
        let miss = odds.iter().map(|odds| odds * (1.0 - success)).chain([0.0]);
        odds = hit.zip(miss).map(|(hit, miss)| hit + miss).collect();
    }
    (0..).zip(odds).collect()
}

impl fmt::Display for Expression {
    /// Writes the expression so that [`Expression::parse`] reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice = self.dice();
        if dice.count > 1 {
            write!(f, "{}", dice.count)?;
        }
        write!(f, "D{}", dice.sides)?;
        if dice.bonus != 0 {
            write!(f, "{:+}", dice.bonus)?;
        }
        if let Self::Successes { target, reroll, .. } = self {
            write!(f, ">={target}")?;
            let word = Reroll::WORDS.iter().find(|(_, known)| known == reroll);
            if let Some((word, _)) = word {
                write!(f, " reroll {word}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2D6", "2D6")]
    #[case(" d100 ", "D100")]
    #[case("D3 + 3", "D3+3")]
    #[case("4+", "D6>=4")]
    #[case("d66", "D66")]
    #[case("5d6>=4", "5D6>=4")]
    #[case("5d6 >= 4 Reroll Ones", "5D6>=4 reroll ones")]
    #[case("4+ reroll failures", "D6>=4 reroll failures")]
    fn a_roll_is_parsed_and_printed(#[case] text: &str, #[case] printed: &str) {
        let roll = Expression::parse(text).unwrap();
        assert_eq!(roll.to_string(), printed);
        assert_eq!(Expression::parse(printed), Ok(roll));
    }

    #[rstest]
    #[case("0D6", "no dice")]
    #[case("9999999D6", "more than 1000 dice")]
    #[case("99999999999D6", "is no roll")]
    #[case("d9999999", "more than 1000000 sides")]
    #[case("d6>=7", "succeeds on 2 to 6")]
    #[case("d6>=1", "succeeds on 2 to 6")]
    #[case("d66>=4", "is no roll")]
    #[case("2d6 reroll ones", "is no roll")]
    #[case("d6>=4 reroll sixes", "is no roll")]
    #[case("d1", "is no roll")]
    #[case("6\"", "is no roll")]
    #[case("", "is no roll")]
    fn what_is_no_roll_gets_one_sentence(#[case] text: &str, #[case] said: &str) {
        let error = Expression::parse(text).unwrap_err();
        assert!(error.contains(said), "{error}");
        assert_eq!(error.lines().count(), 1);
    }

    #[rstest]
    #[case("2D6", 7, 1.0 / 6.0)]
    #[case("4+", 1, 0.5)]
    #[case("2d6>=4", 1, 0.5)]
    #[case("D6>=4 reroll failures", 1, 0.75)]
    #[case("D6>=4 reroll ones", 1, 0.5 + 0.5 / 6.0)]
    fn odds_are_exact(#[case] text: &str, #[case] result: i64, #[case] expected: f64) {
        let odds = Expression::parse(text).unwrap().distribution().unwrap();
        let (_, found) = odds
            .into_iter()
            .find(|(known, _)| *known == result)
            .unwrap();
        assert!((found - expected).abs() < 1e-12, "{found}");
    }
}
