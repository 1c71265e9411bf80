//! Related words: ordinary English words with similar meanings.

use super::forms::stem;

/// One group per line: words of the rules, a colon, and words that players use instead. The groups
/// were chosen from frequent words of rules, not from queries.
const GROUPS: &str = include_str!("related.txt");

/// Returns the words of all groups that contain a form of `word`. The result contains this form
/// too, and some words may occur twice.
pub fn related_words(word: &str) -> impl Iterator<Item = &'static str> {
    let words = |line: &'static str| line.split([':', ' ']).filter(|word| !word.is_empty());
    let is_related = move |line: &&'static str| words(line).any(|other| stem(other) == stem(word));
    GROUPS.lines().filter(is_related).flat_map(words)
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
    fn related_groups_hold_plain_content_words_once_each() {
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
