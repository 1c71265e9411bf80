//! The trait of all panes: the page, the panes beside it, the search screen, and the panes that are
//! stacked over them.

use std::any::Any;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::layout::ScreenAreas;
use super::sheet::Sheet;
use super::typing::Edit;
use crate::rules::SectionRef;

/// A part of the screen that receives keys and the mouse, and that is drawn.
pub trait Pane: Any {
    /// Returns the context of the pane, which decides what keys do.
    fn context(&self) -> Context;

    /// Returns the area of the pane's rows or text.
    fn area(&self, screen: &ScreenAreas) -> Rect {
        screen.body
    }

    /// Returns the area of the sheet: `area` without a border.
    fn text_area(&self, screen: &ScreenAreas) -> Rect {
        self.area(screen)
    }

    /// Whether the pane covers everything between header and footer.
    fn covers_body(&self) -> bool {
        true
    }

    /// Whether going back from a section that was opened here shows the pane again.
    fn is_revisited(&self) -> bool {
        false
    }

    /// Returns the sheet of a pane that shows text of rules.
    fn sheet(&self) -> Option<&Sheet> {
        None
    }

    /// Returns the sheet of a pane that shows text of rules.
    fn sheet_mut(&mut self) -> Option<&mut Sheet> {
        None
    }

    /// Whether an action is useful now. The footer leaves out actions that are not.
    fn allows(&self, action: Action) -> bool {
        action != Action::Follow || self.sheet().is_none_or(|sheet| sheet.link.is_some())
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect>;

    /// Handles a click in the pane. Returns the effect for the browser, if there is one.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect>;

    /// Handles a turn of the wheel by some lines, up if the number is negative. The position is
    /// that of the pointer.
    fn wheel(&mut self, _at: Position, lines: isize, env: &Environment<'_>) -> Option<Effect> {
        let action = if lines > 0 { Action::Down } else { Action::Up };
        let effects = (0..lines.abs()).filter_map(|_| self.perform(action, env));
        effects.last()
    }

    /// Edits the input line of the pane, if it has one.
    fn edit(&mut self, _edit: Edit<'_>, _env: &Environment<'_>) -> Option<Effect> {
        None
    }

    /// Lays out the text of the pane for its area, unless the present layout is valid.
    fn fit(&mut self, _env: &Environment<'_>) {}

    /// Lists the rows of the pane again after the rules, the bookmarks or the size have changed.
    fn refresh(&mut self, _env: &Environment<'_>) {}

    /// Finds the sections of the pane in reloaded rules. Returns `None` if the pane must close.
    fn reload(&mut self, _to_new: &dyn Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        Some(())
    }

    /// Draws the pane. Returns the position of the text cursor, if the pane has one.
    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position>;

    /// Describes the pane for linear mode.
    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_>;
}

impl dyn Pane {
    /// Returns the pane as a value of its own type; `None` if it has another type.
    pub fn downcast<T: Pane>(&self) -> Option<&T> {
        let pane: &dyn Any = self;
        pane.downcast_ref()
    }
}
