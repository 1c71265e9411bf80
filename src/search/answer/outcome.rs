//! Decides whether the loaded rules answer a query, and if not, why.

use std::cell::LazyCell;

use super::ranked::Ranked;
use super::results::Answerability;
use super::topic::Topic;
use crate::rules::slug::fold;
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::search::index::SearchIndex;
use crate::search::query::{Known, QueryTerm, Terms, sections_with};

/// A word, or two words side by side, are a term of the rules if at least this many sections use them.
const MIN_USES: usize = 2;

#[derive(Debug, Default)]
pub struct Answer {
    pub outcome: Answerability,
    /// The game that the query names, or the game being read if the query names none. `None` if
    /// nothing was found, or if the query has no words.
    pub game: Option<GameRef>,
    /// The undefined term that the query means, if the query asks about it, misspells it
    /// or is a synonym of it. `None` if the query is just the term, or means no undefined term.
    pub spelling: Option<String>,
}

/// Decides the outcome by the rarest word of the topic. A section answers the query if its names
/// match that word, or if one of its passages matches nearly the whole query.
pub fn answerability(
    book: &Rulebook,
    index: &SearchIndex,
    terms: &Terms<'_>,
    ranked: &[Ranked],
    reading: Option<GameRef>,
) -> Answer {
    let best = ranked
        .iter()
        .max_by(|a, b| a.score.total.total_cmp(&b.score.total));
    let (Some(best), Some(topic)) = (best, Topic::of(book, terms, reading)) else {
        // Without a topic, any hit is an answer; a query without words always has one.
        let mut answer = Answer::default();
        if best.is_some() || terms.all.is_empty() {
            answer.outcome = Answerability::Found;
        }
        return answer;
    };
    let word = &terms.all[topic.rarest];
    let here = |at: SectionRef| topic.game.is_none_or(|game| game == book.game_of(at));
    // Counting the uses takes time, so count only if the outcome depends on it.
    let uses = LazyCell::new(|| {
        let words: Vec<_> = topic.words.iter().map(|(_, term)| *term).collect();
        count_uses(book, index, &words, MIN_QUALITY, here)
    });
    let content = terms.content().count();
    let is_term = topic.words.len() == 2 && content == 2 && *uses >= MIN_USES;
    // `game.yaml` lists the terms that another book defines.
    let typed = fold(&topic.text());
    let is_elsewhere = topic.game.is_some_and(|game| {
        book.game(game)
            .undefined
            .iter()
            .any(|term| fold(term) == typed)
    });
    let undefined = || Answerability::Undefined {
        uses: *uses,
        game: topic.game,
    };
    let answers = |hit: &&Ranked| {
        // A name may contain the rarest word by chance. A term of two words or of another book is
        // answered only by a section that defines it.
        let names = if is_term || is_elsewhere {
            hit.score.defining
        } else {
            hit.score.naming
        };
        let together = content > 1 && word.known != Known::Unknown && hit.score.together > 0.9;
        names >> topic.rarest & 1 == 1 || together && !is_term && !is_elsewhere
    };
    let mut answers: Vec<_> = ranked.iter().filter(answers).collect();
    // A section that names the whole topic is a better answer than those that name a part of it.
    let bits = topic.words.iter().fold(0, |bits, (at, _)| bits | 1 << at);
    let is_named = |hit: &&Ranked| hit.score.naming & bits == bits;
    if answers.iter().any(is_named) {
        answers.retain(is_named);
    }
    let mut spelling = None;
    // A query that contains the whole name of a rule is about that rule, whatever words that no text
    // has stand beside it: `section 4.2`, `regulation A1a1`, `xyzzy breach`.
    let is_named_beside = |hit: &Ranked| hit.score.whole_name != 0;
    let is_found = word.known == Known::Start
        || answers.iter().any(|hit| here(hit.at))
        || word.known == Known::Unknown && ranked.iter().any(is_named_beside);
    let outcome = if is_found {
        Answerability::Found
    } else if is_elsewhere && *uses >= MIN_USES {
        undefined()
    } else if !answers.is_empty() {
        // The best hit may answer a sentence, even if only another game defines the rarest word.
        if topic.is_sentence && here(best.at) {
            Answerability::Found
        } else {
            Answerability::OtherGame
        }
    } else if topic.is_sentence && word.known != Known::Unknown {
        // It is unclear which word a sentence is about, so the hits count as an answer.
        Answerability::Found
    } else if is_term || topic.words.len() == 1 && *uses >= MIN_USES {
        spelling = terms.is_question.then(|| topic.text());
        undefined()
    } else {
        let is_other = word.known == Known::Nearly || word.is_synonym_without_section;
        let meant = word
            .expansions
            .iter()
            .max_by_key(|meant| meant.word.sections);
        let meant = meant.filter(|_| is_other && content == 1);
        spelling = meant.map(|meant| meant.word.text.to_string());
        let quality = if meant.is_some() { 0.0 } else { MIN_QUALITY };
        let uses = count_uses(book, index, &[word], quality, |_| true);
        // Of several words, another form of the rarest says too little about the others.
        let least = if content == 1 { MIN_QUALITY } else { 1.0 };
        let mut forms = word.expansions.iter().filter(|form| form.quality >= least);
        let is_known = meant.is_some() || forms.any(|form| form.word.sections > 0);
        if is_known && (uses >= MIN_USES || content == 1 && uses > 0) {
            Answerability::Undefined { uses, game: None }
        } else {
            Answerability::None
        }
    };
    Answer {
        outcome,
        game: topic.game,
        spelling,
    }
}

/// Occurrences of an expansion count as uses of its term only if the expansion has at least this
/// quality and closeness. For a misspelled word or a synonym, all expansions count.
const MIN_QUALITY: f32 = 0.85;

/// Counts the sections that `here` accepts and that contain expansions of the terms side by side.
/// Run-in rules are left out, because the section around them contains their text.
fn count_uses(
    book: &Rulebook,
    index: &SearchIndex,
    terms: &[&QueryTerm<'_>],
    least: f32,
    here: impl Fn(SectionRef) -> bool,
) -> usize {
    let mut phrases: Vec<Vec<String>> = vec![Vec::new()];
    for term in terms {
        let words: Vec<_> = term
            .expansions
            .iter()
            .filter(|meant| meant.quality >= least && meant.closeness >= least)
            .map(|meant| meant.word.text.to_string())
            .collect();
        let longer = |word| {
            let phrases = phrases.iter();
            phrases.map(move |phrase| [&phrase[..], std::slice::from_ref(word)].concat())
        };
        phrases = words.iter().flat_map(longer).collect();
    }
    sections_with(index, &phrases)
        .into_iter()
        .filter(|at| !book.section(*at).run_in && here(*at))
        .count()
}
