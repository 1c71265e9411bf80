//! The value in place of the parameter: a reader who follows `Piercing 2` sees 2, not x.

use crate::rules::{RichText, Run};

/// The text with every `x` that is a word of its own replaced; `None` if there is none. An `x+` takes the value's own `+`.
pub(super) fn substitute(text: &RichText, value: &str) -> Option<RichText> {
    let places = places(&text.plain);
    if places.is_empty() {
        return None;
    }
    let mut out = RichText::default();
    let mut at = 0;
    for run in &text.runs {
        let (mut from, end) = (at.max(run.start as usize), run.end as usize);
        let (start, start_of_run) = (out.plain.len(), from);
        for place in places
            .iter()
            .filter(|place| (start_of_run..end).contains(*place))
        {
            out.plain.push_str(&text.plain[from..*place]);
            out.plain.push_str(value);
            // `x+` and `x"` lose their sign where the value brings its own.
            let sign = text.plain[place + 1..]
                .chars()
                .next()
                .filter(|sign| value.ends_with(*sign) && matches!(sign, '+' | '"'));
            from = place + 1 + sign.map_or(0, char::len_utf8);
        }
        out.plain.push_str(&text.plain[from.min(end)..end]);
        at = from.max(end);
        let small = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        out.runs.push(Run {
            start: small(start),
            end: small(out.plain.len()),
            ..run.clone()
        });
    }
    Some(out)
}

/// Byte offsets of every `x` that is a word of its own.
fn places(text: &str) -> Vec<usize> {
    let found = text.match_indices('x').map(|(at, _)| at).filter(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + 1..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    });
    // `6 x 7` is a size.
    found
        .filter(|at| {
            !text[..*at]
                .trim_end()
                .ends_with(|c: char| c.is_ascii_digit() || c == '"')
        })
        .collect()
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
