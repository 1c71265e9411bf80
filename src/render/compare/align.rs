//! Which parts of two sections belong together.

use std::time::Instant;

use super::words::{ComparedWord, equal_stretches, words};
use crate::links::likeness;

/// Parts less alike than this have nothing to do with each other.
const LEAST_ALIKE: f32 = 0.45;

/// The limit of pairs that are tried between two equal parts; beyond it, and after the deadline, parts are paired in their
/// order.
const MOST_PAIRS: usize = 20_000;

/// The words of a part of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartWords {
    /// In their order.
    pub words: Vec<ComparedWord>,
    sorted: Vec<String>,
    /// Only parts of one kind are paired: a heading never with a sentence.
    heading: bool,
}

/// Two parts that belong together, or one without a counterpart, by their places.
pub(super) type Pair = (Option<usize>, Option<usize>);

impl PartWords {
    /// The words of a text.
    pub fn new(text: &str, heading: bool) -> Self {
        let words = words(text);
        let mut sorted: Vec<_> = words.iter().map(|word| word.folded.clone()).collect();
        sorted.sort_unstable();
        Self {
            words,
            sorted,
            heading,
        }
    }
}

/// The parts of both sides in order, those that belong together side by side.
pub(super) fn align(left: &[PartWords], right: &[PartWords], deadline: Instant) -> Vec<Pair> {
    let keys = |parts: &[PartWords]| {
        let key = |part: &PartWords| {
            let words: Vec<_> = part.words.iter().map(|word| word.folded.as_str()).collect();
            (part.heading, words.join(" "))
        };
        parts.iter().map(key).collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    let (mut old_start, mut new_start) = (0, 0);
    for (old, new) in equal_stretches(&keys(left), &keys(right), deadline) {
        let between = pairs(
            &left[old_start..old.start],
            &right[new_start..new.start],
            deadline,
        );
        let place = |(a, b): Pair| (a.map(|at| at + old_start), b.map(|at| at + new_start));
        rows.extend(between.into_iter().map(place));
        (old_start, new_start) = (old.end, new.end);
        rows.extend(old.zip(new).map(|(old, new)| (Some(old), Some(new))));
    }
    rows
}

/// Pairs parts that differ on both sides, in order, so that the pairs are as much alike as possible.
fn pairs(left: &[PartWords], right: &[PartWords], deadline: Instant) -> Vec<Pair> {
    if left.len() * right.len() > MOST_PAIRS || Instant::now() >= deadline {
        let at = |parts: &[PartWords], at: usize| (at < parts.len()).then_some(at);
        return (0..left.len().max(right.len()))
            .map(|row| (at(left, row), at(right, row)))
            .collect();
    }
    let alike = |a: &PartWords, b: &PartWords| {
        let alike = if a.heading == b.heading {
            likeness(&a.sorted, &b.sorted)
        } else {
            0.0
        };
        if alike < LEAST_ALIKE { 0.0 } else { alike }
    };
    // `best[a][b]` is the most that the parts from `a` and `b` on have in common.
    let mut best = vec![vec![0.0_f32; right.len() + 1]; left.len() + 1];
    for a in (0..left.len()).rev() {
        for b in (0..right.len()).rev() {
            let paired = best[a + 1][b + 1] + alike(&left[a], &right[b]);
            best[a][b] = paired.max(best[a + 1][b]).max(best[a][b + 1]);
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut rows = Vec::new();
    while a < left.len() || b < right.len() {
        let here = best[a][b];
        let both = left.get(a).zip(right.get(b));
        let likeness = both.map_or(0.0, |(a, b)| alike(a, b));
        if likeness > 0.0 && best[a + 1][b + 1] + likeness >= here {
            rows.push((Some(a), Some(b)));
            (a, b) = (a + 1, b + 1);
        } else if a < left.len() && (b == right.len() || best[a + 1][b] >= here) {
            rows.push((Some(a), None));
            a += 1;
        } else {
            rows.push((None, Some(b)));
            b += 1;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Late enough for a test.
    fn later() -> Instant {
        Instant::now() + std::time::Duration::from_secs(60)
    }

    fn parts(texts: &[&str]) -> Vec<PartWords> {
        texts
            .iter()
            .map(|text| PartWords::new(text, text.starts_with('#')))
            .collect()
    }

    #[test]
    fn parts_that_say_nearly_the_same_stand_side_by_side() {
        let left = parts(&[
            "# Blast",
            "select one target",
            "roll for it",
            "all are hit within 2\" of it",
        ]);
        let right = parts(&[
            "# Torrent",
            "an editor says so",
            "select any target",
            "all are hit within 1\" of it",
        ]);
        let rows = align(&left, &right, later());
        assert!(
            rows.contains(&(Some(1), Some(2))) && rows.contains(&(Some(3), Some(3))),
            "{rows:?}"
        );
        assert!(
            rows.contains(&(Some(2), None)) && rows.contains(&(None, Some(1))),
            "{rows:?}"
        );
    }

    proptest! {
        #[test]
        fn every_part_is_there_once_and_in_order(
            left in proptest::collection::vec("[a-c ]{0,6}", 0..8),
            right in proptest::collection::vec("[a-c ]{0,6}", 0..8),
        ) {
            let of = |texts: &[String]| parts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            let rows = align(&of(&left), &of(&right), later());
            prop_assert_eq!(rows.iter().filter_map(|row| row.0).collect::<Vec<_>>(), (0..left.len()).collect::<Vec<_>>());
            prop_assert_eq!(rows.iter().filter_map(|row| row.1).collect::<Vec<_>>(), (0..right.len()).collect::<Vec<_>>());
            prop_assert!(rows.iter().all(|row| row.0.is_some() || row.1.is_some()));
        }
    }
}
