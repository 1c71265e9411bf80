//! New rules under the reader's hands: everything that points into the old ones is found again by its id.

use crate::rules::{Rulebook, SectionRef};
use crate::tui::app::App;
use crate::tui::history::Place;
use crate::tui::library::Library;
use crate::tui::popup::Overlay;
use crate::tui::reader::Reader;

impl App {
    /// Takes new rules in. The place stays, as far as it still is one; a comparison is made anew; peeks and lists close.
    pub(super) fn replace(&mut self, library: Library) {
        let library = Library { form: self.library.form, ..library };
        let (old, new) = (std::mem::replace(&mut self.library, library).book, self.library.book.clone());
        if new.documents.is_empty() {
            return;
        }
        let moved = |section: SectionRef| moved(&old, &new, section);
        let place = self.reader.place();
        let aside = self.aside().map(|aside| aside.map(moved));
        self.overlays.retain(|overlay| matches!(overlay, Overlay::Places(_) | Overlay::Prompt(_)));
        self.history.map(|place| {
            let aside = place.aside.map(|aside| aside.map(moved));
            Place { focus: moved(place.focus), top: moved(place.top), aside, ..place }
        });
        let pin = self.side.pin.map(moved);
        self.side.forget();
        self.side.pin = pin;
        self.letters = None;
        let page = self.reading().page;
        let (highlight, hide_notes) = (self.reader.highlight.take(), self.reader.hide_notes);
        self.reader = Reader::new(&self.library, moved(place.focus), (page.width, page.height));
        if hide_notes {
            self.reader.toggle_notes(&self.library);
        }
        self.reader.mark(&self.library, highlight);
        self.reader.restore(&self.library, &Place { focus: moved(place.focus), top: moved(place.top), ..place });
        if let Some(finder) = &mut self.finder {
            finder.forget();
        }
        if self.overlays.is_empty() {
            self.restore_aside(aside);
        }
        self.contents.reveal(&self.library.book, self.reader.focus);
        self.show_contents_cursor();
        self.refresh_places();
        if std::mem::take(&mut self.restore) {
            self.restore_kept();
        }
    }

    /// Takes indexes of the same rules in: what was asked before they were there is answered now.
    pub(super) fn indexed(&mut self, library: Library) {
        let first = self.library.index.is_none();
        self.library = Library { form: self.library.form, ..library };
        if first && self.library.index.is_some() {
            self.refresh_places();
            self.index_ready();
        }
    }
}

/// The section with the same id, else the nearest one above that still has its own, else the first of all.
fn moved(old: &Rulebook, new: &Rulebook, section: SectionRef) -> SectionRef {
    let found = std::iter::successors(Some(section), |at| old.section(*at).parent)
        .find_map(|at| new.by_id(&old.section(at).id));
    found.unwrap_or(new.documents[0].root)
}
