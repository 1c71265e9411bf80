//! The topic of a query: the words that decide whether a section answers it.

use crate::analyzer::{Language, tokenize};
use crate::rules::{GameRef, Rulebook};
use crate::search::query::{Known, QueryTerm, Terms};

/// The maximum number of words in a topic. A query with more such words has no topic, because it is
/// unclear which of them matter.
const MAX_TOPIC_WORDS: usize = 3;

pub struct Topic<'a> {
    /// The words of the topic, each with the index of its query term.
    pub words: Vec<(usize, &'a QueryTerm<'a>)>,
    /// The rarest of `words`, as the index of its query term.
    pub rarest: usize,
    /// The game that the query names, or the game being read if the query names none.
    pub game: Option<GameRef>,
    /// Whether the query is a sentence: several content words and a function word.
    pub is_sentence: bool,
}

impl<'a> Topic<'a> {
    /// Returns the topic of a query, or `None` if no word or too many words qualify for the topic.
    pub fn of(book: &Rulebook, terms: &'a Terms<'a>, reading: Option<GameRef>) -> Option<Self> {
        let named = named_game(book, terms);
        let game_words = named.map_or(0, |(_, words)| words);
        let is_content = |(number, term): &(usize, &QueryTerm<'_>)| {
            let is_value = term.text.contains(|c: char| c.is_ascii_digit());
            let is_game = game_words >> number & 1 == 1;
            !(is_value || is_game || term.is_function_word)
        };
        let mut words: Vec<_> = terms.all.iter().enumerate().filter(is_content).collect();
        let is_sentence = words.len() > 1 && terms.all.iter().any(|term| term.is_function_word);
        // The rules need not use every word of a question, such as its verb.
        let is_used = |(_, term): &(usize, &QueryTerm<'_>)| {
            let mut forms = term.expansions.iter().filter(|form| form.quality > 0.85);
            forms.any(|form| form.word.sections > 0)
        };
        if terms.is_question && words.iter().any(is_used) {
            words.retain(is_used);
        }
        let rarity = |term: &QueryTerm<'_>| match term.known {
            Known::Unknown => f32::INFINITY,
            _ => term.weight,
        };
        let (rarest, _) = *words
            .iter()
            .max_by(|a, b| rarity(a.1).total_cmp(&rarity(b.1)))?;
        (words.len() <= MAX_TOPIC_WORDS).then_some(Self {
            words,
            rarest,
            game: named.map(|(game, _)| game).or(reading),
            is_sentence,
        })
    }

    /// Returns the words of the topic, separated by blanks.
    pub fn text(&self) -> String {
        let words: Vec<_> = self
            .words
            .iter()
            .map(|(_, term)| term.text.as_str())
            .collect();
        words.join(" ")
    }
}

/// Returns the game whose name is in a query, and the query terms that make up the name, as a bit
/// set.
pub fn named_game(book: &Rulebook, terms: &Terms<'_>) -> Option<(GameRef, u64)> {
    (0..).map(GameRef).zip(&book.games).find_map(|(at, game)| {
        let mut words = 0_u64;
        for token in tokenize(&game.name, Language::ENGLISH) {
            let number = terms.all.iter().position(|term| term.text == token.exact)?;
            words |= 1_u64 << number;
        }
        (words != 0).then_some((at, words))
    })
}
