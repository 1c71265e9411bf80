//! The grammar of quantities, as a scanner with backtracking.
//!
//! The scanner accepts every notation of inches: `2"`, `2''`, `2”`, `2’’`, `2″`.

use std::ops::Range;

use super::dice::Dice;
use super::value::{Currency, Length, Unit, Value};

pub fn whole(text: &str) -> Option<Value> {
    let mut scanner = Scanner { rest: text };
    let value = scanner.value()?;
    scanner.rest.is_empty().then_some(value)
}

/// Finds the first value in a text that may contain other words. A bare number or modifier must be
/// the first word, because a later number may be a page number or a count.
pub fn first(text: &str) -> Option<Value> {
    let text = text.trim_start();
    let values = starts(text).filter_map(|start| at(text, start));
    let is_bare = |value: &Value| matches!(value, Value::Number(_) | Value::Modifier(_));
    values
        .filter(|(range, value)| range.start == 0 || !is_bare(value))
        .map(|(_, value)| value)
        .next()
}

/// Finds every value in running text, except bare numbers. Returns each with its byte range.
pub fn all(text: &str) -> impl Iterator<Item = (Range<usize>, Value)> {
    let mut last = 0;
    let values = starts(text).filter_map(move |start| {
        let found = at(text, start).filter(|_| start >= last)?;
        last = found.0.end;
        Some(found)
    });
    values.filter(|(_, value)| !matches!(value, Value::Number(_)))
}

/// Returns the byte offsets at which words start.
fn starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let gaps = text.match_indices([' ', '\n', '(', '[', '\u{a0}']);
    std::iter::once(0).chain(gaps.map(|(at, gap)| at + gap.len()))
}

/// Parses the value at a byte offset, and returns it with its byte range. The value must end at the
/// end of a word.
fn at(text: &str, start: usize) -> Option<(Range<usize>, Value)> {
    const AFTER: [char; 11] = [' ', '\n', ')', ']', ',', ';', '.', ':', '?', '!', '\u{a0}'];
    let mut scanner = Scanner {
        rest: &text[start..],
    };
    let value = scanner.value()?;
    let ends = scanner.rest.is_empty() || scanner.rest.starts_with(AFTER);
    ends.then(|| (start..text.len() - scanner.rest.len(), value))
}

/// Parses normal and critical damage: `3/4`.
pub fn damage(text: &str) -> Option<Value> {
    let (normal, critical) = text.split_once('/')?;
    Some(Value::Damage(
        normal.trim().parse().ok()?,
        critical.trim().parse().ok()?,
    ))
}

/// Parses the results of a roll that select a row of a dice table: `7`, `2-3`, `12+`, `2 or less`.
pub fn dice_key(text: &str) -> Option<Value> {
    let (key, bound) = text.split_once(" or ").unwrap_or((text, ""));
    match (whole(key)?, bound) {
        (range @ Value::Range(..), "") => Some(range),
        (Value::RollTarget(low), "") => Some(Value::Range(low, None)),
        (_, bound) => {
            let result = key.parse().ok()?;
            match bound {
                "" => Some(Value::Range(result, Some(result))),
                "less" | "lower" => Some(Value::Range(0, Some(result))),
                "more" | "higher" => Some(Value::Range(result, None)),
                _ => None,
            }
        }
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

    /// Parses dice: `D6`, `2D3+3`.
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

    /// Parses a modifier: `+1`, `-2`.
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

    /// Parses a factor: `x2`.
    fn factor(&mut self) -> Option<Value> {
        self.times()?;
        Some(Value::Factor(self.integer()?))
    }

    fn measured(&mut self) -> Option<Value> {
        let start = self.rest;
        let number = self.number()?;
        let natural = start[..start.len() - self.rest.len()].parse().ok();
        if let Some(unit) = self.length_unit() {
            return Some(self.area_or_distance(Length { number, unit }));
        }
        let after = self.rest;
        self.eat(" ");
        if let Some(currency) = self.currency() {
            return Some(Value::Cost(natural?, currency));
        }
        if self.eat("%").is_some() {
            return Some(Value::Percent(number));
        }
        self.rest = after;
        Some(natural.map_or(Value::Number(number), |count| self.counted(count)))
    }

    fn counted(&mut self, count: u32) -> Value {
        let start = self.rest;
        if self.eat("+").is_some() {
            // A roll target is for one six-sided die, so `7+` is a range of results instead.
            return if (2..=6).contains(&count) {
                Value::RollTarget(count)
            } else {
                Value::Range(count, None)
            };
        }
        if self.times().is_some() {
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
        if self.times().is_some() {
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

    fn times(&mut self) -> Option<()> {
        self.eat_any(&["x", "X", "×"])
    }

    fn length_unit(&mut self) -> Option<Unit> {
        const UNITS: [(&[&str], Unit); 4] = [
            (&["''", "’’", "\"", "”", "″"], Unit::Inch),
            (&["'", "’", "′"], Unit::Foot),
            (&["mm"], Unit::Millimetre),
            (&["cm"], Unit::Centimetre),
        ];
        let mut units = UNITS.into_iter();
        units.find_map(|(signs, unit)| self.eat_any(signs).map(|()| unit))
    }

    fn currency(&mut self) -> Option<Currency> {
        let found = Currency::ALL.into_iter().find(|currency| {
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
