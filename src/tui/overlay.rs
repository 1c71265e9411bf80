//! What is open over the page.

use crossterm::event::KeyEvent;
use ratatui::layout::Position;
use tui_input::Input;

use super::action::Action;
use super::compare::Compare;
use super::effect::Effect;
use super::environment::Environment;
use super::help::Help;
use super::mentions::Mentions;
use super::numbers::Numbers;
use super::peek::Peek;
use super::places::Places;
use super::prompt::Prompt;
use super::typing;

/// Something over the page.
pub enum Overlay {
    /// A look at a link's target.
    Peek(Peek),
    /// Passages that link to a section.
    Mentions(Mentions),
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
            Self::Help(help) => help.perform(action, env),
            _ if action == Action::Close => vec![Effect::Close],
            Self::Peek(peek) => peek.perform(action, env),
            Self::Compare(compare) => compare.perform(action, env),
            Self::Mentions(mentions) => mentions.perform(action, env),
            Self::Places(places) => places.perform(action, env),
            Self::Numbers(numbers) => numbers.perform(action, env),
            Self::Prompt(prompt) => prompt.perform(action, env),
        }
    }

    /// Reacts to a click; one beside the pane closes it, and one anywhere closes the help and the question.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let opens = match self {
            Self::Prompt(_) | Self::Help(_) => return vec![Effect::Close],
            _ if !env.area.contains(at) => return vec![Effect::Close],
            Self::Peek(peek) => return peek.click(at, env),
            Self::Compare(compare) => return compare.click(at, env),
            Self::Mentions(mentions) => mentions.click(at, env),
            Self::Places(places) => places.list.click(at, env),
            Self::Numbers(numbers) => numbers.list.click(at, env),
        };
        if opens {
            self.perform(Action::Follow, env)
        } else {
            Vec::new()
        }
    }

    /// Moves by some lines, down or up.
    pub fn wheel(&mut self, lines: isize, env: &Environment<'_>) -> Vec<Effect> {
        let action = if lines > 0 { Action::Down } else { Action::Up };
        let steps = 0..lines.abs();
        steps.flat_map(|_| self.perform(action, env)).collect()
    }

    /// Types a key into the question or the filter.
    pub fn type_key(&mut self, key: KeyEvent, env: &Environment<'_>) -> Vec<Effect> {
        let changed = self
            .input_mut()
            .is_some_and(|input| typing::key(input, key));
        if changed {
            self.input_changed(env)
        } else {
            Vec::new()
        }
    }

    /// Pastes a text into the question or the filter.
    pub fn paste(&mut self, text: &str, env: &Environment<'_>) -> Vec<Effect> {
        let Some(input) = self.input_mut() else {
            return Vec::new();
        };
        typing::paste(input, text);
        self.input_changed(env)
    }

    fn input_mut(&mut self) -> Option<&mut Input> {
        match self {
            Self::Prompt(prompt) => Some(&mut prompt.input),
            Self::Places(places) => Some(&mut places.list.filter),
            Self::Numbers(numbers) => Some(&mut numbers.list.filter),
            Self::Help(help) => Some(&mut help.filter),
            Self::Peek(_) | Self::Compare(_) | Self::Mentions(_) => None,
        }
    }

    fn input_changed(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        match self {
            Self::Places(places) => {
                places.list.list.cursor = 0;
                places.refresh(env);
            }
            Self::Numbers(numbers) => return numbers.filter_changed(env),
            Self::Help(help) => help.scroll = 0,
            _ => {}
        }
        Vec::new()
    }

    /// Brings what is listed in line with other rules or bookmarks.
    pub fn refresh(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        match self {
            Self::Places(places) => places.refresh(env),
            Self::Numbers(numbers) => return numbers.refresh(env),
            _ => {}
        }
        Vec::new()
    }
}
