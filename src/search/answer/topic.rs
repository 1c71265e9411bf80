//! The topic of a query: the words that decide whether a section answers it.

use crate::rules::{GameRef, Rulebook};
use crate::search::query::{Known, QueryTerm, Terms};
use crate::search::rank::Score;
use crate::search::tokenizer::tokenize;
use crate::search::words::{is_filler, is_function_word, is_plural};

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
    /// Whether the query asks for a definition: `what is cover`.
    pub definition: bool,
    /// Whether the query is a sentence: several content words and a function word.
    pub is_sentence: bool,
}

impl<'a> Topic<'a> {
    /// Returns the topic of a query, or `None` if no word or too many words qualify for the topic.
    pub fn of(book: &Rulebook, terms: &'a Terms<'a>, reading: Option<GameRef>) -> Option<Self> {
        let named = named_game(book, terms);
        let game_words = named.map_or(0, |(_, words)| words);
        let is_content = |(number, term): &(usize, &QueryTerm<'_>)| {
            let is_value = term.text.contains(|c: char| c.is_ascii_digit() || c == '#');
            let is_filler = terms.is_question && is_filler(&term.text);
            let is_game = game_words >> number & 1 == 1;
            !(is_filler || is_value || is_game || is_function_word(&term.text) || term.from_misfit)
        };
        let mut words: Vec<_> = terms.all.iter().enumerate().filter(is_content).collect();
        let is_sentence =
            words.len() > 1 && terms.all.iter().any(|term| is_function_word(&term.text));
        let is_thing =
            |(number, term): &(usize, &QueryTerm<'_>)| !is_activity(terms, *number, term);
        if terms.is_question && words.iter().any(is_thing) {
            words.retain(is_thing);
        }
        let rarity = |term: &QueryTerm<'_>| match term.known {
            Known::Unknown => f32::INFINITY,
            _ => term.weight,
        };
        let (rarest, _) = *words
            .iter()
            .max_by(|a, b| rarity(a.1).total_cmp(&rarity(b.1)))?;
        let definition = match terms.all.as_slice() {
            [what, is, ..] => what.text == "what" && matches!(is.text.as_str(), "is" | "are"),
            _ => false,
        };
        (words.len() <= MAX_TOPIC_WORDS).then_some(Self {
            words,
            rarest,
            game: named.map(|(game, _)| game).or(reading),
            definition,
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

    /// Whether the names of a section match all words of the topic.
    pub fn is_named_by(&self, score: &Score) -> bool {
        self.words
            .iter()
            .all(|(number, _)| score.naming >> number & 1 == 1)
    }
}

/// Whether a term is an unknown word for an activity or a manner, not the subject of a question.
/// Such a word ends in `-ly`, `-ed` or `-ing`, or follows `how`, `to`, a pronoun or a plural:
/// `how sharply`, `to fix`, `I fix`, `hatches cheaper`.
fn is_activity(terms: &Terms<'_>, number: usize, term: &QueryTerm<'_>) -> bool {
    let before = number
        .checked_sub(1)
        .and_then(|before| terms.all.get(before))
        .map_or("", |term| term.text.as_str());
    let by_place = matches!(
        before,
        "how" | "to" | "i" | "you" | "we" | "they" | "he" | "she" | "it"
    );
    let by_ending = ["ly", "ed", "ing"]
        .iter()
        .any(|ending| term.text.ends_with(ending));
    term.known == Known::Unknown && (by_place || by_ending || is_plural(before))
}

/// Returns the game whose name is in a query, and the query terms that make up the name, as a bit
/// set.
pub fn named_game(book: &Rulebook, terms: &Terms<'_>) -> Option<(GameRef, u64)> {
    (0..).map(GameRef).zip(&book.games).find_map(|(at, game)| {
        let mut words = 0_u64;
        for token in tokenize(&game.name) {
            let number = terms.all.iter().position(|term| term.text == token.text)?;
            words |= 1_u64 << number;
        }
        (words != 0).then_some((at, words))
    })
}
