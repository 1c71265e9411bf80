//! Peeks at any word: what it means, looked up when it is asked for.

use std::ops::Range;

use crate::links::{Backlink, uses};
use crate::render::wrap;
use crate::search::{Outcome, Query, Results, is_function_word};
use crate::tui::app::App;
use crate::tui::overlay::Overlay;
use crate::tui::popup::{Peek, Undefined};
use crate::tui::update::Pane;

/// A compound term has at most so many words.
const MOST_WORDS: usize = 4;

/// At most this many places are listed of a word that nothing defines.
const MOST_USES: usize = 60;

/// And at most this many where a search finds them: their documents are all read for it, within a frame.
const MOST_FOUND: usize = 16;

/// A word on the page, or a term of several words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its line on the page, or in what lies over it.
    pub line: usize,
    /// The columns it takes there.
    pub columns: Range<usize>,
    /// The word as it is printed.
    pub text: String,
    /// The link that it is a part of.
    pub link: Option<usize>,
}

impl App {
    /// The words on the screen that say something; what is a link, or a name of several words, is one.
    #[must_use]
    pub fn visible_words(&self) -> Vec<Word> {
        let pane = self.word_pane();
        let lines = if pane == Pane::Over {
            self.visible_over()
        } else {
            self.reader.uncovered()
        };
        lines.flat_map(|line| self.words_of(pane, line)).collect()
    }

    fn words_of(&self, pane: Pane, line: usize) -> Vec<Word> {
        let mut found: Vec<Word> = Vec::new();
        let mut column = 0;
        for piece in self
            .lines_of(pane)
            .0
            .lines
            .get(line)
            .map_or(&[][..], |line| &line.pieces)
        {
            let columns = |range: &Range<usize>| {
                let before = column + wrap::width(&piece.text[..range.start]);
                before..before + wrap::width(&piece.text[range.clone()])
            };
            if let Some(link) = piece.link {
                let text = piece.text.trim().to_owned();
                let begun = found.last_mut().filter(|last| last.link == Some(link));
                match begun {
                    Some(last) => last.columns.end = column + wrap::width(&piece.text),
                    None => found.push(Word {
                        line,
                        columns: columns(&(0..piece.text.len())),
                        text,
                        link: Some(link),
                    }),
                }
            } else {
                for range in self.terms(&piece.text) {
                    let text = piece.text[range.clone()].to_owned();
                    found.push(Word {
                        line,
                        columns: columns(&range),
                        text,
                        link: None,
                    });
                }
            }
            column += wrap::width(&piece.text);
        }
        found
    }

    /// The words of a text, the longest names first.
    fn terms(&self, text: &str) -> Vec<Range<usize>> {
        let words: Vec<_> = words(text).collect();
        let (book, near) = (&self.library.book, Some(self.reader.focus));
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(first) = words.get(at) {
            let joined = |count: &usize| {
                let here = &words[at..at + count];
                here.windows(2)
                    .all(|pair| matches!(&text[pair[0].end..pair[1].start], " " | "-"))
            };
            let most = MOST_WORDS.min(words.len() - at);
            let name = (2..=most)
                .rev()
                .filter(joined)
                .map(|count| (count, first.start..words[at + count - 1].end));
            let named = name.into_iter().find(|(_, range)| {
                !self
                    .library
                    .links
                    .definitions(book, &text[range.clone()], near)
                    .is_empty()
            });
            let (count, range) = named.unwrap_or((1, first.clone()));
            if count > 1 || says_something(&text[range.clone()]) {
                found.push(range);
            }
            at += count;
        }
        found
    }

    /// The word at a place of the page.
    pub(super) fn word_at(&self, line: usize, column: usize) -> Option<Word> {
        self.words_of(Pane::Page, line)
            .into_iter()
            .find(|word| word.columns.contains(&column))
    }

    /// Peeks at what a word means: its definitions, else the best answer of a search, else that nothing defines it.
    pub(super) fn peek_at_word(&mut self, word: &Word) {
        let pane = self.word_pane();
        let (page, scroll) = self.lines_of(pane);
        let row = u16::try_from(word.line.saturating_sub(scroll)).unwrap_or(u16::MAX);
        let link = word.link.and_then(|link| page.links.get(link)).cloned();
        // All peeks lie where the outermost one does.
        let lines = self.peeks().next().map_or((row, row), |first| first.lines);
        let width = self.peek_width();
        let peek = if let Some(link) = link {
            if pane == Pane::Page {
                self.reader.link = word.link;
            }
            Peek::new(&self.library, link.targets, link.value, lines, width)
        } else {
            self.peek_at_plain(&word.text, lines, width)
        };
        match peek {
            Some(peek) => self.overlays.push(Overlay::Peek(peek)),
            None => {
                self.status = Some(format!(
                    "nothing in the loaded rules says more of {}",
                    word.text
                ))
            }
        }
    }

    /// What a word means, else where it is used: a peek at either.
    fn peek_at_plain(&self, word: &str, lines: (u16, u16), width: u16) -> Option<Peek> {
        let (book, near) = (&self.library.book, self.reader.focus);
        let targets = self.library.links.definitions(book, word, Some(near));
        if !targets.is_empty() {
            return Peek::new(&self.library, targets, None, lines, width);
        }
        let game = Some(book.game_of(near));
        let query = Query {
            text: word.to_owned(),
            game,
            only_game: game,
            limit: MOST_FOUND,
        };
        let results = self
            .library
            .index
            .as_ref()
            .map(|index| index.search(book, &query))
            .unwrap_or_default();
        if let (Outcome::Found, Some(best)) = (results.outcome, results.hits.first()) {
            return Peek::new(&self.library, vec![best.section], None, lines, width);
        }
        let (count, uses) = if self.library.has_few_words() {
            let mut uses = uses(book, word, Some(near));
            let count = uses.len();
            uses.truncate(MOST_USES);
            (count, uses)
        } else {
            // Reading all of so many rules takes too long: the index knows where.
            self.found_uses(&results)
        };
        Peek::undefined(
            &self.library,
            Undefined {
                name: word.to_owned(),
                count,
                uses,
            },
            lines,
            width,
        )
    }

    /// The places that a search found, and how many there are in all.
    fn found_uses(&self, results: &Results) -> (usize, Vec<Backlink>) {
        let told = results.hits.iter().map(|hit| {
            let snippet = hit.snippet(&self.library.book, &results.highlight);
            let range = snippet.marks.first().cloned().unwrap_or(0..0);
            Backlink {
                from: hit.section,
                sentence: snippet.text.clone(),
                range,
                exception: false,
            }
        });
        let count = match results.outcome {
            Outcome::Undefined { uses } => uses,
            _ => results.total,
        };
        (count, told.collect())
    }
}

/// The words of a text, with their inner hyphens and apostrophes apart.
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

/// Whether a word is worth looking up: no number, and not what only holds a sentence together.
fn says_something(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3
        && !word.starts_with(|c: char| c.is_ascii_digit())
        && !is_function_word(&word.to_lowercase())
}
