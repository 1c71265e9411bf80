//! Finds which parts of two sections correspond, and which words of corresponding parts differ.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::Range;
use std::time::Instant;

use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

use crate::links::{likeness, without_punctuation};
use crate::rules::slug::fold;
use crate::theme::Difference;

/// The minimum similarity, from 0 to 1, of two parts that are paired by similarity.
const MIN_SIMILARITY: f32 = 0.45;

/// The maximum number of candidate pairs between two runs of equal parts. If there are more, or
/// after the deadline, parts are paired by position, because computing their similarity would take
/// too long.
const MAX_PAIRS: usize = 20_000;

#[derive(Debug)]
pub struct PartWords {
    pub words: Vec<ComparedWord>,
    sorted: Vec<String>,
    /// Whether the part is a heading. Only headings can be similar to a heading.
    heading: bool,
}

/// The indices of two corresponding parts, or the index of one part without a counterpart.
pub type Pair = (Option<usize>, Option<usize>);

impl PartWords {
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

/// Pairs the corresponding parts of both sides. Every part appears once, and both sides stay in
/// order.
pub fn align(left: &[PartWords], right: &[PartWords], deadline: Instant) -> Vec<Pair> {
    let keys = |parts: &[PartWords]| {
        let key = |part: &PartWords| {
            let words: Vec<_> = part.words.iter().map(|word| word.folded.as_str()).collect();
            (part.heading, words.join(" "))
        };
        parts.iter().map(key).collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    let (mut old_start, mut new_start) = (0, 0);
    let equal = equal_elements(&keys(left), &keys(right), deadline);
    for (old, new) in equal.into_iter().chain([(left.len(), right.len())]) {
        let between = pairs(&left[old_start..old], &right[new_start..new], deadline);
        let place = |(a, b): Pair| (a.map(|at| at + old_start), b.map(|at| at + new_start));
        rows.extend(between.into_iter().map(place));
        rows.extend((old < left.len()).then_some((Some(old), Some(new))));
        (old_start, new_start) = (old + 1, new + 1);
    }
    rows
}

/// Returns the indices of corresponding equal elements in two sequences, in order. Elements that
/// only one sequence has are removed first, because the diff algorithm is slow where much differs.
fn equal_elements<T: Hash + Ord>(
    left: &[T],
    right: &[T],
    deadline: Instant,
) -> Vec<(usize, usize)> {
    let shared = |these: &[T], others: &[T]| -> Vec<usize> {
        let others: HashSet<_> = others.iter().collect();
        let is_shared = |at: &usize| others.contains(&these[*at]);
        (0..these.len()).filter(is_shared).collect()
    };
    let (old, new) = (shared(left, right), shared(right, left));
    let old_elements: Vec<_> = old.iter().map(|at| &left[*at]).collect();
    let new_elements: Vec<_> = new.iter().map(|at| &right[*at]).collect();
    let runs = equal_runs(&old_elements, &new_elements, deadline);
    let pairs = runs.into_iter().flat_map(|(a, b)| a.zip(b));
    pairs.map(|(a, b)| (old[a], new[b])).collect()
}

/// Pairs parts in order, with the highest possible total similarity. Above [`MAX_PAIRS`] or after
/// the deadline, pairs them by position instead.
fn pairs(left: &[PartWords], right: &[PartWords], deadline: Instant) -> Vec<Pair> {
    if left.len() * right.len() > MAX_PAIRS || Instant::now() >= deadline {
        let at = |parts: &[PartWords], at: usize| (at < parts.len()).then_some(at);
        return (0..left.len().max(right.len()))
            .map(|row| (at(left, row), at(right, row)))
            .collect();
    }
    let similarity = |a: &PartWords, b: &PartWords| {
        let score = if a.heading == b.heading {
            likeness(&a.sorted, &b.sorted)
        } else {
            0.0
        };
        if score < MIN_SIMILARITY { 0.0 } else { score }
    };
    // `best[a][b]` is the highest total similarity of pairs from `left[a..]` and `right[b..]`.
    let mut best = vec![vec![0.0_f32; right.len() + 1]; left.len() + 1];
    for a in (0..left.len()).rev() {
        for b in (0..right.len()).rev() {
            let paired = best[a + 1][b + 1] + similarity(&left[a], &right[b]);
            best[a][b] = paired.max(best[a + 1][b]).max(best[a][b + 1]);
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut rows = Vec::new();
    while a < left.len() || b < right.len() {
        let here = best[a][b];
        let both = left.get(a).zip(right.get(b));
        let likeness = both.map_or(0.0, |(a, b)| similarity(a, b));
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

/// An unchanged word between two changed words is shown as changed too if it has at most this many
/// bytes. `3 of blue` and `4 of red` read better as one change than as two.
const MAX_ISLAND_LENGTH: usize = 2;

#[derive(Debug)]
pub struct ComparedWord {
    /// The folded word without punctuation at its ends. Case, quotes and commas do not change a
    /// rule.
    pub folded: String,
    /// The byte range of the whole word in the text.
    pub range: Range<usize>,
}

pub fn words(text: &str) -> Vec<ComparedWord> {
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words = text.split_whitespace().map(|word| {
        let bare = without_punctuation(word);
        let start = start_of(word);
        ComparedWord {
            folded: fold(if bare.is_empty() { word } else { bare }),
            range: start..start + word.len(),
        }
    });
    words.collect()
}

/// The differing byte ranges of a text in order, each with its kind of difference.
pub type Changes = Vec<(Range<usize>, Difference)>;

/// Finds the differing ranges of both texts. Words that are not compared before the deadline count
/// as different.
pub fn changes(
    left: &[ComparedWord],
    right: &[ComparedWord],
    deadline: Instant,
) -> (Changes, Changes) {
    let folded = |words: &[ComparedWord]| -> Vec<String> {
        words.iter().map(|word| word.folded.clone()).collect()
    };
    let equal = equal_runs(&folded(left), &folded(right), deadline);
    let mut found = (Vec::new(), Vec::new());
    for (old, new) in differences(&equal, left) {
        let change = if old.is_empty() || new.is_empty() {
            Difference::Only
        } else {
            Difference::Changed
        };
        let mark = |range| (range, change);
        found.0.extend(bytes(left, old).map(mark));
        found.1.extend(bytes(right, new).map(mark));
    }
    found
}

/// Finds the runs of equal elements in two sequences, in order, and adds an empty run at the end of
/// the sequences. Only the diff algorithm's equal runs are used, because its insertions are not
/// always in order.
pub fn equal_runs<T: Hash + Ord>(
    left: &[T],
    right: &[T],
    deadline: Instant,
) -> Vec<(Range<usize>, Range<usize>)> {
    let ops = capture_diff_slices_deadline(Algorithm::Myers, left, right, Some(deadline));
    let equal = ops.iter().filter(|op| op.tag() == DiffTag::Equal);
    let mut stretches: Vec<_> = equal.map(|op| (op.old_range(), op.new_range())).collect();
    stretches.push((left.len()..left.len(), right.len()..right.len()));
    stretches
}

/// Returns the ranges of differing words on each side, between the `equal` ranges. Two differences
/// that replace words are joined if only a short word is between them.
fn differences(
    equal: &[(Range<usize>, Range<usize>)],
    left: &[ComparedWord],
) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let (mut old_start, mut new_start) = (0, 0);
    for (old_equal, new_equal) in equal {
        let (old, new) = (old_start..old_equal.start, new_start..new_equal.start);
        (old_start, new_start) = (old_equal.end, new_equal.end);
        if old.is_empty() && new.is_empty() {
            continue;
        }
        match found.last_mut() {
            Some(last) if joins(&left[last.0.end..old.start], last, &old, &new) => {
                (last.0.end, last.1.end) = (old.end, new.end);
            }
            _ => found.push((old, new)),
        }
    }
    found
}

/// Whether `last` and (`old`, `new`) become one difference. Both must replace words, and only one
/// short word may be `between` them.
fn joins(
    between: &[ComparedWord],
    last: &(Range<usize>, Range<usize>),
    old: &Range<usize>,
    new: &Range<usize>,
) -> bool {
    let changed = |old: &Range<usize>, new: &Range<usize>| !old.is_empty() && !new.is_empty();
    match between {
        [word] => {
            word.folded.len() <= MAX_ISLAND_LENGTH && changed(&last.0, &last.1) && changed(old, new)
        }
        _ => false,
    }
}

fn bytes(words: &[ComparedWord], range: Range<usize>) -> Option<Range<usize>> {
    let words = &words[range];
    Some(words.first()?.range.start..words.last()?.range.end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn later() -> Instant {
        Instant::now() + std::time::Duration::from_secs(60)
    }

    /// Returns both texts with their differences in brackets: `[changed]`, `{only here}`.
    fn shown(left: &str, right: &str) -> (String, String) {
        let (old, new) = changes(&words(left), &words(right), later());
        let show = |text: &str, changes: Changes| {
            let mut out = String::new();
            let mut at = 0;
            for (range, change) in changes {
                let (open, close) = if change == Difference::Changed {
                    ('[', ']')
                } else {
                    ('{', '}')
                };
                out += &text[at..range.start];
                out.extend([open]);
                out += &text[range.clone()];
                out.extend([close]);
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
    #[case("one three", "one two three", "one three", "one {two} three")]
    #[case("one two three", "one three", "one {two} three", "one three")]
    #[case("One, two.", "one two", "One, two.", "one two")]
    #[case("It’s so", "it's SO;", "It’s so", "it's SO;")]
    #[case("", "new", "", "{new}")]
    #[case(
        "roll 3 of blue dice",
        "roll 4 of red dice",
        "roll [3 of blue] dice",
        "roll [4 of red] dice"
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
            let (a, b) = (words(&left), words(&right));
            let (old, new) = changes(&a, &b, later());
            let rest = |words: &[ComparedWord], changes: &Changes| {
                let marked = |word: &ComparedWord| changes.iter().any(|(range, _)| range.start <= word.range.start && word.range.end <= range.end);
                words.iter().filter(|word| !marked(word)).map(|word| word.folded.clone()).collect::<Vec<_>>()
            };
            prop_assert_eq!(rest(&a, &old), rest(&b, &new));
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
