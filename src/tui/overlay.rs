//! Overlays: panes that lie over the page.

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
use super::typing::Edit;
use crate::library::Library;
use crate::rules::SectionRef;

/// A pane that lies over the page.
pub enum Overlay {
    /// A peek at the target of a link.
    Peek(Peek),
    /// The list of bookmarks and recent places.
    Places(PlaceList),
    /// The table of key numbers.
    Numbers(Numbers),
    /// The prompt for the name of a bookmark. It replaces the footer.
    Prompt(Prompt),
    /// A comparison of two sections.
    Compare(Compare),
    /// The list of all keys.
    Help(Help),
}

impl Overlay {
    /// Returns the sheet of a peek or a comparison.
    pub fn sheet(&self) -> Option<&Sheet> {
        match self {
            Self::Peek(peek) => Some(&peek.sheet),
            Self::Compare(compare) => Some(&compare.sheet),
            _ => None,
        }
    }

    /// Returns the sheet of a peek or a comparison.
    pub fn sheet_mut(&mut self) -> Option<&mut Sheet> {
        match self {
            Self::Peek(peek) => Some(&mut peek.sheet),
            Self::Compare(compare) => Some(&mut compare.sheet),
            _ => None,
        }
    }

    /// Whether the overlay covers all panes.
    pub fn fills_body(&self) -> bool {
        !matches!(self, Self::Peek(_) | Self::Prompt(_))
    }

    /// Lays out the sheet for a width, unless it is laid out for this width already.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        match self {
            Self::Peek(peek) => peek.lay_out(library, width),
            Self::Compare(compare) => compare.lay_out(library, width),
            _ => {}
        }
    }

    /// Finds the sections of the overlay in reloaded rules. Returns `None` if the overlay must close.
    pub fn reload(&mut self, to_new: impl Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        match self {
            Self::Peek(peek) => {
                *peek = Peek::new(vec![to_new(peek.section())?], peek.row);
            }
            Self::Compare(compare) => {
                (compare.left, compare.right) = (to_new(compare.left)?, to_new(compare.right)?);
                compare.sheet.page.width = 0;
            }
            _ => {}
        }
        Some(())
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match self {
            _ if action == Action::Close => Some(Effect::Close),
            Self::Help(help) => help.perform(action, env),
            Self::Peek(peek) => peek.perform(action, env),
            Self::Compare(compare) => compare.perform(action, env),
            Self::Places(places) => places.perform(action, env),
            Self::Numbers(numbers) => numbers.perform(action, env),
            Self::Prompt(prompt) => (action == Action::Follow).then(|| prompt.save(env)),
        }
    }

    /// Handles a click. A click outside the overlay closes the overlay. A click on a place or a key
    /// number selects its row or, if the row is already selected, opens it. A click on the prompt
    /// saves the bookmark, and a click on a key of the help performs its action.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let opens = match self {
            _ if !env.area.contains(at) => return Some(Effect::Close),
            Self::Peek(peek) => return peek.click(at, env),
            Self::Compare(compare) => return compare.sheet.click(env.area, at),
            Self::Prompt(_) => true,
            Self::Places(places) => places.click(at, env) == Some(true),
            Self::Numbers(numbers) => numbers.list.click(at, env) == Some(true),
            Self::Help(help) => help.list.click(at, env).is_some(),
        };
        opens.then(|| self.perform(Action::Follow, env)).flatten()
    }

    /// Edits the input line of the overlay: the name in the prompt, or the filter of a list.
    pub fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Option<Effect> {
        let is_changed = match self {
            Self::Prompt(prompt) => edit(&mut prompt.input),
            Self::Places(places) => places.edit(edit),
            Self::Numbers(numbers) => numbers.list.edit(edit),
            Self::Help(help) => help.list.edit(edit),
            Self::Peek(_) | Self::Compare(_) => false,
        };
        if is_changed {
            self.refresh(env);
        }
        None
    }

    /// Lists the rows again after the rules, the bookmarks or the size have changed.
    pub fn refresh(&mut self, env: &Environment<'_>) {
        match self {
            Self::Places(places) => places.refresh(env),
            Self::Numbers(numbers) => numbers.refresh(env),
            Self::Help(help) => help.refresh(env),
            _ => {}
        }
    }
}
