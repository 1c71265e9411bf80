//! Which words of two texts differ.

use std::ops::Range;
use std::time::Instant;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline};

use crate::rules::slug::fold;
use crate::theme::Change;

/// A word that two texts share between two differences is part of one longer difference if it is no longer than this:
/// `a 3 of b` against `a 4 of c` reads better as one change.
const SHORTEST_ISLAND: usize = 2;

/// A word as it is compared, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Folded, without the punctuation at its ends: case, quotes and commas make no other rule.
    pub folded: String,
    /// Its bytes of the text.
    pub range: Range<usize>,
}

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<Word> {
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words = text.split_whitespace().map(|word| {
        let bare = word.trim_matches(['.', ',', ';', ':', '(', ')', '!', '?', '[', ']']);
        let start = start_of(word);
        Word {
            folded: fold(if bare.is_empty() { word } else { bare }),
            range: start..start + word.len(),
        }
    });
    words.collect()
}

/// Parts of a text, in order, each with how it differs.
pub(super) type Changes = Vec<(Range<usize>, Change)>;

/// The parts of both texts that differ, in order; what has not been looked at by the deadline counts as different.
pub(super) fn changes(left: &[Word], right: &[Word], deadline: Instant) -> (Changes, Changes) {
    let folded = |words: &[Word]| {
        words
            .iter()
            .map(|word| word.folded.clone())
            .collect::<Vec<_>>()
    };
    let ops = capture_diff_slices_deadline(
        Algorithm::Myers,
        &folded(left),
        &folded(right),
        Some(deadline),
    );
    let mut found = (Vec::new(), Vec::new());
    for (old, new) in differences(&ops, left, right) {
        let change = if old.is_empty() || new.is_empty() {
            Change::Only
        } else {
            Change::Changed
        };
        found
            .0
            .extend(bytes(left, old).map(|range| (range, change)));
        found
            .1
            .extend(bytes(right, new).map(|range| (range, change)));
    }
    found
}

/// What lies between the equal stretches of two sequences, in order, and what is equal. Only the equal stretches are
/// taken from the algorithm: where it says that something was inserted is not always in order.
pub(super) fn stretches(
    ops: &[DiffOp],
    ends: (usize, usize),
) -> Vec<(DiffTag, Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = (0, 0);
    let equal = ops
        .iter()
        .filter(|op| op.tag() == DiffTag::Equal)
        .map(|op| (op.old_range(), op.new_range()));
    for (old, new) in equal.chain([(ends.0..ends.0, ends.1..ends.1)]) {
        if at.0 < old.start || at.1 < new.start {
            found.push((DiffTag::Replace, at.0..old.start, at.1..new.start));
        }
        at = (old.end, new.end);
        found.push((DiffTag::Equal, old, new));
    }
    found
}

/// The words of both sides that differ; differences with only an island between them are one.
fn differences(ops: &[DiffOp], left: &[Word], right: &[Word]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let all = stretches(ops, (left.len(), right.len()));
    for (_, old, new) in all.into_iter().filter(|(tag, ..)| *tag == DiffTag::Replace) {
        match found.last_mut() {
            Some(last) if joins(&left[last.0.end..old.start], last, &old, &new) => {
                (last.0.end, last.1.end) = (old.end, new.end);
            }
            _ => found.push((old, new)),
        }
    }
    found
}

/// Whether the words between two differences are an island: one short word, with something changed on both sides of it.
fn joins(
    between: &[Word],
    last: &(Range<usize>, Range<usize>),
    old: &Range<usize>,
    new: &Range<usize>,
) -> bool {
    let changed = |old: &Range<usize>, new: &Range<usize>| !old.is_empty() && !new.is_empty();
    match between {
        [word] => {
            word.folded.len() <= SHORTEST_ISLAND && changed(&last.0, &last.1) && changed(old, new)
        }
        _ => false,
    }
}

fn bytes(words: &[Word], range: Range<usize>) -> Option<Range<usize>> {
    let (first, last) = (
        words.get(range.start)?,
        words.get(range.end.checked_sub(1)?)?,
    );
    (range.start < range.end).then_some(first.range.start..last.range.end)
}

/// The words of a text in the order of the alphabet, to be counted in.
pub(super) fn sorted(words: &[Word]) -> Vec<String> {
    let mut sorted: Vec<_> = words.iter().map(|word| word.folded.clone()).collect();
    sorted.sort_unstable();
    sorted
}

/// How much of two texts is common, from 0 to 1: the share of their words, sorted, that find a fellow in the other one.
pub(super) fn likeness(left: &[String], right: &[String]) -> f32 {
    if left.is_empty() && right.is_empty() {
        return 1.0;
    }
    let (mut at, mut common) = (0, 0_usize);
    for word in left {
        at += right[at..].iter().take_while(|other| *other < word).count();
        if right.get(at) == Some(word) {
            (at, common) = (at + 1, common + 1);
        }
    }
    let share = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
    2.0 * share(common) / share(left.len() + right.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    /// Late enough for a test.
    fn later() -> Instant {
        Instant::now() + std::time::Duration::from_secs(60)
    }

    /// Both texts with what differs in brackets: `[changed]`, `{only here}`.
    fn shown(left: &str, right: &str) -> (String, String) {
        let (old, new) = changes(&words(left), &words(right), later());
        let show = |text: &str, changes: Changes| {
            let mut out = String::new();
            let mut at = 0;
            for (range, change) in changes {
                let (open, close) = if change == Change::Changed {
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

    #[test]
    fn likeness_is_the_share_of_common_words() {
        let like =
            |left: &str, right: &str| likeness(&sorted(&words(left)), &sorted(&words(right)));
        assert!((like("a b c d", "d c b a") - 1.0).abs() < f32::EPSILON);
        assert!((like("a a b", "a c d") - 1.0 / 3.0).abs() < 0.001);
        assert!(like("a", "b").abs() < f32::EPSILON);
    }

    proptest! {
        #[test]
        fn what_is_not_marked_is_the_same_on_both_sides(left in "[a-d ,.]{0,40}", right in "[a-d ,.]{0,40}") {
            let (a, b) = (words(&left), words(&right));
            let (old, new) = changes(&a, &b, later());
            let rest = |words: &[Word], changes: &Changes| {
                let marked = |word: &Word| changes.iter().any(|(range, _)| range.start <= word.range.start && word.range.end <= range.end);
                words.iter().filter(|word| !marked(word)).map(|word| word.folded.clone()).collect::<Vec<_>>()
            };
            prop_assert_eq!(rest(&a, &old), rest(&b, &new));
        }
    }
}
