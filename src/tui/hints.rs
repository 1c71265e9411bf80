//! Hints: letters on links or words, to choose one of them with one or two keys.

mod words;

pub use words::{HintWord, words_of_line};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::draw::{Canvas, LinearScreen, text_line};
use super::environment::Environment;
use crate::render::wrap;
use crate::theme::Role;

/// The letters of hints, the ones under the fingers first.
const LETTERS: &[u8] = b"asdfghjklqwertyuiopzxcvbnm";

/// The pane of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintPane {
    /// The page.
    Page,
    /// The side pane.
    Side,
    /// The peek or the comparison that has the focus.
    Overlay,
}

/// Letters on a link or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The letters.
    pub name: String,
    /// The pane.
    pub pane: HintPane,
    /// The link or the word.
    pub word: HintWord,
}

/// All hints on the screen.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Whether they are on words, to look one up; else they are on links.
    pub on_words: bool,
    /// The letters that have been typed.
    pub typed: String,
    /// The hints, in the order of their letters.
    pub hints: Vec<Hint>,
}

/// What a key means while there are hints.
pub enum HintKey {
    /// The letters of a hint are complete.
    Chosen(Hint),
    /// More letters have to follow.
    Prefix,
    /// There is no such hint: the hints go away.
    Nothing,
    /// The hints go away, and the key does what it always does.
    OtherKey,
}

impl Hints {
    /// Gives letters to hints: one each, or two where there are more hints than letters.
    pub fn new(on_words: bool, words: Vec<(HintPane, HintWord)>) -> Self {
        let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
        let is_long = words.len() > LETTERS.len();
        let words = words.into_iter().take(LETTERS.len() * LETTERS.len());
        let hints = words.enumerate().map(|(at, (pane, word))| {
            let first = is_long.then(|| letter(at / LETTERS.len()));
            Hint {
                name: first.into_iter().chain([letter(at)]).collect(),
                pane,
                word,
            }
        });
        Self {
            on_words,
            typed: String::new(),
            hints: hints.collect(),
        }
    }

    /// What the hints are on.
    pub fn noun(&self) -> &'static str {
        if self.on_words { "word" } else { "link" }
    }

    /// The hints that begin with the typed letters.
    pub fn remaining(&self) -> impl Iterator<Item = &Hint> {
        self.hints
            .iter()
            .filter(|hint| hint.name.starts_with(&self.typed))
    }

    /// Takes a key.
    pub fn type_key(&mut self, key: KeyEvent) -> HintKey {
        match key.code {
            KeyCode::Char(letter) if key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => {
                self.typed.push(letter);
            }
            KeyCode::Esc => return HintKey::Nothing,
            _ => return HintKey::OtherKey,
        }
        match self.remaining().next() {
            Some(hint) if hint.name == self.typed => HintKey::Chosen(hint.clone()),
            Some(_) => HintKey::Prefix,
            None => HintKey::Nothing,
        }
    }

    /// What to type, and what has been.
    pub fn prompt(&self) -> String {
        format!("type the letters of a {}: {}", self.noun(), self.typed)
    }

    /// Draws the hints of a pane over its text; `scroll` is the first visible line.
    pub fn draw(&self, pane: HintPane, area: Rect, scroll: usize, canvas: &mut Canvas<'_>) {
        let styles = canvas.styles;
        let style = styles.role(Role::Chip).patch(styles.selected());
        for hint in self.remaining().filter(|hint| hint.pane == pane) {
            let row = hint.word.line.checked_sub(scroll);
            if let Some(row) = row.and_then(|row| area.rows().nth(row)) {
                let column = u16::try_from(hint.word.columns.start).unwrap_or(u16::MAX);
                canvas.row(row).skip(column).put_styled(&hint.name, style);
            }
        }
    }

    /// The hints in linear mode: each before its link or word, so that no text is covered.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let listed = self
            .remaining()
            .map(|hint| format!("{} {}", hint.name, hint.word.text));
        let all = listed.collect::<Vec<_>>().join(", ");
        let width = usize::from(env.size.0.max(1));
        let lines = wrap::wrap(&all, width).into_iter();
        LinearScreen {
            name: format!("Letters of {} {}s", self.hints.len(), self.noun()),
            lines: lines
                .map(|line| text_line(&all[line], Role::Text, env.styles.symbols()))
                .collect(),
            cursor: Some((0, 0)),
            selected: self.prompt(),
            ..LinearScreen::default()
        }
    }
}
