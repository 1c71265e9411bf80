//! Slugs: the stable part of an id, and the way links name a heading.

/// Lower-case letters and digits of a text, everything else folded to single hyphens: `Bulkhead Doors & Airlocks` becomes
/// `bulkhead-doors-airlocks`. Apostrophes vanish (`attackers-stratagems`). Never empty: a text without letters or digits
/// becomes `section`.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text
        .chars()
        .filter(|c| !matches!(c, '\'' | '’' | '‘'))
        .flat_map(char::to_lowercase)
    {
        if character.is_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() {
        "section".to_owned()
    } else {
        slug
    }
}

/// A text in one line, with single spaces between its words.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The form in which names are compared: lower case, straight quotes, single spaces.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.chars().flat_map(char::to_lowercase).map(straight));
    }
    folded
}

/// A text with straight quotes.
pub fn straighten(text: &str) -> String {
    text.chars().map(straight).collect()
}

fn straight(character: char) -> char {
    match character {
        '‘' | '’' | '′' | '`' => '\'',
        '“' | '”' | '″' => '"',
        other => other,
    }
}

/// `tomb world` as a title: `Tomb World`.
pub fn title_case(text: &str) -> String {
    let words = text.split(['-', '_', ' ']).map(|word| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    });
    one_line(&words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Bulkhead Doors & Airlocks", "bulkhead-doors-airlocks")]
    #[case("Attacker’s Stratagems", "attackers-stratagems")]
    #[case("Wipe-out!", "wipe-out")]
    #[case("  ***  ", "section")]
    #[case("Éclair 2\"", "éclair-2")]
    fn a_slug_keeps_letters_and_digits(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(slug(text), expected);
    }

    #[test]
    fn names_compare_by_their_fold() {
        assert_eq!(
            fold("  Attacker’s\u{a0}  STRATAGEMS "),
            fold("attacker's stratagems")
        );
        assert_eq!(title_case("tomb world"), "Tomb World");
    }
}
