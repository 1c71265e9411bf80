//! The search box: typing, choosing, opening.

use crossterm::event::KeyEvent;
use ratatui::layout::Position;

use super::state::App;
use crate::state::Change;
use crate::tui::action::Action;
use crate::tui::finder::{Finder, ResultChoice};
use crate::tui::typing;

impl App {
    /// Opens the search box, with nothing in it.
    pub(super) fn open_finder(&mut self) {
        self.overlays.clear();
        self.side.focused = false;
        self.uncover_page();
        self.finder = Some(Finder::default());
        self.search(ResultChoice::Best);
    }

    /// Opens the search box with a text and a choice.
    pub(super) fn open_finder_with(&mut self, finder: Finder, chosen: usize) {
        self.finder = Some(finder);
        self.search(ResultChoice::Position(chosen));
    }

    /// Searches new rules for what is typed. An Enter that waits for the index is carried out when it is ready.
    pub(super) fn search_again(&mut self, choice: ResultChoice) {
        let Some(opening) = self.finder.as_ref().map(|finder| finder.opening) else {
            return;
        };
        self.search(choice);
        if self.library.index.is_some() && opening {
            self.status = None;
            self.open_chosen();
        } else if let Some(finder) = &mut self.finder {
            finder.opening = opening;
        }
    }

    pub(super) fn on_finder(&mut self, action: Action) {
        let preview = isize::try_from(self.preview().1).unwrap_or(1);
        match action {
            Action::Down if self.enters_rows() => {}
            Action::Down => self.choose(1),
            // Above the first result are the queries before.
            Action::Up
                if self
                    .finder
                    .as_ref()
                    .is_some_and(|finder| finder.chosen == 0) =>
            {
                self.recall()
            }
            Action::Up => self.choose(-1),
            // Without a preview to read, one goes through the results.
            Action::PageDown | Action::PageUp if preview == 0 => {
                let results = isize::try_from(self.searching().results.height / 2)
                    .unwrap_or(1)
                    .max(1);
                self.choose(if action == Action::PageDown {
                    results
                } else {
                    -results
                });
            }
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
        let Some(finder) = &mut self.finder else {
            return;
        };
        if finder.input.cursor() < finder.input.value().chars().count() {
            finder.input.handle(tui_input::InputRequest::GoToNextChar);
            return;
        }
        if !finder.unfolded && finder.folded.iter().all(Vec::is_empty) {
            self.status = Some("each of these rules is printed once".to_owned());
            return;
        }
        finder.unfolded = !finder.unfolded;
        let choice = finder.current_choice(&self.library.book);
        self.search(choice);
    }

    pub(super) fn type_key(&mut self, key: KeyEvent) {
        let Some(finder) = &mut self.finder else {
            return;
        };
        if typing::key(&mut finder.input, key) {
            (finder.recalled, finder.any_game) = (0, false);
            self.search(ResultChoice::Best);
        }
    }

    /// Pasted text goes into the box as one line.
    pub(super) fn type_text(&mut self, text: &str) {
        let Some(finder) = &mut self.finder else {
            return;
        };
        typing::paste(&mut finder.input, text);
        finder.any_game = false;
        self.search(ResultChoice::Best);
    }

    /// Searches for what is typed.
    pub(super) fn search(&mut self, choice: ResultChoice) {
        let game = self.library.book.game_of(self.reader.focus);
        let (preview, height) = (self.preview(), usize::from(self.searching().results.height));
        let Some(finder) = &mut self.finder else {
            return;
        };
        finder.opening = false;
        finder.search(&self.library, game, choice);
        finder.look(&self.library, preview);
        finder.keep_in_sight(height);
    }

    /// What the search screen says while there is no index.
    #[must_use]
    pub fn waiting(&self) -> String {
        match &self.progress {
            _ if self.search_failed => "search does not work".to_owned(),
            Some(progress) => progress.shown(),
            None => "preparing the index".to_owned(),
        }
    }

    /// Chooses another result and shows it.
    pub(super) fn choose(&mut self, rows: isize) {
        let (preview, height) = (self.preview(), usize::from(self.searching().results.height));
        if let Some(finder) = &mut self.finder {
            let before = finder.chosen;
            finder.move_by(rows);
            if finder.chosen != before {
                finder.look(&self.library, preview);
            }
            finder.keep_in_sight(height);
        }
    }

    /// Scrolls the preview by lines.
    pub(super) fn scroll_preview(&mut self, lines: isize) {
        let height = usize::from(self.preview().1);
        if let Some(finder) = &mut self.finder {
            finder.scroll_preview(lines, height);
        }
    }

    /// Opens the chosen result, its matches marked. Without an index yet, it opens when the index is ready.
    pub(super) fn open_chosen(&mut self) {
        let waits = self.library.index.is_none() && !self.search_failed;
        if let Some(finder) = self
            .finder
            .as_mut()
            .filter(|finder| waits && !finder.input.value().trim().is_empty())
        {
            finder.opening = true;
            self.status = Some("opens as soon as it is found".to_owned());
            return;
        }
        let Some(finder) = &self.finder else { return };
        let Some((section, sought)) = finder.sought(&self.library) else {
            return;
        };
        let highlight = finder
            .results
            .as_ref()
            .map(|results| results.highlight.clone())
            .unwrap_or_default();
        self.remember_query();
        self.go_marked(section, highlight, &sought);
    }

    /// Keeps the query for the next time, each once.
    fn remember_query(&mut self) {
        let Some(query) = self
            .finder
            .as_ref()
            .map(|finder| finder.input.value().trim().to_owned())
        else {
            return;
        };
        self.marks.note(Change::Query(query));
    }

    /// Puts the query before into the box.
    fn recall(&mut self) {
        let queries = &self.marks.state.queries;
        let Some(finder) = &mut self.finder else {
            return;
        };
        let current = finder.input.value().trim();
        let before = (finder.recalled + 1..=queries.len())
            .find(|back| queries[queries.len() - back] != current);
        if let Some(back) = before {
            finder.recalled = back;
            finder.input = tui_input::Input::new(queries[queries.len() - back].clone());
            self.search(ResultChoice::Best);
        }
    }

    /// Completes the filter that the cursor is in or behind; again, it is the next that it may be.
    fn complete_filter(&mut self) {
        let Some(finder) = &mut self.finder else {
            return;
        };
        let text = finder.input.value().to_owned();
        let cursor = text
            .char_indices()
            .nth(finder.input.cursor())
            .map_or(text.len(), |(at, _)| at);
        let end = text[cursor..]
            .find(char::is_whitespace)
            .map_or(text.len(), |blank| cursor + blank);
        let (before, behind) = text.split_at(end);
        if let Some(completed) = finder.completing.next(&self.library, before) {
            let cursor = completed.chars().count();
            finder.input =
                tui_input::Input::new(format!("{completed}{behind}")).with_cursor(cursor);
            self.search(ResultChoice::Best);
        } else {
            self.status = Some(
                "no filter to complete; they are type: game: doc: ap: cp: sp: ep: vp:".to_owned(),
            );
        }
    }

    /// Columns and rows of the preview.
    fn preview(&self) -> (u16, u16) {
        let preview = self.searching().preview;
        (preview.width, preview.height)
    }

    /// Selects the clicked result; opens the selected one.
    pub(super) fn click_result(&mut self, at: Position) {
        let area = self.searching().results;
        if !area.contains(at) {
            return;
        }
        let row = usize::from(at.y.saturating_sub(area.y));
        let clicked = self
            .finder
            .as_ref()
            .and_then(|finder| finder.result_at(row));
        if let (Some(clicked), Some(finder)) = (clicked, &self.finder) {
            let by =
                isize::try_from(clicked).unwrap_or(0) - isize::try_from(finder.chosen).unwrap_or(0);
            self.choose(by);
            if by == 0 {
                self.open_chosen();
            }
        }
    }
}
