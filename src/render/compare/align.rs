//! Finds which parts of two sections correspond, and which words of corresponding parts differ.

use std::hash::Hash;
use std::ops::Range;
use std::time::Instant;

use rustc_hash::FxHashSet;
use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

use crate::links::{ComparedWords, compared_words};

/// The minimum similarity, from 0 to 1, of two parts that are paired by similarity.
const MIN_SIMILARITY: f32 = 0.45;

/// The maximum number of parts that are compared with one part, to find its counterpart.
const MAX_AHEAD: usize = 16;

pub struct PartWords {
    words: ComparedWords,
    /// The byte ranges of the words in the text.
    ranges: Vec<Range<usize>>,
    /// Whether the part is a heading. Only headings can be similar to a heading.
    heading: bool,
}

/// The indices of two corresponding parts, or the index of one part without a counterpart.
pub type Pair = (Option<usize>, Option<usize>);

impl PartWords {
    pub fn new(text: &str, heading: bool) -> Self {
        let (ranges, words): (Vec<_>, Vec<_>) = compared_words(text).unzip();
        Self {
            words: ComparedWords::new(words),
            ranges,
            heading,
        }
    }

    fn similarity(&self, other: &Self) -> f32 {
        if self.heading == other.heading {
            self.words.likeness(&other.words)
        } else {
            0.0
        }
    }

    /// Returns the byte range of a range of words; `None` if it is empty.
    fn bytes(&self, words: Range<usize>) -> Option<Range<usize>> {
        let ranges = &self.ranges[words];
        Some(ranges.first()?.start..ranges.last()?.end)
    }
}

/// Pairs the corresponding parts of both sides. Every part appears once, and both sides stay in
/// order.
pub fn align(left: &[PartWords], right: &[PartWords], deadline: Instant) -> Vec<Pair> {
    let keys = |parts: &[PartWords]| -> Vec<_> {
        let key = |part: &PartWords| (part.heading, part.words.words.join(" "));
        parts.iter().map(key).collect()
    };
    let mut rows = Vec::new();
    for (is_equal, old, new) in stretches(&keys(left), &keys(right), deadline) {
        if is_equal {
            rows.extend(old.zip(new).map(|(a, b)| (Some(a), Some(b))));
        } else {
            let found = pairs(&left[old.clone()], &right[new.clone()]);
            let place = |(a, b): Pair| (a.map(|at| at + old.start), b.map(|at| at + new.start));
            rows.extend(found.into_iter().map(place));
        }
    }
    rows
}

/// Divides two sequences into runs of equal elements and the ranges between them, which may be
/// empty. The flag says whether the ranges are equal. Elements that are not compared before the
/// deadline count as different.
fn stretches<'a, T: Hash + Ord>(
    left: &'a [T],
    right: &'a [T],
    deadline: Instant,
) -> Vec<(bool, Range<usize>, Range<usize>)> {
    // The algorithm needs long for elements without a counterpart, so it does not get them.
    let shared = |elements: &'a [T], others: &'a [T]| -> (Vec<&T>, Vec<usize>) {
        let others: FxHashSet<_> = others.iter().collect();
        let elements = elements.iter().zip(0..);
        elements.filter(|(own, _)| others.contains(own)).unzip()
    };
    let (old, new) = (shared(left, right), shared(right, left));
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &old.0, &new.0, Some(deadline));
    // The insertions of the diff algorithm are not always in order, so only its equal runs are used.
    let equal = ops.iter().filter(|op| op.tag() == DiffTag::Equal);
    let pairs = equal.flat_map(|op| op.old_range().zip(op.new_range()));
    let runs = pairs.map(|(a, b)| (old.1[a]..old.1[a] + 1, new.1[b]..new.1[b] + 1));
    let end = (left.len()..left.len(), right.len()..right.len());
    let (mut old_start, mut new_start) = (0, 0);
    let stretches = runs.chain([end]).flat_map(|(old, new)| {
        let between = (false, old_start..old.start, new_start..new.start);
        (old_start, new_start) = (old.end, new.end);
        [between, (true, old, new)]
    });
    stretches.collect()
}

/// Pairs each part of the left side, in order, with the most similar of the next parts of the right
/// side.
fn pairs(left: &[PartWords], right: &[PartWords]) -> Vec<Pair> {
    let mut rows = Vec::new();
    let mut next = 0;
    for (at, part) in left.iter().enumerate() {
        let ahead = right.iter().enumerate().skip(next).take(MAX_AHEAD);
        let similar = ahead
            .map(|(other, words)| (part.similarity(words), other))
            .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY);
        let best = similar.max_by(|(one, _), (other, _)| one.total_cmp(other));
        let best = best.map(|(_, other)| other);
        if let Some(best) = best {
            rows.extend((next..best).map(|other| (None, Some(other))));
            next = best + 1;
        }
        rows.push((Some(at), best));
    }
    rows.extend((next..right.len()).map(|other| (None, Some(other))));
    rows
}

/// Returns the differing byte ranges of both texts, in order.
pub fn changes(left: &PartWords, right: &PartWords, deadline: Instant) -> [Vec<Range<usize>>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for (is_equal, old, new) in stretches(&left.words.words, &right.words.words, deadline) {
        if !is_equal {
            found[0].extend(left.bytes(old));
            found[1].extend(right.bytes(new));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn later() -> Instant {
        Instant::now() + std::time::Duration::from_secs(60)
    }

    /// Returns both texts with their differences in brackets.
    fn shown(left: &str, right: &str) -> (String, String) {
        let part = |text| PartWords::new(text, false);
        let [old, new] = changes(&part(left), &part(right), later());
        let show = |text: &str, changes: Vec<Range<usize>>| {
            let mut out = String::new();
            let mut at = 0;
            for range in changes {
                out += &[&text[at..range.start], "[", &text[range.clone()], "]"].concat();
                at = range.end;
            }
            out + &text[at..]
        };
        (show(left, old), show(right, new))
    }

    #[rstest]
    #[case("one two three", "one two three", "one two three", "one two three")]
    #[case(
        "within 2\" of it",
        "within 3\" of it",
        "within [2\"] of it",
        "within [3\"] of it"
    )]
    #[case("one three", "one two three", "one three", "one [two] three")]
    #[case("one two three", "one three", "one [two] three", "one three")]
    #[case("One, two.", "one two", "One, two.", "one two")]
    #[case("It’s so", "it's SO;", "It’s so", "it's SO;")]
    #[case("", "new", "", "[new]")]
    #[case(
        "roll 3 of blue dice",
        "roll 4 of red dice",
        "roll [3] of [blue] dice",
        "roll [4] of [red] dice"
    )]
    #[case("on a 4+", "on a 4", "on a [4+]", "on a [4]")]
    fn words_that_differ_are_marked(
        #[case] left: &str,
        #[case] right: &str,
        #[case] old: &str,
        #[case] new: &str,
    ) {
        assert_eq!(shown(left, right), (old.to_owned(), new.to_owned()));
    }

    fn parts(texts: &[&str]) -> Vec<PartWords> {
        texts
            .iter()
            .map(|text| PartWords::new(text, text.starts_with('#')))
            .collect()
    }

    #[test]
    fn similar_parts_are_side_by_side() {
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
        fn unmarked_words_are_the_same_on_both_sides(left in "[a-d ,.]{0,40}", right in "[a-d ,.]{0,40}") {
            let part = |text| PartWords::new(text, false);
            let [old, new] = changes(&part(&left), &part(&right), later());
            let rest = |text: &str, changes: &[Range<usize>]| {
                let marked = |word: &Range<usize>| changes.iter().any(|range| range.start <= word.start && word.end <= range.end);
                compared_words(text).filter(|(range, _)| !marked(range)).map(|(_, word)| word).collect::<Vec<_>>()
            };
            prop_assert_eq!(rest(&left, &old), rest(&right, &new));
        }

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
