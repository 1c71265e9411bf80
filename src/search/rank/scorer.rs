//! Scores a section.
//!
//! Tantivy finds sections by their words (BM25). The best of them are scored again, filtered and
//! ordered by these rules:
//!
//! - **Name.** A query most likely means the section whose title was typed. The score is the share
//!   of the query in the title, times a factor from 0.5 to 1 that grows with the share of the title
//!   that was typed. Small shares of the query are reduced further, so a title with one word of a
//!   question gains little.
//! - **Label.** Aliases, tags, costs, kinds and the keywords of a datacard are names too, but count
//!   for slightly less: `salt wardens medic` finds the datacard of that team with the keyword
//!   Medic. Keywords that repeat the name of the datacard or its team do not count.
//! - **Named.** A query names a section if most of the query matches the title. A run-in rule is a
//!   hit of its own if the query or a synonym names it, if a question contains its name, or if one
//!   of the best hits of a question links to it. Otherwise, the section around it is the hit.
//!   Questions in the rules are always hits of their own, and so are all sections if the query has
//!   only filters.
//! - **Start.** Players type a name from its first letter, so a title that starts with the query
//!   comes before a title that contains the query elsewhere.
//! - **Exact.** A title or alias with exactly the words of the query, in any order, comes before
//!   all others: documents first, then headings, then run-in rules.
//! - **Synonym.** A synonym counts for slightly less than the title it means, and for much less if
//!   that title contains further words. A title that contains the typed word therefore usually
//!   comes first. In texts, the word that a synonym means counts for slightly more than half.
//! - **Related.** In a query with function words, each content word also finds ordinary English
//!   words of nearly the same meaning (`take` for `grab`). These words count for slightly more than
//!   half.
//! - **Guess.** A question often contains words that the rules do not use. In a question, a
//!   spelling correction therefore counts for a third.
//! - **Path.** Words that name the team, the document, the game or a heading above count as words
//!   of the section: `tomb world guard` finds Guard in Tomb World. They count for less than the
//!   section's own words, but words of the heading directly above count for nearly as much.
//! - **Cover.** The share of the query's words that the section contains, squared. Rare words count
//!   for more, and function words for almost nothing. If a query has function words, its common
//!   words (`use`, `take`, `only`) count for a third. Because of the square, a section with all
//!   words scores four times as high as a section with half of them. In a question, this rule
//!   counts for 1.4 times as much.
//! - **Answer.** A question is best answered by a single paragraph. The score is the share of the
//!   question in one paragraph and the titles above it, squared. This rule counts only for
//!   questions, comparisons, and queries of at least five words with a function word.
//! - **Phrase.** A run of words in the typed order counts for more than the same words apart.
//! - **Text.** Tantivy's own score, as a share of the best score, decides between sections that are
//!   otherwise about equal.
//! - **Mention.** A section gains if its title or alias is in a question. If the query compares rules
//!   (`blast or torrent`), the compared rules come first.
//! - **Link.** A section gains if one of the best hits of a question links to it. The gain grows
//!   with the share of the question that the section contains.
//! - **Game.** The hits of the game being read come first, then the hits of the other games, game
//!   by game. If the query names no hit in the game being read, the game of the best hit may come
//!   first instead. It does if the query names the best hit, or if this hit scores far better than
//!   all hits in the game being read.

use super::context::ScoringContext;
use super::mention::mention;
use super::name::{Naming, is_query};
use super::passage::TextMatch;
use crate::rules::SectionRef;
use crate::search::index::SectionText;

const COVER_OF_A_QUESTION: f32 = 1.4;

/// The score of a section, with the values that it was computed from.
#[derive(Debug, Default)]
pub struct Score {
    pub total: f32,
    /// Whether the query names the section (see [`Naming::named`]).
    pub named: bool,
    /// Whether the title or an alias has exactly the words of the query, in any order.
    pub exact: bool,
    /// The share of the query that the section contains.
    pub cover: f32,
    /// The terms of a question that are the section's title or alias, as a bit set.
    pub mention: u64,
    /// The index of the best passage.
    pub passage: Option<usize>,
    /// The query terms that match the title, a label, a synonym or the first cell of a table row,
    /// as a bit set. If the query names the section, terms that match its path are included.
    pub naming: u64,
    /// The query terms that the section defines, as a bit set.
    pub defining: u64,
    /// The largest share of the query that one passage matches.
    pub together: f32,
    /// The synonym that found the section, as an index into [`ScoringContext::synonyms`]; `None` if
    /// there is none, or if the section's own words match the whole query.
    pub via: Option<usize>,
}

/// Scores a section. `retrieved` is tantivy's score as a share of the best score.
pub fn score(
    context: &ScoringContext<'_>,
    at: SectionRef,
    text: &SectionText,
    retrieved: f32,
) -> Score {
    let section = context.book.section(at);
    let weights = context.weights;
    let naming = Naming::of(context, at, section, text);
    let body = TextMatch::of(context, text, &naming);
    let is_question = context.terms.is_question;
    let cover = context.sum(|term| {
        naming
            .quality(term)
            .max(body.qualities[term])
            .max(naming.path[term])
    });
    let more = if is_question {
        COVER_OF_A_QUESTION
    } else {
        1.0
    };
    let answer = f32::from(is_question) * body.answer * body.answer;
    let total = weights.name * naming.name
        + weights.start * f32::from(naming.start)
        + weights.cover * more * cover * cover
        + weights.phrase * body.phrase
        + weights.answer * answer
        + weights.text * retrieved;
    // If the section's own words match the whole query, no synonym was needed to find it.
    let literal = context.sum(|term| naming.literal(term).max(body.qualities[term])) > 0.95;
    let place = |term: usize| f32::from(naming.named) * naming.path[term];
    Score {
        total,
        named: naming.named,
        exact: is_query(context, &naming.title),
        cover,
        mention: mention(context, section),
        passage: body.passage,
        naming: body.row_naming | context.bits(|term| naming.quality(term).max(place(term)) >= 0.5),
        defining: context.bits(|term| naming.defines(term, section.kind)),
        together: body.together,
        via: naming.via.filter(|_| !literal),
    }
}
