//! The words of a line that can be looked up.

use std::ops::Range;

use crate::render::{Line, Page, wrap};
use crate::rules::SectionRef;
use crate::search::is_function_word;
use crate::tui::library::Library;

/// The most words of a compound term.
const MAX_WORDS: usize = 4;

/// A word on a page, a term of several words, or a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintWord {
    /// Its line on the page.
    pub line: usize,
    /// Its columns on the line.
    pub columns: Range<usize>,
    /// The word as it is printed.
    pub text: String,
    /// The link that it belongs to.
    pub link: Option<usize>,
}

impl HintWord {
    /// A link of a page.
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

/// The words of a line that are worth looking up. A link is one word, and so is a defined name of several.
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
        let word = |range: Range<usize>, link| {
            let start = columns.start + wrap::width(&text[..range.start]);
            HintWord {
                line,
                columns: start..start + wrap::width(&text[range.clone()]),
                text: text[range].trim().to_owned(),
                link,
            }
        };
        match (piece.link, found.last_mut()) {
            (Some(link), Some(last)) if last.link == Some(link) => {
                last.columns.end = columns.end;
            }
            (Some(link), _) => found.push(word(0..text.len(), Some(link))),
            (None, _) => {
                let terms = terms(library, near, text);
                found.extend(terms.into_iter().map(|range| word(range, None)));
            }
        }
    }
    found
}

/// The terms of a text; of several that begin with a word, the longest.
fn terms(library: &Library, near: SectionRef, text: &str) -> Vec<Range<usize>> {
    let words: Vec<_> = words(text).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = words.get(at) {
        let is_joined = |words: &[Range<usize>]| {
            let mut pairs = words.windows(2);
            pairs.all(|pair| matches!(&text[pair[0].end..pair[1].start], " " | "-"))
        };
        let is_defined = |name: &str| {
            let definitions = &library.links.definitions(name, Some(near));
            !definitions.is_empty()
        };
        let most = MAX_WORDS.min(words.len() - at);
        let compound = (2..=most).rev().find_map(|count| {
            let range = first.start..words[at + count - 1].end;
            let holds = is_joined(&words[at..at + count]) && is_defined(&text[range.clone()]);
            holds.then_some((count, range))
        });
        let (count, range) = compound.unwrap_or((1, first.clone()));
        if count > 1 || is_worth_looking_up(&text[range.clone()]) {
            found.push(range);
        }
        at += count;
    }
    found
}

/// The words of a text; hyphens and apostrophes separate them.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(char::is_alphanumeric)?;
        let end = text[start..]
            .find(|c: char| !c.is_alphanumeric())
            .map_or(text.len(), |length| start + length);
        at = end;
        Some(start..end)
    })
}

/// Whether a word is neither a number nor a function word.
fn is_worth_looking_up(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3
        && !word.starts_with(|c: char| c.is_ascii_digit())
        && !is_function_word(&word.to_lowercase())
}
