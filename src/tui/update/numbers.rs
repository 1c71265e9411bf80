//! Actions in the table of key numbers.

use tui_input::InputRequest;

use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::numbers::{Listed, Listing, Numbers};
use crate::tui::popup::{Overlay, Peek};
use crate::tui::task::{CallOff, Task};

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

    /// Goes to the line of the chosen figure; where the rows of the filter are still to come, as soon as they do.
    fn go_to_number(&mut self) {
        if let Some(numbers) = self
            .numbers_mut()
            .filter(|numbers| numbers.awaited.is_some() && numbers.cursor == 0)
        {
            numbers.opening = true;
            self.status = Some("opens as soon as it is found".to_owned());
            return;
        }
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
        let width = self.peek_width();
        let Some(Overlay::Numbers(numbers)) = self.overlays.last() else {
            return;
        };
        let Some(section) = numbers.chosen(&self.library).map(|number| number.section) else {
            return;
        };
        let row = u16::try_from(2 + numbers.cursor - numbers.scroll).unwrap_or(0);
        let peek = Peek::new(&self.library, vec![section], None, (row, row), width);
        self.overlays.extend(peek.map(Overlay::Peek));
    }

    /// Lists the figures anew, where the table is open: with another filter, or of other rules. Of many figures the list comes
    /// as an event, and what was listed before stays till then.
    pub(super) fn refresh_numbers(&mut self) {
        let Some(numbers) = self.numbers_mut() else {
            return;
        };
        let (filter, by_value) = (numbers.filter.value().to_owned(), numbers.by_value);
        let number = self.next_number();
        let game = Some(self.library.book.game_of(self.reader.focus));
        let listing = Listing {
            number,
            filter,
            by_value,
            game,
        };
        let figures = self.library.key_numbers().map(<[_]>::len);
        let apart = figures.is_some_and(|figures| figures > self.at_once);
        let Some(numbers) = self.numbers_mut() else {
            return;
        };
        numbers.opening = false;
        numbers.awaited = Some(number);
        if figures.is_none() {
            numbers.forget();
            self.requests.numbers = true;
        } else if apart {
            self.requests.ask(Task::Numbers(listing));
        } else if let Some(listed) = listing.list(&self.library, &CallOff::default()) {
            self.listed(listed);
        }
    }

    /// Takes a listing in, if it is the one that was asked for last.
    pub(super) fn listed(&mut self, listed: Listed) {
        let height = self.place_rows();
        let Some(numbers) = self
            .numbers_mut()
            .filter(|numbers| numbers.awaited == Some(listed.number))
        else {
            return;
        };
        numbers.take(listed);
        numbers.move_by(0, height);
        if std::mem::take(&mut numbers.opening) {
            self.status = None;
            self.go_to_number();
        }
    }

    /// What is listed is of rules that are no longer loaded.
    pub(super) fn forget_numbers(&mut self) {
        if let Some(numbers) = self.numbers_mut() {
            numbers.forget();
        }
    }

    fn numbers_mut(&mut self) -> Option<&mut Numbers> {
        self.overlays.iter_mut().find_map(|overlay| match overlay {
            Overlay::Numbers(numbers) => Some(numbers),
            _ => None,
        })
    }
}
