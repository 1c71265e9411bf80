//! Decides how the end of a line joins two lines of running text.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

/// Words before which a hyphen stands for the end of a compound: `two- or three-sided`.
const CONJUNCTIONS: &[&str] = &[
    "and", "and/or", "bis", "but", "e", "en", "et", "i", "nor", "o", "oder", "of", "or", "ou",
    "sowie", "then", "to", "u", "und", "y",
];

/// First parts of compounds that seldom are words: `semi-enclosed`.
const PREFIXES: &[&str] = &[
    "all", "anti", "cross", "ex", "half", "high", "ill", "low", "mid", "multi", "non", "self",
    "semi", "well",
];

/// What stands between two lines of running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// A space.
    Space,
    /// Nothing: a script without spaces goes on, or a compound keeps its hyphen.
    None,
    /// Nothing, and the hyphen at the end of the line goes: `offi-` and `cer` are one word.
    WithoutHyphen,
}

/// The words of a text, which tell how to join a word that the end of a line parts.
pub struct KnownWords<'a> {
    text: &'a str,
    /// The words in lower case, collected when first needed. A compound with a hyphen is one word.
    known: OnceCell<FxHashSet<String>>,
}

impl<'a> KnownWords<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            known: OnceCell::new(),
        }
    }

    /// Returns what stands between a line that ends with `above` and a line that starts with `below`.
    pub fn joint(&self, above: &str, below: &str) -> Joint {
        let (Some(last), Some(first)) = (above.chars().next_back(), below.chars().next()) else {
            return Joint::Space;
        };
        if is_unspaced(last) && is_unspaced(first) {
            return Joint::None;
        }
        let Some(start) = above.strip_suffix('-') else {
            return Joint::Space;
        };
        let start = word_at_end(start);
        let end = below.split(|c: char| !is_word(c)).next().unwrap_or("");
        if !start.ends_with(char::is_alphabetic) || !end.starts_with(char::is_alphabetic) {
            return Joint::Space;
        }
        if CONJUNCTIONS.contains(&&*end.to_lowercase()) {
            return Joint::Space;
        }
        if end.starts_with(char::is_uppercase) {
            return Joint::None;
        }
        let known = self.known.get_or_init(|| words(self.text));
        let (start, end) = (start.to_lowercase(), end.to_lowercase());
        // A word of the text before or after the hyphen is part of a compound: `semi-enclosed`.
        let is_word = |word: &str| word.len() > 3 && known.contains(word);
        let is_compound = || {
            is_word(end.split('-').next().unwrap_or(&end))
                || is_word(start.rsplit('-').next().unwrap_or(&start))
                || PREFIXES.contains(&&*start)
        };
        if known.contains(&format!("{start}{end}")) {
            Joint::WithoutHyphen
        } else if known.contains(&format!("{start}-{end}")) || is_compound() {
            Joint::None
        } else {
            Joint::WithoutHyphen
        }
    }
}

/// Whether a character belongs to a script that is written without spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{303f}' | '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff01}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

fn is_word(c: char) -> bool {
    c.is_alphabetic() || c == '-'
}

fn word_at_end(text: &str) -> &str {
    let start = text.char_indices().rev().find(|(_, c)| !is_word(*c));
    &text[start.map_or(0, |(at, c)| at + c.len_utf8())..]
}

/// Collects the words of a text in lower case, without those that the end of a line parts.
fn words(text: &str) -> FxHashSet<String> {
    let mut known = FxHashSet::default();
    let mut is_parted = false;
    for line in text.lines() {
        let line = line.trim_matches([' ', '\t', '>']);
        let mut words = line
            .split(|c: char| !is_word(c))
            .filter(|word| !word.is_empty());
        if std::mem::take(&mut is_parted) {
            words.next();
        }
        let ends_parted = line.ends_with('-');
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            if words.peek().is_none() && ends_parted {
                is_parted = true;
            } else {
                known.insert(word.trim_matches('-').to_lowercase());
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::a_word_in_two("The offi-", "cer must", "", Joint::WithoutHyphen)]
    #[case::a_known_word(
        "A re-",
        "roll.",
        "They reroll. A re and a roll.",
        Joint::WithoutHyphen
    )]
    #[case::a_known_compound("A re-", "roll.", "Each re-roll counts.", Joint::None)]
    #[case::two_words("a long-", "term plan", "It is long. A term.", Joint::None)]
    #[case::a_prefix("a semi-", "enclosed area", "", Joint::None)]
    #[case::a_known_end("a sub-", "merged boat", "It is merged.", Joint::None)]
    #[case::names("Close-", "Quarter", "", Joint::None)]
    #[case::one_of_two("two-", "or three-sided", "", Joint::Space)]
    #[case::a_dash("he said -", "and left", "", Joint::Space)]
    #[case::numbers("1-", "2 dice", "", Joint::Space)]
    #[case::chinese("\u{653b}\u{51fb}", "\u{65b9}", "", Joint::None)]
    #[case::korean("\u{acf5}", "\u{aca9}", "", Joint::Space)]
    #[case::words("a", "b", "", Joint::Space)]
    fn lines_are_joined(
        #[case] above: &str,
        #[case] below: &str,
        #[case] elsewhere: &str,
        #[case] expected: Joint,
    ) {
        let text = format!("{above}\n{below}\n\n{elsewhere}");
        assert_eq!(KnownWords::new(&text).joint(above, below), expected);
    }
}
