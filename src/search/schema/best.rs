//! The best of many sections, kept while they are gone through.

use std::cmp::Ordering;

/// A few more sections are kept than asked for, and now and then the worst of them let go.
pub(super) struct Best {
    limit: usize,
    kept: Vec<(u32, f32)>,
    /// What is not better than this is not among the best.
    least: f32,
}

impl Best {
    /// Nothing yet; `limit`, which is not 0, is how many to keep.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            kept: Vec::new(),
            least: f32::NEG_INFINITY,
        }
    }

    /// Takes a section in. They come in their order: of two with one score the first is the better.
    pub(super) fn add(&mut self, section: u32, score: f32) {
        if score <= self.least {
            return;
        }
        self.kept.push((section, score));
        if self.kept.len() == 2 * self.limit {
            let (_, last, _) = self
                .kept
                .select_nth_unstable_by(self.limit - 1, |a, b| order(*a, *b));
            self.least = last.1;
            self.kept.truncate(self.limit);
        }
    }

    /// The best, best first.
    pub(super) fn sorted(mut self) -> Vec<(u32, f32)> {
        self.kept.sort_unstable_by(|a, b| order(*a, *b));
        self.kept.truncate(self.limit);
        self.kept
    }
}

fn order(a: (u32, f32), b: (u32, f32)) -> Ordering {
    b.1.total_cmp(&a.1).then(a.0.cmp(&b.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_best_are_those_that_come_first_when_all_are_sorted(
            scores in proptest::collection::vec(0_u8..20, 0..200),
            limit in 1_usize..40,
        ) {
            let mut all: Vec<(u32, f32)> = (0..).zip(scores.into_iter().map(f32::from)).collect();
            let mut best = Best::new(limit);
            for (section, score) in &all {
                best.add(*section, *score);
            }
            all.sort_by(|a, b| order(*a, *b));
            all.truncate(limit);
            prop_assert_eq!(best.sorted(), all);
        }
    }
}
