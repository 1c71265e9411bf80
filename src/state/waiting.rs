//! Changes that are not kept yet. Where nothing can be kept, as on a disk that is full, they wait as long as the browser
//! runs: what later ones make needless is let go of, so that they never grow beyond what a state holds.

use super::{Change, MOST_QUERIES, MOST_VISITED};

/// Changes in their order, each with its number: those that came have been counted.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    changes: Vec<(u64, Change)>,
}

impl Waiting {
    /// Adds a change with a number above all others.
    pub fn add(&mut self, number: u64, change: Change) {
        self.changes.retain(|(_, before)| !change.replaces(before));
        let is_alike = |(_, before): &(u64, Change)| {
            std::mem::discriminant(before) == std::mem::discriminant(&change)
        };
        if let Some(most) = change.most()
            && self
                .changes
                .iter()
                .filter(|before| is_alike(before))
                .count()
                >= most
            && let Some(oldest) = self.changes.iter().position(is_alike)
        {
            self.changes.remove(oldest);
        }
        self.changes.push((number, change));
    }

    /// The changes up to a number are kept.
    pub fn kept(&mut self, number: u64) {
        self.changes.retain(|(own, _)| *own > number);
    }

    /// What waits, in its order.
    #[must_use]
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = &Change> {
        self.changes.iter().map(|(_, change)| change)
    }
}

impl Change {
    /// Whether the state is the same without a change that came before.
    fn replaces(&self, before: &Self) -> bool {
        match (self, before) {
            (Self::Visit(own), Self::Visit(other))
            | (Self::Query(own), Self::Query(other))
            | (Self::Forget(own), Self::Forget(other)) => own == other,
            (Self::Forget(own), Self::Bookmark(other)) => *own == other.id,
            (Self::Place(_), Self::Place(_)) | (Self::Greeted, Self::Greeted) => true,
            // A bookmark that is set again keeps its place among the others.
            _ => false,
        }
    }

    /// How many of its kind a state holds, where that is limited.
    fn most(&self) -> Option<usize> {
        match self {
            Self::Visit(_) => Some(MOST_VISITED),
            Self::Query(_) => Some(MOST_QUERIES),
            Self::Bookmark(_) | Self::Forget(_) | Self::Place(_) | Self::Greeted => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::state::{Bookmark, Place, State};

    fn change() -> impl Strategy<Value = Change> {
        let id = || prop::sample::select(vec!["a", "b", "c"]).prop_map(str::to_owned);
        prop_oneof![
            (id(), "[x-z]").prop_map(|(id, name)| Change::Bookmark(Bookmark { id, name })),
            id().prop_map(Change::Forget),
            (0_u32..300).prop_map(|number| Change::Visit(number.to_string())),
            (0_u32..300).prop_map(|number| Change::Query(number.to_string())),
            id().prop_map(|section| Change::Place(Place {
                section,
                ..Place::default()
            })),
            Just(Change::Greeted),
        ]
    }

    fn made<'a>(mut state: State, changes: impl Iterator<Item = &'a Change>) -> State {
        changes.for_each(|change| state.apply(change));
        state
    }

    proptest! {
        #[test]
        fn what_waits_makes_the_state_that_all_changes_make(
            before in prop::collection::vec(change(), 0..20),
            changes in prop::collection::vec(change(), 0..400),
            kept in 0_usize..400,
        ) {
            let mut waiting = Waiting::default();
            for (number, change) in (1..).zip(&changes) {
                waiting.add(number, change.clone());
            }
            let before = made(State::default(), before.iter());
            let whole = made(before.clone(), changes.iter());
            prop_assert_eq!(&made(before.clone(), waiting.changes()), &whole);
            // What is kept of them already makes no difference.
            let kept = kept.min(changes.len());
            waiting.kept(kept as u64);
            let file = made(before, changes[..kept].iter());
            prop_assert_eq!(made(file, waiting.changes()), whole);
        }
    }

    #[test]
    fn what_waits_for_ever_does_not_grow() {
        let mut waiting = Waiting::default();
        for number in 0..10_000 {
            let id = || (number % 500).to_string();
            for change in [
                Change::Visit(id()),
                Change::Query(id()),
                Change::Place(Place::default()),
                Change::Greeted,
            ] {
                waiting.add(number, change);
            }
            let bookmark = Bookmark {
                id: "a".to_owned(),
                name: id(),
            };
            waiting.add(number, Change::Bookmark(bookmark));
            waiting.add(number, Change::Forget("a".to_owned()));
        }
        assert_eq!(waiting.changes().count(), MOST_VISITED + MOST_QUERIES + 3);
    }
}
