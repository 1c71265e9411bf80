//! Back and forward: they restore place, selection and search.

use super::side::SideContent;
use crate::rules::SectionRef;

/// A place to come back to. Lines are counted from a section, not from the top, so that a place outlives a new width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The section being read.
    pub focus: SectionRef,
    /// The section of the first visible line.
    pub top: SectionRef,
    /// Lines from that section's heading to the first visible one.
    pub offset: usize,
    /// The selected link of the page.
    pub link: Option<usize>,
    /// The search that was open there.
    pub search: Option<Searched>,
    /// The side pane or comparison that had the focus.
    pub side: Option<SideFocus>,
}

/// A search as it was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// What was typed.
    pub text: String,
    /// The id of the section of the chosen result.
    pub chosen: Option<String>,
    /// Whether each version of a rule was a result of its own.
    pub unfolded: bool,
    /// Whether the results of the game being read did not come first.
    pub any_game: bool,
}

/// The side pane or comparison that has the focus, its first visible line and its selected link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideFocus {
    /// The side pane.
    Side(SideContent, usize, Option<usize>),
    /// A comparison of two sections.
    Compare([SectionRef; 2], usize, Option<usize>),
}

impl SideFocus {
    /// The same place in reloaded rules; no link is selected.
    pub fn map(self, change: impl Fn(SectionRef) -> SectionRef) -> Self {
        match self {
            Self::Side(content, scroll, _) => Self::Side(content.map(change), scroll, None),
            Self::Compare(sections, scroll, _) => Self::Compare(sections.map(change), scroll, None),
        }
    }
}

/// The number of places that are kept.
const MOST: usize = 1000;

/// Places before and after the current one.
#[derive(Clone, Debug, Default)]
pub struct History {
    back: Vec<Place>,
    forward: Vec<Place>,
}

impl History {
    /// Leaves a place for a new one.
    pub fn leave(&mut self, place: Place) {
        self.forward.clear();
        self.back.push(place);
        if self.back.len() > MOST {
            self.back.remove(0);
        }
    }

    /// Changes every place.
    pub fn map(&mut self, change: impl Fn(Place) -> Place) {
        for places in [&mut self.back, &mut self.forward] {
            *places = std::mem::take(places).into_iter().map(&change).collect();
        }
    }

    /// The number of places to go back to.
    pub fn depth(&self) -> usize {
        self.back.len()
    }

    /// Goes back from a place.
    pub fn back(&mut self, from: Place) -> Option<Place> {
        let place = self.back.pop()?;
        self.forward.push(from);
        Some(place)
    }

    /// Goes forward from a place.
    pub fn forward(&mut self, from: Place) -> Option<Place> {
        let place = self.forward.pop()?;
        self.back.push(from);
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
            offset: 0,
            link: None,
            search: None,
            side: None,
        }
    }

    #[test]
    fn back_and_forward_undo_each_other() {
        let mut history = History::default();
        history.leave(place(1));
        history.leave(place(2));
        assert_eq!(history.back(place(3)), Some(place(2)));
        assert_eq!(history.back(place(2)), Some(place(1)));
        assert_eq!(history.back(place(1)), None);
        assert_eq!(history.forward(place(1)), Some(place(2)));
        assert_eq!(history.forward(place(2)), Some(place(3)));
    }

    #[test]
    fn going_somewhere_new_forgets_the_way_forward() {
        let mut history = History::default();
        history.leave(place(1));
        history.back(place(2));
        history.leave(place(1));
        assert_eq!(history.forward(place(9)), None);
    }
}
