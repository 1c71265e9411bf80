//! Hints: letters on all visible links or words of the focused pane. The player types the letters of
//! a hint to choose its link or word.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::draw::{Canvas, LinearScreen};
use super::environment::Environment;
use super::layout::{clamped, columns};
use super::sheet::Sheet;
use crate::analyzer::Language;
use crate::render::{Line, Page, wrap};
use crate::search::is_function_word;
use crate::source::counted;
use crate::theme::Role;

/// The letters of hints, starting with the letters that are easiest to type.
const LETTERS: &[u8] = b"asdfghjklqwertyuiopzxcvbnm";

/// A hint: letters on a link or a word.
#[derive(Debug)]
pub struct Hint {
    /// The letters to type: one or two.
    pub letters: String,
    /// The link or word that the letters choose.
    pub word: HintWord,
}

/// A word or a link on a line of a page.
#[derive(Debug)]
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

/// The choice of a link or a word by its letters.
#[derive(Debug, Default)]
pub struct Hints {
    /// Whether the hints are on words to look up, instead of on links to follow.
    pub on_words: bool,
    /// The letters that have been typed so far.
    pub typed: String,
    /// Whether the page lacked links. When it gets them, the hints would be on other links.
    pub is_early: bool,
}

impl Hints {
    /// Returns the hints on the visible links or words of a sheet that start with the typed letters.
    /// Each hint has one letter, or two if there are more than 26 links or words.
    pub fn on(&self, sheet: &Sheet) -> Vec<Hint> {
        let lines = sheet.visible();
        let mut words: Vec<_> = lines
            .flat_map(|line| words_of_line(&sheet.page, line))
            .collect();
        if !self.on_words {
            words.retain(|word| word.link.is_some());
            // A link that continues on the next line has one hint.
            words.dedup_by_key(|word| word.link);
        }
        let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
        let is_long = words.len() > LETTERS.len();
        let hints = words.into_iter().enumerate().map(|(at, word)| {
            let first = is_long.then(|| letter(at / LETTERS.len()));
            let letters = first.into_iter().chain([letter(at)]).collect();
            Hint { letters, word }
        });
        hints
            .filter(|hint| hint.letters.starts_with(&self.typed))
            .collect()
    }

    /// Returns what each hint is on: `word` or `link`.
    pub fn noun(&self) -> &'static str {
        if self.on_words { "word" } else { "link" }
    }

    /// Returns the prompt with the letters typed so far: `type the letters of a link: a`.
    pub fn prompt(&self) -> String {
        format!("type the letters of a {}: {}", self.noun(), self.typed)
    }

    /// Draws the hints over the text of a sheet, in the area of the sheet.
    pub fn draw(&self, sheet: &Sheet, area: Rect, canvas: &mut Canvas<'_>) {
        let styles = canvas.styles;
        let label = styles.of(Role::Heading).add_modifier(Modifier::REVERSED);
        for Hint { letters, word } in self.on(sheet) {
            if let Some(row) = area.rows().nth(word.line - sheet.scroll) {
                let Range { start, end } = word.columns;
                let word = columns(row, clamped(start), clamped(end - start));
                canvas.buffer.set_style(word, styles.base);
                canvas.row(word).put_styled(&letters, label);
            }
        }
    }

    /// Describes the hints for linear mode: `a Breach, s Wall`. The letters come before the link or
    /// word, so that they cover no text.
    pub fn linear(&self, sheet: &Sheet, env: &Environment<'_>) -> LinearScreen<'static> {
        let hints = self.on(sheet);
        let listed = hints
            .iter()
            .map(|hint| format!("{} {}", hint.letters, hint.word.text));
        let all = listed.collect::<Vec<_>>().join(", ");
        let width = usize::from(env.screen.size.0.max(1));
        let lines = wrap::wrap(&all, width).into_iter();
        LinearScreen {
            name: counted(hints.len(), self.noun()),
            lines: lines.map(|line| Line::of(&all[line], Role::Text)).collect(),
            cursor: Some((0, 0)),
            selected: self.prompt(),
            ..LinearScreen::default()
        }
    }
}

/// Returns the words of a line that are worth looking up. A link counts as one word.
pub fn words_of_line(page: &Page, line: usize) -> Vec<HintWord> {
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
            (None, _) => found.extend(words(text).map(word)),
        }
    }
    found
}

/// Returns the byte ranges of the words in `text` that are worth looking up: those with at least
/// three letters that are not function words. Hyphens and apostrophes separate words.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let is_worth_it = |word: &&str| {
        word.chars().filter(|letter| letter.is_alphabetic()).count() >= 3
            && !is_function_word(&word.to_lowercase(), Language::ENGLISH)
    };
    words.filter(is_worth_it).map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}
