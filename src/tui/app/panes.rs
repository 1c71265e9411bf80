//! Finds panes: the focused one, those with text, and the pane under the pointer.

use ratatui::layout::Position;

use super::state::App;
use crate::tui::environment::Environment;
use crate::tui::keymap::Context;
use crate::tui::pane::Pane;
use crate::tui::peek::Peek;
use crate::tui::sheet::Sheet;

impl App {
    /// Returns the pane that receives keys.
    pub fn focused(&self) -> &dyn Pane {
        match (self.overlays.last(), &self.finder) {
            (Some(top), _) => &**top,
            (None, Some(finder)) => finder,
            (None, None) if self.contents.focused => &self.contents,
            (None, None) => self.text_pane(),
        }
    }

    /// Returns the context of the focused pane, which decides what keys do.
    pub fn context(&self) -> Context {
        self.focused().context()
    }

    /// Returns the side pane if it has the focus, otherwise the page.
    pub(super) fn text_pane(&self) -> &dyn Pane {
        if self.side.focused {
            &self.side
        } else {
            &self.reader
        }
    }

    /// Returns the focused pane if it shows text of rules, otherwise the page.
    pub(super) fn sheet_pane(&self) -> &dyn Pane {
        let top = self.overlays.last().map(|pane| &**pane);
        top.filter(|pane| pane.sheet().is_some())
            .unwrap_or_else(|| self.text_pane())
    }

    /// Returns the sheet of the focused pane; the page if the pane has no sheet.
    pub fn sheet(&self) -> &Sheet {
        let sheet = self.sheet_pane().sheet();
        sheet.unwrap_or(&self.reader.sheet)
    }

    pub(super) fn sheet_mut(&mut self) -> &mut Sheet {
        let top = self.overlays.last_mut();
        match top.and_then(|pane| pane.sheet_mut()) {
            Some(sheet) => sheet,
            None if self.side.focused => &mut self.side.sheet,
            None => &mut self.reader.sheet,
        }
    }

    /// Returns the open peeks in the order in which they were opened.
    pub fn peeks(&self) -> impl Iterator<Item = &Peek> {
        let overlays = self.overlays.iter();
        overlays.filter_map(|pane| pane.downcast::<Peek>())
    }

    /// Returns the pane with a context, which is the focused pane or a pane beside it, and its
    /// environment.
    pub(super) fn pane_mut(
        &mut self,
        context: Context,
    ) -> Option<(&mut dyn Pane, Environment<'_>)> {
        let section = self.reader.focus;
        let screen = self.screen(self.overlays.len().saturating_sub(1));
        let pane: &mut dyn Pane = match (context, self.overlays.last_mut(), &mut self.finder) {
            (Context::Page, ..) => &mut self.reader,
            (Context::Side | Context::Table, ..) => &mut self.side,
            (Context::Contents, ..) => &mut self.contents,
            (_, Some(top), _) => &mut **top,
            (_, None, Some(finder)) => finder,
            (_, None, None) => return None,
        };
        let area = pane.area(&screen);
        let env = self.shared.environment(screen, area, context, section);
        Some((pane, env))
    }

    /// Returns the context of the pane at a position, whichever pane has the focus. If an overlay
    /// or the search screen is open, returns its context.
    pub(super) fn pane_at(&self, at: Position) -> Option<Context> {
        let context = self.context();
        if !matches!(
            context,
            Context::Page | Context::Contents | Context::Side | Context::Table
        ) {
            return Some(context);
        }
        let areas = self.reading();
        let panes = [
            (Context::Contents, areas.contents),
            (self.side.context(), areas.side),
            (Context::Page, Some(areas.page)),
        ];
        let mut panes = panes.into_iter();
        let pane = panes.find(|(_, area)| area.is_some_and(|area| area.contains(at)));
        pane.map(|(context, _)| context)
    }
}
