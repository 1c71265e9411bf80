//! Normal forms of names. One of them is the slug, which identifies a heading in ids and links.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::source::clean;

/// Returns the words of a text in lower case, with hyphens between them: `bulkhead-doors-airlocks`
/// for `Bulkhead Doors & Airlocks`. Apostrophes are dropped: `attackers` for `Attacker's`. A text
/// without letters or digits becomes `section`.
pub fn slug(text: &str) -> String {
    let text = composed(text).to_lowercase().replace(['\'', '’', '‘'], "");
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        "section".to_owned()
    } else {
        words.join("-")
    }
}

/// Joins the words of a text with single spaces.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Composes letters and their marks to single characters (NFC): some systems write the names of files
/// with both apart.
fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

/// Normalises a name for comparison: lower case, straight quotes, single spaces, composed letters.
pub fn fold(text: &str) -> String {
    let text = composed(text).to_lowercase();
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        if word.bytes().all(|byte| byte.is_ascii() && byte != b'`') {
            folded.push_str(word);
        } else {
            folded.extend(word.chars().map(straight));
        }
    }
    folded
}

/// Replaces curly quotes, primes and backticks with straight quotes.
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

/// Makes a title of a name such as that of a file: cleans it, capitalises its words and joins them
/// with spaces: `tomb-world` becomes `Tomb World`.
pub fn title_case(text: &str) -> String {
    let text = clean(text);
    let words = text.split(['-', '_', ' ']).map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .collect::<String>()
    });
    one_line(&words.collect::<Vec<_>>().join(" "))
}

/// Decodes percent-encoding such as `%20`. Invalid codes are not changed. If the decoded bytes are
/// not UTF-8, returns `text` unchanged.
pub fn decode(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2).filter(|code| !code.starts_with('+'));
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(byte.unwrap_or(b'%'));
        bytes.extend(part.bytes().skip(if byte.is_some() { 2 } else { 0 }));
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
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
