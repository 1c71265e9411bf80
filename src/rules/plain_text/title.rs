//! Whether a line is a heading: what can be told from the line itself.

use super::line::{LONGEST_SHORT, Line};
use crate::rules::heading;

/// Words that titles leave small whatever their length.
const SMALL: [&str; 8] = [
    "with", "from", "into", "over", "upon", "when", "than", "without",
];

/// Words that open a sentence, not a name.
const OPENERS: [&str; 10] = [
    "In", "On", "At", "If", "When", "Whenever", "As", "For", "From", "To",
];

/// What a line above a name says the name is: `Event Card`, `Mission 03`.
const KINDS: [&str; 5] = [
    "event card",
    "strategy ploy",
    "firefight ploy",
    "faction equipment",
    "universal equipment",
];

/// Whether a text is set as a title: it starts with a capital or an ordinal, is short, does not end as a sentence does,
/// has its brackets closed, and all its words of four letters or more start with a capital.
pub(super) fn is_title(text: &str) -> bool {
    let name = ordinal_name(text).unwrap_or(text);
    let short = text.len() <= LONGEST_SHORT && name.split_whitespace().count() <= 12;
    short
        && !text.contains('\t')
        && name.starts_with(|c: char| c.is_uppercase() || c == '‘' || c == '“')
        && name.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()
        && !name.ends_with(['.', ',', ';', ':', '?'])
        && is_balanced(name)
        && name.split_whitespace().all(is_title_word)
}

fn is_title_word(word: &str) -> bool {
    let letters = word.trim_start_matches(|c: char| !c.is_alphabetic());
    let small = letters.starts_with(char::is_lowercase);
    !small
        || letters.chars().count() < 4
        || SMALL.contains(&letters)
        || word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a text can be the second line of a title whose first leaves off in the middle.
pub(super) fn is_title_tail(text: &str) -> bool {
    text.len() <= LONGEST_SHORT
        && !text.contains('\t')
        && !text.ends_with(['.', ',', ';', ':', '?'])
        && is_balanced(text)
        && text.split_whitespace().all(is_title_word)
}

/// Whether a title is in capitals throughout.
pub(super) fn is_capitals(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    text.len() <= LONGEST_SHORT && letters().nth(2).is_some() && !letters().any(char::is_lowercase)
}

/// Whether a text names its cost at the end: `Shoot1AP`, `Traps [Terrain] [2 SP]`.
pub(super) fn has_cost(text: &str) -> bool {
    text.len() <= LONGEST_SHORT
        && text.starts_with(char::is_uppercase)
        && heading::cost(text).is_some_and(|(name, _)| is_title(name))
}

/// Whether a title leaves off in the middle: `Labyrinths and Vaults of`, `Special Rules &`.
pub(super) fn is_open(text: &str) -> bool {
    text.split_whitespace().last().is_some_and(|word| {
        matches!(
            word,
            "of" | "in"
                | "the"
                | "a"
                | "an"
                | "and"
                | "or"
                | "to"
                | "for"
                | "with"
                | "&"
                | "by"
                | "–"
                | "-"
        ) || word.ends_with('-')
    })
}

/// Whether a line says what the name below it is: `Tomb World Event Card`, `Joint Ops: Mission 03`.
pub(super) fn is_kind(text: &str) -> bool {
    if text.len() > LONGEST_SHORT {
        return false;
    }
    let text = text.to_lowercase();
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    // `Generate Mission` is no kind, `Mission 03` is.
    let kinds = KINDS
        .into_iter()
        .chain((name.len() < text.len()).then_some("mission"));
    kinds.into_iter().any(|kind| {
        name.strip_suffix(kind)
            .is_some_and(|rest| rest.ends_with(' '))
    })
}

/// `1. SET UP THE BATTLE`: an ordinal before a name in capitals.
fn ordinal_name(text: &str) -> Option<&str> {
    let (number, name) = text.split_once(". ")?;
    let counts = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    (counts && is_capitals(name)).then_some(name)
}

fn is_balanced(text: &str) -> bool {
    let count = |c: char| text.matches(c).count();
    count('(') == count(')') && count('[') == count(']')
}

/// The byte length of a label with its colon at the start of a line: `Destroying Doors:`, `*Shield:`. A label is a title of
/// at most six words; a whole sentence before the colon is none.
pub(super) fn label(line: &Line<'_>) -> Option<usize> {
    let text = line.text;
    let end = text.bytes().take(64).position(|byte| byte == b':')? + 1;
    let name = text.get(..end - 1)?;
    let name = name.strip_prefix('*').unwrap_or(name);
    let follows = text[end..].is_empty() || text[end..].starts_with(' ');
    let words = name.split_whitespace().count();
    let opener = name
        .split_whitespace()
        .next()
        .is_some_and(|word| OPENERS.contains(&word));
    let letters = name
        .chars()
        .next_back()
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | ']' | '!' | '?' | 'x'));
    (follows
        && letters
        && !opener
        && (1..=6).contains(&words)
        && is_title(name)
        && !name.contains([',', '.']))
    .then_some(end)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::plain_text::line::lines;

    #[rstest]
    #[case("Threat Level", true)]
    #[case("Bulkhead Doors & Airlocks", true)]
    #[case("Declaring the use of Stratagems", true)]
    #[case("Piercing x", true)]
    #[case("4. PLAY THE BATTLE", true)]
    #[case("Force the Breach!", true)]
    #[case("1. Fight", false)]
    #[case("Units that break and flee from", false)]
    #[case("Slay the Warlord, First Blood (see", false)]
    #[case("Ends as a Sentence Does.", false)]
    #[case("40,000 Rulebook", false)]
    #[case("A", false)]
    fn a_title_is_told_by_its_capitals_and_its_end(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_title(text), expected);
    }

    #[rstest]
    #[case("Destroying Doors: Bulkhead doors and", Some("Destroying Doors:"))]
    #[case("*Shield: Whenever", Some("*Shield:"))]
    #[case("Behaviour:", Some("Behaviour:"))]
    #[case("Increase the threat level by 1 whenever:", None)]
    #[case("In the Mission: Sequence applies", None)]
    #[case("10:30 is late", None)]
    #[case("Ratio 3:2 wins", None)]
    fn a_label_is_a_title_before_a_colon(#[case] text: &str, #[case] expected: Option<&str>) {
        let line = lines(text, 0)[0];
        assert_eq!(label(&line).map(|end| &text[..end]), expected);
    }

    #[rstest]
    #[case("Tomb World Event Card", true)]
    #[case("Joint Ops: Tomb World Mission 03", true)]
    #[case("Generate Mission", false)]
    #[case("Mission Rules", false)]
    fn a_kind_stands_above_a_name(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_kind(text), expected);
    }
}
