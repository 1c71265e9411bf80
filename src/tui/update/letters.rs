//! A letter on every visible link, or word: two keys to any of them. They stand on the page and in the side pane, or in what
//! lies over both and has the keys.

use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::render::Page;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::overlay::Overlay;
use crate::tui::update::Word;

/// The letters under the fingers first.
const LETTERS: &[u8] = b"asdfghjklqwertyuiopzxcvbnm";

/// Where letters stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// On the page.
    Page,
    /// In the side pane.
    Side,
    /// In the peek or the comparison that has the keys.
    Over,
}

/// A link that can be chosen by letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lettered {
    /// Where it stands.
    pub pane: Pane,
    /// Which of the links there it is.
    pub link: usize,
    /// The letters.
    pub name: String,
}

impl App {
    pub(super) fn show_letters(&mut self) {
        if self.visible_links().next().is_none() {
            self.status = Some("no link on the screen".to_owned());
        } else {
            self.letters = Some(String::new());
        }
    }

    /// The lines of a pane, and which of them is the first visible one.
    #[must_use]
    pub fn lines_of(&self, pane: Pane) -> (&Page, usize) {
        match (pane, self.overlays.last()) {
            (Pane::Over, Some(Overlay::Peek(peek))) => (&peek.page, peek.scroll),
            (Pane::Over, Some(Overlay::Compare(compare))) => {
                (&compare.sheet.page, compare.sheet.scroll)
            }
            (Pane::Side, _) => (&self.side.sheet.page, self.side.sheet.scroll),
            _ => (&self.reader.page, self.reader.scroll),
        }
    }

    /// Where the words are that letters are put on.
    #[must_use]
    pub fn word_pane(&self) -> Pane {
        match self.overlays.last() {
            Some(Overlay::Peek(_) | Overlay::Compare(_)) => Pane::Over,
            _ => Pane::Page,
        }
    }

    /// The lines of the peek or the comparison that has the keys, as far as they are visible.
    pub(super) fn visible_over(&self) -> Range<usize> {
        let height = match self.overlays.last() {
            Some(Overlay::Peek(_)) => self.peek_height(),
            _ => self.compare_height(),
        };
        let (page, scroll) = self.lines_of(Pane::Over);
        scroll..(scroll + height).min(page.lines.len())
    }

    /// Puts letters on the words of the page, or of what lies over it.
    pub(super) fn show_word_letters(&mut self) {
        self.lettered = self.visible_words();
        if self.lettered.is_empty() {
            self.status = Some("no word on the screen".to_owned());
        } else {
            self.letters = Some(String::new());
        }
    }

    /// Takes the letters off: what they stood on has moved, or something else was chosen.
    pub(super) fn hide_letters(&mut self) {
        self.letters = None;
        self.lettered.clear();
    }

    /// The words that have letters, each with its own.
    #[must_use]
    pub fn lettered_words(&self) -> Vec<(&Word, String)> {
        let words = &self.lettered[..self.lettered.len().min(LETTERS.len() * LETTERS.len())];
        words
            .iter()
            .enumerate()
            .map(|(at, word)| (word, letters(at, words.len())))
            .collect()
    }

    /// Takes the letters of a word.
    fn word_letter(&mut self, typed: String) {
        let words = self.lettered_words();
        let chosen = words
            .iter()
            .find(|(_, name)| *name == typed)
            .map(|(word, _)| (*word).clone());
        let begins = words.iter().any(|(_, name)| name.starts_with(&typed));
        if let Some(word) = chosen {
            self.lettered.clear();
            self.peek_at_word(&word);
        } else if begins {
            self.letters = Some(typed);
        } else {
            self.lettered.clear();
        }
    }

    /// The links that are on the screen, with the letters each is chosen by: the page's first, then the side pane's.
    #[must_use]
    pub fn lettered_links(&self) -> Vec<Lettered> {
        let links: Vec<_> = self
            .visible_links()
            .take(LETTERS.len() * LETTERS.len())
            .collect();
        let count = links.len();
        let named = links.into_iter().enumerate();
        named
            .map(|(at, (pane, link))| Lettered {
                pane,
                link,
                name: letters(at, count),
            })
            .collect()
    }

    /// The text of a link that can be chosen by letters, as it is printed.
    #[must_use]
    pub fn text_of(&self, lettered: &Lettered) -> String {
        self.lines_of(lettered.pane).0.text_of_link(lettered.link)
    }

    /// Takes a key while letters are shown; whether it was one for them.
    pub(super) fn letter(&mut self, key: KeyEvent) -> bool {
        let Some(mut typed) = self.letters.take() else {
            return false;
        };
        let letter = match key.code {
            KeyCode::Char(letter) if key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => {
                letter
            }
            // Any other key puts the letters away and does what it always does.
            other => {
                self.lettered.clear();
                return other == KeyCode::Esc;
            }
        };
        typed.push(letter);
        if !self.lettered.is_empty() {
            self.word_letter(typed);
            return true;
        }
        let links = self.lettered_links();
        if let Some(chosen) = links.iter().find(|lettered| lettered.name == typed) {
            self.choose_link(chosen.pane, chosen.link);
        } else if links
            .iter()
            .any(|lettered| lettered.name.starts_with(&typed))
        {
            self.letters = Some(typed);
        }
        true
    }

    /// Goes where a link leads; in a peek one peeks on, as by a click.
    fn choose_link(&mut self, pane: Pane, link: usize) {
        if let (Pane::Over, Some(Overlay::Peek(peek))) = (pane, self.overlays.last_mut()) {
            peek.link = Some(link);
            return self.perform(Action::Peek);
        }
        let target = self
            .lines_of(pane)
            .0
            .links
            .get(link)
            .and_then(|link| link.targets.first().copied());
        // Elsewhere nothing is selected: one comes back to the page, or to the comparison as it was.
        if pane == Pane::Page {
            self.reader.link = Some(link);
        }
        if let Some(target) = target {
            self.go(target);
        }
    }

    /// The links on the screen, each with where it stands: those of what has the keys over the page, else of page and side.
    fn visible_links(&self) -> impl Iterator<Item = (Pane, usize)> + '_ {
        let over = self.word_pane() == Pane::Over;
        let places = self.reading();
        let page = if over || places.side_covers_page() {
            0..0
        } else {
            self.reader.uncovered()
        };
        let sheet = &self.side.sheet;
        let side = sheet.scroll
            ..sheet.scroll
                + if over {
                    0
                } else {
                    usize::from(places.side_text().height)
                };
        let on = |visible: Range<usize>, page: &'_ Page| {
            let lines = page
                .links
                .iter()
                .map(|link| link.line)
                .enumerate()
                .collect::<Vec<_>>();
            lines
                .into_iter()
                .filter(move |(_, line)| visible.contains(line))
                .map(|(link, _)| link)
        };
        let in_side = on(side, &sheet.page).map(|link| (Pane::Side, link));
        let above = on(
            if over { self.visible_over() } else { 0..0 },
            self.lines_of(Pane::Over).0,
        );
        let in_page = on(page, &self.reader.page).map(|link| (Pane::Page, link));
        in_page
            .chain(in_side)
            .chain(above.map(|link| (Pane::Over, link)))
    }
}

/// The letters of one of so many: one, or two where there are more than letters.
fn letters(at: usize, count: usize) -> String {
    let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
    if count > LETTERS.len() {
        format!("{}{}", letter(at / LETTERS.len()), letter(at))
    } else {
        letter(at).to_string()
    }
}
