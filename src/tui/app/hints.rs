//! Shows hints on links and words, and looks up words.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::state::App;
use crate::tui::hints::{HintPane, HintWord, Hints, words_of_line};
use crate::tui::overlay::Overlay;
use crate::tui::sheet::{Sheet, open_link, peek_link};
use crate::tui::subject::Subject;

impl App {
    /// Shows hints on the links of the topmost overlay or, if none is open, on the links of the
    /// page and the side pane. With `on_words`, shows hints on the words of the overlay, the page,
    /// or a side pane that covers the page.
    pub(super) fn show_hints(&mut self, on_words: bool) {
        let hints = self.new_hints(on_words);
        if hints.hints.is_empty() {
            self.say(format!("no {} on the screen", hints.noun()));
        } else {
            self.hints = Some(hints);
        }
    }

    fn new_hints(&self, on_words: bool) -> Hints {
        let mut hints = Vec::new();
        let panes = if self.overlays.last().and_then(Overlay::sheet).is_some() {
            vec![HintPane::Overlay]
        } else if self.reading().side_covers_page() {
            vec![HintPane::Side]
        } else if on_words {
            vec![HintPane::Page]
        } else {
            vec![HintPane::Page, HintPane::Side]
        };
        for pane in panes {
            let sheet = self.sheet(pane);
            let (page, lines) = (&sheet.page, sheet.visible());
            let words: Vec<_> = if on_words {
                let words =
                    |line| words_of_line(&self.shared.library, self.reader.focus, page, line);
                lines.flat_map(words).collect()
            } else {
                let links = 0..page.links.len();
                let visible = links.filter(|at| lines.contains(&page.links[*at].line));
                visible.map(|link| HintWord::of_link(page, link)).collect()
            };
            hints.extend(words.into_iter().map(|word| (pane, word)));
        }
        Hints::new(on_words, hints)
    }

    /// Creates the hints again after a change of layout, for the links or words that are now
    /// visible. The same link may get other letters; the letters typed so far stay.
    pub(super) fn place_hints(&mut self) {
        if let Some(Hints {
            on_words, typed, ..
        }) = self.hints.take()
        {
            let hints = self.new_hints(on_words);
            self.hints = Some(Hints { typed, ..hints }).filter(|hints| !hints.hints.is_empty());
        }
    }

    /// Returns the sheet of a pane.
    pub(super) fn sheet(&self, pane: HintPane) -> &Sheet {
        let overlay = self.overlays.last().and_then(Overlay::sheet);
        match pane {
            HintPane::Overlay => overlay.unwrap_or(&self.reader.sheet),
            HintPane::Side => &self.side.sheet,
            HintPane::Page => &self.reader.sheet,
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
        let found = hints.remaining().next();
        match found.map(|hint| (hint, hint.word.link)) {
            Some((hint, _)) if hint.letters != hints.typed => self.hints = Some(hints),
            Some((hint, Some(link))) if !hints.on_words => self.choose_link(hint.pane, link),
            Some((hint, _)) => self.look_up(hint.pane, &hint.word),
            None => {}
        }
        true
    }

    /// Follows a link. In a peek, opens another peek at the target of the link instead.
    fn choose_link(&mut self, pane: HintPane, index: usize) {
        let link = self.sheet(pane).page.links[index].clone();
        let effect = match (pane, self.overlays.last_mut()) {
            (HintPane::Overlay, Some(Overlay::Peek(peek))) => {
                peek.sheet.link = Some(index);
                Some(peek_link(&link))
            }
            // Select the link, so that it is still selected when the reader comes back to the page.
            (HintPane::Page, _) => {
                self.reader.sheet.link = Some(index);
                open_link(&link)
            }
            _ => open_link(&link),
        };
        self.carry_out(effect);
    }

    /// Opens a peek at the target of a linked word, or at the definitions of any other word. If
    /// nothing defines the word, the peek shows the best search result or, if nothing answers the
    /// search, the uses of the word.
    pub(super) fn look_up(&mut self, pane: HintPane, word: &HintWord) {
        let sheet = self.sheet(pane);
        let row = sheet.row(word.line);
        let subject = match word.link {
            Some(link) => Subject::of_link(&sheet.page.links[link]),
            None => Subject::of_word(&self.shared.library, &word.text, self.reader.focus),
        };
        // A peek opens below or above the selected link, if there is one. If the hint is on a word
        // that is not a link, deselect any link, so that the peek opens below or above the word.
        match (pane, self.overlays.last_mut()) {
            (HintPane::Page, _) => self.reader.sheet.link = word.link,
            (HintPane::Side, _) => self.side.sheet.link = word.link,
            (HintPane::Overlay, Some(Overlay::Compare(compare))) => compare.sheet.link = word.link,
            (HintPane::Overlay, _) => {}
        }
        if subject.targets.is_empty() {
            let text = &word.text;
            self.say(format!("the loaded rules say nothing about {text}"));
        }
        self.peek(subject, row);
    }
}
