//! What keys and clicks do in a comparison.

use ratatui::layout::Position;

use super::state::Compare;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;

impl Compare {
    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        if self.sheet.perform(action) {
            return Vec::new();
        }
        match action {
            Action::NextMatch | Action::PreviousMatch => {
                let difference = self.move_to_difference(action == Action::NextMatch);
                vec![Effect::Status(match difference {
                    Some((at, of)) => format!("difference {at} of {of}"),
                    None => "no further difference".to_owned(),
                })]
            }
            Action::Peek => {
                self.sheet.ensure_link();
                self.sheet.peek()
            }
            Action::Follow => vec![self.sheet.follow(env)],
            Action::Pin => vec![Effect::Close, Effect::Unpin],
            Action::ComparePrinting => self.compare_next(env),
            Action::Close => vec![Effect::Close],
            _ => Vec::new(),
        }
    }

    /// Follows the clicked link.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let target = self.sheet.click(env.area, at);
        Vec::from_iter(target.map(Effect::Open))
    }

    /// Compares the section at the left with its next version; the first one comes after the last.
    fn compare_next(&self, env: &Environment<'_>) -> Vec<Effect> {
        let printings = env.library.links.printings(&env.library.book, self.left);
        let next = printings
            .iter()
            .find(|printing| printing.section > self.right)
            .or(printings.first());
        match next.filter(|next| next.section != self.right) {
            Some(next) => vec![Effect::Close, Effect::Compare(self.left, next.section)],
            None => vec![Effect::Status(
                "there is no other print to compare with".to_owned(),
            )],
        }
    }
}
