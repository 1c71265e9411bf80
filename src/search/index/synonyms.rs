//! Synonyms: players' words for terms of the rules.

use serde::{Deserialize, Serialize};

use super::vocabulary::{Vocabulary, Word};
use crate::rules::{GameRef, Rulebook, Synonym};
use crate::search::tokenizer::whole_words;
use crate::search::words::{is_function_word, stem};

/// A player's word and the terms of the rules that it means. Lists are stored as one string each,
/// because thousands of synonyms are read at every start.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredSynonym {
    pub word: String,
    /// The meanings, one per line.
    means: String,
    /// The stems of the content words of `word`, separated by blanks. If `word` contains only
    /// function words, the stems of these.
    stems: String,
    /// The game that the synonym belongs to; `None` if it belongs to all games.
    pub game: Option<GameRef>,
}

impl StoredSynonym {
    fn new(synonym: &Synonym, game: Option<GameRef>) -> Self {
        let mut words: Vec<_> = whole_words(&synonym.word).collect();
        if !words.iter().all(|word| is_function_word(word)) {
            words.retain(|word| !is_function_word(word));
        }
        Self {
            word: synonym.word.clone(),
            means: synonym.means.join("\n"),
            stems: words
                .iter()
                .map(|word| stem(word))
                .collect::<Vec<_>>()
                .join(" "),
            game,
        }
    }

    pub fn means(&self) -> impl Iterator<Item = &str> {
        self.means.lines()
    }

    pub fn stems(&self) -> impl Iterator<Item = &str> {
        self.stems.split(' ')
    }
}

/// Returns the synonyms of all games, followed by the bundled synonyms.
pub fn stored_synonyms(book: &Rulebook, bundled: &[Synonym]) -> Vec<StoredSynonym> {
    let games = (0..).map(GameRef).zip(&book.games);
    let own = games.flat_map(|(at, game)| game.synonyms.iter().map(move |own| (own, Some(at))));
    own.chain(bundled.iter().map(|synonym| (synonym, None)))
        .map(|(synonym, game)| StoredSynonym::new(synonym, game))
        .filter(|word| !word.stems.is_empty())
        .collect()
}

/// Returns the rarest content word of `meaning`, in another form if the rules do not contain the
/// word itself. Returns `None` if the rules contain no content word of `meaning` in any form.
pub fn rarest_word<'a>(meaning: &str, vocabulary: &'a Vocabulary) -> Option<&'a Word> {
    whole_words(meaning)
        .filter(|word| word.len() > 1 && !is_function_word(word))
        .filter_map(|word| vocabulary.in_sections(&word))
        .min_by_key(|word| word.sections)
}
