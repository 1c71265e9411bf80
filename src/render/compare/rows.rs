//! The parts of two sections in pairs, marked where they differ.

use std::time::{Duration, Instant};

use super::align::{Words, align};
use super::parts::Part;
use super::words::{self, Changes};

/// Two texts are compared for so long, since a reader waits for it. What is left then counts as different.
const LONGEST: Duration = Duration::from_millis(200);

/// What one row of the comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Same,
    Changed,
    OnlyLeft,
    OnlyRight,
}

/// Two parts that belong together, or one without a counterpart.
pub(super) struct Row {
    pub left: Option<Part>,
    pub right: Option<Part>,
    pub verdict: Verdict,
}

/// The parts of both sections in pairs, marked where they differ.
pub(super) fn rows(left: Vec<Part>, right: Vec<Part>) -> Vec<Row> {
    let of = |parts: &[Part]| {
        let words = |part: &Part| Words::new(&part.flow.text, part.heading);
        parts.iter().map(words).collect::<Vec<_>>()
    };
    let (old, new) = (of(&left), of(&right));
    let deadline = Instant::now() + LONGEST;
    // The names of the two are what is compared, however different they are.
    let mut pairs = vec![(Some(0), Some(0))];
    let rest = align(
        old.get(1..).unwrap_or_default(),
        new.get(1..).unwrap_or_default(),
        deadline,
    );
    let after = |at: usize| at + 1;
    pairs.extend(rest.into_iter().map(|(a, b)| (a.map(after), b.map(after))));
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let rows = pairs.into_iter().map(|(a, b)| {
        let mut row = Row {
            left: a.and_then(|_| left.next()),
            right: b.and_then(|_| right.next()),
            verdict: Verdict::Same,
        };
        row.verdict = match (&mut row.left, &mut row.right, a, b) {
            (Some(one), Some(other), Some(a), Some(b)) => {
                let changes = words::changes(&old[a].words, &new[b].words, deadline);
                mark(one, other, &changes)
            }
            (Some(_), None, ..) => Verdict::OnlyLeft,
            (None, Some(_), ..) => Verdict::OnlyRight,
            _ => Verdict::Same,
        };
        row
    });
    rows.collect()
}

fn mark(one: &mut Part, other: &mut Part, changes: &(Changes, Changes)) -> Verdict {
    if changes.0.is_empty() && changes.1.is_empty() {
        one.flow.quieten();
        other.flow.quieten();
        return Verdict::Same;
    }
    one.flow.mark(&changes.0);
    other.flow.mark(&changes.1);
    Verdict::Changed
}

impl Row {
    /// Whether the row follows the one before it without a blank line.
    pub fn is_tight(&self) -> bool {
        let parts = [&self.left, &self.right];
        parts.into_iter().flatten().all(|part| part.tight)
    }
}
