//! Draws the whole screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::state::App;
use crate::theme::in_ascii;
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::finder::Finder;
use crate::tui::footer::{Footer, following};
use crate::tui::header;
use crate::tui::hints::{HintPane, Hints};
use crate::tui::keymap::{Binding, Context};
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
        let cursor = if self.is_linear() {
            let (screen, message) = (self.linear_screen(), self.message());
            screen.draw(self.shared.size, message.as_deref(), &mut canvas)
        } else {
            self.draw_panes(&mut canvas)
        };
        if self.shared.styles.symbols.ascii {
            replace_typography(canvas.buffer);
        }
        cursor
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
        let mut text = Rect::default();
        for index in 0..self.overlays.len() {
            (cursor, text) = self.draw_overlay(index, canvas);
        }
        self.draw_hints(text, canvas);
        let env = self.environment(self.footer_area());
        self.footer().draw(&env, canvas);
        // The prompt covers the footer.
        if let Some(Overlay::Prompt(prompt)) = self.overlays.last() {
            let area = self.overlay_area(self.overlays.len() - 1);
            cursor = prompt.draw(&self.environment(area), canvas);
        }
        cursor
    }

    /// Describes the hints or the focused pane for linear mode.
    fn linear_screen(&self) -> LinearScreen<'_> {
        let env = self.environment(self.overlay_area(self.overlays.len().wrapping_sub(1)));
        if let Some(hints) = &self.hints {
            return hints.linear(&env);
        }
        let waiting = self.messages.waiting();
        match (self.overlays.last(), &self.finder) {
            (Some(Overlay::Peek(peek)), _) => peek.linear(&env),
            (Some(Overlay::Compare(compare)), _) => compare.linear(&env),
            (Some(Overlay::Mentions(mentions)), _) => mentions.linear(&env),
            (Some(Overlay::Places(places)), _) => places.linear(&env),
            (Some(Overlay::Numbers(numbers)), _) => numbers.linear(&env),
            (Some(Overlay::Prompt(prompt)), _) => prompt.linear(&env),
            (Some(Overlay::Help(help)), _) => help.linear(&env),
            (None, Some(finder)) => finder.linear(&waiting, &env),
            (None, None) if self.contents.focused => self.contents.linear(&env),
            (None, None) if self.side.focused => self.side.linear(&env),
            (None, None) => self.reader.linear(&env),
        }
    }

    /// Returns the message for the last line in linear mode: the status, or the keys that can
    /// follow an unfinished sequence. Without a message, the last line describes the selected item.
    fn message(&self) -> Option<String> {
        let status = &self.messages.status;
        if status.is_some() || self.hints.is_some() || self.pending.is_empty() {
            return status.clone();
        }
        let keys = following(&self.pending, &self.environment(self.footer_area())).into_iter();
        let keys = keys.map(|(key, label)| format!("{key} {label}"));
        Some(keys.collect::<Vec<_>>().join(", "))
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
            self.reader.sheet.draw_scrollbar(areas.page, canvas);
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

    /// Draws the overlay at `index`. Returns the cursor position and the area of the overlay's
    /// text.
    fn draw_overlay(&self, index: usize, canvas: &mut Canvas<'_>) -> (Option<Position>, Rect) {
        let env = self.environment(self.overlay_area(index));
        let is_top = index + 1 == self.overlays.len();
        let text = match &self.overlays[index] {
            Overlay::Peek(peek) => peek.draw(&self.breadcrumbs(index), is_top, &env, canvas),
            Overlay::Compare(compare) => {
                // Keep the selected link highlighted while a peek at its target is open.
                let selected = is_top || self.peeks().next().is_some();
                compare.draw(self.reading().body, selected, &env, canvas);
                env.area
            }
            Overlay::Mentions(mentions) => {
                mentions.draw(self.list_area(), false, &env, canvas);
                env.area
            }
            Overlay::Places(places) => return (places.draw(&env, canvas), env.area),
            Overlay::Numbers(numbers) => return (numbers.draw(&env, canvas), env.area),
            Overlay::Help(help) => return (help.draw(&env, canvas), env.area),
            Overlay::Prompt(_) => Rect::default(),
        };
        (None, text)
    }

    /// Dims the screen and draws the hints over it. `overlay` is the text area of the topmost
    /// overlay.
    fn draw_hints(&self, overlay: Rect, canvas: &mut Canvas<'_>) {
        let Some(hints) = &self.hints else {
            return;
        };
        canvas.dim(canvas.buffer.area);
        let areas = self.reading();
        let panes = [
            (HintPane::Page, areas.page),
            (HintPane::Side, areas.side_text()),
            (HintPane::Overlay, overlay),
        ];
        for (pane, area) in panes {
            hints.draw(pane, area, self.sheet(pane).scroll, canvas);
        }
    }

    /// Returns the name of the section being read and the names of the peeks up to the overlay at
    /// `index`, such as `Breach › control range`.
    fn breadcrumbs(&self, index: usize) -> String {
        let start = self.shared.library.title(self.reader.focus);
        let names = self.overlays[..=index]
            .iter()
            .filter_map(|overlay| match overlay {
                Overlay::Peek(peek) => Some(peek.name(&self.shared.library)),
                _ => None,
            });
        let names: Vec<_> = std::iter::once(start).chain(names).collect();
        names.join(self.shared.styles.symbols.path)
    }

    pub(super) fn footer(&self) -> Footer<'_> {
        let prompt = self.hints.as_ref().map(Hints::prompt);
        let bindings = self
            .shared
            .keymap
            .bindings(self.context())
            .filter(|binding| self.allows(binding.context, binding.action));
        Footer {
            status: prompt.or_else(|| self.messages.status.clone()),
            progress: self.messages.progress.clone(),
            pending: &self.pending,
            bindings: bindings
                .filter_map(|binding| Some((binding, self.label(binding)?)))
                .collect(),
        }
    }

    /// Returns the label and the rank of a binding in the footer, or `None` if the footer never
    /// shows the binding. When room is short, the footer keeps the bindings with the lowest ranks.
    fn label(&self, binding: &Binding) -> Option<(&'static str, u8)> {
        let (label, rank) = binding.footer?;
        Some(match (binding.action, &self.finder) {
            (Action::Pin, _) => match self.pinned(binding.context) {
                None => (label, rank),
                Some(true) => ("unpin", rank),
                // Players pin a rule in order to compare it with others, so this key is more
                // important in the footer than `pin` and `unpin`.
                Some(false) => ("compare", 1),
            },
            (Action::Complete, Some(finder))
                if finder.completion(&self.shared.library.book).is_none() =>
            {
                let first = ["all games", "this game first"];
                (first[usize::from(finder.any_game)], rank)
            }
            _ => (label, rank),
        })
    }

    /// Returns true if the pin key would unpin the pinned section, and false if it would compare
    /// the pinned section with another one. `None` if no section is pinned.
    fn pinned(&self, context: Context) -> Option<bool> {
        let pin = self.side.pin?;
        let about = match context {
            Context::Peek => self.peeks().last().map(Peek::section),
            Context::Side => self.side.sheet.target(),
            Context::Compare => None,
            _ => Some(self.reader.focus),
        };
        Some(about.is_none_or(|about| about == pin))
    }

    /// Whether an action is useful now. The footer leaves out actions that are not.
    fn allows(&self, context: Context, action: Action) -> bool {
        let sheet = match (self.overlays.last().and_then(Overlay::sheet), context) {
            (Some(sheet), _) => sheet,
            (None, Context::Side) => &self.side.sheet,
            _ => &self.reader.sheet,
        };
        let finder = self.finder.as_ref();
        let book = &self.shared.library.book;
        match (context, action) {
            (Context::Page | Context::Side | Context::Compare, Action::Follow) => {
                sheet.link.is_some()
            }
            (Context::Page | Context::Peek, Action::Peek | Action::NextLink)
            | (Context::Page, Action::LinkHints) => !sheet.page.links.is_empty(),
            (Context::Page, Action::Back) => self.history.depth() > 0,
            (Context::Page, Action::OtherPane) => self.side_content().is_some(),
            (Context::Peek, Action::NextDefinition) => {
                let peek = self.peeks().last();
                peek.is_some_and(|peek| peek.subject.targets.len() > 1)
            }
            (Context::Side, Action::Pin) => self.side.pin.is_some() || sheet.link.is_some(),
            (Context::Compare, Action::Pin) => self.side.pin.is_some(),
            (Context::Compare, Action::NextMatch) => {
                let compare = self.comparison();
                compare.is_some_and(|compare| !compare.comparison.differences.is_empty())
            }
            (Context::Home, Action::NextLink) => {
                finder.is_some_and(|finder| finder.browsed().next().is_some())
            }
            (Context::Home | Context::Search, Action::Follow | Action::Down) => {
                finder.is_some_and(|finder| finder.list.selected().is_some())
            }
            (Context::Search, Action::Complete) => finder
                .is_some_and(|finder| finder.has_scope(book) || finder.completion(book).is_some()),
            (Context::Home | Context::Search, Action::Up) => {
                let is_first = finder.is_some_and(Finder::is_at_first);
                is_first && !self.shared.state.queries.is_empty()
            }
            _ => true,
        }
    }
}

/// Replaces the typographic characters that are still on the screen with ASCII. They occur in
/// titles, names and typed text, which may be drawn as they were written.
fn replace_typography(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let mut letters = cell.symbol().chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && let Some(plain) = in_ascii(letter).and_then(|plain| plain.chars().next())
        {
            cell.set_char(plain);
        }
    }
}
