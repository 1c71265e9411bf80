//! Words of ordinary English that mean nearly the same: the player's and the rules'.

use super::forms::stem;

/// One group a line: words that rules use, a colon, words that players say instead. Written from the frequent words of
/// rules, not from queries.
const GROUPS: &str = include_str!("related.txt");

/// The words that mean nearly the same as a word. The word itself is among them, and any may occur twice.
pub(crate) fn related_words(word: &str) -> impl Iterator<Item = &'static str> {
    // All forms of a word begin with its stem.
    let base = stem(word);
    let begins = GROUPS
        .match_indices(base)
        .filter(|(at, _)| !GROUPS[..*at].ends_with(|c: char| c.is_ascii_lowercase()));
    let same = begins.filter(move |(at, _)| {
        words(&GROUPS[*at..])
            .next()
            .is_some_and(|word| stem(word) == base)
    });
    same.flat_map(|(at, _)| words(group(at)))
}

/// The group at an offset.
fn group(at: usize) -> &'static str {
    let start = GROUPS[..at].rfind('\n').map_or(0, |end| end + 1);
    GROUPS[start..].lines().next().unwrap_or_default()
}

fn words(group: &str) -> impl Iterator<Item = &str> {
    group
        .split([':', ' ', '\n'])
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("grab", "take")]
    #[case("grabbed", "take")]
    #[case("take", "grab")]
    #[case("tied", "equal")]
    fn any_form_of_a_word_has_the_same_related_words(#[case] said: &str, #[case] meant: &str) {
        assert!(related_words(said).any(|word| word == meant), "{said}");
    }

    #[rstest]
    #[case("")]
    #[case("ab")]
    #[case("quaternion")]
    #[case("näher")]
    fn a_word_outside_all_groups_has_no_related_words(#[case] said: &str) {
        assert_eq!(related_words(said).count(), 0);
    }

    #[test]
    fn groups_are_of_plain_words_that_say_something_each_once() {
        for line in GROUPS.lines() {
            let (rules, players) = line.split_once(": ").expect("a colon");
            let all: Vec<_> = rules.split(' ').chain(players.split(' ')).collect();
            assert!(
                all.iter()
                    .all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())
                        && !word.is_empty()),
                "{line}"
            );
            assert_eq!(
                all.iter().collect::<HashSet<_>>().len(),
                all.len(),
                "{line}"
            );
        }
    }
}
