//! Completion of filters.

use crate::search;
use crate::tui::library::Library;

/// What Tab makes of a filter: one thing after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completing {
    all: Vec<String>,
    at: usize,
}

impl Completing {
    /// The next completion of a text; nothing where there is none. A filter with its value goes on to the other values.
    pub fn next(&mut self, library: &Library, text: &str) -> Option<&str> {
        if self.all.len() > 1 && self.all.get(self.at).is_some_and(|last| last == text) {
            self.at = (self.at + 1) % self.all.len();
            return self.all.get(self.at).map(String::as_str);
        }
        self.at = 0;
        self.all = search::complete(&library.book, text);
        if let (true, Some((filter, _))) = (self.all.is_empty(), text.rsplit_once(':')) {
            let all = search::complete(&library.book, &format!("{filter}:"));
            if let Some(at) = all.iter().position(|known| known == text) {
                (self.at, self.all) = ((at + 1) % all.len(), all);
            }
        }
        self.all.get(self.at).map(String::as_str)
    }
}
