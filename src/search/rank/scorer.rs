//! Scores a section.
//!
//! Tantivy finds sections by their words (BM25). The best of them are scored again by a sum of rules:
//!
//! - **Name.** A section is meant if its title is what was typed: the share of the query in the title, times how much of the
//!   title was typed. A small share counts for less than its size, so that a title with one word of a question gains little.
//!   The title of a question in the rules counts for half, unless a question is asked.
//! - **Label.** Aliases, costs, kinds and a datacard's keywords are names too, but count for slightly less: `salt wardens
//!   medic` is the datacard of that team with the keyword Medic. Keywords that repeat its own or its team's name do not count.
//! - **Named.** A section is named if its title has most of the query. A run-in rule is a hit of its own only if it is named or a
//!   question has its name; otherwise the section around it is the hit.
//! - **Start.** Players type a name from its first letter: a title that starts with the query comes before one that has it
//!   elsewhere.
//! - **Exact.** A title that is the query, word for word, comes before all others: first a document's, then a heading's, then
//!   a run-in rule's.
//! - **Synonym.** A synonym counts for slightly less than the title it means, and for much less than a longer title that
//!   contains its meaning. A literal title therefore always comes first. In texts, the rules' word for it counts for slightly
//!   more than half.
//! - **Related.** In a sentence, a word also finds ordinary English words of nearly the same meaning (`grab` for `take`). They
//!   count for slightly more than half, whether or not the rules have the word itself.
//! - **Guess.** In a sentence, a word that the rules do not have is less likely a typing error than in a name: its correction
//!   counts for a third.
//! - **Path.** Words that name the team, the document, the game or a heading above are not missing from the section. They count
//!   for half, so that `tomb world guard` finds Guard in Tomb World.
//! - **Cover.** The share of the query's words that the section has at all; rare words count for more. Function words count for
//!   nothing, common words (`use`, `take`, `only`) for a third. The share is squared, so that one section with all words beats
//!   two with half of them each, and counts nearly half as much again in a question.
//! - **Answer.** One paragraph answers a question: the share of its words in one paragraph and the titles above, squared. It
//!   counts for questions and for queries of five words and more, never for a name.
//! - **Phrase.** A run of words in the order in which they were typed counts.
//! - **Text.** Tantivy's own score, as a share of the best one, decides between equals.
//! - **Mention.** A section whose title or alias is in a question answers it by itself, the longest name of all. A name of
//!   many sections counts for less. If the query compares rules (`blast or torrent`), they come first.
//! - **Link.** A section that one of the best hits of a question links to comes next, the more of the question it has.
//! - **Game.** The hits of the game being read come first, then those of each other game together. If the query names nothing
//!   in the game being read, and the best hit is named or far better, that hit's game comes first.

use super::context::ScoringContext;
use super::mention::mention;
use super::name::Naming;
use super::passage::TextMatch;
use crate::rules::SectionRef;
use crate::search::index::SectionText;

/// How much more cover counts in a question.
const COVER_OF_A_QUESTION: f32 = 1.4;

/// The score of a section, and what it is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Score {
    pub total: f32,
    /// How well the title, a label or a synonym matches the query, 0 to 1.
    pub name: f32,
    /// Whether the query names the section, and not only some words of its title.
    pub named: bool,
    /// Whether the title is the query, word for word.
    pub exact: bool,
    /// The share of the query that the section has anywhere.
    pub cover: f32,
    /// How much of a question one passage answers.
    pub answer: f32,
    /// The terms of a question that are its name, as bits.
    pub mention: u64,
    /// The best passage.
    pub passage: Option<usize>,
    /// The terms that its title, labels, synonyms or a row's first cell answer, as bits; if it is named, those above too.
    pub naming: u64,
    /// The terms that it defines, as bits.
    pub defining: u64,
    /// The share of the query in one passage.
    pub together: f32,
    /// The synonym that leads to it, if its own words do not.
    pub via: Option<usize>,
}

/// Scores a section. `retrieved` is tantivy's score as a share of the best one.
pub(crate) fn score(
    context: &ScoringContext<'_>,
    at: SectionRef,
    text: &SectionText,
    retrieved: f32,
) -> Score {
    let section = context.book.section(at);
    let weights = context.weights;
    let naming = Naming::of(context, at, section, text);
    let body = TextMatch::of(context, text, &naming);
    let asked = context.terms.asked;
    let cover = context.sum(|term| {
        naming
            .answer(term)
            .max(body.answers[term])
            .max(naming.path[term])
    });
    let more = if asked { COVER_OF_A_QUESTION } else { 1.0 };
    let total = weights.name * naming.name
        + weights.start * f32::from(naming.start)
        + weights.cover * more * cover * cover
        + weights.phrase * body.phrase
        + weights.answer * f32::from(asked) * body.answer
        + weights.text * retrieved;
    // No synonym led to a section whose own words match the whole query.
    let literal = context.sum(|term| naming.literal(term).max(body.answers[term])) > 0.95;
    let place = |term: usize| f32::from(naming.named) * naming.path[term];
    Score {
        total,
        name: naming.name,
        named: naming.named,
        exact: naming.is_title(context),
        cover,
        answer: body.answer,
        mention: mention(context, section),
        passage: body.passage,
        naming: body.row_naming | context.bits(|term| naming.answer(term).max(place(term)) >= 0.5),
        defining: context.bits(|term| naming.defines(term, section.kind)),
        together: body.together,
        via: naming.via.filter(|_| !literal),
    }
}
