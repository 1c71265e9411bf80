//! Hints: letters on all visible links or words. The player types the letters of a hint to choose
//! its link or word.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::draw::{Canvas, LinearScreen};
use super::environment::Environment;
use super::layout::columns;
use super::library::Library;
use crate::render::{Line, Page, wrap};
use crate::rules::SectionRef;
use crate::search::is_function_word;
use crate::source::counted;
use crate::theme::Role;

/// The letters of hints, starting with the letters that are easiest to type.
const LETTERS: &[u8] = b"asdfghjklqwertyuiopzxcvbnm";

/// The maximum number of words in a compound term.
const MAX_WORDS: usize = 4;

/// The pane that a hint is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintPane {
    /// The page.
    Page,
    /// The side pane.
    Side,
    /// The topmost overlay, if it shows a page, such as a peek or a comparison.
    Overlay,
}

/// A hint: letters on a link or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The letters to type: one or two.
    pub letters: String,
    /// The pane that contains the link or word.
    pub pane: HintPane,
    /// The link or word that the letters choose.
    pub word: HintWord,
}

/// All hints on the screen.
#[derive(Debug, Default)]
pub struct Hints {
    /// Whether the hints are on words to look up, instead of on links to follow.
    pub on_words: bool,
    /// The letters that have been typed so far.
    pub typed: String,
    /// The hints, in the order of their letters.
    pub hints: Vec<Hint>,
}

impl Hints {
    /// Creates hints for links or words. Each hint has one letter, or two if there are more than 26
    /// links or words.
    pub fn new(on_words: bool, words: Vec<(HintPane, HintWord)>) -> Self {
        let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
        let is_long = words.len() > LETTERS.len();
        let hints = words.into_iter().enumerate().map(|(at, (pane, word))| {
            let first = is_long.then(|| letter(at / LETTERS.len()));
            Hint {
                letters: first.into_iter().chain([letter(at)]).collect(),
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

    /// Returns what each hint is on: `word` or `link`.
    pub fn noun(&self) -> &'static str {
        if self.on_words { "word" } else { "link" }
    }

    /// Returns the hints that start with the typed letters.
    pub fn remaining(&self) -> impl Iterator<Item = &Hint> {
        self.hints
            .iter()
            .filter(|hint| hint.letters.starts_with(&self.typed))
    }

    /// Returns the prompt with the letters typed so far: `type the letters of a link: a`.
    pub fn prompt(&self) -> String {
        format!("type the letters of a {}: {}", self.noun(), self.typed)
    }

    /// Draws the hints of a pane over its text. `scroll` is the first visible line of the pane.
    pub fn draw(&self, pane: HintPane, area: Rect, scroll: usize, canvas: &mut Canvas<'_>) {
        let styles = canvas.styles;
        let label = styles.role(Role::Heading).add_modifier(Modifier::REVERSED);
        for hint in self.remaining().filter(|hint| hint.pane == pane) {
            let row = hint.word.line.checked_sub(scroll);
            if let Some(row) = row.and_then(|row| area.rows().nth(row)) {
                let column = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
                let Range { start, end } = hint.word.columns;
                let word = columns(row, column(start), column(end - start));
                canvas.buffer.set_style(word, styles.base);
                canvas.row(word).put_styled(&hint.letters, label);
            }
        }
    }

    /// Describes the hints for linear mode: `a Breach, s Wall`. The letters come before the link or
    /// word, so that they cover no text.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let listed = self.remaining();
        let listed = listed.map(|hint| format!("{} {}", hint.letters, hint.word.text));
        let all = listed.collect::<Vec<_>>().join(", ");
        let width = usize::from(env.size.0.max(1));
        let lines = wrap::wrap(&all, width).into_iter();
        LinearScreen {
            name: counted(self.hints.len(), self.noun()),
            lines: lines.map(|line| Line::of(&all[line], Role::Text)).collect(),
            cursor: Some((0, 0)),
            selected: self.prompt(),
            ..LinearScreen::default()
        }
    }
}

/// A word, a compound term or a link on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintWord {
    /// The number of the line on the page.
    pub line: usize,
    /// The columns on the line.
    pub columns: Range<usize>,
    /// The text as it appears on the page.
    pub text: String,
    /// The index of the link that contains the word, if there is one.
    pub link: Option<usize>,
}

impl HintWord {
    /// Returns the text and position of a link.
    pub fn of_link(page: &Page, link: usize) -> Self {
        let text = page.text_of_link(link);
        let (line, column) = page
            .place_of_link(link)
            .unwrap_or((page.links[link].line, 0));
        Self {
            line,
            columns: column..column + wrap::width(&text),
            text,
            link: Some(link),
        }
    }
}

/// Returns the words of a line that are worth looking up. A link counts as one word, and so does a
/// compound term that the rules define.
pub fn words_of_line(
    library: &Library,
    near: SectionRef,
    page: &Page,
    line: usize,
) -> Vec<HintWord> {
    let mut found: Vec<HintWord> = Vec::new();
    let pieces = page.lines.get(line).into_iter().flat_map(Line::columns);
    for (columns, piece) in pieces {
        let text = &piece.text;
        let word = |range: Range<usize>| {
            let start = columns.start + wrap::width(&text[..range.start]);
            HintWord {
                line,
                columns: start..start + wrap::width(&text[range.clone()]),
                text: text[range].trim().to_owned(),
                link: piece.link,
            }
        };
        match (piece.link, found.last_mut()) {
            (Some(link), Some(last)) if last.link == Some(link) => {
                last.columns.end = columns.end;
                last.text += text;
            }
            (Some(_), _) => found.push(word(0..text.len())),
            (None, _) => found.extend(terms(library, near, text).into_iter().map(word)),
        }
    }
    found
}

/// Returns the byte ranges of the words and compound terms in `text` that are worth looking up. If
/// several defined terms start at the same word, returns only the longest.
fn terms(library: &Library, near: SectionRef, text: &str) -> Vec<Range<usize>> {
    let words: Vec<_> = words(text).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let range = |end: usize| words[at].start..words[end - 1].end;
        let is_defined = |end: &usize| {
            let name = &text[range(*end)];
            !library.links.definitions(name, Some(near)).is_empty()
        };
        let mut ends = at + 2..=words.len().min(at + MAX_WORDS);
        let end = ends.rfind(is_defined);
        let word = range(end.unwrap_or(at + 1));
        if end.is_some() || is_worth_looking_up(&text[word.clone()]) {
            found.push(word);
        }
        at = end.unwrap_or(at + 1);
    }
    found
}

/// Returns the byte ranges of the words in `text`. Hyphens and apostrophes separate words.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}

/// Whether a word is worth looking up: it has at least three letters and is not a function word.
fn is_worth_looking_up(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3 && !is_function_word(&word.to_lowercase())
}
