//! The search box: typing, choosing, opening.

use crossterm::event::KeyEvent;

use super::typing;
use crate::state::Change;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::finder::{Aim, Answer, Asked, Finder};
use crate::tui::task::{CallOff, Task};

impl App {
    /// Opens the search box, with nothing in it.
    pub(super) fn open_finder(&mut self) {
        self.overlays.clear();
        self.side.focused = false;
        self.uncover_page();
        self.finder = Some(Finder::default());
        self.search(Aim::Best);
    }

    /// Opens the search box with a text and a choice.
    pub(super) fn open_finder_with(&mut self, finder: Finder, chosen: usize) {
        self.finder = Some(finder);
        self.search(Aim::Place(chosen));
    }

    /// The index is there: what was asked before it is answered now.
    pub(super) fn index_ready(&mut self) {
        let Some(mut opens) = self.finder.as_ref().map(|finder| finder.opening) else {
            self.query = None;
            return;
        };
        // Headings may have answered meanwhile: what is chosen among them stays so. The command line means the best.
        let aim = if self.query.is_some() || opens {
            Aim::Best
        } else {
            self.aim_again()
        };
        self.search(aim);
        // The command line's query opens its best match, unless the user has begun something else meanwhile.
        let query = self.query.take();
        opens |= query.is_some()
            && self.finder.as_ref().map(|finder| finder.input.value()) == query.as_deref();
        if opens {
            self.open_chosen();
        }
    }

    /// What to choose again when the rules that were read again can be searched.
    pub(super) fn aim_again(&self) -> Aim {
        let Some(finder) = &self.finder else {
            return Aim::Best;
        };
        if finder.has_only_headings() && finder.aim != Aim::Best {
            return finder.aim.clone();
        }
        match finder.section().filter(|_| finder.awaited.is_none()) {
            Some(section) => Aim::Section(self.library.book.section(section).id.clone()),
            None => finder.aim.clone(),
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
        let chosen = finder
            .section()
            .map(|section| self.library.book.section(section).id.clone());
        self.search(chosen.map_or(Aim::Best, Aim::Section));
    }

    pub(super) fn type_key(&mut self, key: KeyEvent) {
        let Some(finder) = &mut self.finder else {
            return;
        };
        if typing::key(&mut finder.input, key) {
            finder.recalled = 0;
            self.search(Aim::Best);
        }
    }

    /// Pasted text goes into the box as one line.
    pub(super) fn type_text(&mut self, text: &str) {
        let Some(finder) = &mut self.finder else {
            return;
        };
        typing::paste(&mut finder.input, text);
        self.search(Aim::Best);
    }

    /// Searches for what is typed: at once where the rules are few, else the results come as an event and what was found
    /// before stays till then.
    pub(super) fn search(&mut self, aim: Aim) {
        let number = self.next_number();
        let game = self.library.book.game_of(self.reader.focus);
        let apart = self.library.book.section_count() > self.at_once;
        let Some(finder) = &mut self.finder else {
            return;
        };
        let text = finder.input.value().to_owned();
        // Who asks on the command line reads no game yet.
        let game = Some(game).filter(|_| self.query.as_ref() != Some(&text));
        let asked = Asked {
            number,
            text,
            game,
            unfolded: finder.unfolded,
        };
        (finder.aim, finder.opening, finder.failed) = (aim, false, self.search_failed);
        finder.awaited = Some(number);
        if self.search_failed {
            finder.forget();
        } else if apart && (!asked.text.trim().is_empty() || self.library.index.is_none()) {
            // Before anything is typed, what the first letter needs is made.
            self.requests.ask(Task::Search(asked));
        } else if let Some(answer) = asked.answer(&self.library, &CallOff::default()) {
            self.answered(answer);
        }
    }

    /// Searches new rules for what is typed. An Enter that waits for results waits for these.
    pub(super) fn search_again(&mut self, aim: Aim) {
        let Some(finder) = &mut self.finder else {
            return;
        };
        let opening = finder.opening;
        finder.forget();
        self.search(aim);
        if let Some(finder) = &mut self.finder {
            finder.opening = opening;
        }
    }

    /// Takes the results of a search in, if nothing else was typed since it was asked for.
    pub(super) fn answered(&mut self, answer: Answer) {
        let (preview, height) = (self.preview(), usize::from(self.searching().results.height));
        let Some(finder) = self
            .finder
            .as_mut()
            .filter(|finder| finder.awaited == Some(answer.number))
        else {
            return;
        };
        finder.take(&self.library, answer);
        finder.look(&self.library, preview);
        finder.keep_in_sight(height);
        if std::mem::take(&mut finder.opening) {
            self.status = None;
            self.open_chosen();
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
            // Better results may be on their way: what was chosen of these stays chosen, if they have it.
            let coming = finder.awaited.is_some() || finder.has_only_headings();
            if let Some(section) = finder.section().filter(|_| coming) {
                finder.aim = Aim::Section(self.library.book.section(section).id.clone());
                finder.opening = false;
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

    /// Opens the chosen result, its matches marked; where the best is still to be found, as soon as it is.
    pub(super) fn open_chosen(&mut self) {
        if let Some(finder) = self.finder.as_mut().filter(|finder| finder.is_ahead()) {
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
            self.search(Aim::Best);
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
            self.search(Aim::Best);
        } else {
            self.status = Some(
                "no filter to complete; they are type: game: doc: ap: cp: sp: ep: vp:".to_owned(),
            );
        }
    }

    /// Columns and rows of the preview. What was asked on the command line is opened at once, and previewed never.
    fn preview(&self) -> (u16, u16) {
        let typed = self.finder.as_ref().map(|finder| finder.input.value());
        if typed.is_some() && typed == self.query.as_deref() {
            return (0, 0);
        }
        let preview = self.searching().preview;
        (preview.width, preview.height)
    }
}
