//! Draws the whole screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::Modifier;

use super::state::App;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::footer::Footer;
use crate::tui::header;
use crate::tui::hints::Hints;
use crate::tui::keymap::{Binding, Context, Keys};
use crate::tui::pane::Pane;

impl App {
    /// Draws the whole screen. Returns the cursor position, if the cursor is visible.
    pub fn draw(&self, buffer: &mut Buffer) -> Option<Position> {
        buffer.set_style(buffer.area, self.shared.styles.base);
        if buffer.area.is_empty() {
            return None;
        }
        let mut canvas = Canvas {
            buffer,
            styles: &self.shared.styles,
        };
        if self.is_linear() {
            let status = self.shared.messages.status.as_deref();
            self.linear_screen()
                .draw(self.shared.size, status, &mut canvas)
        } else {
            self.draw_panes(&mut canvas)
        }
    }

    /// Draws the panes that are not covered. Returns the cursor position.
    fn draw_panes(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let covering = self.overlays.iter().rposition(|pane| pane.covers_body());
        let mut cursor = match &self.finder {
            Some(finder) => finder.draw(&self.environment_of(finder, 0), canvas),
            None => self.draw_reading(covering.is_some(), canvas),
        };
        let top = self.overlays.len().checked_sub(1);
        // A peek covers the peek from which it was opened.
        for index in covering
            .into_iter()
            .chain(top.filter(|top| covering != Some(*top)))
        {
            let pane = &*self.overlays[index];
            let env = self.environment_of(pane, index);
            if pane.covers_body() {
                let areas = self.reading();
                canvas.clear(areas.body);
                canvas.frame_lines(areas.above, areas.below, &[]);
            }
            cursor = pane.draw(&env, canvas);
        }
        self.draw_counters(canvas);
        self.draw_hints(canvas);
        // The prompt covers the footer.
        if self.context() != Context::Prompt {
            let env = self.environment(self.reading().footer);
            self.footer().draw(&env, canvas);
        }
        cursor
    }

    /// Describes the hints or the focused pane for linear mode.
    fn linear_screen(&self) -> LinearScreen<'_> {
        let pane = self.focused();
        let env = self.environment_of(pane, self.overlays.len().saturating_sub(1));
        match &self.hints {
            Some(hints) => hints.linear(self.sheet(), &env),
            None => pane.linear(&env),
        }
    }

    /// Draws the header and, unless an overlay covers them, the panes of the reading screen.
    fn draw_reading(&self, is_covered: bool, canvas: &mut Canvas<'_>) -> Option<Position> {
        let areas = self.reading();
        let can_go_back = self.history.depth() > 0;
        header::draw(can_go_back, &self.environment(areas.header), canvas);
        if !is_covered {
            let dividers = [areas.divider, areas.side_divider];
            let dividers: Vec<_> = dividers.into_iter().flatten().collect();
            canvas.frame_lines(areas.above, areas.below, &dividers);
            let panes: [&dyn Pane; 3] = [&self.reader, &self.side, &self.contents];
            for pane in panes {
                pane.draw(&self.environment_of(pane, 0), canvas);
            }
        }
        None
    }

    /// Draws the counters of the game on the line above the footer.
    fn draw_counters(&self, canvas: &mut Canvas<'_>) {
        let Some(game) = self.shared.state.game() else {
            return;
        };
        let gap = self.shared.styles.symbols.gap;
        let area = self.reading().below;
        let room = usize::from(area.width.saturating_sub(4));
        let line = self.shared.library.table.line(game, gap, room);
        if !line.is_empty() {
            let mut row = canvas.row_in(area, 1);
            row.cut(&format!(" {line} "), Role::Text);
        }
    }

    /// Dims the screen and draws the hints over it.
    fn draw_hints(&self, canvas: &mut Canvas<'_>) {
        let Some(hints) = &self.hints else {
            return;
        };
        let dim = self.shared.styles.of(Role::Dim);
        let dim = dim.remove_modifier(Modifier::all());
        canvas.buffer.set_style(canvas.buffer.area, dim);
        let screen = self.screen(self.overlays.len().saturating_sub(1));
        let area = self.sheet_pane().text_area(&screen);
        hints.draw(self.sheet(), area, canvas);
    }

    pub(super) fn footer(&self) -> Footer<'_> {
        let symbols = self.shared.styles.symbols;
        let messages = &self.shared.messages;
        let prompt = self.hints.as_ref().map(Hints::prompt);
        let pending = Keys(self.pending.clone()).shown(symbols);
        let pending = Some(format!("{pending} {}", symbols.ellipsis));
        let status = prompt.or_else(|| messages.status.clone());
        let bindings = self.shared.keymap.bindings(self.context());
        Footer {
            status: status.or(pending.filter(|_| !self.pending.is_empty())),
            progress: messages.progress.as_deref().unwrap_or_default(),
            bindings: bindings.filter(|binding| self.allows(binding)).collect(),
        }
    }

    /// Whether an action is useful now. The footer leaves out actions that are not.
    fn allows(&self, binding: &Binding) -> bool {
        match (binding.context, binding.action) {
            (_, Action::Back) => self.history.depth() > 0,
            (Context::Page, Action::OtherPane) => self.side_content().is_some(),
            (Context::Page, Action::Roll) => self.reader.has_dice(),
            (Context::Page, Action::Table) => self.shared.state.game().is_some(),
            (_, action) => self.focused().allows(action),
        }
    }
}
