//! What is open over the page.

use ratatui::layout::Position;

use super::action::Action;
use super::compare::Compare;
use super::effect::Effect;
use super::environment::Environment;
use super::help::Help;
use super::numbers::Numbers;
use super::peek::Peek;
use super::places::Places;
use super::popup::{List, Prompt};

/// Something over the page.
pub enum Overlay {
    /// A look at a link's target.
    Peek(Peek),
    /// Places with the sentences that lead there.
    List(List),
    /// Bookmarks and recent places.
    Places(Places),
    /// The key numbers of all rules.
    Numbers(Numbers),
    /// A question in the footer's place.
    Prompt(Prompt),
    /// Two sections compared.
    Compare(Compare),
    /// All keys.
    Help(Help),
}

impl Overlay {
    /// Whether it is a peek.
    #[must_use]
    pub fn is_peek(&self) -> bool {
        matches!(self, Self::Peek(_))
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        match self {
            Self::Peek(peek) => peek.perform(action, env),
            Self::Compare(compare) => compare.perform(action, env),
            Self::Places(places) => places.perform(action, env),
            _ => Vec::new(),
        }
    }

    /// Reacts to a click; one beside the pane closes it.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        match self {
            _ if !env.area.contains(at) => vec![Effect::Close],
            Self::Peek(peek) => peek.click(at, env),
            Self::Compare(compare) => compare.click(at, env),
            Self::Places(places) => places.click(at, env),
            _ => Vec::new(),
        }
    }

    /// Reacts to another text in the filter.
    pub fn filter_changed(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        if let Self::Places(places) = self {
            places.filter_changed(env);
        }
        Vec::new()
    }

    /// Brings what is listed in line with other rules or bookmarks.
    pub fn refresh(&mut self, env: &Environment<'_>) {
        if let Self::Places(places) = self {
            places.refresh(env);
        }
    }
}
