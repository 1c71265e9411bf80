//! The history of places, for going back and forward.

use crate::rules::SectionRef;

/// The maximum number of places to go back to. Beyond it, the oldest place is forgotten.
const MAX_PLACES: usize = 1000;

/// A place that the reader can return to. The first visible line is counted from the heading of its
/// section, not from the top of the page, because a new width changes the number of lines above
/// that section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The section being read.
    pub focus: SectionRef,
    /// The section that the first visible line belongs to.
    pub top: SectionRef,
    /// The number of lines from the heading of `top` to the first visible line.
    pub offset: usize,
    /// The index of the selected link of the page.
    pub link: Option<usize>,
    /// The search that was open over the page.
    pub search: Option<SavedSearch>,
}

/// A search that the reader can return to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSearch {
    /// The query.
    pub text: String,
    /// The id of the section of the selected result.
    pub chosen: Option<String>,
    /// Whether all games were searched equally, without priority for the game being read.
    pub any_game: bool,
}

/// The places before and after the current one.
#[derive(Debug, Default)]
pub struct History {
    back: Vec<Place>,
    forward: Vec<Place>,
}

impl History {
    /// Adds `place` when the reader leaves it for a new place. After that, there is no place to go
    /// forward to.
    pub fn leave(&mut self, place: Place) {
        self.forward.clear();
        self.back.push(place);
        if self.back.len() > MAX_PLACES {
            self.back.remove(0);
        }
    }

    /// Adds `place`, unless the reader came from there.
    pub fn leave_once(&mut self, place: Place) {
        if self.back.last() != Some(&place) {
            self.leave(place);
        }
    }

    /// Applies a function to every place.
    pub fn map(&mut self, change: impl Fn(Place) -> Place) {
        for places in [&mut self.back, &mut self.forward] {
            *places = std::mem::take(places).into_iter().map(&change).collect();
        }
    }

    /// Returns the number of places to go back to.
    pub fn depth(&self) -> usize {
        self.back.len()
    }

    /// Returns the place to go back to, or forward to if `forward`. Stores `from` as the place to go
    /// to in the other direction.
    pub fn travel(&mut self, from: Place, forward: bool) -> Option<Place> {
        let (leads, other) = if forward {
            (&mut self.forward, &mut self.back)
        } else {
            (&mut self.back, &mut self.forward)
        };
        let place = leads.pop()?;
        other.push(from);
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(number: u32) -> Place {
        Place {
            focus: SectionRef(number),
            top: SectionRef(number),
            ..Place::default()
        }
    }

    #[test]
    fn back_and_forward_undo_each_other() {
        let mut history = History::default();
        history.leave(place(1));
        history.leave(place(2));
        assert_eq!(history.travel(place(3), false), Some(place(2)));
        assert_eq!(history.travel(place(2), false), Some(place(1)));
        assert_eq!(history.travel(place(1), false), None);
        assert_eq!(history.travel(place(1), true), Some(place(2)));
        assert_eq!(history.travel(place(2), true), Some(place(3)));
    }

    #[test]
    fn the_oldest_places_are_forgotten() {
        let mut history = History::default();
        (0..1001).for_each(|number| history.leave(place(number)));
        assert_eq!(history.depth(), 1000);
        let mut at = place(1001);
        while let Some(place) = history.travel(at.clone(), false) {
            at = place;
        }
        assert_eq!(at, place(1));
    }

    #[test]
    fn a_place_that_the_reader_came_from_is_added_once() {
        let mut history = History::default();
        history.leave_once(place(1));
        history.leave_once(place(1));
        history.leave_once(place(2));
        assert_eq!(history.depth(), 2);
    }

    #[test]
    fn going_somewhere_new_forgets_the_way_forward() {
        let mut history = History::default();
        history.leave(place(1));
        history.travel(place(2), false);
        history.leave(place(1));
        assert_eq!(history.travel(place(9), true), None);
    }
}
