//! Players' words and the sections that they lead to.

use serde::{Deserialize, Serialize};

use super::names::Names;
use super::vocabulary::{Vocabulary, WordId};
use crate::rules::{GameRef, Rulebook, SectionRef, Synonym};
use crate::search::tokenizer::{Form, tokenize};
use crate::search::words::{is_function_word, stem};

/// The synonyms of all games.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Synonyms {
    pub keys: Vec<Key>,
}

/// A player's word in one game.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Key {
    pub word: String,
    pub means: Vec<String>,
    game: u32,
    /// The stems of its content words.
    pub stems: Vec<String>,
    /// Numbers of the sections that it leads to, and how surely each is meant.
    targets: Vec<(u32, f32)>,
}

/// A section that a synonym leads to, and how surely it is meant: 1 for the name that comes first.
pub(crate) type Target = (SectionRef, f32);

/// How surely a name is meant that is not the first.
const FURTHER_MEANING: f32 = 0.94;
/// How surely a longer name is meant that contains the meaning: `door` is Hatchway, and so part of Hatchway Fight.
const LONGER_NAME: f32 = 0.6;

impl Key {
    fn new(synonym: &Synonym, game: GameRef, targets: &[Target]) -> Self {
        let words = tokenize(&synonym.word);
        let whole = words.iter().filter(|token| token.form == Form::Whole);
        let mut stems: Vec<_> = whole
            .clone()
            .filter(|token| !is_function_word(&token.text))
            .collect();
        if stems.is_empty() {
            stems = whole.collect();
        }
        Self {
            word: synonym.word.clone(),
            means: synonym.means.clone(),
            game: game.0,
            stems: stems
                .into_iter()
                .map(|token| stem(&token.text).to_owned())
                .collect(),
            targets: targets.iter().map(|(at, sure)| (at.0, *sure)).collect(),
        }
    }

    pub(crate) fn game(&self) -> GameRef {
        GameRef(self.game)
    }

    pub(crate) fn targets(&self) -> Vec<Target> {
        self.targets
            .iter()
            .map(|(at, sure)| (SectionRef(*at), *sure))
            .collect()
    }
}

impl Synonyms {
    /// Prepares the synonyms of all games. A game's own words come first; then those of the other games and the bundled ones,
    /// wherever a section has the name that they mean.
    pub(crate) fn new(book: &Rulebook, bundled: &[Synonym], vocabulary: &Vocabulary) -> Self {
        let all = || {
            let games = book.games.iter();
            games.flat_map(|game| game.synonyms.iter()).chain(bundled)
        };
        let meanings: Vec<_> = all().flat_map(|synonym| &synonym.means).collect();
        let names = Names::new(book, meanings.iter().copied());
        let mut keys: Vec<Key> = Vec::new();
        for (game, own) in (0..).map(GameRef).zip(&book.games) {
            let others = book.games.iter().filter(|other| other.id != own.id);
            let foreign = others
                .flat_map(|other| other.synonyms.iter())
                .chain(bundled)
                .filter(|other| own.synonyms.iter().all(|known| known.word != other.word));
            let first = keys.len();
            for synonym in own.synonyms.iter().chain(foreign) {
                let targets = targets(book, &names, game, synonym);
                let known = keys[first..]
                    .iter_mut()
                    .find(|key| key.word == synonym.word);
                match known {
                    _ if targets.is_empty() => {}
                    Some(key) => {
                        for (at, sure) in targets {
                            if !key.targets.iter().any(|(known, _)| *known == at.0) {
                                key.targets.push((at.0, sure));
                            }
                        }
                    }
                    None => keys.push(Key::new(synonym, game, &targets)),
                }
            }
        }
        // A word that leads to no name may still be found in the texts of any game.
        for synonym in all() {
            let known = keys.iter().any(|key| key.word == synonym.word);
            let printed = |meaning: &String| rarest_word(meaning, vocabulary).is_some();
            if !known && synonym.means.first().is_some_and(printed) {
                keys.push(Key::new(synonym, GameRef(0), &[]));
            }
        }
        keys.retain(|key| !key.stems.is_empty());
        Self { keys }
    }

    /// The players' words, one by one.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        let tokens = self.keys.iter().flat_map(|key| tokenize(&key.word));
        tokens.map(|token| token.text)
    }
}

/// The rarest word of a meaning: common words do not tell what a phrase means.
pub(crate) fn rarest_word(meaning: &str, vocabulary: &Vocabulary) -> Option<WordId> {
    let words = tokenize(meaning).into_iter().filter(|token| {
        token.form == Form::Whole && token.text.len() > 1 && !is_function_word(&token.text)
    });
    words
        .filter_map(|token| vocabulary.printed(&token.text))
        .min_by_key(|id| vocabulary.word(*id).sections)
}

fn targets(book: &Rulebook, names: &Names, game: GameRef, synonym: &Synonym) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    let mut add = |at: SectionRef, sure: f32| {
        if book.section(at).has_text && !targets.iter().any(|(known, _)| *known == at) {
            targets.push((at, sure));
        }
    };
    let sure = |rank: usize| if rank == 0 { 1.0 } else { FURTHER_MEANING };
    for (rank, meaning) in synonym.means.iter().enumerate() {
        for at in names.exact(game, meaning) {
            add(*at, sure(rank));
        }
    }
    for (rank, meaning) in synonym.means.iter().enumerate() {
        for at in names.longer(game, meaning) {
            add(at, LONGER_NAME * sure(rank));
        }
    }
    targets
}
