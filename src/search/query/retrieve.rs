//! Finds the sections that have a query's words, scored by tantivy (BM25).
//!
//! Tantivy's query parser never sees what a user types: queries are built from words of the index.

use std::collections::HashSet;

use tantivy::Term;
use tantivy::query::{AllQuery, BooleanQuery, BoostQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};

use super::parse::Parsed;
use super::terms::{Expansion, QueryTerm, Terms};
use crate::rules::{Rulebook, SectionRef};
use crate::search::index::{Places, SearchIndex, Word, name_term};

/// A title counts double: more helps names and hurts questions, and the ranking takes care of names anyway.
const BOOSTS: [f32; 4] = [2.0, 1.5, 0.4, 1.0];

/// More expansions of one term are left out: a union of many terms is slow.
const MAX_EXPANSIONS: usize = 24;

/// A section that has words of a query.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub at: SectionRef,
    /// Its share of the best score.
    pub score: f32,
    /// The section that has the words: itself, or one below it that the filters do not name.
    pub words_in: SectionRef,
}

/// The best `limit` sections, best first, and the number of all that match.
pub(crate) fn retrieve(
    index: &SearchIndex,
    book: &Rulebook,
    terms: &Terms<'_>,
    parsed: &Parsed,
    limit: usize,
) -> (Vec<Found>, usize) {
    // Excluded phrases are found first: tantivy asserts against phrases that must not occur if their words are apart.
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

/// The section that a match counts for: itself, if the filters allow it, or else the nearest above it that they name, so that
/// `type:mission breach` finds missions whose rules speak of it.
fn allowed(book: &Rulebook, parsed: &Parsed, at: SectionRef) -> Option<SectionRef> {
    if parsed.filters.is_empty() || parsed.unwanted.name(book, at) {
        return Some(at).filter(|at| parsed.allows(book, *at));
    }
    book.upwards(at).find(|at| parsed.allows(book, *at))
}

/// The sections of exactly this name, at most so many. All words of a short name may be too common to find them otherwise.
pub(crate) fn sections_named(index: &SearchIndex, name: &str, most: usize) -> Vec<SectionRef> {
    let mut sections = Vec::new();
    let query = term_query(index.fields().names, &name_term(name));
    index.find(&*query, &mut |at, _| sections.push(at));
    sections.truncate(most);
    sections
}

/// The sections that have a word of each group in a field.
pub(crate) fn sections_with(
    index: &SearchIndex,
    field: Field,
    groups: &[Vec<&Word>],
) -> Vec<SectionRef> {
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

/// A query for each place of each of the surest expansions of a term.
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
        // Nearly every text has a word that starts with a given letter, so a letter only finds names.
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

/// A run of words in a title or a text.
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
