//! The parts of two sections in pairs, marked where they differ.

use std::time::{Duration, Instant};

use super::align::{PartWords, align};
use super::parts::SectionPart;
use super::words::{self, Changes};

/// Two texts are compared for so long, since a reader waits for it. What is left then counts as different.
const LONGEST: Duration = Duration::from_millis(200);

/// What one row of the comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowStatus {
    Same,
    Changed,
    OnlyLeft,
    OnlyRight,
}

/// Two parts that belong together, or one without a counterpart.
pub(super) struct ComparisonRow {
    pub left: Option<SectionPart>,
    pub right: Option<SectionPart>,
    pub status: RowStatus,
}

/// The parts of both sections in pairs, marked where they differ.
pub(super) fn rows(left: Vec<SectionPart>, right: Vec<SectionPart>) -> Vec<ComparisonRow> {
    let of = |parts: &[SectionPart]| {
        let words = |part: &SectionPart| PartWords::new(&part.flow.text, part.heading);
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
        let mut row = ComparisonRow {
            left: a.and_then(|_| left.next()),
            right: b.and_then(|_| right.next()),
            status: RowStatus::Same,
        };
        row.status = match (&mut row.left, &mut row.right, a, b) {
            (Some(one), Some(other), Some(a), Some(b)) => {
                let changes = words::changes(&old[a].words, &new[b].words, deadline);
                mark(one, other, &changes)
            }
            (Some(_), None, ..) => RowStatus::OnlyLeft,
            (None, Some(_), ..) => RowStatus::OnlyRight,
            _ => RowStatus::Same,
        };
        row
    });
    rows.collect()
}

fn mark(one: &mut SectionPart, other: &mut SectionPart, changes: &(Changes, Changes)) -> RowStatus {
    if changes.0.is_empty() && changes.1.is_empty() {
        one.flow.quieten();
        other.flow.quieten();
        return RowStatus::Same;
    }
    one.flow.mark(&changes.0);
    other.flow.mark(&changes.1);
    RowStatus::Changed
}

impl ComparisonRow {
    /// Whether the row follows the one before it without a blank line.
    pub fn is_tight(&self) -> bool {
        let parts = [&self.left, &self.right];
        parts.into_iter().flatten().all(|part| part.tight)
    }
}
