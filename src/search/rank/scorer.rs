//! Scores a section.
//!
//! BM25F finds the sections that contain the words of a query, and the titles that start with its
//! letters. The best of them are scored again by a linear model, whose weights the program
//! `examples/relevance` fits. These are its features. Scores of BM25 are divided by the best BM25F
//! score of the query, so that all features have the same scale.
//!
//! - **Text.** BM25F over title, aliases, labels, the titles above, and the text with its run-in
//!   rules, as one document: rare words count for more, repeated words for less each time, and words
//!   of short fields for more.
//! - **Pairs.** Neighbouring words of the query that are neighbours in the section too.
//! - **Mention.** The weight of the title in a question that contains all of it.
//! - **Name.** How much of the query the title matches, times a factor that grows with the share of
//!   the title that was typed. Labels (aliases, tags, costs, kinds, the keywords of a datacard) are
//!   names too; so are titles above, and the synonyms of the game, which count for less.
//! - **Start.** Whether the title starts with the query. Two letters of each word are enough.
//! - **Cover.** The share of a question's words that the section contains, squared: a section with
//!   all words is better than two sections with half of them. Rare words count for more.
//! - **Answer.** The share of a question's words that one passage and the titles above it contain,
//!   squared: a question is best answered by a single paragraph.
//!
//! Besides the score, these rules order the hits:
//!
//! - **Exact.** A title or alias with exactly the words of the query, in any order, comes before
//!   all others: documents first, then headings, then what one of the game's own synonyms means
//!   if it is the whole query, then run-in rules.
//! - **Named.** A run-in rule is a hit of its own if the query or a synonym names it, or if a question
//!   contains its name. Otherwise, the section around it is the hit. Questions in the rules are always
//!   hits of their own, and so are all sections if the query has only filters.
//! - **Compared.** If the query compares two rules (`blast or torrent`), they come first.
//! - **Game.** The hits of the game being read come first, then the hits of the other games, game
//!   by game. If the query names no hit in the game being read, the game of the best hit may come
//!   first instead. It does if the query names the best hit, or if this hit scores far better than
//!   all hits in the game being read.

use super::context::ScoringContext;
use super::name::{Naming, is_query};
use super::passage::{PassageContext, TextMatch, next_terms};
use super::path::Paths;
use crate::rules::SectionRef;
use crate::search::index::PassageTokens;
use crate::search::query::Found;
use crate::search::weights::Features;

/// The factor for a word of the titles, compared with a word of the passage below them.
const TITLE: f32 = 0.7;

/// The score of a section, with the values that it was computed from.
#[derive(Debug, Default)]
pub struct Score {
    pub total: f32,
    pub features: Features,
    /// How well the names of the section and the titles above it match each query term.
    names: Vec<f32>,
    /// How much the titles contribute to what a passage answers, for each query term.
    titles: Vec<f32>,
    /// Whether the query names the section (see [`Naming::named`]).
    pub named: bool,
    /// Whether the query is one of the game's own synonyms and means the section first.
    pub meant: bool,
    /// Whether the title or an alias has exactly the words of the query, in any order.
    pub exact: bool,
    /// The terms of a question that are the section's title or alias, as a bit set.
    pub mention: u64,
    /// The terms of any query that are the section's title or alias, as a bit set.
    pub whole_name: u64,
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

/// Scores the sections of one query.
pub struct Scorer<'a> {
    pub context: ScoringContext<'a>,
    paths: Paths,
    next: Vec<Option<usize>>,
    /// The share of the query whose meaning is certain. Words that are not typed in full say more
    /// about names than about texts.
    certainty: f32,
}

impl<'a> Scorer<'a> {
    pub fn new(context: ScoringContext<'a>) -> Self {
        Self {
            next: next_terms(&context),
            certainty: context.sum(|term| context.terms.all[term].certainty),
            paths: Paths::default(),
            context,
        }
    }

    /// Scores a section by its names and by the words in all of its text. The text is not read.
    pub fn score(&self, found: &Found) -> Score {
        let context = &self.context;
        let at = found.at;
        let section = context.book.section(at);
        let path = self.paths.of(context, at);
        let naming = Naming::of(context, at, section, path, found.title);
        let terms = context.terms.all.len();
        let names = (0..terms).map(|term| naming.quality(term).max(path[term]));
        let titles = (0..terms).map(|term| TITLE * naming.title.qualities[term].max(path[term]));
        let mention = if context.terms.is_question {
            naming.mention
        } else {
            0
        };
        let mentioned = (0..context.terms.all.len()).filter(|term| mention >> term & 1 == 1);
        let mentioned: f32 = mentioned.map(|term| context.idf[term]).sum();
        let place = |term: usize| f32::from(naming.named) * path[term];
        let features = [
            self.certainty * found.score,
            0.0,
            mentioned / context.best,
            naming.name,
            f32::from(naming.start),
            0.0,
            0.0,
        ];
        Score {
            total: self.total(&features),
            features,
            names: names.collect(),
            titles: titles.collect(),
            named: naming.named,
            exact: is_query(context, &naming.title),
            meant: context.is_meant(at),
            mention,
            whole_name: naming.mention,
            passage: None,
            naming: context
                .bits(|term| naming.start || naming.quality(term).max(place(term)) >= 0.5),
            defining: context.bits(|term| naming.defines(term, section.kind)),
            together: 0.0,
            via: naming.via.filter(|_| {
                // If the section's own names match the whole query, no synonym was needed.
                context.sum(|term| naming.literal(term)) <= 0.95
            }),
        }
    }

    /// Adds what the passages of a section contribute to its score. This takes longer than all the
    /// rest, so only the best sections are worth it. `is_question` tells whether the query asks for
    /// a text, because it names no section as a whole.
    pub fn add_passages(
        &self,
        at: SectionRef,
        passages: &[PassageTokens],
        is_question: bool,
        score: &mut Score,
    ) {
        let context = &self.context;
        let title = &context.book.section(at).title;
        let words = PassageContext {
            scoring: context,
            next: &self.next,
            titles: &score.titles,
            language: context.language(at),
        };
        let body = TextMatch::of(&words, title, passages);
        score.features[1] = self.certainty * body.pairs / context.best;
        if is_question {
            let cover = context.sum(|term| score.names[term].max(body.qualities[term]));
            score.features[5] = cover * cover;
            score.features[6] = body.answer * body.answer;
        }
        score.total = self.total(&score.features);
        score.passage = body.passage;
        score.naming |= body.row_naming;
        score.together = body.together;
        // If the section's own text matches the whole query, no synonym was needed.
        if context.sum(|term| body.qualities[term]) > 0.95 {
            score.via = None;
        }
    }

    fn total(&self, features: &Features) -> f32 {
        let weighted = features.iter().zip(self.context.weights.features);
        weighted.map(|(feature, weight)| feature * weight).sum()
    }
}
