//! Overlays: panes over the page.

use ratatui::layout::Position;

use super::action::Action;
use super::compare::Compare;
use super::effect::Effect;
use super::environment::Environment;
use super::help::Help;
use super::numbers::Numbers;
use super::peek::Peek;
use super::places::PlaceList;
use super::prompt::Prompt;
use super::sheet::Sheet;
use super::side::Side;
use super::typing::Edit;

/// A pane over the page.
pub enum Overlay {
    /// The target of a link.
    Peek(Peek),
    /// What links to a section, or changes it.
    Mentions(Side),
    /// Bookmarks and recent places.
    Places(PlaceList),
    /// The key numbers of all rules.
    Numbers(Numbers),
    /// The name of a bookmark, in place of the footer.
    Prompt(Prompt),
    /// Two sections compared.
    Compare(Compare),
    /// All keys.
    Help(Help),
}

impl Overlay {
    /// The page of a peek, a comparison or a list of passages.
    pub fn sheet(&self) -> Option<&Sheet> {
        match self {
            Self::Peek(peek) => Some(&peek.sheet),
            Self::Compare(compare) => Some(&compare.sheet),
            Self::Mentions(mentions) => Some(&mentions.sheet),
            _ => None,
        }
    }

    /// Whether it covers all between header and footer.
    pub fn covers_panes(&self) -> bool {
        !matches!(self, Self::Peek(_) | Self::Prompt(_) | Self::Help(_))
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        match self {
            Self::Help(help) => help.perform(action, env),
            _ if action == Action::Close => vec![Effect::Close],
            Self::Peek(peek) => peek.perform(action, env),
            Self::Compare(compare) => compare.perform(action, env),
            Self::Mentions(mentions) if matches!(action, Action::Down | Action::Up) => {
                mentions.choose(action == Action::Down);
                Vec::new()
            }
            Self::Mentions(mentions) => mentions.perform(action, env),
            Self::Places(places) => places.perform(action, env),
            Self::Numbers(numbers) => numbers.perform(action, env),
            Self::Prompt(prompt) => prompt.perform(action, env),
        }
    }

    /// Reacts to a click. Beside the overlay, it closes it. On the prompt, it saves the bookmark. On a key in the help, it
    /// closes the help and does what the key does.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let opens = match self {
            Self::Help(help) => return help.click(at, env),
            _ if !env.area.contains(at) => return vec![Effect::Close],
            Self::Peek(peek) => return peek.click(at, env),
            Self::Compare(compare) => return compare.click(at, env),
            Self::Prompt(_) => true,
            Self::Mentions(mentions) => return mentions.click(at, env),
            Self::Places(places) => places.click(at, env),
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

    /// Edits the name of the prompt, or the filter of a list.
    pub fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Vec<Effect> {
        let input = match self {
            Self::Prompt(prompt) => &mut prompt.input,
            Self::Places(places) => &mut places.filter,
            Self::Numbers(numbers) => &mut numbers.list.filter,
            Self::Help(help) => &mut help.filter,
            Self::Peek(_) | Self::Compare(_) | Self::Mentions(_) => return Vec::new(),
        };
        let is_changed = edit(input);
        match self {
            Self::Places(places) if is_changed => {
                places.list.cursor = 0;
                places.refresh(env);
            }
            Self::Numbers(numbers) if is_changed => return numbers.filter_changed(env),
            Self::Help(help) if is_changed => help.scroll = 0,
            _ => {}
        }
        Vec::new()
    }

    /// Brings a list in line with new rules or bookmarks.
    pub fn refresh(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        match self {
            Self::Places(places) => places.refresh(env),
            Self::Numbers(numbers) => return numbers.refresh(env),
            _ => {}
        }
        Vec::new()
    }
}
