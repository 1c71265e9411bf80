//! The players' words in a query.

use super::terms::{Expansion, FORM, Known, Terms, rarity};
use crate::rules::GameRef;
use crate::search::index::{Key, Places, Synonyms, Target, Vocabulary, Word, rarest_word};
use crate::search::tokenizer::{Form, tokenize};
use crate::search::words::{is_function_word, only_look_alike};

/// A player's word that a query has.
#[derive(Debug)]
pub(crate) struct SynonymMatch {
    pub word: String,
    pub means: Vec<String>,
    pub game: GameRef,
    pub targets: Vec<Target>,
    /// The query terms that it stands for, as bits.
    pub terms: u32,
}

/// A content word of a query.
struct Typed<'a> {
    /// The number of its term.
    number: u32,
    text: &'a str,
    stem: &'a str,
    /// Itself, if it may be the start of another word.
    start: &'a str,
}

/// Finds the synonyms in a query. If one contains another of the same game, the longer one is meant. The terms of `named`, as
/// bits, name a game and stand for nothing else.
pub(crate) fn match_synonyms(
    synonyms: &Synonyms,
    terms: &Terms,
    open: bool,
    named: u32,
) -> Vec<SynonymMatch> {
    let content: Vec<_> = (0_u32..)
        .zip(&terms.all)
        .filter(|(_, term)| !is_function_word(&term.text))
        .map(|(number, term)| Typed {
            number,
            text: &term.text,
            stem: &term.stem,
            start: if term.known == Known::Word {
                ""
            } else {
                &term.text
            },
        })
        .collect();
    let mut found: Vec<SynonymMatch> = Vec::new();
    for key in &synonyms.keys {
        let first = (0..content.len()).find_map(|at| {
            let typed = &content[at..];
            let terms = matched_terms(key, typed, open);
            (terms & !named != 0 && !is_another(&key.word, typed)).then_some(terms)
        });
        if let Some(terms) = first {
            found.push(SynonymMatch {
                word: key.word.clone(),
                means: key.means.clone(),
                game: key.game(),
                targets: key.targets(),
                terms,
            });
        }
    }
    let all: Vec<_> = found.iter().map(|used| (used.game, used.terms)).collect();
    found.retain(|used| {
        let inside = |terms: u32| terms != used.terms && terms & used.terms == used.terms;
        !all.iter()
            .any(|(game, terms)| *game == used.game && inside(*terms))
    });
    found
}

/// The terms that a synonym stands for, as bits, if the typed words begin with it; else 0.
fn matched_terms(key: &Key, typed: &[Typed<'_>], open: bool) -> u32 {
    let Some(run) = typed.get(..key.stems.len()) else {
        return 0;
    };
    let fits = run
        .iter()
        .zip(&key.stems)
        .enumerate()
        .all(|(at, (word, stem))| {
            let typing = open && at + 1 == typed.len() && word.start.len() > 2;
            word.stem == *stem || typing && stem.starts_with(word.start)
        });
    if !fits {
        return 0;
    }
    run.iter().fold(0, |terms, word| {
        terms | 1_u32.checked_shl(word.number).unwrap_or(0)
    })
}

/// Whether a player's word only looks like what was typed: `kit` is no `kite`.
fn is_another(word: &str, typed: &[Typed<'_>]) -> bool {
    let words = tokenize(word)
        .into_iter()
        .filter(|token| token.form == Form::Whole && !is_function_word(&token.text));
    words
        .zip(typed)
        .any(|(word, typed)| only_look_alike(&word.text, typed.text))
}

/// How surely the rules' word is meant if the player's was typed, and how much of it that is.
const MEANT: (f32, f32) = (0.6, 0.3);
/// How surely, if the player's word is in the name of something and so may be meant itself.
const MEANT_BY_A_NAME: f32 = 0.4;

/// Adds the rules' words that synonyms stand for to the expansions of a query.
pub(crate) fn add_synonyms(
    terms: &mut Terms,
    used: &[SynonymMatch],
    vocabulary: &Vocabulary,
    sections: usize,
) {
    for used in used {
        let Some(word) = used
            .means
            .first()
            .and_then(|meaning| rarest_word(meaning, vocabulary))
        else {
            continue;
        };
        let Word {
            text,
            sections: common,
            ..
        } = vocabulary.word(word);
        for (number, term) in terms.all.iter_mut().enumerate() {
            if used.terms >> number & 1 == 0 {
                continue;
            }
            let is_named = term.expansions.iter().any(|expansion| {
                expansion.quality >= FORM.0
                    && vocabulary.word(expansion.word).places.has(Places::TITLE)
            });
            let quality = if is_named { MEANT_BY_A_NAME } else { MEANT.0 };
            term.players |= used.targets.is_empty();
            // A word that only players use is as rare as the rules' word for it.
            let printed = |expansion: &Expansion| vocabulary.word(expansion.word).sections > 0;
            if !term.expansions.iter().any(printed) {
                term.weight = rarity(*common, sections);
            }
            if term.known == Known::Unknown {
                term.known = Known::Word;
            }
            for word in std::iter::once(word).chain(vocabulary.forms(text)) {
                if !term.expansions.iter().any(|known| known.word == word) {
                    term.expansions
                        .push(Expansion::new(word, (quality, MEANT.1)));
                }
            }
        }
    }
    terms.prepare(vocabulary);
}
