//! Shows hints on links and words, and looks up words.

use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::state::App;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::hints::{Hint, HintPane, HintWord, Hints, words_of_line};
use crate::tui::overlay::Overlay;
use crate::tui::sheet::{Sheet, open_link};
use crate::tui::subject::Subject;

impl App {
    /// Shows hints on the links of the topmost overlay or, if none is open, on the links of the
    /// page and the side pane. With `on_words`, shows hints on the words of the overlay, the page,
    /// or a side pane that covers the page.
    pub(super) fn show_hints(&mut self, on_words: bool) {
        let hints = self.new_hints(on_words);
        if hints.hints.is_empty() {
            let nothing = format!("no {} on the screen", hints.noun());
            let env = self.environment(self.footer_area());
            let advice = env.advice(&nothing, Action::WordHints, "looks up a word");
            self.say(if on_words { nothing } else { advice });
        } else {
            self.hints = Some(hints);
        }
    }

    fn new_hints(&self, on_words: bool) -> Hints {
        let mut hints = Vec::new();
        let panes = if on_words { 1 } else { usize::MAX };
        for (pane, lines) in self.hint_lines().into_iter().take(panes) {
            let page = &self.sheet(pane).page;
            let words: Vec<_> = if on_words {
                lines.flat_map(|line| self.words_of(pane, line)).collect()
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

    /// Returns the panes that get hints, each with its visible lines.
    fn hint_lines(&self) -> Vec<(HintPane, Range<usize>)> {
        if let Some(sheet) = self.overlays.last().and_then(Overlay::sheet) {
            return vec![(HintPane::Overlay, sheet.uncovered())];
        }
        let side = (HintPane::Side, self.side.sheet.uncovered());
        if self.reading().side_covers_page() {
            return vec![side];
        }
        vec![(HintPane::Page, self.reader.sheet.uncovered()), side]
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

    /// Returns the words worth looking up on a line of a pane.
    pub(super) fn words_of(&self, pane: HintPane, line: usize) -> Vec<HintWord> {
        let page = &self.sheet(pane).page;
        words_of_line(&self.shared.library, self.reader.focus, page, line)
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
        match found {
            Some(hint) if hint.letters != hints.typed => self.hints = Some(hints),
            Some(hint) if hints.on_words => self.look_up(hint.pane, &hint.word),
            Some(hint) => self.choose_link(hint),
            None => {}
        }
        true
    }

    /// Follows the link of a hint. In a peek, opens another peek at the target of the link instead.
    fn choose_link(&mut self, hint: &Hint) {
        let Some(link) = hint.word.link else {
            return;
        };
        if let (HintPane::Overlay, Some(Overlay::Peek(peek))) =
            (hint.pane, self.overlays.last_mut())
        {
            peek.sheet.link = Some(link);
            let effect = peek.peek_on();
            return self.carry_out(effect);
        }
        // Select the link, so that it is still selected when the reader comes back to the page.
        if hint.pane == HintPane::Page {
            self.reader.sheet.link = Some(link);
        }
        let effect = open_link(&self.sheet(hint.pane).page.links[link]);
        self.carry_out(effect);
    }

    /// Opens a peek at the target of a linked word, or at the definitions of any other word. If
    /// nothing defines the word, the peek shows the best search result or, if nothing answers the
    /// search, the uses of the word.
    pub(super) fn look_up(&mut self, pane: HintPane, word: &HintWord) {
        let sheet = self.sheet(pane);
        let row = sheet.row(word.line);
        let link = word.link.and_then(|link| sheet.page.links.get(link));
        let subject = match link {
            Some(link) => Subject::of_link(link),
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
            return;
        }
        // All peeks store the lines of the link or word that the first peek was opened from.
        let first = self.peeks().next().map(|first| first.lines);
        self.carry_out(Some(Effect::Peek(subject, first.unwrap_or((row, row)))));
    }
}
