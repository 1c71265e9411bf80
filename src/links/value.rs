//! Reads the value after a name with a parameter, such as the `2` of `Piercing 2`, and the distance
//! before it, such as the `1"` of `1" Devastating 3`.

use std::ops::Range;

use super::words;
use crate::quantity::{self, Value};

/// The maximum length of a value in bytes.
const MAX_LENGTH: usize = 12;

/// Splits a name such as `Piercing 2` or `1" Devastating 3`. Returns the range of the value and the
/// range of the bare name, or `None` if the name has no value.
pub fn split(name: &str) -> Option<(Range<usize>, Range<usize>)> {
    let (named, value) = name.trim_end().rsplit_once(' ')?;
    let is_value = |text: &str| length(text) == Some(text.len());
    let mut start = words::words(named).next()?.start;
    // Skip a leading distance such as `1"`, which `words` returns as a word without the inch sign.
    if named[start..].starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'x' | 'X')) {
        let (distance, _) = named[start..].split_once(' ')?;
        if !distance.ends_with(is_inch) || !is_value(distance) {
            return None;
        }
        start += distance.len() + 1;
    }
    let end = named.len();
    let is_name = named[start..].ends_with(char::is_alphanumeric);
    (is_name && is_value(value)).then(|| (end + 1..end + 1 + value.len(), start..end))
}

/// Returns the range of the value directly after a name that ends at byte `end`.
pub fn after(text: &str, end: usize) -> Option<Range<usize>> {
    let start = end + text.get(end..)?.strip_prefix(' ').map(|_| 1)?;
    let length = length(&text[start..])?;
    Some(start..start + length)
}

/// Returns the range of the distance directly before a name that starts at byte `start`.
pub fn before(text: &str, start: usize) -> Option<Range<usize>> {
    let end = text.get(..start)?.strip_suffix(' ')?.len();
    let is_part = |c: char| c.is_alphanumeric() || is_inch(c);
    let from = text[..end].trim_end_matches(is_part).len();
    let distance = &text[from..end];
    (distance.ends_with(is_inch) && length(distance) == Some(distance.len())).then_some(from..end)
}

/// Returns the length in bytes of the value at the start of a text: `2`, `5+`, `8"`, `D3`, `D3+1`,
/// `x`, `x+`, `40mm`. A cost is not a value.
fn length(text: &str) -> Option<usize> {
    let end = if let Some((range, value)) = quantity::at(text, 0) {
        (!matches!(value, Value::Cost(..))).then_some(range.end)?
    } else {
        let rest = text.strip_prefix(['x', 'X'])?;
        let sign = |c| c == '+' || is_inch(c);
        text.len() - rest.strip_prefix(sign).unwrap_or(rest).len()
    };
    let ends = !text[end..].starts_with(char::is_alphanumeric);
    (ends && end <= MAX_LENGTH).then_some(end)
}

fn is_inch(c: char) -> bool {
    matches!(c, '"' | '”' | '″' | '\'')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Piercing 2, Stun", Some("2"))]
    #[case("Piercing 5+.", Some("5+"))]
    #[case("Piercing 8\"", Some("8\""))]
    #[case("Piercing D3+1 x", Some("D3+1"))]
    #[case("Piercing x", Some("x"))]
    #[case("Piercing x+", Some("x+"))]
    #[case("Piercing 40mm", Some("40mm"))]
    #[case("Piercing 2AP", None)]
    #[case("Piercing xylophones", None)]
    #[case("Piercing  2", None)]
    #[case("Piercing D", None)]
    #[case("Piercing", None)]
    #[case("Piercing é", None)]
    fn a_value_is_read_right_after_the_name(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(
            after(text, "Piercing".len()).map(|range| &text[range]),
            expected
        );
    }

    #[rstest]
    #[case("gains 1\" ", Some("1\""))]
    #[case("x” ", Some("x”"))]
    #[case("é1\" ", None)]
    #[case("gains 1 ", None)]
    #[case("1\"", None)]
    #[case("(2\" ", Some("2\""))]
    fn a_distance_is_read_right_before_the_name(
        #[case] text: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(before(text, text.len()).map(|range| &text[range]), expected);
    }
}
