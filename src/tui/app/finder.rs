//! The search screen: opening it, and opening its results.

use super::state::App;
use crate::state::Change;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::finder::Finder;

impl App {
    /// Has the search screen do something, and carries out what it asks for.
    pub(super) fn with_finder(
        &mut self,
        act: impl FnOnce(&mut Finder, &Environment<'_>) -> Vec<Effect>,
    ) {
        let areas = self.searching();
        let Some(mut finder) = self.finder.take() else {
            return;
        };
        let effects = act(&mut finder, &self.environment(areas.results));
        self.finder = Some(finder);
        self.carry_out(effects);
    }

    /// Opens the search screen.
    pub(super) fn open_finder(&mut self) {
        self.overlays.clear();
        self.side.focused = false;
        self.uncover_page();
        self.finder = Some(Finder::default());
        self.search(None);
    }

    pub(super) fn search(&mut self, choice: Option<String>) {
        self.with_finder(|finder, env| {
            finder.search(choice, env);
            Vec::new()
        });
    }

    /// Searches new rules for what is typed. An Enter that waits for the index is carried out when it is ready.
    pub(super) fn search_again(&mut self, choice: Option<String>) {
        let Some(opening) = self.finder.as_ref().map(|finder| finder.opening) else {
            return;
        };
        self.search(choice);
        if self.library.index.is_some() && opening {
            self.status = None;
            self.open_result();
        } else if let Some(finder) = &mut self.finder {
            finder.opening = opening;
        }
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

    /// Opens the selected result with its matches marked. Without an index yet, it opens when the index is ready.
    pub(super) fn open_result(&mut self) {
        let waits = self.library.index.is_none() && !self.search_failed;
        let Some(finder) = &mut self.finder else {
            return;
        };
        let query = finder.input.value().trim().to_owned();
        if waits && !query.is_empty() {
            finder.opening = true;
            self.status = Some("opens as soon as it is found".to_owned());
            return;
        }
        let Some((section, sought)) = finder.sought(&self.library) else {
            return;
        };
        let results = finder.results.as_ref();
        let highlight = results.map(|results| results.highlight.clone());
        self.marks.note(Change::Query(query));
        self.go_marked(section, highlight.unwrap_or_default(), &sought);
    }
}
