//! Shows hints on links and words, and looks up words.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::state::App;
use crate::search::{Answerability, Query};
use crate::tui::finder::Finder;
use crate::tui::hints::{HintWord, Hints};
use crate::tui::keymap::Context;
use crate::tui::sheet::{FINDING_LINKS, open_link, peek_link};

impl App {
    /// Shows hints on the links or the words of the focused pane.
    pub(super) fn show_hints(&mut self, on_words: bool) {
        let hints = Hints {
            on_words,
            is_early: self.sheet().page.lacks_links,
            ..Hints::default()
        };
        if hints.on(self.sheet()).is_empty() {
            let is_early = !on_words && hints.is_early;
            let none = format!("no {} on the screen", hints.noun());
            self.say(if is_early { FINDING_LINKS } else { &none });
        } else {
            self.hints = Some(hints);
        }
    }

    /// Passes a key to the hints if they are shown. Returns whether the hints used the key. Esc,
    /// and a letter that no hint continues with, only hide the hints. Any other key hides them too,
    /// and then does what it always does.
    pub(super) fn type_hint(&mut self, key: KeyEvent) -> bool {
        let Some(mut hints) = self.hints.take() else {
            return false;
        };
        match key.code {
            KeyCode::Char(letter) if key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => {
                hints.typed.push(letter);
            }
            code => return code == KeyCode::Esc,
        }
        let found = hints.on(self.sheet()).into_iter().next();
        match found.map(|hint| (hint.word.link, hint)) {
            Some((_, hint)) if hint.letters != hints.typed => self.hints = Some(hints),
            Some((Some(link), _)) if !hints.on_words => self.choose_link(link),
            Some((_, hint)) => self.look_up(&hint.word),
            None => {}
        }
        true
    }

    /// Selects and follows a link. In a peek, opens another peek at the target of the link instead; at the
    /// table, only selects the row.
    fn choose_link(&mut self, index: usize) {
        let sheet = self.sheet_mut();
        sheet.link = Some(index);
        let link = sheet.page.links[index].clone();
        let effect = match self.context() {
            Context::Table => None,
            context if context.is_peek() => Some(peek_link(&link)),
            _ => open_link(&link),
        };
        self.carry_out(effect);
    }

    /// Opens a peek at the target of a linked word, or at the definitions of any other word. If
    /// nothing defines the word, opens a peek at the best result of a search for it. If the rules
    /// only use the word, opens the search screen, which lists its uses.
    pub(super) fn look_up(&mut self, word: &HintWord) {
        let sheet = self.sheet_mut();
        // A peek opens below or above the selected link, if there is one.
        sheet.link = word.link;
        let row = sheet.row(word.line);
        if let Some(link) = sheet.selected() {
            let targets = link.targets.clone();
            return self.peek(targets, row);
        }
        let (library, text) = (&self.shared.library, &word.text);
        if !library.has_links() {
            return self.say("still collecting the names of the rules; try again in a moment");
        }
        let mut targets = library.links.definitions(text, Some(self.reader.focus));
        library.put_played_first(&mut targets);
        if targets.is_empty()
            && let Some(index) = &library.index
        {
            let game = Some(library.book.game_of(self.reader.focus));
            let query = Query {
                text: text.clone(),
                game,
                only_game: game,
                limit: 1,
                sort: None,
            };
            let results = index.search(&library.book, &query);
            match results.outcome {
                Answerability::Found => targets.extend(results.hits.first().map(|hit| hit.section)),
                Answerability::Undefined { .. } => {
                    return self.open_finder(Finder::with_text(text));
                }
                _ => {}
            }
        }
        if targets.is_empty() {
            self.say(format!("the loaded rules say nothing about {text}"));
        }
        self.peek(targets, row);
    }
}
