//! A letter on every visible link: two keys to any of them.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::app::App;

/// The letters under the fingers first.
const LETTERS: &[u8] = b"asdfghjklqwertyuiopzxcvbnm";

impl App {
    pub(super) fn show_letters(&mut self) {
        if self.visible_links().next().is_none() {
            self.status = Some("no link on the screen".to_owned());
        } else {
            self.letters = Some(String::new());
        }
    }

    /// The links that are on the screen, with the letters each is chosen by.
    #[must_use]
    pub fn lettered_links(&self) -> Vec<(usize, String)> {
        let links: Vec<_> = self.visible_links().take(LETTERS.len() * LETTERS.len()).collect();
        let two = links.len() > LETTERS.len();
        let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
        let name = |at: usize| {
            if two { format!("{}{}", letter(at / LETTERS.len()), letter(at)) } else { letter(at).to_string() }
        };
        links.into_iter().enumerate().map(|(at, link)| (link, name(at))).collect()
    }

    /// Takes a key while letters are shown; whether it was one for them.
    pub(super) fn letter(&mut self, key: KeyEvent) -> bool {
        let Some(mut typed) = self.letters.take() else { return false };
        let letter = match key.code {
            KeyCode::Char(letter) if key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => letter,
            // Any other key puts the letters away and does what it always does.
            other => return other == KeyCode::Esc,
        };
        typed.push(letter);
        let links = self.lettered_links();
        if let Some((link, _)) = links.iter().find(|(_, name)| *name == typed) {
            self.reader.link = Some(*link);
            let target = self.reader.page.links[*link].targets.first().copied();
            if let Some(target) = target {
                self.go(target);
            }
        } else if links.iter().any(|(_, name)| name.starts_with(&typed)) {
            self.letters = Some(typed);
        }
        true
    }

    fn visible_links(&self) -> impl Iterator<Item = usize> + '_ {
        let visible = self.reader.uncovered();
        let links = self.reader.page.links.iter().enumerate();
        links.filter(move |(_, link)| visible.contains(&link.line)).map(|(at, _)| at)
    }
}
