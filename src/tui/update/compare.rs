//! Actions in a comparison.

use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::compare::Compare;
use crate::tui::overlay::Overlay;
use crate::tui::popup::Peek;

impl App {
    /// The comparison that is open, perhaps under a peek.
    #[must_use]
    pub fn comparison(&self) -> Option<&Compare> {
        self.overlays
            .iter()
            .rev()
            .find_map(|overlay| match overlay {
                Overlay::Compare(compare) => Some(compare),
                _ => None,
            })
    }

    pub(super) fn comparison_mut(&mut self) -> Option<&mut Compare> {
        self.overlays
            .iter_mut()
            .rev()
            .find_map(|overlay| match overlay {
                Overlay::Compare(compare) => Some(compare),
                _ => None,
            })
    }

    /// Lines of text that a comparison shows.
    #[must_use]
    pub fn compare_height(&self) -> usize {
        usize::from(self.reading().compared().height)
    }

    pub(super) fn on_compare(&mut self, action: Action) {
        let height = self.compare_height();
        let Some(compare) = self.comparison_mut() else {
            return;
        };
        if compare.sheet.perform(action, height) {
            return;
        }
        match action {
            Action::NextMatch | Action::PreviousMatch => {
                let difference = compare.to_difference(action == Action::NextMatch, height);
                self.status = Some(match difference {
                    Some((at, of)) => format!("difference {at} of {of}"),
                    None => "no further difference".to_owned(),
                });
            }
            Action::LinkLetters => self.show_letters(),
            Action::WordLetters => self.show_word_letters(),
            Action::Peek => self.peek_in_comparison(height),
            Action::Follow => {
                let target = compare
                    .sheet
                    .selected()
                    .and_then(|link| link.targets.first().copied());
                match target {
                    Some(target) => self.go(target),
                    None => self.say_no_link(),
                }
            }
            Action::Pin => {
                self.overlays.pop();
                self.unpin();
            }
            Action::ComparePrinting => self.compare_next_printing(),
            Action::Close => drop(self.overlays.pop()),
            _ => {}
        }
    }

    /// Compares the section being read with the first of its other prints.
    pub(super) fn compare_printing(&mut self) {
        let section = self.reader.focus;
        match self
            .library
            .links
            .printings(&self.library.book, section)
            .first()
        {
            Some(printing) => self.compare(section, printing.section),
            None => self.status = Some(format!("{} is printed only here", self.name(section))),
        }
    }

    /// Compares with the next print of the section at the left, after the last with the first.
    fn compare_next_printing(&mut self) {
        let Some((left, right)) = self
            .comparison()
            .map(|compare| (compare.left, compare.right))
        else {
            return;
        };
        let printings = self.library.links.printings(&self.library.book, left);
        let next = printings
            .iter()
            .find(|printing| printing.section > right)
            .or(printings.first());
        match next.filter(|next| next.section != right) {
            Some(next) => {
                self.overlays.pop();
                self.compare(left, next.section);
            }
            None => self.status = Some("there is no other print to compare with".to_owned()),
        }
    }

    fn peek_in_comparison(&mut self, height: usize) {
        let width = self.peek_width();
        let Some(compare) = self.comparison_mut() else {
            return;
        };
        if compare.sheet.link.is_none() {
            compare.sheet.to_link(true, height);
        }
        let rows = compare.sheet.selected_rows();
        let Some(link) = compare.sheet.selected().cloned() else {
            return;
        };
        let peek = Peek::new(&self.library, link.targets, link.value, rows, width);
        self.overlays.extend(peek.map(Overlay::Peek));
    }
}
