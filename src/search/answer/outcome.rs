//! Decides whether the loaded rules answer a query, and if not, why.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::results::Answerability;
use super::topic::Topic;
use crate::rules::slug::fold;
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::search::index::{SearchIndex, Word};
use crate::search::query::{Known, QueryTerm, Terms};
use crate::search::rank::Score;
use crate::search::tokenizer::tokenize;

/// A word is a term of the rules if the rules use the word at least this often.
const MIN_USES: usize = 2;
/// Two words are a term of the rules if they occur side by side at least this often.
const MIN_USES_OF_A_TERM: usize = 4;
/// The maximum number of sections that are read to count the uses of a term of several words.
const MAX_COUNTED: usize = 500;

/// Occurrences of an expansion count as uses of its term only if the expansion has at least this
/// quality. For a query that is a single misspelled word or synonym, all expansions count.
const MIN_QUALITY: f32 = 0.9;

#[derive(Debug, Default)]
pub struct Answer {
    pub outcome: Answerability,
    /// The game that the query names, or the game being read if the query names none. `None` if
    /// nothing was found, or if the query is an id or has no words.
    pub game: Option<GameRef>,
    /// The undefined term that the query means, if the query asks for its definition, misspells it
    /// or is a synonym of it. `None` if the query is just the term, or means no undefined term.
    pub spelling: Option<String>,
}

impl Answer {
    pub fn found() -> Self {
        Self {
            outcome: Answerability::Found,
            ..Self::default()
        }
    }
}

struct Hits<'a> {
    book: &'a Rulebook,
    index: &'a SearchIndex,
    terms: &'a Terms<'a>,
    ranked: &'a [(SectionRef, &'a Score)],
}

pub fn answerability(
    book: &Rulebook,
    index: &SearchIndex,
    terms: &Terms<'_>,
    ranked: &[(SectionRef, &Score)],
    reading: Option<GameRef>,
) -> Answer {
    if ranked.is_empty() {
        return Answer::default();
    }
    let Some(topic) = Topic::of(book, terms, reading) else {
        return Answer::found();
    };
    let hits = Hits {
        book,
        index,
        terms,
        ranked,
    };
    let mut outcome = hits.outcome(&topic);
    let mut spelling = None;
    if topic.definition && matches!(outcome, Answerability::Undefined { .. }) {
        spelling = Some(topic.text());
    }
    if outcome == Answerability::None {
        let term = &terms.all[topic.rarest];
        let alone = topic.words.len() == 1 && terms.content().count() == 1;
        let others_known = topic
            .words
            .iter()
            .any(|(_, term)| term.known == Known::Word && !term.is_synonym_without_section);
        if others_known && term.is_synonym_without_section {
            // The rarest word is only a synonym, but the rules contain another word of the topic.
            // The query is about that word: `hit` in `hit penalty`.
            outcome = Answerability::Found;
        } else if alone && (term.known == Known::Nearly || term.is_synonym_without_section) {
            let words = expanded_words(term, 0.0);
            let uses = hits.count(&words, &|_| true);
            let common = words.iter().max_by_key(|word| word.sections);
            if let Some(word) = common.filter(|_| uses >= MIN_USES) {
                outcome = Answerability::Undefined { uses, game: None };
                spelling = Some(word.text.to_string());
            }
        }
    }
    Answer {
        outcome,
        game: topic.game,
        spelling,
    }
}

impl Hits<'_> {
    /// Decides the outcome by the rarest word of the topic. A section answers the query if its
    /// names match that word, or if one of its passages matches nearly the whole query.
    fn outcome(&self, topic: &Topic<'_>) -> Answerability {
        let rarest = topic.rarest;
        let word = &self.terms.all[rarest];
        if word.known == Known::Start {
            return Answerability::Found;
        }
        let here = |at: SectionRef| topic.game.is_none_or(|game| game == self.book.game_of(at));
        // Counting reads the texts of many sections, so count only if the outcome depends on it.
        let count = LazyCell::new(|| self.uses(topic, &here));
        let content = self.terms.content().count();
        let only_words = content == topic.words.len();
        let is_term = topic.words.len() == 2 && only_words && *count >= MIN_USES_OF_A_TERM;
        let is_elsewhere = only_words && self.is_defined_in_another_book(topic);
        let defines = |score: &Score| {
            // A name may contain the rarest word by chance. If `strict`, a section answers the
            // query only if it defines this word.
            let strict = is_term || is_elsewhere;
            let names = if topic.definition || strict {
                score.defining
            } else {
                score.naming
            };
            let together = content > 1 && word.known != Known::Unknown && score.together > 0.9;
            names >> rarest & 1 == 1 || together && !strict
        };
        let any = |holds: &dyn Fn(SectionRef, &Score) -> bool| {
            self.ranked.iter().any(|(at, score)| holds(*at, score))
        };
        // If only another game has a rule with all words of the topic in its name, a hit in this
        // game with some of the words is not an answer.
        let named_elsewhere = any(&|at, score| !here(at) && topic.is_named_by(score))
            && !any(&|at, score| here(at) && topic.is_named_by(score));
        if !named_elsewhere && any(&|at, score| here(at) && defines(score)) {
            Answerability::Found
        } else if (topic.definition || is_elsewhere) && *count >= MIN_USES {
            Answerability::Undefined {
                uses: *count,
                game: topic.game,
            }
        } else if any(&|_, score| defines(score)) {
            // The best hit may answer a sentence, even if only another game defines the rarest
            // word.
            if topic.is_sentence && self.best().is_some_and(here) {
                Answerability::Found
            } else {
                Answerability::OtherGame
            }
        } else if topic.is_sentence && word.known != Known::Unknown {
            // It is unclear which word a sentence is about, so the hits count as an answer.
            Answerability::Found
        } else if is_term || topic.words.len() == 1 && *count >= MIN_USES {
            Answerability::Undefined {
                uses: *count,
                game: topic.game,
            }
        } else {
            let uses = self.count(&expanded_words(word, MIN_QUALITY), &|_| true);
            let as_typed = self.count(&expanded_words(word, 1.0), &|_| true);
            let least = if content == 1 { 1 } else { MIN_USES };
            if uses >= least && as_typed > 0 {
                Answerability::Undefined { uses, game: None }
            } else {
                Answerability::None
            }
        }
    }

    /// Whether the game of the topic lists the topic in `game.yaml` as a term that another book
    /// defines. If the topic has no game, at least one game must list it. Every game with a hit
    /// whose names match all words of the topic must then list it too.
    fn is_defined_in_another_book(&self, topic: &Topic<'_>) -> bool {
        let typed = fold(&topic.text());
        let lists = |game: GameRef| {
            let undefined = &self.book.game(game).undefined;
            undefined.iter().any(|term| fold(term) == typed)
        };
        if let Some(game) = topic.game {
            return lists(game);
        }
        let mut games = (0..).map(GameRef).take(self.book.games.len());
        games.any(lists)
            && self
                .ranked
                .iter()
                .filter(|(_, score)| topic.is_named_by(score))
                .all(|(at, _)| lists(self.book.game_of(*at)))
    }

    fn best(&self) -> Option<SectionRef> {
        let hits = self.ranked.iter();
        hits.max_by(|a, b| a.1.total.total_cmp(&b.1.total))
            .map(|(at, _)| *at)
    }

    /// Counts the uses of words in the sections that `here` accepts. Run-in rules are left out,
    /// because their text is counted with the section around them.
    fn count(&self, words: &[&Word], here: &dyn Fn(SectionRef) -> bool) -> usize {
        let uses = words
            .iter()
            .flat_map(|word| self.index.occurrences(&word.text));
        uses.filter(|(at, _)| !self.book.section(*at).run_in && here(*at))
            .map(|(_, times)| times)
            .sum()
    }

    /// Counts the uses of the topic in the sections that `here` accepts. The words of the topic
    /// must occur side by side.
    fn uses(&self, topic: &Topic<'_>, here: &dyn Fn(SectionRef) -> bool) -> usize {
        let words = topic
            .words
            .iter()
            .map(|(_, term)| expanded_words(term, MIN_QUALITY));
        let words: Vec<_> = words.collect();
        if let [word] = words.as_slice() {
            return self.count(word, here);
        }
        let sections = |words: &&Vec<&Word>| words.iter().map(|word| word.sections).sum::<u32>();
        let rarest = words.iter().min_by_key(sections).into_iter().flatten();
        let found = rarest.flat_map(|word| self.index.occurrences(&word.text));
        let found: BTreeSet<_> = found.map(|(at, _)| at).collect();
        let counted = found
            .into_iter()
            .filter(|at| !self.book.section(*at).run_in && here(*at));
        let passages = counted
            .take(MAX_COUNTED)
            .flat_map(|at| self.index.passages(at));
        passages.map(|text| count_runs(&text, &words)).sum()
    }
}

/// Counts the places in a text where words follow one another directly: a word of the first group
/// in `words`, then a word of the second group, and so on.
fn count_runs(text: &str, words: &[Vec<&Word>]) -> usize {
    let (mut count, mut matched, mut next) = (0, 0, 0);
    for token in tokenize(text) {
        if token.position > next {
            matched = 0;
        }
        let is_next = token.position == next || matched == 0;
        if is_next && words[matched].iter().any(|word| *word.text == *token.text) {
            (matched, next) = (matched + 1, token.position + 1);
        }
        if matched == words.len() {
            (count, matched) = (count + 1, 0);
        }
    }
    count
}

/// Returns the words of the rules that a term expands to with at least the quality `least`.
fn expanded_words<'a>(term: &QueryTerm<'a>, least: f32) -> Vec<&'a Word> {
    let sure = term
        .expansions
        .iter()
        .filter(|expansion| expansion.quality >= least);
    let mut words: Vec<_> = sure.map(|expansion| expansion.word).collect();
    words.sort_unstable_by_key(|word| &word.text);
    words.dedup_by_key(|word| &word.text);
    words
}
