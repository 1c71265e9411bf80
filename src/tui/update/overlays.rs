//! Actions in what lies over the page.

use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::popup::{Overlay, Peek};

impl App {
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
