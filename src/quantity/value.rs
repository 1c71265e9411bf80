//! The values of quantities, and their order.

use std::cmp::Ordering;
use std::fmt;
use std::mem::discriminant;

use serde::{Deserialize, Serialize};

use super::dice::Dice;

const MILLIMETRES_PER_INCH: f64 = 25.4;

/// The value of a [`Quantity`](super::Quantity).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// A distance: `2"`, `606mm`, `4'`.
    Distance(Length),
    /// The sides of a board or a marker: `30" x 22"`, `606mm x 703mm`.
    Area(Length, Length),
    /// The sides of a grid, without a unit: `6x7`.
    Grid(u32, u32),
    /// The lowest die roll that succeeds: `4+`.
    RollTarget(u32),
    /// A number and the code of what it counts: `2AP`, `1CP`, `3 SP`.
    Cost(u32, Currency),
    /// Dice to roll: `2D6`, `D3+3`.
    Dice(Dice),
    /// A range of results of a roll: `7-10`. The upper end is `None` for an open range such as
    /// `12+`.
    Range(u32, Option<u32>),
    /// Normal and critical damage: `3/4`.
    Damage(u32, u32),
    /// A count of something: `16x`.
    Count(u32),
    /// A modifier of another number: `+1`, `-2`.
    Modifier(i32),
    /// A factor to multiply by: `x2`.
    Factor(u32),
    /// A percentage: `50%`, `8.3 %`.
    Percent(f64),
    /// A number without a unit: `14`.
    Number(f64),
}

/// A length with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Length {
    /// The number as printed.
    pub number: f64,
    /// The unit of `number`.
    pub unit: Unit,
}

/// Units of length in rules text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Inches, printed as `"`.
    Inch,
    /// Feet, printed as `'`.
    Foot,
    /// Millimetres, printed as `mm`.
    Millimetre,
    /// Centimetres, printed as `cm`.
    Centimetre,
}

/// The currency of a cost: the two or three letters that rules print for it, such as `AP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; MAX_CODE]);

/// The maximum length of the code of a currency.
const MAX_CODE: usize = 3;

/// Splits a condition such as `<=2"` into the orders that it accepts and the value to compare with.
/// Without a sign, it accepts only equal values.
pub fn comparison(condition: &str) -> (&'static [Ordering], &str) {
    use Ordering::{Equal, Greater, Less};
    const SIGNS: [(&str, &[Ordering]); 5] = [
        ("<=", &[Less, Equal]),
        (">=", &[Greater, Equal]),
        ("<", &[Less]),
        (">", &[Greater]),
        ("=", &[Equal]),
    ];
    let mut signs = SIGNS.into_iter();
    let signed = signs.find_map(|(sign, orders)| Some((orders, condition.strip_prefix(sign)?)));
    signed.unwrap_or((&[Equal], condition))
}

impl Currency {
    /// Returns the currency with a code of two or three ASCII letters, in any case. Returns `None`
    /// for any other text.
    pub const fn new(code: &str) -> Option<Self> {
        let code = code.as_bytes();
        let mut letters = [0; MAX_CODE];
        let mut at = 0;
        while at < code.len() {
            if at == MAX_CODE || !code[at].is_ascii_alphabetic() {
                return None;
            }
            letters[at] = code[at].to_ascii_uppercase();
            at += 1;
        }
        if at < 2 { None } else { Some(Self(letters)) }
    }

    /// Returns the code, in capitals.
    pub fn code(&self) -> &str {
        let length = self.0.iter().take_while(|byte| **byte > 0).count();
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

impl TryFrom<String> for Currency {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        Self::new(&code).ok_or_else(|| format!("`{code}` is not two or three letters"))
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.code().to_owned()
    }
}

impl Length {
    /// Converts the length to millimetres.
    pub fn millimetres(self) -> f64 {
        let factor = match self.unit {
            Unit::Inch => MILLIMETRES_PER_INCH,
            Unit::Foot => 12.0 * MILLIMETRES_PER_INCH,
            Unit::Millimetre => 1.0,
            Unit::Centimetre => 10.0,
        };
        self.number * factor
    }
}

impl PartialOrd for Length {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.millimetres().partial_cmp(&other.millimetres())
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = ["\"", "'", "mm", "cm"][self.unit as usize];
        write!(f, "{}{unit}", self.number)
    }
}

impl Value {
    /// Compares two values of the same kind. Lengths compare across units: `1"` is less than
    /// `30mm`. Returns `None` for values of different kinds, such as inches and action points, or
    /// for costs in different currencies.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        let other_currency =
            matches!((self, other), (Self::Cost(_, a), Self::Cost(_, b)) if a != b);
        if discriminant(&self) != discriminant(&other) || other_currency {
            return None;
        }
        self.magnitude().partial_cmp(&other.magnitude())
    }

    /// Returns a number that orders values of the same kind.
    fn magnitude(self) -> f64 {
        match self {
            // In floating point, 3 times 25.4 is less than 76.2. Rounding makes `3"` equal to
            // `76.2mm`.
            Self::Distance(length) => (length.millimetres() * 1000.0).round(),
            Self::Area(a, b) => a.millimetres() * b.millimetres(),
            Self::Grid(a, b) => f64::from(a) * f64::from(b),
            Self::Damage(normal, critical) => f64::from(normal) + f64::from(critical) / 1e9,
            Self::RollTarget(number)
            | Self::Cost(number, _)
            | Self::Range(number, _)
            | Self::Count(number)
            | Self::Factor(number) => f64::from(number),
            Self::Modifier(number) => f64::from(number),
            Self::Percent(number) | Self::Number(number) => number,
            Self::Dice(dice) => dice.mean(),
        }
    }
}
