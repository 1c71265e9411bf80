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
use crate::tui::overlay::Overlay;
use crate::tui::peek::Peek;

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
            let status = self.messages.status.as_deref();
            self.linear_screen()
                .draw(self.shared.size, status, &mut canvas)
        } else {
            self.draw_panes(&mut canvas)
        }
    }

    /// Draws the panes and overlays. Returns the cursor position.
    fn draw_panes(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let mut cursor = if let Some(finder) = &self.finder {
            let env = self.environment(self.searching().results);
            finder.draw(&self.messages.waiting(), &env, canvas)
        } else {
            self.draw_reading(canvas);
            None
        };
        for index in 0..self.overlays.len() {
            cursor = self.draw_overlay(index, canvas);
        }
        self.draw_hints(canvas);
        // The prompt covers the footer.
        if self.context() != Context::Prompt {
            let env = self.environment(self.footer_area());
            self.footer().draw(&env, canvas);
        }
        cursor
    }

    /// Describes the hints or the focused pane for linear mode.
    fn linear_screen(&self) -> LinearScreen<'_> {
        let top = self.overlays.len().wrapping_sub(1);
        let env = self.environment(self.overlay_area(top));
        if let Some(hints) = &self.hints {
            return hints.linear(self.sheet(), &env);
        }
        let waiting = self.messages.waiting();
        match (self.overlays.last(), &self.finder) {
            (Some(Overlay::Peek(peek)), _) => peek.linear(&env),
            (Some(Overlay::Compare(compare)), _) => compare.linear(&env),
            (Some(Overlay::Places(places)), _) => places.linear(&env),
            (Some(Overlay::Numbers(numbers)), _) => numbers.linear(&env),
            (Some(Overlay::Prompt(prompt)), _) => prompt.linear(&env),
            (Some(Overlay::Help(help)), _) => help.list.linear(&env),
            (None, Some(finder)) => finder.linear(&waiting, &env),
            (None, None) if self.contents.focused => self.contents.linear(&env),
            (None, None) if self.side.focused => self.side.linear(&env),
            (None, None) => self.reader.linear(&env),
        }
    }

    fn draw_reading(&self, canvas: &mut Canvas<'_>) {
        let areas = self.reading();
        let can_go_back = self.history.depth() > 0;
        header::draw(can_go_back, &self.environment(areas.header), canvas);
        if self.overlays.iter().any(Overlay::fills_body) {
            return canvas.frame_lines(areas.above, areas.below, &[]);
        }
        let dividers = [areas.divider, areas.side_divider];
        let dividers: Vec<_> = dividers.into_iter().flatten().collect();
        canvas.frame_lines(areas.above, areas.below, &dividers);
        if !areas.contents_cover_page() && !areas.side_covers_page() {
            self.reader.sheet.draw(areas.page, true, canvas);
        }
        if let Some(area) = areas.side {
            let env = self.environment(areas.side_text());
            self.side
                .draw(area, areas.side_divider.is_none(), &env, canvas);
        }
        if let Some(area) = areas.contents {
            self.contents.draw(&self.environment(area), canvas);
        }
    }

    /// Draws the overlay at `index`. Returns the cursor position.
    fn draw_overlay(&self, index: usize, canvas: &mut Canvas<'_>) -> Option<Position> {
        let env = self.environment(self.overlay_area(index));
        let is_top = index + 1 == self.overlays.len();
        match &self.overlays[index] {
            Overlay::Peek(peek) => peek.draw(&self.breadcrumbs(index), is_top, &env, canvas),
            Overlay::Compare(compare) => compare.draw(self.reading().body, &env, canvas),
            Overlay::Places(places) => return places.draw(&env, canvas),
            Overlay::Numbers(numbers) => return numbers.draw(&env, canvas),
            Overlay::Help(help) => return help.list.draw(&env, canvas),
            Overlay::Prompt(prompt) => return prompt.draw(&env, canvas),
        }
        None
    }

    /// Dims the screen and draws the hints over it.
    fn draw_hints(&self, canvas: &mut Canvas<'_>) {
        let Some(hints) = &self.hints else {
            return;
        };
        let dim = self.shared.styles.of(Role::Dim);
        let dim = dim.remove_modifier(Modifier::all());
        canvas.buffer.set_style(canvas.buffer.area, dim);
        let area = match self.overlays.len().checked_sub(1) {
            Some(top) => self.text_area(top),
            None => self.pane_sheet().0,
        };
        hints.draw(self.sheet(), area, canvas);
    }

    /// Returns the name of the section being read and the names of the peeks up to the overlay at
    /// `index`, such as `Breach › control range`.
    fn breadcrumbs(&self, index: usize) -> String {
        let library = &self.shared.library;
        let mut names = vec![library.title(self.reader.focus)];
        for overlay in &self.overlays[..=index] {
            if let Overlay::Peek(peek) = overlay {
                names.push(library.title(peek.section()));
            }
        }
        names.join(library.symbols.path)
    }

    pub(super) fn footer(&self) -> Footer<'_> {
        let symbols = self.shared.styles.symbols;
        let prompt = self.hints.as_ref().map(Hints::prompt);
        let pending = Keys(self.pending.clone()).shown(symbols);
        let pending = Some(format!("{pending} {}", symbols.ellipsis));
        let status = prompt.or_else(|| self.messages.status.clone());
        let bindings = self.shared.keymap.bindings(self.context());
        Footer {
            status: status.or(pending.filter(|_| !self.pending.is_empty())),
            progress: self.messages.progress.as_deref().unwrap_or_default(),
            bindings: bindings.filter(|binding| self.allows(binding)).collect(),
        }
    }

    /// Whether an action is useful now. The footer leaves out actions that are not.
    fn allows(&self, binding: &Binding) -> bool {
        match (binding.context, binding.action) {
            (Context::Page | Context::Side | Context::Compare, Action::Follow) => {
                self.sheet().link.is_some()
            }
            (_, Action::Back) => self.history.depth() > 0,
            (Context::Page, Action::OtherPane) => self.side_content().is_some(),
            (Context::Peek, Action::NextDefinition) => {
                self.peeks().last().is_some_and(Peek::has_several)
            }
            _ => true,
        }
    }
}
