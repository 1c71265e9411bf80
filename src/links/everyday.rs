//! Words that English uses daily: a name made of nothing else is a mention only where typography says so.

const LIST: &str = include_str!("everyday.txt");

/// The list of everyday words.
pub(super) struct Everyday(Vec<&'static str>);

impl Everyday {
    /// Reads the list that is part of the program.
    pub(super) fn new() -> Self {
        Self(
            LIST.lines()
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .collect(),
        )
    }

    /// Whether a stem is an everyday word. Numbers and single letters are.
    pub(super) fn contains(&self, stem: &str) -> bool {
        stem.len() == 1
            || stem.bytes().all(|byte| byte.is_ascii_digit())
            || self.0.binary_search(&stem).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::stem_into;
    use super::*;

    #[test]
    fn the_list_is_sorted_and_holds_stems_only() {
        let Everyday(words) = Everyday::new();
        let mut stem = String::new();
        for pair in words.windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
        }
        for word in &words {
            stem_into(word, &mut stem);
            assert_eq!(*word, stem);
        }
    }

    #[test]
    fn words_of_rules_are_not_everyday_words() {
        let everyday = Everyday::new();
        for word in ["open", "light", "range", "guard", "wall", "2"] {
            assert!(everyday.contains(word), "{word}");
        }
        for word in [
            "hatchway", "control", "piercing", "conceal", "breach", "threat", "terrain",
        ] {
            assert!(!everyday.contains(word), "{word}");
        }
    }
}
