//! What keys and clicks do in the side pane.

use ratatui::layout::Position;

use super::state::Side;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;

impl Side {
    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        if self.sheet.perform(action) {
            return Vec::new();
        }
        match action {
            Action::Peek => {
                self.sheet.ensure_link();
                return self.sheet.peek();
            }
            Action::Follow => return vec![self.sheet.follow(env)],
            Action::Pin => {
                let target = self.sheet.target();
                return vec![target.map_or(Effect::Unpin, Effect::Pin)];
            }
            Action::OtherPane | Action::Close => self.focused = false,
            _ => {}
        }
        Vec::new()
    }

    /// Follows the clicked link, or takes the focus.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let target = self.sheet.click(env.area, at);
        self.focused |= target.is_none();
        Vec::from_iter(target.map(Effect::Open))
    }
}
