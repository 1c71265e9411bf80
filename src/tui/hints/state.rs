//! The hints on the screen, and what of one has been typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::words::Word;
use crate::render::Page;

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

/// What a hint stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A link, by its number on the page.
    Link(usize),
    /// A word.
    Word(Word),
}

/// Letters on a link or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The letters.
    pub name: String,
    /// The pane.
    pub pane: HintPane,
    /// Line and column on the page that the pane shows.
    pub place: (usize, usize),
    /// The text that the hint stands on.
    pub text: String,
    /// What typing the letters chooses.
    pub target: Target,
}

impl Hint {
    /// A hint on a link of a page, still without letters.
    #[must_use]
    pub fn on_link(pane: HintPane, page: &Page, link: usize) -> Self {
        let line = page.links[link].line;
        Self {
            name: String::new(),
            pane,
            place: page.place_of_link(link).unwrap_or((line, 0)),
            text: page.text_of_link(link),
            target: Target::Link(link),
        }
    }

    /// A hint on a word, still without letters.
    #[must_use]
    pub fn on_word(pane: HintPane, word: Word) -> Self {
        Self {
            name: String::new(),
            pane,
            place: (word.line, word.columns.start),
            text: word.text.clone(),
            target: Target::Word(word),
        }
    }
}

/// All hints on the screen.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// `link` or `word`.
    pub noun: &'static str,
    /// The letters that have been typed.
    pub typed: String,
    /// The hints, in the order of their letters.
    pub hints: Vec<Hint>,
}

/// What a key means while there are hints.
pub enum Typed {
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
    #[must_use]
    pub fn new(noun: &'static str, mut hints: Vec<Hint>) -> Self {
        let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
        let is_short = hints.len() <= LETTERS.len();
        hints.truncate(LETTERS.len() * LETTERS.len());
        for (at, hint) in hints.iter_mut().enumerate() {
            if !is_short {
                hint.name.push(letter(at / LETTERS.len()));
            }
            hint.name.push(letter(at));
        }
        Self {
            noun,
            typed: String::new(),
            hints,
        }
    }

    /// The hints that begin with the typed letters.
    pub fn remaining(&self) -> impl Iterator<Item = &Hint> {
        self.hints
            .iter()
            .filter(|hint| hint.name.starts_with(&self.typed))
    }

    /// Takes a key.
    pub fn type_key(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Char(letter) if key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => {
                self.typed.push(letter);
            }
            KeyCode::Esc => return Typed::Nothing,
            _ => return Typed::OtherKey,
        }
        match self.remaining().next() {
            Some(hint) if hint.name == self.typed => Typed::Chosen(hint.clone()),
            Some(_) => Typed::Prefix,
            None => Typed::Nothing,
        }
    }

    /// What to type, and what has been.
    #[must_use]
    pub fn prompt(&self) -> String {
        format!("type the letters of a {}: {}", self.noun, self.typed)
    }
}
