//! Scores a section.
//!
//! Tantivy finds sections by their words (BM25). The best of them are scored again, by the sum of what speaks for each. Every
//! rule fits into a few sentences:
//!
//! - **Name.** A section is meant if its title says what was typed: the share of the query in the title, times how much of the
//!   title was typed. A small share counts less than its size, so that a question gains little from a title that has one of its
//!   words. A question of the rules is a title too, but no name: it counts for half unless a question is asked.
//! - **Label.** An alias, a cost, the name of a kind and a datacard's keyword are names too, a little less surely: `salt wardens
//!   medic` is the datacard of that team with the keyword Medic. Keywords that repeat its own name or its team's do not count.
//! - **Named.** A section whose title has most of the query is named. A run-in rule is a hit of its own only if it is named;
//!   else the section around it is the hit.
//! - **Start.** Players type a name from its first letter, so other forms of its words count for a fifth. A title that starts
//!   with the query comes before one that has it elsewhere; of several such titles the shortest comes first, whatever their
//!   texts say.
//! - **Exact.** A title that is the query, word for word, comes before one that contains it. A title that is so together with
//!   the one above it (`open breach point`), or with words for its place (`tomb world guard`), gains half as much.
//! - **Synonym.** A section that a player's word stands for counts as if its title had been typed, a little less surely; one
//!   whose longer title contains it counts much less. A literal title therefore always comes first. In texts, the rules' word
//!   answers the player's for a little more than half, unless the player's is in the name of something.
//! - **Related.** In a sentence, a word may stand for ordinary English words that mean nearly the same (`grab` for `take`): they
//!   answer it for a little more than half, whether or not the rules have the word itself.
//! - **Guess.** In a sentence, a word that the rules do not have is less likely a typing error than in a name: its correction
//!   counts for a third.
//! - **Path.** Words that name the team, the document, the game or a heading above are not missing from the section. They count
//!   for half, so that `tomb world guard` finds Guard in Tomb World.
//! - **Cover.** The share of the query's words that the section has at all; rare words count more. Function words count for
//!   nothing, common words (`use`, `take`, `only`) for a third, and the share counts nearly half as much again in a question. It
//!   is squared: a section with all words is worth more than two with half of them.
//! - **Answer.** One paragraph answers a question: the share of its words in one paragraph and the titles above, squared. It
//!   counts for questions and for queries of five words and more, never for a name.
//! - **Nearness.** Words that are close together in one paragraph belong together. The best paragraph counts, not the sum.
//! - **Phrase.** A run of words in the text as they were typed speaks for it.
//! - **Text.** Tantivy's own score, as a share of the best one, decides between equals.
//! - **Kind.** Definitions come before mentions and summaries: terms and actions, then rules, then steps, tables of numbers and
//!   whole documents.
//! - **Game.** The hits of the game being read come first, then those of each other game together. If the query names nothing
//!   in the game being read, and the best hit is named or far better, that hit's game comes first.

use super::context::Context;
use super::name::Naming;
use super::passage::TextMatch;
use crate::rules::{Section, SectionKind, SectionRef};
use crate::search::index::SectionText;

/// How much more cover counts in a question.
const COVER_OF_A_QUESTION: f32 = 1.4;

/// What speaks for a section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Score {
    pub total: f32,
    /// How well the title, a label or a synonym says what was typed, 0 to 1.
    pub name: f32,
    /// Whether the query names the section, and not only some words of its title.
    pub named: bool,
    /// The best passage.
    pub passage: Option<usize>,
    /// The terms that its title, labels, synonyms or a row's first cell answer, as bits; if it is named, those above too.
    pub naming: u32,
    /// The terms that it defines, as bits.
    pub defining: u32,
    /// The share of the query in one passage.
    pub together: f32,
    /// The synonym that leads to it, if its own words do not.
    pub via: Option<usize>,
}

/// Scores a section. `retrieved` is tantivy's score as a share of the best one.
pub(crate) fn score(
    context: &Context<'_>,
    at: SectionRef,
    text: &SectionText,
    retrieved: f32,
) -> Score {
    let section = context.book.section(at);
    let weights = context.weights;
    let naming = Naming::of(context, at, section, text);
    let body = TextMatch::of(context, section, text, &naming);
    let asked = context.terms.asked;
    // Who types a name from its start means the name, whatever the text says.
    let retrieved = if naming.start { 1.0 } else { retrieved };
    let cover = context.sum(|term| {
        naming
            .said(term)
            .max(body.answers[term])
            .max(naming.path[term])
    });
    let more = if asked { COVER_OF_A_QUESTION } else { 1.0 };
    let total = weights.name * naming.name
        + weights.start * naming.begins
        + weights.exact * naming.exactness
        + weights.cover * more * cover * cover
        + weights.nearness * body.nearness
        + weights.phrase * body.phrase
        + weights.answer * f32::from(asked) * body.answer
        + weights.text * retrieved
        + weights.kind * prior(section);
    // If a section's own words say it all, no synonym led to it.
    let literal = context.sum(|term| naming.literal(term).max(body.answers[term])) > 0.95;
    let place = |term: usize| f32::from(naming.named) * naming.path[term];
    Score {
        total,
        name: naming.name,
        named: naming.named,
        passage: body.passage,
        naming: body.row_naming | context.bits(|term| naming.said(term).max(place(term)) >= 0.5),
        defining: context.bits(|term| naming.defines(term, section.kind)),
        together: body.together,
        via: naming.via.filter(|_| !literal),
    }
}

/// Definitions come before mentions and summaries.
fn prior(section: &Section) -> f32 {
    if !section.has_text {
        return -0.6;
    }
    match section.kind {
        SectionKind::Term | SectionKind::Action => 0.2,
        SectionKind::Ploy
        | SectionKind::Equipment
        | SectionKind::Stratagem
        | SectionKind::Datacard
        | SectionKind::Question
        | SectionKind::Ability => 0.15,
        SectionKind::Rule | SectionKind::EventCard { .. } | SectionKind::Mission => 0.1,
        SectionKind::Step { .. } => 0.0,
        SectionKind::KeyNumbers | SectionKind::Document => -0.15,
        SectionKind::Group => -0.6,
    }
}
