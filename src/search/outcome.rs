//! Whether the loaded rules answer a query at all, and if not, why.

use super::entry::Entry;
use super::ranking::Verdict;
use super::terms::{Known, Terms};
use super::vocabulary::Vocabulary;
use crate::rules::{GameRef, Rulebook, SectionRef};

/// Whether the loaded rules answer a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They do.
    Found,
    /// They use the word and never define it; hits are the places.
    Undefined {
        /// How often it is used.
        uses: usize,
    },
    /// Only another game than the one being read, or than the one the query names, defines it.
    OtherGame,
    /// They do not know the word.
    None,
}

impl Outcome {
    /// Why there is no answer, in one word; `None` where there is one.
    #[must_use]
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Found => None,
            Self::Undefined { .. } => Some("undefined"),
            Self::OtherGame => Some("other-game"),
            Self::None => Some("none"),
        }
    }
}

/// A query of more words that say something is a sentence: what it is about cannot be told from one of them.
const MOST_TOPIC_WORDS: usize = 3;

/// Judges the hits of a query. What a short query is about is its rarest word: somebody has to define that.
pub(crate) fn outcome(
    book: &Rulebook,
    entries: &[Entry],
    vocabulary: &Vocabulary,
    terms: &Terms,
    ranked: &[(SectionRef, Verdict)],
    reading: Option<GameRef>,
) -> Outcome {
    if ranked.is_empty() {
        return Outcome::None;
    }
    let named = named_game(book, terms);
    let game = named.map(|(game, _)| game).or(reading);
    let game_words = named.map_or(0, |(_, groups)| groups);
    let content: Vec<_> = terms.content().map(|group| &group.text).collect();
    let topics = terms.groups.iter().enumerate().filter(|(number, group)| {
        content.contains(&&group.text)
            && game_words >> number & 1 == 0
            && !group.text.starts_with(|c: char| !c.is_alphabetic())
    });
    let topics: Vec<_> = topics.collect();
    if topics.len() > MOST_TOPIC_WORDS {
        return Outcome::Found;
    }
    let Some((number, topic)) = topics.iter().max_by(|a, b| a.1.weight.total_cmp(&b.1.weight)) else {
        return Outcome::Found;
    };
    let here = |at: SectionRef| game.is_none_or(|game| book.game_of(at) == game);
    let defines = |verdict: &Verdict| verdict.naming >> number & 1 == 1 || topics.len() > 1 && verdict.together > 0.9;
    if ranked.iter().any(|(at, verdict)| here(*at) && defines(verdict)) {
        Outcome::Found
    } else if ranked.iter().any(|(_, verdict)| defines(verdict)) {
        Outcome::OtherGame
    } else if topic.known == Known::Unknown {
        Outcome::None
    } else {
        let surely = |word: u32| topic.choices.iter().any(|choice| choice.word == word && choice.quality > 0.9);
        let body = entries.iter().filter(|entry| !entry.run_in).flat_map(|entry| &entry.body);
        let uses = body.filter(|posting| surely(posting.word)).count();
        let _ = vocabulary;
        if uses > 0 { Outcome::Undefined { uses } } else { Outcome::None }
    }
}

/// The game that the query names, with the groups that do so as bits.
fn named_game(book: &Rulebook, terms: &Terms) -> Option<(GameRef, u32)> {
    let games = book.games.iter().zip((0..).map(GameRef));
    games.into_iter().find_map(|(game, at)| {
        let mut groups = 0_u32;
        for token in super::tokenizer::tokenize(&game.name) {
            let number = terms.groups.iter().position(|group| group.text == token.text)?;
            groups |= u32::try_from(number).ok().and_then(|number| 1_u32.checked_shl(number)).unwrap_or(0);
        }
        (groups != 0).then_some((at, groups))
    })
}
