//! Actions in the table of key numbers.

use tui_input::InputRequest;

use super::state::App;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::numbers::Numbers;
use crate::tui::overlay::Overlay;

impl App {
    /// Opens the table; where the figures of many rules have to be gathered first, that is asked for.
    pub(super) fn open_numbers(&mut self) {
        self.overlays.push(Overlay::Numbers(Numbers::default()));
        self.refresh_numbers();
    }

    pub(super) fn on_numbers(&mut self, action: Action) {
        let height = self.place_rows();
        let page = isize::try_from(height).unwrap_or(1);
        let enters = self.enters_rows();
        let Some(Overlay::Numbers(numbers)) = self.overlays.last_mut() else {
            return;
        };
        if action == Action::Peek && numbers.typing && !numbers.filter.value().ends_with(' ') {
            numbers.filter.handle(InputRequest::InsertChar(' '));
            return;
        }
        numbers.typing = false;
        match action {
            Action::Down if enters => {}
            Action::Down => numbers.move_by(1, height),
            Action::Up => numbers.move_by(-1, height),
            Action::PageDown => numbers.move_by(page, height),
            Action::PageUp => numbers.move_by(-page, height),
            Action::Close => drop(self.overlays.pop()),
            Action::Sort => {
                numbers.by_value = !numbers.by_value;
                numbers.cursor = 0;
                self.refresh_numbers();
            }
            Action::Follow => self.go_to_number(),
            Action::Peek => self.peek_at_number(),
            _ => {}
        }
    }

    /// Goes to the line of the chosen figure.
    fn go_to_number(&mut self) {
        let Some(Overlay::Numbers(numbers)) = self.overlays.last() else {
            return;
        };
        let Some(number) = numbers.chosen(&self.library).cloned() else {
            return;
        };
        self.go(number.section);
        self.reader
            .show_words(number.section, &number.printed, &number.about);
    }

    fn peek_at_number(&mut self) {
        let Some(Overlay::Numbers(numbers)) = self.overlays.last() else {
            return;
        };
        let Some(section) = numbers.chosen(&self.library).map(|number| number.section) else {
            return;
        };
        let row = u16::try_from(2 + numbers.cursor - numbers.scroll).unwrap_or(0);
        self.carry_out([Effect::Peek(section.into(), (row, row))]);
    }

    /// Lists the figures again where the table is open: another filter, another order, or other rules. The background
    /// gathers the figures of large rules first.
    pub(super) fn refresh_numbers(&mut self) {
        let game = self.library.book.game_of(self.reader.focus);
        let height = self.place_rows();
        let library = &self.library;
        let numbers = self.overlays.iter_mut().find_map(|overlay| match overlay {
            Overlay::Numbers(numbers) => Some(numbers),
            _ => None,
        });
        if let Some(numbers) = numbers {
            numbers.list(library, game);
            numbers.move_by(0, height);
            self.requests.key_numbers |= numbers.total.is_none();
        }
    }
}
