//! Recognises the numbers of rules and steps at the start of a text.

use crate::quantity::{Quantity, Value};

/// Splits a text after the rule number at its start: `702.19b Text`, `383.1.a. Text`, `4.2. Name`,
/// `100. Name`, `§ 4 Name`.
///
/// Unlike the ordinal of a step, a rule number has two or more components, a section sign, three
/// digits and a `.`, `:` or `)`, or a letter at its start and one of these marks at its end:
/// `A1a1)`. Capital letters may be before two or more components: `EV5.1`, `G.1.19`. The text after it
/// must be empty or start like a sentence or a name, so `2.5 inches` has no rule number.
pub fn rule_number(text: &str) -> Option<(&str, &str)> {
    let unsigned = text.strip_prefix('§').map_or(text, str::trim_start);
    let (token, after) = unsigned
        .split_once(char::is_whitespace)
        .unwrap_or((unsigned, ""));
    let number = token.trim_end_matches(['.', ':', ')']);
    let digits = number
        .strip_suffix(|c: char| c.is_ascii_lowercase())
        .filter(|before| before.ends_with(|c: char| c.is_ascii_digit()))
        .unwrap_or(number);
    let is_digits = |part: &str| {
        (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_letter = |part: &str| part.len() == 1 && part.bytes().all(|c| c.is_ascii_lowercase());
    let is_number = without_letters(digits)
        .split('.')
        .enumerate()
        .all(|(at, part)| {
            // A letter may be a component of its own: `383.1.a`.
            is_digits(part) || at > 0 && is_letter(part)
        });
    let is_closed = token.len() > number.len();
    let is_chapter = digits.len() == 3 && digits == number && is_closed;
    let is_lettered = is_closed && is_lettered(number);
    let is_rule = number.contains('.') || is_chapter || unsigned.len() < text.len();
    let after = after.trim();
    let goes_on = |c: char| c.is_lowercase() || c.is_ascii_digit() || "%\"+-–".contains(c);
    let is_number = is_number && is_rule || is_lettered;
    (is_number && !after.starts_with(goes_on)).then_some((number, after))
}

/// The maximum number of letters before a rule number.
const MAX_LETTERS: usize = 3;

/// Returns the components of a rule number, without capital letters before them: `5.1` for `EV5.1`,
/// `1.19` for `G.1.19`. Returns a number with fewer than two components as it is.
pub fn without_letters(number: &str) -> &str {
    let rest = number.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = number.len() - rest.len();
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    let is_series = (1..=MAX_LETTERS).contains(&letters) && rest.contains('.');
    if is_series { rest } else { number }
}

/// Whether a text is a number of letters and digits, such as `A1a1` or `R12`: one letter, then
/// digits, and perhaps more letters and digits in turn. `D6` is a die.
fn is_lettered(number: &str) -> bool {
    let is_part = |part: &[u8]| part[0].is_ascii_digit() || part.len() == 1;
    let mut parts = number
        .as_bytes()
        .chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    number.len() <= 8
        && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && number.starts_with(|c: char| c.is_ascii_alphabetic())
        && number.contains(|c: char| c.is_ascii_digit())
        && !matches!(
            Quantity::parse(number),
            Some(Quantity {
                value: Value::Dice(_),
                ..
            })
        )
        && parts.all(is_part)
}

/// The number of texts below the heading of a chapter among which its first rule must be.
pub const CHAPTER_TEXTS: usize = 12;

/// Splits the heading of a chapter into its number and its name: `9 Playing the Ball`. A heading that starts
/// with a number is one only if rules of the chapter follow: see [`is_in_chapter`].
pub fn chapter(heading: &str) -> Option<(&str, &str)> {
    let (number, name) = heading.split_once(' ')?;
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|c| c.is_ascii_digit());
    let name = name.trim();
    let is_name = name.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    (is_number && is_name).then_some((number, name))
}

/// Whether a text starts with the number of a rule in a chapter: `9.1 Team Hits` in chapter 9.
pub fn is_in_chapter(text: &str, chapter: &str) -> bool {
    let rest = text.strip_prefix(chapter);
    rest.is_some_and(|rest| rest.starts_with('.')) && rule_number(text).is_some()
}

/// Splits a text such as `1. Select Weapon` into its number and its name.
pub fn ordinal(text: &str) -> Option<(u32, &str)> {
    let (number, name) = text.split_once(". ")?;
    let name = name.trim();
    let is_ordinal = number.len() <= 3 && !name.is_empty();
    Some((number.parse().ok().filter(|_| is_ordinal)?, name))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("702.19b Trample", Some(("702.19b", "Trample")))]
    #[case("383.1.a. The condition", Some(("383.1.a", "The condition")))]
    #[case("4.2. Name", Some(("4.2", "Name")))]
    #[case("100. Name", Some(("100", "Name")))]
    #[case("§ 4 Name", Some(("4", "Name")))]
    #[case("A1a1) Name", Some(("A1a1", "Name")))]
    #[case("EV5.1 Events", Some(("EV5.1", "Events")))]
    #[case("G.1.19 Name", Some(("G.1.19", "Name")))]
    #[case("A6.10.4: Name", Some(("A6.10.4", "Name")))]
    #[case("A.5 Name", None)]
    #[case("HOUSE5.1 Name", None)]
    #[case("2.5 inches", None)]
    #[case("9 Name", None)]
    #[case("e.g. Name", None)]
    #[case("4.ab. Name", None)]
    fn a_rule_number_is_split_off(#[case] text: &str, #[case] expected: Option<(&str, &str)>) {
        assert_eq!(rule_number(text), expected);
    }
}
