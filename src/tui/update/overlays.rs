//! Actions in what lies over the page.

use ratatui::layout::Rect;

use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::overlay::Overlay;
use crate::tui::popup::Peek;

impl App {
    /// What a pane sees of the browser.
    #[must_use]
    pub fn environment(&self, area: Rect) -> Environment<'_> {
        Environment {
            library: &self.library,
            state: &self.marks.state,
            keymap: &self.keymap,
            styles: &self.styles,
            size: self.size,
            area,
            section: self.reader.focus,
            choosing: self.choosing,
        }
    }

    /// Has the topmost overlay do something, and carries out what it asks for.
    pub(super) fn with_overlay(
        &mut self,
        act: impl FnOnce(&mut Overlay, &Environment<'_>) -> Vec<Effect>,
    ) {
        let Some(mut overlay) = self.overlays.pop() else {
            return;
        };
        let effects = act(&mut overlay, &self.environment(self.list_area()));
        self.overlays.push(overlay);
        self.carry_out(effects);
    }

    /// Brings what is listed over the page in line with other rules or bookmarks.
    pub(super) fn refresh_overlays(&mut self) {
        let mut overlays = std::mem::take(&mut self.overlays);
        let env = self.environment(self.list_area());
        overlays
            .iter_mut()
            .for_each(|overlay| overlay.refresh(&env));
        self.overlays = overlays;
    }

    /// Carries out what a pane asks for.
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Close => drop(self.overlays.pop()),
                Effect::Open(section) => self.go(section),
                Effect::OpenNumber(number) => {
                    self.go(number.section);
                    self.reader
                        .show_words(number.section, &number.printed, &number.about);
                }
                Effect::Peek(section, lines) => {
                    let width = self.peek_width();
                    let peek = Peek::new(&self.library, vec![section], None, lines, width);
                    self.overlays.extend(peek.map(Overlay::Peek));
                }
                Effect::Status(status) => self.status = Some(status),
                Effect::Store(change) => {
                    self.marks.note(change);
                    self.refresh_overlays();
                }
            }
        }
    }

    pub(super) fn on_peek(&mut self, action: Action) {
        let height = self.peek_height();
        let page = isize::try_from(height).unwrap_or(1);
        let width = self.peek_width();
        let Some(Overlay::Peek(peek)) = self.overlays.last_mut() else {
            return;
        };
        match action {
            Action::Down => peek.scroll_by(1, height),
            Action::Up => peek.scroll_by(-1, height),
            Action::PageDown => peek.scroll_by(page, height),
            Action::PageUp => peek.scroll_by(-page, height),
            Action::LinkLetters => self.show_letters(),
            Action::WordLetters => self.show_word_letters(),
            Action::NextLink => peek.to_link(true, height),
            Action::PreviousLink => peek.to_link(false, height),
            Action::NextDefinition => peek.next(&self.library),
            Action::PreviousDefinition if peek.has_tabs() => {
                let count = peek.targets.len();
                peek.choose(&self.library, (peek.chosen + count - 1) % count);
            }
            Action::Peek => {
                if peek.link.is_none() {
                    peek.to_link(true, height);
                }
                let lines = peek.lines;
                let link = peek
                    .link
                    .and_then(|link| peek.page.links.get(link))
                    .cloned();
                let deeper = link.and_then(|link| {
                    Peek::new(&self.library, link.targets, link.value, lines, width)
                });
                self.overlays.extend(deeper.map(Overlay::Peek));
            }
            Action::Follow => {
                // Of a word that nothing defines, one goes to the place that is chosen.
                let place = peek.link.filter(|_| peek.undefined.is_some());
                let chosen =
                    place.and_then(|link| peek.page.links.get(link)?.targets.first().copied());
                let section = chosen.unwrap_or_else(|| peek.section());
                self.go(section);
            }
            Action::Pin => {
                let section = peek.section();
                self.overlays.pop();
                self.pin(section);
            }
            Action::Close => drop(self.overlays.pop()),
            _ => {}
        }
    }

    pub(super) fn on_list(&mut self, action: Action) {
        let height = self.list_lines();
        let page = isize::try_from(height / 2).unwrap_or(1).max(1);
        let width = self.peek_width();
        let Some(Overlay::List(list)) = self.overlays.last_mut() else {
            return;
        };
        let section = list.rows.get(list.cursor).map(|row| row.section);
        match (action, section) {
            (Action::Down, _) => list.move_by(1, height),
            (Action::Up, _) => list.move_by(-1, height),
            (Action::PageDown, _) => list.move_by(page, height),
            (Action::PageUp, _) => list.move_by(-page, height),
            (Action::Close, _) => drop(self.overlays.pop()),
            (Action::Follow, Some(section)) => self.go(section),
            (Action::Peek, Some(section)) => {
                let row = u16::try_from(1 + list.line_of(list.cursor)).unwrap_or(0);
                let peek = Peek::new(&self.library, vec![section], None, (row, row + 1), width);
                self.overlays.extend(peek.map(Overlay::Peek));
            }
            _ => {}
        }
    }

    /// Lines that a list has on the screen; a row takes two of them.
    #[must_use]
    pub fn list_lines(&self) -> usize {
        usize::from(self.list_area().height.saturating_sub(2)).max(2)
    }
}
