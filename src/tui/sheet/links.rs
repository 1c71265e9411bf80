//! Where the selected link leads.

use super::state::Sheet;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::subject::Subject;

impl Sheet {
    /// Opens the target of the selected link; without one, says how to select a link.
    #[must_use]
    pub fn follow(&self, env: &Environment<'_>) -> Effect {
        match self.target() {
            Some(target) => Effect::Open(target),
            None => {
                Effect::Status(env.advice("no link is selected", Action::NextLink, "selects one"))
            }
        }
    }

    /// Peeks at the target of the selected link.
    #[must_use]
    pub fn peek(&self) -> Vec<Effect> {
        let peek = |link| Effect::Peek(Subject::of_link(link), self.selected_rows());
        Vec::from_iter(self.selected().map(peek))
    }
}
