//! Recognises titles from a single line.

use super::line::{MAX_SHORT_LINE, TextLine};
use crate::rules::model::Vocabulary;
use crate::rules::parse::{heading, number};
use crate::rules::slug::fold;

/// Words of four letters or more that titles leave in lower case.
const LOWERCASE_WORDS: [&str; 8] = [
    "with", "from", "into", "over", "upon", "when", "than", "without",
];

/// Words that start a sentence rather than a name.
const SENTENCE_STARTS: [&str; 10] = [
    "In", "On", "At", "If", "When", "Whenever", "As", "For", "From", "To",
];

/// Words that a title cannot end with.
const DANGLING_WORDS: [&str; 14] = [
    "of", "in", "the", "a", "an", "and", "or", "to", "for", "with", "&", "by", "–", "-",
];

/// Punctuation that a title cannot end with.
const ENDS: [char; 5] = ['.', ',', ';', ':', '?'];

/// Whether a text looks like a title: it is short, starts with a capital, does not end like a
/// sentence, and has balanced brackets. Words of four letters or more are capitalised, except words
/// such as `with`. An ordinal may come first if all other words are in capitals.
pub fn is_title(text: &str) -> bool {
    let ordinal = number::ordinal(text).filter(|(_, name)| is_capitals(name));
    let name = ordinal.map_or(text, |(_, name)| name);
    text.len() <= MAX_SHORT_LINE
        && name.starts_with(|c: char| c.is_uppercase() || c == '‘' || c == '“')
        && name.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()
        && is_title_tail(name)
}

/// Whether a text can be a later line of a title that spans several lines.
pub fn is_title_tail(text: &str) -> bool {
    let is_balanced = |open, close| text.matches(open).count() == text.matches(close).count();
    text.len() <= MAX_SHORT_LINE
        && !text.contains('\t')
        && !text.ends_with(ENDS)
        && is_balanced('(', ')')
        && is_balanced('[', ']')
        && text.split_whitespace().all(is_title_word)
}

fn is_title_word(word: &str) -> bool {
    let letters = word.trim_start_matches(|c: char| !c.is_alphabetic());
    !letters.starts_with(char::is_lowercase)
        || letters.chars().count() < 4
        || LOWERCASE_WORDS.contains(&letters)
}

/// Whether a text is short and has at least three letters, none of them in lower case.
pub fn is_capitals(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    text.len() <= MAX_SHORT_LINE && letters >= 3 && !text.contains(char::is_lowercase)
}

/// Whether a text is a title that ends with its cost: `Shoot1AP`, `Traps [Terrain] [2 SP]`.
pub fn has_cost(text: &str, words: &Vocabulary) -> bool {
    text.len() <= MAX_SHORT_LINE
        && text.starts_with(char::is_uppercase)
        && heading::cost(text, words).is_some_and(|(name, _)| is_title(name))
}

/// Whether a title breaks off in the middle: `Labyrinths and Vaults of`, `Special Rules &`.
pub fn breaks_off(text: &str) -> bool {
    let last = text.split_whitespace().last();
    last.is_some_and(|word| DANGLING_WORDS.contains(&word) || word.ends_with('-'))
}

/// Whether a line can name the kind of a section, whose own name is then the next paragraph:
/// `Tomb World Event Card`, `Joint Ops: Mission 03`.
pub fn is_kind(text: &str, words: &Vocabulary) -> bool {
    let text = fold(text);
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let is_end = |phrase: &String| {
        let (phrase, has_number) = match phrase.strip_suffix(" #") {
            Some(phrase) => (phrase, true),
            None => (phrase.as_str(), false),
        };
        let before = name.strip_suffix(phrase);
        before.is_some_and(|before| before.ends_with(' '))
            && (name.len() < text.len()) == has_number
    };
    let mut kinds = words.kinds.iter();
    text.len() <= MAX_SHORT_LINE && kinds.any(|kind| kind.above.iter().any(is_end))
}

/// Whether a line is a count such as `2 Fast Attack`.
pub fn is_count(line: &TextLine<'_>) -> bool {
    line.counted().is_some_and(is_title)
}

/// Returns the byte length of the label at the start of a line, with its colon:
/// `Destroying Doors:`, `*Shield:`. A label looks like a title, and does not start like a sentence.
pub fn label(line: &TextLine<'_>) -> Option<usize> {
    let text = line.text;
    let end = text.bytes().take(64).position(|byte| byte == b':')?;
    let (name, after) = (&text[..end], &text[end + 1..]);
    let name = name.strip_prefix('*').unwrap_or(name);
    let first = name.split_whitespace().next()?;
    let is_label = (after.is_empty() || after.starts_with(' '))
        && !SENTENCE_STARTS.contains(&first)
        && is_title(name);
    is_label.then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::parse::plain_text::line::lines;

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
    fn titles_are_recognised_by_capitals_and_ending(#[case] text: &str, #[case] expected: bool) {
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
    fn a_kind_is_read_above_a_name(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_kind(text, &Vocabulary::kill_team()), expected);
    }
}
