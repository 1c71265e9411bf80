//! The grammar of quantities: a small hand-written scanner over one token at a time.
//!
//! Inches arrive in many notations (`2"`, `2''`, `2”`, `2″`); all are read, the printed text stays as it was.

use super::{Currency, Dice, Length, Unit, Value};

/// The value that a whole text is.
pub(super) fn whole(text: &str) -> Option<Value> {
    let mut scanner = Scanner { rest: text };
    let value = scanner.value()?;
    scanner.rest.is_empty().then_some(value)
}

/// The first value in a text with words round it. A bare number counts only as the first word, because further on it is
/// as likely a page or a count of something else.
pub(super) fn first(text: &str) -> Option<Value> {
    let text = text.trim_start();
    starts(text).find_map(|start| {
        let (value, _) = at(text, start)?;
        let bare = matches!(value, Value::Number(_) | Value::Modifier(_)) && start > 0;
        (!bare).then_some(value)
    })
}

/// Every value in running text, each with where it begins and what is printed of it. Bare numbers are none there.
pub(super) fn all(text: &str) -> impl Iterator<Item = (usize, Value, &str)> {
    let mut last = 0;
    let values = starts(text).filter_map(move |start| {
        let (value, printed) = at(text, start).filter(|_| start >= last)?;
        last = start + printed.len();
        Some((start, value, printed))
    });
    values.filter(|(_, value, _)| !matches!(value, Value::Number(_)))
}

/// Where a word begins.
fn starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    std::iter::once(0).chain(
        text.match_indices([' ', '\n', '(', '[', '\u{a0}'])
            .map(|(at, gap)| at + gap.len()),
    )
}

/// The value that begins at a place and ends with a word, and its text.
fn at(text: &str, start: usize) -> Option<(Value, &str)> {
    let text = &text[start..];
    let mut scanner = Scanner { rest: text };
    let value = scanner.value()?;
    let ends = scanner.rest.is_empty()
        || scanner
            .rest
            .starts_with([' ', '\n', ')', ']', ',', ';', '.', ':', '?', '!', '\u{a0}']);
    ends.then(|| (value, &text[..text.len() - scanner.rest.len()]))
}

/// `3/4`: normal and critical damage.
pub(super) fn damage(text: &str) -> Option<Value> {
    let (normal, critical) = text.split_once('/')?;
    Some(Value::Damage(
        normal.trim().parse().ok()?,
        critical.trim().parse().ok()?,
    ))
}

/// `7`, `2-3`, `12+`, `2 or less`: the results of a roll that choose a row.
pub(super) fn dice_key(text: &str) -> Option<Value> {
    if let Ok(result) = text.parse() {
        return Some(Value::Range(result, Some(result)));
    }
    if let Some(low) = text
        .strip_suffix('+')
        .and_then(|low| low.trim().parse().ok())
    {
        return Some(Value::Range(low, None));
    }
    match whole(text)? {
        range @ Value::Range(..) => Some(range),
        _ => None,
    }
}

struct Scanner<'a> {
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    fn value(&mut self) -> Option<Value> {
        let start = self.rest;
        for form in [Self::dice, Self::signed, Self::factor, Self::measured] {
            if let Some(value) = form(self) {
                return Some(value);
            }
            self.rest = start;
        }
        None
    }

    /// `D6`, `2D3+3`.
    fn dice(&mut self) -> Option<Value> {
        let count = self.integer();
        self.eat_any(&["D", "d"])?;
        let sides = self.integer()?;
        let bonus = self.bonus().unwrap_or(0);
        let count = count.unwrap_or(1);
        (count >= 1 && sides >= 2).then_some(Value::Dice(Dice {
            count,
            sides,
            bonus,
        }))
    }

    fn bonus(&mut self) -> Option<i32> {
        let start = self.rest;
        let sign = if self.eat("+").is_some() {
            1
        } else {
            self.eat_any(&["-", "−", "–"]).map(|()| -1)?
        };
        let Some(number) = self.integer().and_then(|number| i32::try_from(number).ok()) else {
            self.rest = start;
            return None;
        };
        Some(sign * number)
    }

    /// `+1`, `-2`.
    fn signed(&mut self) -> Option<Value> {
        let bonus = self.bonus()?;
        if self.length_unit().is_some()
            || self
                .rest
                .starts_with(|c: char| c.is_alphanumeric() || c == '.')
        {
            return None;
        }
        Some(Value::Modifier(bonus))
    }

    /// `x2`.
    fn factor(&mut self) -> Option<Value> {
        self.eat_any(&["x", "X", "×"])?;
        Some(Value::Factor(self.integer()?))
    }

    /// Everything that starts with a number.
    fn measured(&mut self) -> Option<Value> {
        let number = self.number()?;
        if let Some(unit) = self.length_unit() {
            return Some(self.area_or_distance(Length { number, unit }));
        }
        let after = self.rest;
        self.eat(" ");
        if let Some(currency) = self.currency() {
            return Some(Value::Cost(natural(number)?, currency));
        }
        if self.eat("%").is_some() {
            return Some(Value::Percent(number));
        }
        self.rest = after;
        let Some(count) = natural(number) else {
            return Some(Value::Number(number));
        };
        Some(self.counted(count))
    }

    fn counted(&mut self, count: u32) -> Value {
        let start = self.rest;
        if self.eat("+").is_some() {
            // No die in use shows more than a six: from seven on it can only be a sum.
            return if (2..=6).contains(&count) {
                Value::RollTarget(count)
            } else {
                Value::Range(count, None)
            };
        }
        if self.eat_any(&["x", "X", "×"]).is_some() {
            return self
                .integer()
                .map_or(Value::Count(count), |other| Value::Grid(count, other));
        }
        if self.eat_any(&["-", "–"]).is_some()
            && let Some(high) = self.integer()
            && high >= count
        {
            return Value::Range(count, Some(high));
        }
        self.rest = start;
        Value::Number(f64::from(count))
    }

    fn area_or_distance(&mut self, first: Length) -> Value {
        let start = self.rest;
        self.eat(" ");
        if self.eat_any(&["x", "X", "×"]).is_some() {
            self.eat(" ");
            if let Some(number) = self.number()
                && let Some(unit) = self.length_unit()
            {
                return Value::Area(first, Length { number, unit });
            }
        }
        self.rest = start;
        Value::Distance(first)
    }

    fn length_unit(&mut self) -> Option<Unit> {
        const UNITS: [(&str, Unit); 10] = [
            ("''", Unit::Inch),
            ("’’", Unit::Inch),
            ("\"", Unit::Inch),
            ("”", Unit::Inch),
            ("″", Unit::Inch),
            ("'", Unit::Foot),
            ("’", Unit::Foot),
            ("′", Unit::Foot),
            ("mm", Unit::Millimetre),
            ("cm", Unit::Centimetre),
        ];
        UNITS
            .iter()
            .find_map(|(sign, unit)| self.eat(sign).map(|()| *unit))
    }

    fn currency(&mut self) -> Option<Currency> {
        const ALL: [Currency; 5] = [
            Currency::AP,
            Currency::CP,
            Currency::SP,
            Currency::EP,
            Currency::VP,
        ];
        let found = ALL.into_iter().find(|currency| {
            self.rest
                .get(..2)
                .is_some_and(|head| head.eq_ignore_ascii_case(currency.symbol()))
                && !self.rest[2..].starts_with(char::is_alphanumeric)
        })?;
        self.rest = &self.rest[2..];
        Some(found)
    }

    fn integer(&mut self) -> Option<u32> {
        let digits = self.digits()?;
        digits.parse().ok()
    }

    fn number(&mut self) -> Option<f64> {
        let start = self.rest;
        let whole = self.digits()?;
        let after = self.rest;
        if self.eat(".").is_some() && self.digits().is_some() {
            return start[..start.len() - self.rest.len()].parse().ok();
        }
        self.rest = after;
        whole.parse().ok()
    }

    fn digits(&mut self) -> Option<&'a str> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!digits.is_empty()).then_some(digits)
    }

    fn eat(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    fn eat_any(&mut self, tokens: &[&str]) -> Option<()> {
        tokens.iter().find_map(|token| self.eat(token))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be a whole number in range"
)]
fn natural(number: f64) -> Option<u32> {
    (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number))
        .then_some(number as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::quantity::Quantity;

    fn inches(number: f64) -> Length {
        Length {
            number,
            unit: Unit::Inch,
        }
    }

    fn millimetres(number: f64) -> Length {
        Length {
            number,
            unit: Unit::Millimetre,
        }
    }

    #[rstest]
    #[case("2\"", Value::Distance(inches(2.0)))]
    #[case("2''", Value::Distance(inches(2.0)))]
    #[case("3.5\"", Value::Distance(inches(3.5)))]
    #[case("4'", Value::Distance(Length { number: 4.0, unit: Unit::Foot }))]
    #[case("606mm", Value::Distance(millimetres(606.0)))]
    #[case("606mm x 703mm", Value::Area(millimetres(606.0), millimetres(703.0)))]
    #[case("30\" x 22\"", Value::Area(inches(30.0), inches(22.0)))]
    #[case("6x7", Value::Grid(6, 7))]
    #[case("16x", Value::Count(16))]
    #[case("x2", Value::Factor(2))]
    #[case("4+", Value::RollTarget(4))]
    #[case("12+", Value::Range(12, None))]
    #[case("7-10", Value::Range(7, Some(10)))]
    #[case("2AP", Value::Cost(2, Currency::AP))]
    #[case("3 SP", Value::Cost(3, Currency::SP))]
    #[case("D6", Value::Dice(Dice { count: 1, sides: 6, bonus: 0 }))]
    #[case("2D3+3", Value::Dice(Dice { count: 2, sides: 3, bonus: 3 }))]
    #[case("+1", Value::Modifier(1))]
    #[case("-2", Value::Modifier(-2))]
    #[case("8.3 %", Value::Percent(8.3))]
    #[case("14", Value::Number(14.0))]
    fn a_whole_text_is_one_value(#[case] text: &str, #[case] value: Value) {
        assert_eq!(whole(text), Some(value));
    }

    #[rstest]
    #[case("At least 2\" higher", Some(Value::Distance(inches(2.0))))]
    #[case("1AP (minimum)", Some(Value::Cost(1, Currency::AP)))]
    #[case("Additional 1\"", Some(Value::Distance(inches(1.0))))]
    #[case("Dice result halved (rounded up)", None)]
    #[case("From start of second turning point", None)]
    #[case("see page 122", None)]
    #[case("10 at once", Some(Value::Number(10.0)))]
    fn words_may_stand_round_a_value(#[case] text: &str, #[case] value: Option<Value>) {
        assert_eq!(Quantity::find(text).map(|found| found.value), value);
    }

    #[rstest]
    #[case("Move up to 3\", or 1\" more for 1AP.\n4+ hits (on 2D6).", &["3\"", "1\"", "1AP", "4+", "2D6"])]
    #[case("in 3 rounds, x, 2\"a", &[])]
    #[case("606mm x 703mm", &["606mm x 703mm"])]
    fn running_text_may_have_many_values(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(
            all(text).map(|(.., printed)| printed).collect::<Vec<_>>(),
            expected
        );
    }

    #[rstest]
    #[case("7", 7, Some(7))]
    #[case("2-3", 2, Some(3))]
    #[case("12+", 12, None)]
    #[case("4+", 4, None)]
    fn a_dice_key_is_a_range_of_results(
        #[case] text: &str,
        #[case] low: u32,
        #[case] high: Option<u32>,
    ) {
        assert_eq!(dice_key(text), Some(Value::Range(low, high)));
    }

    #[rstest]
    #[case("")]
    #[case("-")]
    #[case("+")]
    #[case("D")]
    #[case("2\"\"x")]
    #[case("3/4")]
    #[case("within 2\"")]
    #[case("99999999999999999999999+")]
    fn other_text_is_no_value(#[case] text: &str) {
        assert_eq!(whole(text), None);
    }

    #[test]
    fn three_quarters_is_damage_only_where_damage_is_asked_for() {
        assert_eq!(damage("3/4"), Some(Value::Damage(3, 4)));
        assert_eq!(whole("3/4"), None);
    }

    proptest! {
        #[test]
        fn the_printed_text_is_kept(text in "\\PC{0,24}") {
            if let Some(quantity) = Quantity::find(&text) {
                prop_assert_eq!(quantity.text, text.trim());
            }
        }

        #[test]
        fn inches_and_millimetres_compare(number in 1_u32..500) {
            let Some(Value::Distance(inch)) = whole(&format!("{number}\"")) else { panic!("no distance") };
            let tenths = u64::from(number) * 254;
            let Some(Value::Distance(metric)) = whole(&format!("{}.{}mm", tenths / 10, tenths % 10)) else { panic!("no distance") };
            prop_assert!((inch.millimetres() - metric.millimetres()).abs() < 1e-6);
        }
    }
}
