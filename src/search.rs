//! Full-text search over a rulebook: the best answer first, from the first letter.
//!
//! What is typed becomes groups of words that it may mean (`terms`), tantivy finds the sections that hold them (`schema`),
//! and the best of these are looked at again, by title, row and text (`ranking`). What the index knows of a section is
//! its words as numbers; texts are read from the rulebook when a hit is shown.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

use crate::rules::{GameRef, Rulebook, SectionKind, SectionRef};

mod entry;
mod filter;
mod fuzzy;
mod highlight;
mod number;
mod outcome;
mod query;
mod ranking;
mod schema;
mod snippet;
mod synonyms;
mod terms;
mod tokenizer;
mod vocabulary;
mod words;

#[cfg(test)]
mod tests;

pub use filter::complete;
pub use highlight::Highlight;
pub use outcome::Outcome;
pub use ranking::Weights;
pub use snippet::Snippet;

use entry::Entry;
use ranking::{Judge, Verdict};
use schema::{Facet, Request, TextIndex, Wanted};
use synonyms::{Synonyms, Used};
use terms::Terms;
use vocabulary::{Places, Vocabulary};

/// The search index of one rulebook.
pub struct SearchIndex {
    text: TextIndex,
    vocabulary: Vocabulary,
    entries: Vec<Entry>,
    synonyms: Synonyms,
    costs: Vec<(crate::quantity::Currency, u32)>,
    weights: Weights,
}

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// As typed: words, `"phrases"`, `-words`, filters.
    pub text: String,
    /// The game that is being read: its hits come first, and those of the others each together.
    pub game: Option<GameRef>,
    /// The only game to look in.
    pub only_game: Option<GameRef>,
    /// How many hits to give at most.
    pub limit: usize,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Results {
    /// The best hits, best first.
    pub hits: Vec<Hit>,
    /// How many sections match in all, run-in rules counted by themselves where they are many.
    pub total: usize,
    /// Whether the rules answer the query.
    pub outcome: Outcome,
    /// The player's words in the query and what they stand for.
    pub synonyms: Vec<SynonymUse>,
    /// Marks the query's words in any text.
    pub highlight: Highlight,
}

/// A section that was found.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The section.
    pub section: SectionRef,
    /// What speaks for it; comparable within one search only.
    pub score: f32,
    /// The line of its text that matches best.
    pub snippet: Snippet,
    /// Where its full title matches.
    pub title_marks: Vec<Range<usize>>,
    /// The player's word that led to it, where its own words did not.
    pub via: Option<String>,
}

/// A player's word and the rules' words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SynonymUse {
    /// The player's word.
    pub word: String,
    /// What the rules call it.
    pub means: Vec<String>,
}

/// Why there is no index.
#[derive(Debug)]
pub struct SearchError(tantivy::TantivyError);

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the search index cannot be built: {}", self.0)
    }
}

impl std::error::Error for SearchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// So many of the best by their text are looked at again.
const CANDIDATES: usize = 60;
/// Completions of one word that tantivy is asked for; the ranking knows all of them.
const MOST_WANTED: usize = 24;
/// A hit is far below another under this share of its score.
const FAR_BELOW: f32 = 0.6;

impl SearchIndex {
    /// Indexes all sections of a rulebook.
    ///
    /// # Errors
    /// Where tantivy fails.
    pub fn build(book: &Rulebook) -> Result<Self, SearchError> {
        let mut vocabulary = Vocabulary::default();
        let mut entries = Vec::with_capacity(book.sections().len());
        let mut texts = Vec::with_capacity(book.sections().len());
        for (at, section, blocks) in book.walk() {
            let (entry, text) = entry::read(book, blocks.body(), at, &mut vocabulary);
            entries.push(entry);
            let mut facets = vec![
                (Facet::Kind, section.kind.name().to_owned()),
                (Facet::Game, book.game_of(at).0.to_string()),
                (Facet::Document, section.document.0.to_string()),
            ];
            let cost = section.kind.cost().map(|cost| filter::cost_facet(cost.currency, cost.amount));
            facets.extend(cost.map(|cost| (Facet::Cost, cost)));
            texts.push((text, facets));
        }
        let text = TextIndex::build(texts.into_iter()).map_err(SearchError)?;
        let synonyms = Synonyms::build(book, &crate::rules::bundled_synonyms(), &mut vocabulary);
        vocabulary.finish();
        let costs = filter::costs(book);
        Ok(Self { text, vocabulary, entries, synonyms, costs, weights: Weights::default() })
    }

    /// The same index with other weights, to measure what each rule of the ranking is worth.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// Searches. Any text is a query; one that says nothing finds nothing.
    #[must_use]
    pub fn search(&self, book: &Rulebook, query: &Query) -> Results {
        let mut parsed = query::parse(book, &query.text);
        if let Some(game) = query.only_game {
            parsed.filters.games = vec![game];
        }
        let mut terms = Terms::new(&parsed, &self.vocabulary, self.entries.len());
        let named_game = outcome::named_game(book, &terms).map_or(0, |(_, groups)| groups);
        let used = self.synonyms.find(&terms, parsed.open, named_game);
        terms.take_in(&used, &self.vocabulary, self.entries.len());
        let highlight = Highlight::new(&terms, &self.vocabulary, &parsed.phrases);
        if terms.groups.is_empty() && (parsed.filters.is_empty() || query.text.trim().is_empty()) {
            return Results { hits: Vec::new(), total: 0, outcome: Outcome::None, synonyms: Vec::new(), highlight };
        }
        let (found, total) = self.find(&terms, &parsed, query.limit);
        let allowed = |at: SectionRef| parsed.filters.allow(book, at);
        let mut ranked = self.rank(book, &terms, &used, &found, query.game, &allowed);
        if !parsed.phrases.is_empty() || !parsed.excluded.is_empty() {
            // A synonym or a heading above a hit was not asked for by tantivy's own yes or no.
            ranked.retain(|(at, _)| found.iter().any(|(section, _)| section == at));
        }
        let outcome = if terms.groups.is_empty() {
            Outcome::Found
        } else {
            outcome::outcome(book, &self.entries, &terms, &ranked, query.game)
        };
        let total = if total <= CANDIDATES.max(query.limit) { ranked.len() } else { total };
        ranked.truncate(query.limit);
        let hits = ranked.into_iter().map(|(at, verdict)| hit(book, at, &verdict, &highlight, &used)).collect();
        let synonyms = used.iter().map(|used| SynonymUse { word: used.word.to_owned(), means: used.means.to_vec() });
        Results { hits, total, outcome, synonyms: unique(synonyms), highlight }
    }

    /// What tantivy finds: sections with their share of the best score.
    fn find(&self, terms: &Terms, parsed: &query::Parsed, limit: usize) -> (Vec<(SectionRef, f32)>, usize) {
        let mut words = Vec::new();
        let content: Vec<_> = terms.content().collect();
        for group in content {
            let mut wanted: Vec<_> = group
                .choices
                .iter()
                .filter_map(|choice| Some((self.vocabulary.word(choice.word)?, choice)))
                .map(|(word, choice)| Wanted { text: &word.text, places: word.places, boost: choice.quality })
                .collect();
            let named = |wanted: &Wanted<'_>| wanted.places.has(Places::TITLE);
            wanted.sort_by(|a, b| named(b).cmp(&named(a)).then(b.boost.total_cmp(&a.boost)));
            words.extend(wanted.into_iter().take(MOST_WANTED));
        }
        let request = Request {
            words,
            everything: terms.groups.is_empty(),
            phrases: &parsed.phrases,
            excluded: &parsed.excluded,
            facets: parsed.filters.facets(&self.costs),
            limit: CANDIDATES.max(limit),
        };
        // The index is in memory and the query is built from its own words: there is nothing left that can fail.
        let (found, total) = self.text.find(&request).unwrap_or_default();
        let best = found.first().map_or(1.0, |(_, score)| score.max(f32::MIN_POSITIVE));
        (found.into_iter().map(|(section, score)| (SectionRef(section), score / best)).collect(), total)
    }

    /// Judges what was found and what synonyms lead to, best first.
    fn rank(
        &self,
        book: &Rulebook,
        terms: &Terms,
        used: &[Used<'_>],
        found: &[(SectionRef, f32)],
        reading: Option<GameRef>,
        allowed: &dyn Fn(SectionRef) -> bool,
    ) -> Vec<(SectionRef, Verdict)> {
        let judge = Judge { terms, weights: &self.weights, synonyms: used };
        let mut texts: HashMap<SectionRef, f32> = found.iter().copied().collect();
        for (target, _) in used.iter().flat_map(|used| used.targets).filter(|(target, _)| allowed(*target)) {
            texts.entry(*target).or_insert(0.0);
        }
        let verdict = |at: SectionRef, text: f32| {
            let entry = self.entries.get(at.0 as usize)?;
            Some(judge.judge(at, book.section(at), entry, text))
        };
        let mut ranked: Vec<(SectionRef, Verdict)> = Vec::with_capacity(texts.len());
        let mut raised: HashMap<SectionRef, f32> = HashMap::new();
        for (at, text) in &texts {
            let Some(verdict) = verdict(*at, *text) else { continue };
            // A run-in rule that the query does not name is a part of the section it stands in. A question stands for itself.
            let part = book.section(*at).run_in && book.section(*at).kind != SectionKind::Question;
            if part && !verdict.named && verdict.via.is_none() && !terms.groups.is_empty() {
                let heading = heading_above(book, *at);
                if !texts.contains_key(&heading) && allowed(heading) {
                    let best = raised.entry(heading).or_insert(0.0);
                    *best = best.max(*text);
                }
            } else {
                ranked.push((*at, verdict));
            }
        }
        ranked.extend(raised.into_iter().filter_map(|(at, text)| Some((at, verdict(at, text)?))));
        // A heading without text of its own is an answer only where nothing else carries the name, and never to a question.
        let is_group = |at: SectionRef| self.entries.get(at.0 as usize).is_some_and(|entry| !entry.has_text);
        if ranked.iter().any(|(at, verdict)| !is_group(*at) && (verdict.name > 0.4 || terms.asked)) {
            ranked.retain(|(at, _)| !is_group(*at));
        }
        ranked.sort_by(|(a, one), (b, other)| other.score.total_cmp(&one.score).then(a.cmp(b)));
        let ranked = if self.weights.once { self.printed_once(ranked) } else { ranked };
        by_game(book, reading, ranked)
    }

    /// Puts what is printed again behind the rest: sections that are found by the very same sentence are one answer, and
    /// the best of them stands for all. What the query names stays where it is.
    fn printed_once(&self, ranked: Vec<(SectionRef, Verdict)>) -> Vec<(SectionRef, Verdict)> {
        let mut printed = HashSet::new();
        let (once, again): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(at, verdict)| {
            let entry = self.entries.get(at.0 as usize);
            let words = entry.zip(verdict.piece).map(|(entry, piece)| entry.piece(piece));
            let first = words.filter(|words| !words.is_empty()).is_none_or(|words| printed.insert(words));
            first || verdict.named || verdict.via.is_some()
        });
        once.into_iter().chain(again).collect()
    }
}

/// Puts the hits of each game together: those of the game being read first, the others in the order of their best hits.
/// The game being read gives way where the query names nothing in it and either names the best hit of all or finds
/// nothing in it that comes near that one.
fn by_game(
    book: &Rulebook,
    reading: Option<GameRef>,
    ranked: Vec<(SectionRef, Verdict)>,
) -> Vec<(SectionRef, Verdict)> {
    let Some(reading) = reading else { return ranked };
    let game = |hit: &(SectionRef, Verdict)| book.game_of(hit.0);
    let named = ranked.iter().any(|hit| game(hit) == reading && hit.1.named);
    let best = ranked.iter().find(|hit| game(hit) == reading).map_or(0.0, |hit| hit.1.score);
    let gives_way = !named && ranked.first().is_some_and(|all| all.1.named || best < FAR_BELOW * all.1.score);
    let mut order: Vec<GameRef> = Vec::from_iter((!gives_way).then_some(reading));
    for hit in &ranked {
        if !order.contains(&game(hit)) {
            order.push(game(hit));
        }
    }
    let mut ranked = ranked;
    ranked.sort_by_key(|hit| order.iter().position(|of| *of == game(hit)));
    ranked
}

/// The heading that a run-in rule stands under.
fn heading_above(book: &Rulebook, at: SectionRef) -> SectionRef {
    let above = std::iter::successors(Some(at), |at| book.section(*at).parent);
    above.into_iter().find(|at| !book.section(*at).run_in).unwrap_or(at)
}

fn hit(book: &Rulebook, at: SectionRef, verdict: &Verdict, highlight: &Highlight, used: &[Used<'_>]) -> Hit {
    let body = book.body(book.section(at).document);
    let pieces = entry::pieces(book, &body, at);
    let piece = verdict
        .piece
        .and_then(|piece| pieces.get(piece))
        .or_else(|| pieces.iter().find(|piece| !piece.text.trim().is_empty()));
    let snippet = piece.map(|piece| Snippet::of(&piece.text, highlight)).unwrap_or_default();
    let via = verdict.via.and_then(|number| used.get(number)).map(|used| used.word.to_owned());
    let title_marks = highlight.marks(&book.section(at).full_title());
    Hit { section: at, score: verdict.score, snippet, title_marks, via }
}

fn unique(uses: impl Iterator<Item = SynonymUse>) -> Vec<SynonymUse> {
    let mut unique: Vec<SynonymUse> = Vec::new();
    for used in uses {
        match unique.iter_mut().find(|known| known.word == used.word) {
            Some(known) => {
                let more: Vec<_> = used.means.into_iter().filter(|means| !known.means.contains(means)).collect();
                known.means.extend(more);
            }
            None => unique.push(used),
        }
    }
    unique
}
