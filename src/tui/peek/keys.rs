//! What keys and clicks do in a peek.

use ratatui::layout::Position;

use super::state::Peek;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::subject::Subject;

impl Peek {
    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        match action {
            Action::NextLink | Action::PreviousLink => {
                self.move_to_link(action == Action::NextLink);
            }
            Action::NextDefinition => self.turn(1, env),
            Action::PreviousDefinition => self.turn(self.subject.targets.len() - 1, env),
            Action::Peek => {
                self.sheet.ensure_link();
                return self.peek_on();
            }
            Action::Follow => {
                // The selected use of an undefined word, else what is shown.
                let used = self.sheet.target();
                let used = used.filter(|_| self.subject.undefined.is_some());
                return vec![Effect::Open(used.unwrap_or_else(|| self.section()))];
            }
            Action::Pin => return vec![Effect::Close, Effect::Pin(self.section())],
            Action::Close => return vec![Effect::Close],
            _ => {
                self.sheet.perform(action);
            }
        }
        Vec::new()
    }

    /// Shows the clicked tab, or peeks at the clicked link; a click beside the peek closes it.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        if !env.area.contains(at) {
            return vec![Effect::Close];
        }
        let (tabs, text) = self.areas(env);
        if tabs.contains(at) {
            if env.is_linear() {
                // Only one definition is named.
                self.turn(1, env);
            } else if let Some(tab) = self.tab_at(env.library, at.x - tabs.x) {
                self.choose(env.library, tab);
            }
            return Vec::new();
        }
        match self.sheet.click(text, at) {
            Some(_) => self.peek_on(),
            None => Vec::new(),
        }
    }

    /// Selects a link and peeks at its target.
    pub fn peek_at(&mut self, link: usize) -> Vec<Effect> {
        self.sheet.link = Some(link);
        self.peek_on()
    }

    fn peek_on(&self) -> Vec<Effect> {
        let link = self.sheet.selected();
        Vec::from_iter(link.map(|link| Effect::Peek(Subject::of_link(link), self.lines)))
    }

    /// After the last link comes the first one.
    fn move_to_link(&mut self, forward: bool) {
        if !self.sheet.to_link(forward) {
            self.sheet.link = None;
            self.sheet.scroll_to(if forward { 0 } else { usize::MAX });
            self.sheet.to_link(forward);
        }
    }

    /// Shows the definition some steps on.
    fn turn(&mut self, steps: usize, env: &Environment<'_>) {
        if self.has_tabs() {
            let count = self.subject.targets.len();
            self.choose(env.library, (self.chosen + steps) % count);
        }
    }
}
