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
use crate::search::index::{Places, SearchIndex, Word, name_term};

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
    let mut excluded = HashSet::new();
    for phrase in &parsed.excluded {
        index.find(&*phrase_query(index, phrase), &mut |at, _| {
            excluded.insert(at);
        });
    }
    let mut found: Vec<Found> = Vec::new();
    index.find(&query(index, terms, parsed), &mut |words_in, score| {
        let at = allowed(book, parsed, words_in).filter(|_| !excluded.contains(&words_in));
        found.extend(at.map(|at| Found {
            at,
            score,
            words_in,
        }));
    });
    let best_first = |a: &Found, b: &Found| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at));
    if !parsed.filters.is_empty() {
        found.sort_unstable_by(|a, b| {
            let order =
                a.at.cmp(&b.at)
                    .then((a.words_in != a.at).cmp(&(b.words_in != b.at)));
            order.then(best_first(a, b))
        });
        found.dedup_by_key(|found| found.at);
    }
    let total = found.len();
    if total > limit {
        found.select_nth_unstable_by(limit, best_first);
        found.truncate(limit);
    }
    found.sort_unstable_by(best_first);
    let best = found
        .first()
        .map_or(1.0, |best| best.score.max(f32::MIN_POSITIVE));
    for found in &mut found {
        found.score /= best;
    }
    (found, total)
}

/// Returns the first of `at` and its ancestors that passes the filters: for `type:mission breach`,
/// the mission that contains the word. Ancestors are not tried if all filters have a `-`
/// (`-type:rule`), or if one with a `-` excludes `at`.
fn allowed(book: &Rulebook, parsed: &Parsed, at: SectionRef) -> Option<SectionRef> {
    if parsed.filters.is_empty() || parsed.unwanted.matches_any(book, at) {
        return Some(at).filter(|at| parsed.allows(book, *at));
    }
    book.upwards(at).find(|at| parsed.allows(book, *at))
}

/// Returns at most `most` sections that have exactly this name. [`retrieve`] may miss them if all
/// words of the name are common.
pub fn sections_named(index: &SearchIndex, name: &str, most: usize) -> Vec<SectionRef> {
    let mut sections = Vec::new();
    let query = term_query(index.fields().names, &name_term(name));
    index.find(&*query, &mut |at, _| sections.push(at));
    sections.truncate(most);
    sections
}

/// Returns the sections whose `field` contains at least one word of each group in `groups`, in
/// reading order.
pub fn sections_with(index: &SearchIndex, field: Field, groups: &[Vec<&Word>]) -> Vec<SectionRef> {
    let any = |words: &Vec<&Word>| -> (Occur, Box<dyn Query>) {
        let each = words
            .iter()
            .map(|word| (Occur::Should, term_query(field, &word.text)));
        (Occur::Must, Box::new(BooleanQuery::new(each.collect())))
    };
    let mut sections = Vec::new();
    index.find(
        &BooleanQuery::new(groups.iter().map(any).collect()),
        &mut |at, _| sections.push(at),
    );
    sections.sort_unstable();
    sections
}

fn query(index: &SearchIndex, terms: &Terms<'_>, parsed: &Parsed) -> BooleanQuery {
    let mut words: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for term in terms.content() {
        words.extend(
            expansions(index, term)
                .into_iter()
                .map(|query| (Occur::Should, query)),
        );
    }
    if terms.all.is_empty() {
        words.push((Occur::Should, Box::new(AllQuery)));
    }
    let needed = if parsed.phrases.is_empty() {
        Occur::Must
    } else {
        Occur::Should
    };
    let mut clauses: Vec<(Occur, Box<dyn Query>)> =
        vec![(needed, Box::new(BooleanQuery::new(words)))];
    clauses.extend(
        parsed
            .phrases
            .iter()
            .map(|phrase| (Occur::Must, phrase_query(index, phrase))),
    );
    BooleanQuery::new(clauses)
}

/// Builds a query for each likely expansion of a term in each field.
fn expansions(index: &SearchIndex, term: &QueryTerm<'_>) -> Vec<Box<dyn Query>> {
    let boost = |expansion: &Expansion<'_>| expansion.quality * (0.3 + 0.7 * expansion.closeness);
    let is_title = |expansion: &Expansion<'_>| expansion.word.places.has(Places::TITLE);
    let mut expansions: Vec<_> = term.expansions.iter().collect();
    expansions.sort_by(|a, b| {
        is_title(b)
            .cmp(&is_title(a))
            .then(boost(b).total_cmp(&boost(a)))
    });
    let mut queries: Vec<Box<dyn Query>> = Vec::new();
    for expansion in expansions.into_iter().take(MAX_EXPANSIONS) {
        let word = expansion.word;
        // Nearly every text has a word that starts with a given letter, so search only names for
        // such words.
        let names_only = term.is_letter() && expansion.closeness < 1.0;
        for ((field, place), place_boost) in index.fields().places().into_iter().zip(BOOSTS) {
            if word.places.has(place) && (!names_only || Places::NAMES.has(place)) {
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
    let fields = [index.fields().title, index.fields().body];
    let anywhere = fields.into_iter().map(|field| -> (Occur, Box<dyn Query>) {
        let query = match words {
            [word] => term_query(field, word),
            _ => Box::new(PhraseQuery::new(
                words
                    .iter()
                    .map(|word| Term::from_field_text(field, word))
                    .collect(),
            )),
        };
        (Occur::Should, query)
    });
    Box::new(BooleanQuery::new(anywhere.collect()))
}

fn term_query(field: Field, word: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(
        Term::from_field_text(field, word),
        IndexRecordOption::WithFreqs,
    ))
}
