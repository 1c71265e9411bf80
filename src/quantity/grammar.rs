//! The grammar of quantities, as a scanner with backtracking.
//!
//! The scanner accepts these notations of inches: `2"`, `2''`, `2”`, `2’’`, `2″`, `2 inches`, `2in`.

use std::ops::Range;

use super::dice::Dice;
use super::value::{Currency, Length, Unit, Value};

const TIMES: [&str; 3] = ["x", "X", "×"];

pub fn whole(text: &str) -> Option<Value> {
    let mut scanner = Scanner { rest: text };
    let value = scanner.value()?;
    scanner.rest.is_empty().then_some(value)
}

/// Finds the first value in a text that may contain other words. A bare number or modifier must be
/// the first word, because a later number may be a page number or a count.
pub fn first(text: &str) -> Option<Value> {
    let values = starts(text).filter_map(|start| at(text, start));
    let is_bare = |value: &Value| matches!(value, Value::Number(_) | Value::Modifier(_));
    let mut counted = values.filter(|(range, value)| range.start == 0 || !is_bare(value));
    counted.next().map(|(_, value)| value)
}

/// Finds the byte range and value of every quantity in running text, in order, without the words
/// around it: `2"` for `within 2"`. Bare numbers are skipped.
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
pub fn at(text: &str, start: usize) -> Option<(Range<usize>, Value)> {
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

/// Parses the results of a roll that select a row of a dice table: `7`, `2-3`, `12+`, `2 or less`,
/// `96-00`.
pub fn dice_key(text: &str) -> Option<Value> {
    // Two ten-sided dice that both show 0 are 100: `96-00`.
    let hundred = text.strip_suffix("00");
    let hundred = hundred.filter(|low| low.is_empty() || low.ends_with(['-', '\u{2013}', ' ']));
    if let Some(low) = hundred {
        return dice_key(&format!("{low}100"));
    }
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
    /// Calls `parse`, and takes back what it has read if it fails.
    fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let start = self.rest;
        let found = parse(self);
        if found.is_none() {
            self.rest = start;
        }
        found
    }

    fn value(&mut self) -> Option<Value> {
        let forms = [Self::dice, Self::modifier, Self::factor, Self::measured];
        forms.into_iter().find_map(|form| self.attempt(form))
    }

    /// Parses dice: `D6`, `2D3+3`.
    fn dice(&mut self) -> Option<Value> {
        let count = match self.digits() {
            Some(digits) => digits.parse().ok()?,
            None => 1,
        };
        self.eat(&["D", "d"])?;
        let sides = self.integer()?;
        let bonus = self.attempt(Self::bonus).unwrap_or(0);
        (count >= 1 && sides >= 2).then_some(Value::Dice(Dice {
            count,
            sides,
            bonus,
        }))
    }

    fn bonus(&mut self) -> Option<i32> {
        let sign = self.eat(&["+", "-", "−", "–"])?;
        let number: i32 = self.digits()?.parse().ok()?;
        Some(if sign == "+" { number } else { -number })
    }

    /// Parses a modifier: `+1`, `-2`.
    fn modifier(&mut self) -> Option<Value> {
        let bonus = self.bonus()?;
        let goes_on = |c: char| c.is_alphanumeric() || c == '.';
        let is_alone = self.length_unit().is_none() && !self.rest.starts_with(goes_on);
        is_alone.then_some(Value::Modifier(bonus))
    }

    /// Parses a factor: `x2`.
    fn factor(&mut self) -> Option<Value> {
        self.eat(&TIMES)?;
        Some(Value::Factor(self.integer()?))
    }

    fn measured(&mut self) -> Option<Value> {
        let start = self.rest;
        let number = self.number()?;
        let natural = start[..start.len() - self.rest.len()].parse().ok();
        if let Some(unit) = self.length_unit() {
            let length = Length { number, unit };
            let other = self.attempt(Self::other_side);
            return Some(other.map_or(Value::Distance(length), |other| Value::Area(length, other)));
        }
        let percent = self.attempt(|scanner| {
            scanner.eat(&[" "]);
            scanner.eat(&["%"]).map(|_| Value::Percent(number))
        });
        let cost = || Some(Value::Cost(natural?, self.attempt(Self::currency)?));
        let unit = percent.or_else(cost);
        let counted = || natural.map_or(Some(Value::Number(number)), |count| self.counted(count));
        unit.or_else(counted)
    }

    fn counted(&mut self, count: u32) -> Option<Value> {
        if self.eat(&["+"]).is_some() {
            // A roll target is for one six-sided die, so `7+` is a range of results instead.
            return Some(match count {
                2..=6 => Value::RollTarget(count),
                _ => Value::Range(count, None),
            });
        }
        if self.eat(&TIMES).is_some() {
            let other = self.integer();
            return Some(other.map_or(Value::Count(count), |other| Value::Grid(count, other)));
        }
        let range = self.attempt(|scanner| {
            scanner.eat(&["-", "–"])?;
            let high = scanner.integer().filter(|high| *high >= count)?;
            Some(Value::Range(count, Some(high)))
        });
        range.or(Some(Value::Number(f64::from(count))))
    }

    /// Parses the second side of an area: ` x 703mm`.
    fn other_side(&mut self) -> Option<Length> {
        self.eat(&[" "]);
        self.eat(&TIMES)?;
        self.eat(&[" "]);
        Some(Length {
            number: self.number()?,
            unit: self.length_unit()?,
        })
    }

    fn length_unit(&mut self) -> Option<Unit> {
        const UNITS: [(&[&str], Unit); 4] = [
            (
                &["''", "’’", "\"", "”", "″", " inches", " inch", "in"],
                Unit::Inch,
            ),
            (&["'", "’", "′"], Unit::Foot),
            (&["mm", " mm"], Unit::Millimetre),
            (&["cm", " cm"], Unit::Centimetre),
        ];
        let mut units = UNITS.into_iter();
        units.find_map(|(signs, unit)| self.eat(signs).map(|_| unit))
    }

    /// Parses the code of a currency: capitals after a space (`3 SP`), or letters in any case right
    /// after the number (`2ap`), unless they are the ending of an ordinal such as `2nd`.
    fn currency(&mut self) -> Option<Currency> {
        let is_apart = self.eat(&[" "]).is_some();
        let letters = |c: char| c.is_ascii_alphabetic();
        let end = self
            .rest
            .find(|c: char| !letters(c))
            .unwrap_or(self.rest.len());
        let (code, rest) = self.rest.split_at(end);
        let is_word = is_apart && !code.bytes().all(|byte| byte.is_ascii_uppercase());
        let ordinals = ["st", "nd", "rd", "th"];
        let is_ordinal = ordinals
            .iter()
            .any(|ending| code.eq_ignore_ascii_case(ending));
        if is_word || is_ordinal || rest.starts_with(char::is_alphanumeric) {
            return None;
        }
        self.rest = rest;
        Currency::new(code)
    }

    fn integer(&mut self) -> Option<u32> {
        self.digits()?.parse().ok()
    }

    fn number(&mut self) -> Option<f64> {
        let start = self.rest;
        self.digits()?;
        self.attempt(|scanner| scanner.eat(&["."]).and_then(|_| scanner.digits()));
        start[..start.len() - self.rest.len()].parse().ok()
    }

    fn digits(&mut self) -> Option<&'a str> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!digits.is_empty()).then_some(digits)
    }

    /// Skips the first of `tokens` that the rest starts with, and returns it.
    fn eat(&mut self, tokens: &[&'static str]) -> Option<&'static str> {
        let mut tokens = tokens.iter();
        let token = tokens.find(|token| self.rest.starts_with(**token))?;
        self.rest = &self.rest[token.len()..];
        Some(token)
    }
}
