//! The search box: typing, choosing, opening.

use crossterm::event::KeyEvent;

use super::typing;
use crate::search;
use crate::state::Change;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::finder::Finder;
use crate::tui::layout;

impl App {
    /// Opens the search box, with nothing in it.
    pub(super) fn open_finder(&mut self) {
        self.overlays.clear();
        self.side.focused = false;
        self.uncover_page();
        self.finder = Some(Finder::default());
    }

    /// Opens the search box with a text and a choice.
    pub(super) fn open_finder_with(&mut self, finder: Finder, chosen: usize) {
        self.finder = Some(finder);
        self.search();
        self.choose(isize::try_from(chosen).unwrap_or(0));
    }

    /// The index is there: what was asked before it is answered now.
    pub(super) fn index_ready(&mut self) {
        if self.finder.is_some() {
            self.search();
            self.choose_wanted();
        }
        // The command line's query opens its best match, unless the user has begun something else meanwhile.
        let query = self.query.take();
        if query.is_some() && self.finder.as_ref().map(|finder| finder.input.value()) == query.as_deref() {
            self.open_chosen();
        }
    }

    /// The id of the chosen result.
    pub(super) fn chosen_result(&self) -> Option<String> {
        let finder = self.finder.as_ref()?;
        match finder.section() {
            Some(section) => Some(self.library.book.section(section).id.clone()),
            None => finder.wanted.clone(),
        }
    }

    /// Chooses again what was chosen before the rules were read again.
    fn choose_wanted(&mut self) {
        let Some(finder) = &mut self.finder else { return };
        let Some(wanted) = finder.wanted.take() else { return };
        let at = self.library.book.by_id(&wanted).and_then(|section| finder.place_of(section));
        self.choose(at.and_then(|at| isize::try_from(at).ok()).unwrap_or(0));
    }

    pub(super) fn on_finder(&mut self, action: Action) {
        let preview = isize::try_from(self.preview().1).unwrap_or(1);
        match action {
            Action::Down => self.choose(1),
            // Above the first result are the queries before.
            Action::Up if self.finder.as_ref().is_some_and(|finder| finder.chosen == 0) => self.recall(),
            Action::Up => self.choose(-1),
            Action::PageDown => self.scroll_preview((preview - 1).max(1)),
            Action::PageUp => self.scroll_preview(-(preview - 1).max(1)),
            Action::Follow => self.open_chosen(),
            Action::Complete => self.complete_filter(),
            Action::Expand => self.unfold(),
            Action::Close => {
                self.finder = None;
                self.follow_focus();
            }
            _ => {}
        }
    }

    /// Right goes through the text; at its end it lists every print of a rule by itself, or folds them again.
    fn unfold(&mut self) {
        let Some(finder) = &mut self.finder else { return };
        if finder.input.cursor() < finder.input.value().chars().count() {
            finder.input.handle(tui_input::InputRequest::GoToNextChar);
            return;
        }
        if !finder.unfolded && finder.folded.iter().all(Vec::is_empty) {
            self.status = Some("each of these rules is printed once".to_owned());
            return;
        }
        let chosen = finder.section();
        finder.unfolded = !finder.unfolded;
        self.search();
        let place = self.finder.as_ref().and_then(|finder| finder.place_of(chosen?));
        self.choose(isize::try_from(place.unwrap_or(0)).unwrap_or(0));
    }

    pub(super) fn type_key(&mut self, key: KeyEvent) {
        let Some(finder) = &mut self.finder else { return };
        if typing::key(&mut finder.input, key) {
            finder.recalled = 0;
            self.search();
        }
    }

    /// Pasted text goes into the box as one line.
    pub(super) fn type_text(&mut self, text: &str) {
        let Some(finder) = &mut self.finder else { return };
        typing::paste(&mut finder.input, text);
        self.search();
    }

    fn search(&mut self) {
        let game = self.library.book.game_of(self.reader.focus);
        let preview = self.preview();
        if let Some(finder) = &mut self.finder {
            // Who asks on the command line reads no game yet.
            let asked = self.query.as_deref() == Some(finder.input.value());
            finder.search(&self.library, (!asked).then_some(game), preview);
            finder.failed = self.search_failed;
        }
    }

    /// Chooses another result and shows it.
    pub(super) fn choose(&mut self, rows: isize) {
        let preview = self.preview();
        if let Some(finder) = &mut self.finder {
            let before = finder.chosen;
            finder.move_by(rows);
            if finder.chosen != before {
                finder.look(&self.library, preview);
            }
            finder.keep_in_sight(usize::from(layout::searching(self.size).results.height));
        }
    }

    /// Scrolls the preview by lines.
    pub(super) fn scroll_preview(&mut self, lines: isize) {
        let height = usize::from(self.preview().1);
        if let Some(finder) = &mut self.finder {
            finder.scroll_preview(lines, height);
        }
    }

    /// Opens the chosen result, its matches marked.
    pub(super) fn open_chosen(&mut self) {
        let Some(results) = self.finder.as_ref().and_then(|finder| finder.results.as_ref()) else { return };
        let chosen = self.finder.as_ref().map_or(0, |finder| finder.chosen);
        let Some(section) = results.hits.get(chosen).map(|hit| hit.section) else { return };
        let highlight = results.highlight.clone();
        self.remember_query();
        self.go_marked(section, highlight);
    }

    /// Keeps the query for the next time, each once.
    fn remember_query(&mut self) {
        let Some(query) = self.finder.as_ref().map(|finder| finder.input.value().trim().to_owned()) else { return };
        self.marks.note(Change::Query(query));
    }

    /// Puts the query before into the box.
    fn recall(&mut self) {
        let queries = &self.marks.state.queries;
        let Some(finder) = &mut self.finder else { return };
        let current = finder.input.value().trim();
        let before = (finder.recalled + 1..=queries.len()).find(|back| queries[queries.len() - back] != current);
        if let Some(back) = before {
            finder.recalled = back;
            finder.input = tui_input::Input::new(queries[queries.len() - back].clone());
            self.search();
        }
    }

    fn complete_filter(&mut self) {
        let Some(finder) = &mut self.finder else { return };
        let text = finder.input.value().to_owned();
        if let Some(completed) = search::complete(&self.library.book, &text).into_iter().next() {
            finder.input = tui_input::Input::new(completed);
            self.search();
        }
    }

    fn preview(&self) -> (u16, u16) {
        let preview = layout::searching(self.size).preview;
        (preview.width, preview.height)
    }
}
