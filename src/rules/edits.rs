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
    pub fn within(
        &mut self,
        typed: &[char],
        word: &str,
        most: usize,
        prefix: bool,
    ) -> Option<usize> {
        let length = word.chars().count();
        if typed.len() > length + most || (!prefix && length > typed.len() + 2 * most + 2) {
            return None;
        }
        let mut above = '\0';
        let [before, last, row] = &mut self.rows;
        last.clear();
        last.extend(0..=typed.len());
        let mut best = if prefix {
            last[typed.len()]
        } else {
            usize::MAX
        };
        for (letters, letter) in (1..).zip(word.chars()) {
            row.clear();
            row.push(letters);
            for (at, other) in typed.iter().enumerate() {
                let mut edits = (last[at] + usize::from(*other != letter))
                    .min(last[at + 1] + 1)
                    .min(row[at] + 1);
                if at > 0 && letters > 1 && *other == above && typed[at - 1] == letter {
                    edits = edits.min(before[at - 1] + 1);
                }
                row.push(edits);
            }
            // Further letters can only add edits.
            if row.iter().min().is_some_and(|least| *least > most) {
                return (best <= most).then_some(best);
            }
            if prefix {
                best = best.min(row[typed.len()]);
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
}
