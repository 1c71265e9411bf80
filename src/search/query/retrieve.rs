//! Finds the sections that contain a query's words, with tantivy's BM25 scores.
//!
//! The queries are built term by term. Tantivy's query parser never sees what a player types.

use std::collections::HashSet;

use tantivy::Term;
use tantivy::query::{AllQuery, BooleanQuery, BoostQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};

use super::parse::Parsed;
use super::terms::{Expansion, QueryTerm, Terms};
use crate::rules::{Rulebook, SectionRef};
use crate::search::index::{SearchIndex, name_term, rarest_word};
use crate::search::tokenizer::whole_words;
use crate::search::words::{is_function_word, stem};

/// The boosts of title, labels, path and body. A higher boost for titles would find names better,
/// but answers to questions worse. `rank` raises names anyway.
const BOOSTS: [f32; 4] = [2.0, 1.5, 0.4, 1.0];

/// The maximum number of expansions of one term that are searched for, because a union of many
/// words is slow.
const MAX_EXPANSIONS: usize = 24;

/// A section that contains words of a query.
#[derive(Clone, Copy)]
pub struct Found {
    pub at: SectionRef,
    /// Tantivy's score as a share of the best score.
    pub score: f32,
    /// The section that contains the words. If it does not pass the filters, `at` is the nearest
    /// section around it that does; otherwise both are the same section.
    pub words_in: SectionRef,
}

/// Returns the best `limit` sections, best first, and the number of all sections that match.
pub fn retrieve(
    index: &SearchIndex,
    book: &Rulebook,
    terms: &Terms<'_>,
    parsed: &Parsed,
    limit: usize,
) -> (Vec<Found>, usize) {
    // Excluded phrases are searched for separately: in the main query, tantivy would panic if a
    // section contained the words of the phrase, but not side by side.
    let excluded = sections_with(index, &parsed.excluded);
    let matching = index
        .find(&query(index, terms, parsed))
        .into_iter()
        .filter(|(at, _)| !excluded.contains(at));
    let mut found: Vec<_> = matching
        .filter_map(|(words_in, score)| {
            allowed(book, parsed, words_in).map(|at| Found {
                at,
                score,
                words_in,
            })
        })
        .collect();
    let best_first = |a: &Found, b: &Found| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at));
    if !parsed.filters.is_empty() {
        // Of the sections inside `at` that contain words, keep the best, but prefer `at` itself.
        found.sort_unstable_by(|a, b| {
            let own = |found: &Found| (found.at, found.words_in != found.at);
            own(a).cmp(&own(b)).then(best_first(a, b))
        });
        found.dedup_by_key(|found| found.at);
    }
    found.sort_unstable_by(best_first);
    let total = found.len();
    found.truncate(limit);
    let best = found.first().map_or(1.0, |best| best.score);
    for found in &mut found {
        found.score /= best.max(f32::MIN_POSITIVE);
    }
    (found, total)
}

/// Returns the first of `at` and its ancestors that passes the filters: for `type:mission breach`,
/// the mission that contains the word.
fn allowed(book: &Rulebook, parsed: &Parsed, at: SectionRef) -> Option<SectionRef> {
    let mut above = book.upwards(at).filter(|_| !parsed.excludes(book, at));
    above.find(|at| parsed.allows(book, *at))
}

/// Returns the sections with one of the phrases in the title or the body.
pub fn sections_with(index: &SearchIndex, phrases: &[Vec<String>]) -> HashSet<SectionRef> {
    let found = phrases
        .iter()
        .flat_map(|words| index.find(&*phrase_query(index, words)));
    found.map(|(at, _)| at).collect()
}

/// Returns the sections that have exactly this name. [`retrieve`] may miss them if all words of the
/// name are common.
pub fn sections_named(index: &SearchIndex, name: &str) -> Vec<SectionRef> {
    let query = term_query(index.fields.names, &name_term(name));
    index.find(&*query).into_iter().map(|(at, _)| at).collect()
}

/// Returns the sections whose title contains all content words of a name. The title may have at most
/// twice as many content words as the name.
pub fn sections_titled(index: &SearchIndex, book: &Rulebook, name: &str) -> Vec<SectionRef> {
    let wanted = content_stems(name);
    let found = rarest_word(name, &index.lexicon.vocabulary)
        .into_iter()
        .flat_map(|word| index.find(&*term_query(index.fields.title, &word.text)));
    let is_longer = |at: &SectionRef| {
        let title = content_stems(&book.section(*at).title);
        title.len() <= 2 * wanted.len() && wanted.iter().all(|word| title.contains(word))
    };
    found.map(|(at, _)| at).filter(is_longer).collect()
}

fn content_stems(name: &str) -> Vec<String> {
    let content = whole_words(name).filter(|word| word.len() > 1 && !is_function_word(word));
    content.map(|word| stem(&word).to_owned()).collect()
}

fn any(queries: impl Iterator<Item = Box<dyn Query>>) -> Box<dyn Query> {
    let queries = queries.map(|query| (Occur::Should, query));
    Box::new(BooleanQuery::new(queries.collect()))
}

fn query(index: &SearchIndex, terms: &Terms<'_>, parsed: &Parsed) -> BooleanQuery {
    let words: Box<dyn Query> = if terms.all.is_empty() {
        Box::new(AllQuery)
    } else {
        any(terms.content().flat_map(|term| expansions(index, term)))
    };
    let mut clauses: Vec<_> = parsed
        .phrases
        .iter()
        .map(|phrase| (Occur::Must, phrase_query(index, phrase)))
        .collect();
    let needed = if clauses.is_empty() {
        Occur::Must
    } else {
        Occur::Should
    };
    clauses.push((needed, words));
    BooleanQuery::new(clauses)
}

/// Builds a query for each likely expansion of a term in each field.
fn expansions(index: &SearchIndex, term: &QueryTerm<'_>) -> Vec<Box<dyn Query>> {
    let boost = |expansion: &Expansion<'_>| expansion.quality * (0.3 + 0.7 * expansion.closeness);
    let mut expansions: Vec<_> = term.expansions.iter().collect();
    expansions.sort_by(|a, b| boost(b).total_cmp(&boost(a)));
    let mut queries: Vec<Box<dyn Query>> = Vec::new();
    for expansion in expansions.into_iter().take(MAX_EXPANSIONS) {
        let word = expansion.word;
        for ((field, place), place_boost) in index.fields.places().into_iter().zip(BOOSTS) {
            if word.places.has(place) {
                queries.push(Box::new(BoostQuery::new(
                    term_query(field, &word.text),
                    place_boost * boost(expansion),
                )));
            }
        }
    }
    queries
}

/// Builds a query for consecutive words in a title or body.
fn phrase_query(index: &SearchIndex, words: &[String]) -> Box<dyn Query> {
    let fields = [index.fields.title, index.fields.body];
    any(fields.into_iter().map(|field| {
        if let [word] = words {
            return term_query(field, word);
        }
        let terms = words.iter().map(|word| Term::from_field_text(field, word));
        Box::new(PhraseQuery::new(terms.collect()))
    }))
}

fn term_query(field: Field, word: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(
        Term::from_field_text(field, word),
        IndexRecordOption::WithFreqs,
    ))
}
