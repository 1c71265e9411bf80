//! What a player's word means in the texts: where a synonym stands for a word of the rules, that word answers it too.

use super::super::synonyms::{Used, rarest_word};
use super::super::vocabulary::{Places, Vocabulary};
use super::{Choice, FORM, Known, Terms, rarity};

/// How surely the rules' word is meant where the player's was typed, and how much of it that is.
const MEANT: (f32, f32) = (0.6, 0.3);
/// The same, where the player's word stands in the name of something, and so may be meant itself.
const OF_A_NAME: f32 = 0.4;

impl Terms {
    /// Adds the words that the synonyms of a query stand for.
    pub(crate) fn take_in(&mut self, used: &[Used], vocabulary: &Vocabulary, sections: usize) {
        for used in used {
            let Some(word) = used
                .means
                .first()
                .and_then(|meaning| rarest_word(meaning, vocabulary))
            else {
                continue;
            };
            for (number, group) in self.groups.iter_mut().enumerate() {
                let named = group.choices.iter().any(|choice| {
                    let places = vocabulary
                        .word(choice.word)
                        .map(|word| word.places)
                        .unwrap_or_default();
                    choice.quality >= FORM.0 && places.has(Places::TITLE)
                });
                if used.groups >> number & 1 == 0 {
                    continue;
                }
                group.players |= used.targets.is_empty();
                let quality = if named { OF_A_NAME } else { MEANT.0 };
                // A word that only players use is as rare as the rules' word for it.
                let printed = |choice: &&Choice| {
                    vocabulary
                        .word(choice.word)
                        .is_some_and(|word| word.sections > 0)
                };
                if !group.choices.iter().any(|choice| printed(&choice)) {
                    let common = vocabulary.word(word).map_or(0, |word| word.sections);
                    group.weight = rarity(common, sections);
                }
                if group.known == Known::Unknown {
                    group.known = Known::Word;
                }
                let text = vocabulary.word(word).map_or("", |word| word.text);
                for word in std::iter::once(word).chain(vocabulary.forms(text)) {
                    if !group.choices.iter().any(|choice| choice.word == word) {
                        group.choices.push(Choice {
                            word,
                            quality,
                            closeness: MEANT.1,
                        });
                    }
                }
            }
        }
        self.prepare();
    }
}
