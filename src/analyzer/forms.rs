//! The exact and the folded form of a word.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::scripts::is_ignorable;

/// Letters that Unicode does not decompose into a letter and a mark, and what they are written as
/// where the letter is missing.
const WITHOUT_DECOMPOSITION: [(char, &str); 9] = [
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('ł', "l"),
    ('đ', "d"),
    ('ð', "d"),
    ('þ', "th"),
    ('ħ', "h"),
    ('ı', "i"),
];

/// Returns the exact form of a word: compatibility characters such as ligatures are replaced (NFKC),
/// case is folded (`ß` to `ss`, final sigma to sigma), and characters that are neither letters,
/// digits nor decimal points are dropped.
pub fn exact(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.into();
    }
    if word.is_ascii() {
        let letters = word.bytes();
        let kept = letters.filter(|byte| byte.is_ascii_alphanumeric() || *byte == b'.');
        return kept
            .map(|byte| byte.to_ascii_lowercase() as char)
            .collect::<String>()
            .into();
    }
    let visible = word.chars().filter(|c| !is_ignorable(*c));
    let lower = visible.nfkc().flat_map(char::to_lowercase);
    let mut exact = String::with_capacity(word.len());
    // Lower case may decompose a letter: the dotted capital I of Turkish.
    for letter in lower.nfc() {
        match letter {
            'ß' => exact.push_str("ss"),
            'ς' => exact.push('σ'),
            _ if letter.is_alphanumeric() || letter == '.' || is_mark(letter) => exact.push(letter),
            _ => {}
        }
    }
    exact.into()
}

/// Returns the folded form of an exact form: Latin, Greek, Cyrillic, Hebrew and Arabic letters lose
/// their accents and points. Marks of other scripts are letters in their own right and stay.
pub fn fold(exact: &str) -> Cow<'_, str> {
    if exact.is_ascii() {
        return exact.into();
    }
    let bare = exact.nfd().filter(|letter| !is_accent(*letter));
    let mut folded = String::with_capacity(exact.len());
    for letter in bare.nfc() {
        let known = WITHOUT_DECOMPOSITION.iter();
        match known.clone().find(|(from, _)| *from == letter) {
            Some((_, to)) => folded.push_str(to),
            None => folded.push(letter),
        }
    }
    if folded == exact {
        exact.into()
    } else {
        folded.into()
    }
}

pub fn is_mark(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}

/// Whether a mark is an accent of an alphabet, or a point of Hebrew or Arabic.
fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}
