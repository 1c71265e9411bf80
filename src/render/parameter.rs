//! Replaces the parameter of a rule with a value: a reader who follows `Piercing 2` sees `2`
//! instead of `x`.

use std::ops::Range;

use crate::rules::RichText;
use crate::source::clamped;

/// Returns the text with `value` in place of every parameter `x`. Returns `None` if the text has no
/// parameter.
pub fn substitute(text: &RichText, value: &str) -> Option<RichText> {
    let parameters = parameters(&text.plain, value);
    if parameters.is_empty() {
        return None;
    }
    let mut text = text.clone();
    for parameter in parameters.iter().rev() {
        text.plain.replace_range(parameter.clone(), value);
    }
    let moved = |offset: u32| {
        let offset = offset as usize;
        let count = parameters.partition_point(|parameter| parameter.start < offset);
        let before = &parameters[..count];
        let end = before.last().map_or(0, |last| last.end).max(offset);
        clamped(end + count * value.len() - before.iter().map(Range::len).sum::<usize>())
    };
    for run in &mut text.runs {
        (run.start, run.end) = (moved(run.start), moved(run.end));
    }
    Some(text)
}

/// Finds the byte ranges of all parameters: every `x` that is a word, except in a size. A sign
/// after the parameter (`x+`, `x"`) is included if the value ends with the same sign.
fn parameters(text: &str, value: &str) -> Vec<Range<usize>> {
    let found = text.match_indices('x').filter_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let is_word =
            !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        // `6 x 7` is a size.
        let is_size = before
            .trim_end()
            .ends_with(|c: char| c.is_ascii_digit() || c == '"');
        let has_sign = ['+', '"']
            .iter()
            .any(|sign| after.starts_with(*sign) && value.ends_with(*sign));
        (is_word && !is_size).then_some(at..at + 1 + usize::from(has_sign))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::source::Span;

    #[rstest]
    #[case(
        "The defender collects x fewer dice.",
        "2",
        Some("The defender collects 2 fewer dice.")
    )]
    #[case("Equal to x+ or more", "5+", Some("Equal to 5+ or more"))]
    #[case("within x of it, x of it", "2\"", Some("within 2\" of it, 2\" of it"))]
    #[case("an extra box", "2", None)]
    #[case("30\" x 22\"", "2", None)]
    fn a_parameter_gives_way_to_its_value(
        #[case] text: &str,
        #[case] value: &str,
        #[case] expected: Option<&str>,
    ) {
        let found =
            substitute(&RichText::plain(text, Span::default()), value).map(|text| text.plain);
        assert_eq!(found.as_deref(), expected);
    }
}
