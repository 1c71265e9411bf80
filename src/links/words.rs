//! Words as names are compared: lower case, without plural and possessive endings.

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// First byte.
    pub start: usize,
    /// One past the last byte, without a possessive `'s`.
    pub end: usize,
    /// One past the last byte.
    pub next: usize,
}

/// The words of a text, in order. `&` is a word too, since it reads as `and`.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at
            + text
                .get(at..)?
                .find(|c: char| c.is_alphanumeric() || c == '&')?;
        if text[start..].starts_with('&') {
            at = start + 1;
            return Some(Word {
                start,
                end: at,
                next: at,
            });
        }
        let mut apostrophe = None;
        at = start;
        loop {
            // Most letters are ASCII, and need not be taken apart.
            at += text.as_bytes()[at..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric())
                .count();
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            if is_apostrophe(c) && text[at + c.len_utf8()..].starts_with(char::is_alphanumeric) {
                apostrophe = Some(at);
            } else if !c.is_alphanumeric() {
                break;
            }
            at += c.len_utf8();
        }
        let end = apostrophe
            .filter(|from| is_possessive(&text[*from..at]))
            .unwrap_or(at);
        Some(Word {
            start,
            end,
            next: at,
        })
    })
}

/// Puts the stem of a word into `stem`: lower case, straight apostrophes, singular. It is a key to compare by, not
/// necessarily an English word.
pub(super) fn stem_into(word: &str, stem: &mut String) {
    stem.clear();
    if word == "&" {
        stem.push_str("and");
    } else if word.is_ascii() {
        stem.push_str(word);
        stem.make_ascii_lowercase();
    } else {
        stem.extend(
            word.chars()
                .flat_map(char::to_lowercase)
                .map(|c| if is_apostrophe(c) { '\'' } else { c }),
        );
    }
    make_singular(stem);
}

/// What stands between two words, as far as it matters: blanks, hyphens and the apostrophe of a plural do not.
pub(super) fn gap(between: &str) -> &str {
    between.trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '‑' | '\'' | '’'))
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘')
}

fn is_possessive(ending: &str) -> bool {
    ending
        .chars()
        .nth(1)
        .is_some_and(|c| matches!(c, 's' | 'S'))
        && ending.chars().count() == 2
}

fn make_singular(word: &mut String) {
    let length = word.len();
    if length < 3 || !word.ends_with('s') {
        return;
    }
    if length > 4 && word.ends_with("ies") {
        word.truncate(length - 3);
        word.push('y');
    } else if ["sses", "ches", "shes", "xes", "zes"]
        .iter()
        .any(|ending| word.ends_with(ending))
    {
        word.truncate(length - 2);
    } else if !["ss", "us", "is"]
        .iter()
        .any(|ending| word.ends_with(ending))
    {
        word.truncate(length - 1);
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn stems(text: &str) -> Vec<String> {
        let mut stem = String::new();
        let stems = words(text).map(|word| {
            stem_into(&text[word.start..word.end], &mut stem);
            stem.clone()
        });
        stems.collect()
    }

    #[rstest]
    #[case("Breach Points", &["breach", "point"])]
    #[case("the hatchways’ access", &["the", "hatchway", "access"])]
    #[case("the hatchway's hatch", &["the", "hatchway", "hatch"])]
    #[case("Doors & Airlocks", &["door", "and", "airlock"])]
    #[case("POINT-BLANK SHOT", &["point", "blank", "shot"])]
    #[case("Strategies, hatches, crosses, dies", &["strategy", "hatch", "cross", "die"])]
    #[case("debris of a sarcophagus", &["debris", "of", "a", "sarcophagus"])]
    #[case("Range 8\", NPOs 2AP", &["range", "8", "npo", "2ap"])]
    #[case("don't ’tis ÉCLAIRS", &["don't", "tis", "éclair"])]
    #[case("", &[])]
    fn words_compare_by_their_stems(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(stems(text), expected);
    }

    #[test]
    fn a_possessive_is_no_part_of_the_word() {
        let text = "a hatchway’s hatch";
        let word = words(text).nth(1).unwrap();
        assert_eq!(
            (&text[word.start..word.end], &text[word.start..word.next]),
            ("hatchway", "hatchway’s")
        );
    }
}
