//! Words of ordinary English that mean nearly the same: what a player says, and what rules say.

use super::stem;

/// A line a group: words that rules have, a colon, words that players say for them. Written from the frequent words of rules,
/// and not from queries.
const GROUPS: &str = include_str!("alike.txt");

/// The words that mean nearly the same as one; itself and others may come twice.
pub(crate) fn alike(word: &str) -> impl Iterator<Item = &'static str> {
    // What the forms of a word share is how all of them begin.
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

/// The group that a place is in.
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
    fn a_word_stands_for_others_whatever_its_form(#[case] said: &str, #[case] meant: &str) {
        assert!(alike(said).any(|word| word == meant), "{said}");
    }

    #[rstest]
    #[case("")]
    #[case("ab")]
    #[case("quaternion")]
    #[case("näher")]
    fn a_word_that_is_in_no_group_stands_for_none(#[case] said: &str) {
        assert_eq!(alike(said).count(), 0);
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
