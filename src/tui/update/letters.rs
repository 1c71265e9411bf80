//! A letter on every visible link: two keys to any of them.

use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::render::Page;
use crate::tui::app::App;
use crate::tui::update::Word;

/// The letters under the fingers first.
const LETTERS: &[u8] = b"asdfghjklqwertyuiopzxcvbnm";

/// A link that can be chosen by letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lettered {
    /// Whether it stands in the side pane, not on the page.
    pub in_side: bool,
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

    /// Puts letters on the words of the page.
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
        words.iter().enumerate().map(|(at, word)| (word, letters(at, words.len()))).collect()
    }

    /// Takes the letters of a word.
    fn word_letter(&mut self, typed: String) {
        let words = self.lettered_words();
        let chosen = words.iter().find(|(_, name)| *name == typed).map(|(word, _)| (*word).clone());
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
        let links: Vec<_> = self.visible_links().take(LETTERS.len() * LETTERS.len()).collect();
        let count = links.len();
        let named = links.into_iter().enumerate();
        named.map(|(at, (in_side, link))| Lettered { in_side, link, name: letters(at, count) }).collect()
    }

    /// The text of a link that can be chosen by letters, as it is printed.
    #[must_use]
    pub fn text_of(&self, lettered: &Lettered) -> String {
        let page = if lettered.in_side { &self.side.sheet.page } else { &self.reader.page };
        page.text_of_link(lettered.link)
    }

    /// Takes a key while letters are shown; whether it was one for them.
    pub(super) fn letter(&mut self, key: KeyEvent) -> bool {
        let Some(mut typed) = self.letters.take() else { return false };
        let letter = match key.code {
            KeyCode::Char(letter) if key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => letter,
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
            let page = if chosen.in_side { &self.side.sheet.page } else { &self.reader.page };
            let target = page.links[chosen.link].targets.first().copied();
            // In the side pane nothing is selected: the keys stay with the page.
            if !chosen.in_side {
                self.reader.link = Some(chosen.link);
            }
            if let Some(target) = target {
                self.go(target);
            }
        } else if links.iter().any(|lettered| lettered.name.starts_with(&typed)) {
            self.letters = Some(typed);
        }
        true
    }

    /// The links on the screen, each with whether it stands in the side pane.
    fn visible_links(&self) -> impl Iterator<Item = (bool, usize)> + '_ {
        let places = self.reading();
        let page = if places.side_covers_page() { 0..0 } else { self.reader.uncovered() };
        let sheet = &self.side.sheet;
        let side = sheet.scroll..sheet.scroll + usize::from(places.side_text().height);
        let on = |visible: Range<usize>, page: &'_ Page| {
            let lines = page.links.iter().map(|link| link.line).enumerate().collect::<Vec<_>>();
            lines.into_iter().filter(move |(_, line)| visible.contains(line)).map(|(link, _)| link)
        };
        let in_side = on(side, &sheet.page).map(|link| (true, link));
        on(page, &self.reader.page).map(|link| (false, link)).chain(in_side)
    }
}

/// The letters of one of so many: one, or two where there are more than letters.
fn letters(at: usize, count: usize) -> String {
    let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
    if count > LETTERS.len() { format!("{}{}", letter(at / LETTERS.len()), letter(at)) } else { letter(at).to_string() }
}
