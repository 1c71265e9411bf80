//! Synonyms: players' words for terms of the rules.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::vocabulary::{IndexVocabulary, Word};
use crate::analyzer::Language;
use crate::rules::{GameRef, Rulebook, bundled_synonyms};
use crate::search::text::whole_words;
use crate::search::words::is_function_word;

/// A player's word and the terms of the rules that it means.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredSynonym {
    pub word: String,
    pub means: Vec<String>,
    /// The content words of `word`, or all of its words if they are all function words.
    pub words: Vec<String>,
    /// For each of these words, whether function words stand between it and the one before:
    /// `open a hatchway` is not `open hatchway`.
    pub apart: Vec<bool>,
    /// The game that the synonym belongs to.
    pub game: Option<GameRef>,
    /// Whether it was written for these rules, and not for those whose vocabulary they use.
    pub is_own: bool,
}

/// Returns the synonyms of all games, followed by those of the bundled games whose vocabularies their
/// documents have. A game's own synonym takes the place of a bundled one for the same word.
pub fn stored_synonyms(book: &Rulebook) -> Vec<StoredSynonym> {
    let games = (0..).map(GameRef).zip(&book.games);
    let own = games.flat_map(|(at, game)| {
        game.synonyms
            .iter()
            .cloned()
            .map(move |own| (own, Some(at), true))
    });
    let used = book.documents.iter().map(|document| {
        let words = &book.vocabularies[document.vocabulary.0 as usize];
        (document.game, words.name.as_str())
    });
    let used: BTreeSet<_> = used.collect();
    let bundled = used.into_iter().flat_map(|(at, name)| {
        let synonyms = bundled_synonyms(name).into_iter();
        let is_own = move |word: &str| book.game(at).synonyms.iter().any(|own| own.word == word);
        synonyms
            .filter(move |synonym| !is_own(&synonym.word))
            .map(move |synonym| (synonym, Some(at), false))
    });
    let stored = own.chain(bundled).map(|(synonym, game, is_own)| {
        let all: Vec<_> = whole_words(&synonym.word, Language::ENGLISH)
            .map(Cow::into_owned)
            .collect();
        let is_function = |word: &String| is_function_word(word, Language::ENGLISH);
        let only_function = all.iter().all(is_function);
        let (mut words, mut apart, mut before) = (Vec::new(), Vec::new(), 0);
        for (at, word) in all.into_iter().enumerate() {
            if only_function || !is_function(&word) {
                apart.push(!words.is_empty() && at > before + 1);
                words.push(word);
                before = at;
            }
        }
        StoredSynonym {
            words,
            apart,
            word: synonym.word,
            means: synonym.means,
            game,
            is_own,
        }
    });
    stored.filter(|synonym| !synonym.words.is_empty()).collect()
}

/// Returns the rarest content word of `meaning`, in another form if the rules do not contain the
/// word itself. Returns `None` if the rules contain no content word of `meaning` in any form.
pub fn rarest_word<'a>(meaning: &str, vocabulary: &'a IndexVocabulary) -> Option<Word<'a>> {
    let language = vocabulary.language();
    whole_words(meaning, language)
        .filter(|word| word.len() > 1 && !is_function_word(word, language))
        .filter_map(|word| vocabulary.with_forms(&word).find(|form| form.sections > 0))
        .min_by_key(|word| word.sections)
}
