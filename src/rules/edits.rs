//! Edit distance with transpositions, up to a bound, to correct typing errors.

/// Returns the maximum number of edits that may correct a word of `letters` letters. Short words
/// allow none, because too many other words are similar. Three edits are never allowed, because
/// they would make a different word.
pub fn allowed_edits(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// Computes edit distances. The table is reused, to avoid an allocation for each word.
#[derive(Default)]
pub struct Distance {
    rows: [Vec<usize>; 3],
}

impl Distance {
    /// Returns the number of edits between `typed` and `word`, or `None` if there are more than
    /// `most`. An edit inserts, deletes or replaces a letter, or swaps two adjacent letters. With
    /// `prefix`, returns the distance to the most similar prefix of `word`.
    ///
    /// The time grows with the length of the words times `most`: prefixes whose lengths differ by
    /// more than `most` are more than `most` edits apart, so only a band of the table is computed
    /// (Ukkonen 1985).
    pub fn within(
        &mut self,
        typed: &[char],
        word: &str,
        most: usize,
        prefix: bool,
    ) -> Option<usize> {
        let length = word.chars().count();
        if typed.len() > length + most || (!prefix && length > typed.len() + most) {
            return None;
        }
        let too_many = most + 1;
        let mut above = '\0';
        let [before, last, row] = &mut self.rows;
        for row in [&mut *before, &mut *row] {
            row.clear();
            row.resize(typed.len() + 1, too_many);
        }
        last.clear();
        last.extend(0..=typed.len());
        let mut best = if prefix {
            last[typed.len()]
        } else {
            usize::MAX
        };
        for (letters, letter) in (1_usize..).zip(word.chars().take(typed.len() + most)) {
            // The cells beside the band are read by this row or the next two.
            let first = letters.saturating_sub(most).max(1);
            let end = typed.len().min(letters + most);
            row[first - 1] = if first == 1 { letters } else { too_many };
            if end < typed.len() {
                row[end + 1] = too_many;
            }
            let mut least = row[first - 1];
            for at in first - 1..end {
                let other = typed[at];
                let mut edits = (last[at] + usize::from(other != letter))
                    .min(last[at + 1] + 1)
                    .min(row[at] + 1);
                if at > 0 && letters > 1 && other == above && typed[at - 1] == letter {
                    edits = edits.min(before[at - 1] + 1);
                }
                row[at + 1] = edits;
                least = least.min(edits);
            }
            // Further letters can only add edits.
            if least > most {
                return (best <= most).then_some(best);
            }
            if prefix && end == typed.len() {
                best = best.min(row[end]);
            }
            above = letter;
            std::mem::swap(before, last);
            std::mem::swap(last, row);
        }
        let edits = if prefix { best } else { last[typed.len()] };
        (edits <= most).then_some(edits)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("guard", "guard", false, Some(0))]
    #[case("peircing", "piercing", false, Some(1))]
    #[case("telepot", "teleport", false, Some(1))]
    #[case("sarcofagus", "sarcophagus", false, Some(2))]
    #[case("heigth", "height", false, Some(1))]
    #[case("condes", "condensed", true, Some(1))]
    #[case("condes", "condensed", false, None)]
    #[case("breach", "guard", false, None)]
    #[case("guard", "guardians", false, None)]
    // A letter of two bytes counts as one letter.
    #[case("заклинане", "заклинание", false, Some(1))]
    fn edits_are_counted(
        #[case] typed: &str,
        #[case] word: &str,
        #[case] prefix: bool,
        #[case] expected: Option<usize>,
    ) {
        let letters: Vec<_> = typed.chars().collect();
        assert_eq!(
            Distance::default().within(&letters, word, 2, prefix),
            expected
        );
    }

    /// Returns the number of edits by the textbook's recurrence, without a band.
    fn edits(typed: &[char], word: &[char]) -> usize {
        let mut rows = vec![vec![0; typed.len() + 1]; word.len() + 1];
        for y in 0..=word.len() {
            for x in 0..=typed.len() {
                rows[y][x] = if x == 0 || y == 0 {
                    x + y
                } else {
                    let replaced = rows[y - 1][x - 1] + usize::from(typed[x - 1] != word[y - 1]);
                    let edits = replaced.min(rows[y - 1][x] + 1).min(rows[y][x - 1] + 1);
                    let is_swap = x > 1
                        && y > 1
                        && typed[x - 1] == word[y - 2]
                        && typed[x - 2] == word[y - 1];
                    if is_swap {
                        edits.min(rows[y - 2][x - 2] + 1)
                    } else {
                        edits
                    }
                };
            }
        }
        rows[word.len()][typed.len()]
    }

    proptest! {
        #[test]
        fn the_band_changes_no_distance(
            words in prop::collection::vec(("[ab]{0,9}", "[ab]{0,9}", 0_usize..6), 1..20),
        ) {
            let mut distance = Distance::default();
            for (typed, word, most) in words {
                let typed: Vec<_> = typed.chars().collect();
                let letters: Vec<_> = word.chars().collect();
                let whole = edits(&typed, &letters);
                let prefixes = (0..=letters.len()).map(|end| edits(&typed, &letters[..end]));
                let prefix = prefixes.min().unwrap_or(whole);
                for (expected, is_prefix) in [(whole, false), (prefix, true)] {
                    let found = distance.within(&typed, &word, most, is_prefix);
                    prop_assert_eq!(found, (expected <= most).then_some(expected));
                }
            }
        }
    }
}
