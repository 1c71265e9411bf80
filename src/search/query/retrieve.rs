//! Finds the candidates of a query: the sections that are worth to be ranked.
//!
//! The queries are built term by term. Tantivy's query parser never sees what a player types.

use std::collections::HashSet;

use rustc_hash::FxHashMap;
use tantivy::Term;
use tantivy::query::{BooleanQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};

use super::bm25f::{Scores, label_qualities, score_all};
use super::parse::Parsed;
use super::terms::Terms;
use crate::analyzer::fold;
use crate::rules::{Rulebook, SectionKind, SectionRef};
use crate::search::index::{SearchIndex, TitleMatch, find_titles};
use crate::search::text::{name_term, whole_words};

/// A section that may answer a query.
#[derive(Clone, Copy)]
pub struct Found {
    pub at: SectionRef,
    /// The BM25F score as a share of the best score.
    pub score: f32,
    /// The section that contains the words. If it does not pass the filters, `at` is the nearest
    /// section around it that does; otherwise both are the same section.
    pub words_in: SectionRef,
    /// How the title starts with the typed letters, if it does.
    pub title: Option<TitleMatch>,
}

/// The sections that may answer a query.
pub struct Candidates {
    pub found: Vec<Found>,
    /// The number of all sections that match.
    pub total: usize,
    /// The best BM25F score.
    pub best: f32,
    /// The inverse document frequency of each term.
    pub idf: Vec<f32>,
    /// How well labels match each term (see [`label_qualities`]).
    pub labels: Vec<Vec<f32>>,
    /// The BM25F score of each section of the rulebook.
    text: Vec<f32>,
}

impl Candidates {
    /// Returns a section that was found in another way than by its words and its name.
    pub fn other(&self, at: SectionRef) -> Found {
        Found {
            at,
            score: self.text[at.0 as usize] / self.best,
            words_in: at,
            title: None,
        }
    }
}

/// The maximum number of sections that are found by their names.
const BY_NAME: usize = 24;

/// Returns the best `limit` sections by their words, and the best by their names.
pub fn retrieve(
    index: &SearchIndex,
    book: &Rulebook,
    terms: &Terms<'_>,
    parsed: &Parsed,
    limit: usize,
) -> Candidates {
    let mut scores = score_all(index, book, terms);
    if terms.all.is_empty() {
        scores.found = book.iter().map(|(at, _)| at).collect();
    }
    restrict(index, parsed, &mut scores.found);
    let mut found = allowed_sections(book, parsed, &scores);
    let total = found.len();
    let titles = title_matches(index, book, parsed);
    // A run-in rule is found by its name, or by the section around it.
    let is_text = |found: &&Found| {
        let section = book.section(found.at);
        !section.run_in || section.kind == SectionKind::Question || terms.all.is_empty()
    };
    let mut best: Vec<Found> = found.iter().filter(is_text).copied().collect();
    keep_best(&mut best, limit, |found| found.score);
    let name = |found: &Found| {
        let length = index.statistics.lengths[found.at.0 as usize].name;
        scores.name[found.words_in.0 as usize] * closeness(length, terms.all.len())
    };
    found.retain(|found| name(found) > 0.0);
    keep_best(&mut found, BY_NAME, name);
    best.extend(found);
    best.extend(titles.iter().map(|title| Found {
        at: title.at,
        score: scores.text[title.at.0 as usize],
        words_in: title.at,
        title: Some(*title),
    }));
    let mut unique: FxHashMap<SectionRef, Found> = FxHashMap::default();
    for found in best {
        let known = unique.entry(found.at).or_insert(found);
        known.title = known.title.or(found.title);
    }
    let mut found: Vec<_> = unique.into_values().collect();
    found.sort_unstable_by_key(|found| found.at);
    let best = found.iter().map(|found| found.score).fold(0.0, f32::max);
    let best = best.max(f32::MIN_POSITIVE);
    for found in &mut found {
        found.score /= best;
    }
    Candidates {
        found,
        total,
        best,
        labels: label_qualities(index, book, terms),
        idf: scores.idf,
        text: scores.text,
    }
}

/// Returns how close the number of a title's words is to that of the query's words, from 0.5 to 1.
#[expect(
    clippy::cast_precision_loss,
    reason = "numbers of words are far below 2^24"
)]
fn closeness(title: u32, query: usize) -> f32 {
    0.5 + 0.5 * (query as f32 / title.max(1) as f32).min(1.0)
}

fn keep_best(found: &mut Vec<Found>, most: usize, score: impl Fn(&Found) -> f32) {
    let best_first = |a: &Found, b: &Found| score(b).total_cmp(&score(a)).then(a.at.cmp(&b.at));
    if found.len() > most {
        found.select_nth_unstable_by(most, best_first);
        found.truncate(most);
    }
}

/// Keeps the sections that contain all phrases and none of the excluded words.
fn restrict(index: &SearchIndex, parsed: &Parsed, found: &mut Vec<SectionRef>) {
    for phrase in &parsed.phrases {
        let with = sections_with(index, std::slice::from_ref(phrase));
        found.retain(|at| with.contains(at));
    }
    if !parsed.excluded.is_empty() {
        let without = sections_with(index, &parsed.excluded);
        found.retain(|at| !without.contains(at));
    }
}

/// Returns the sections that pass the filters, or the nearest sections around them that do, each
/// once.
fn allowed_sections(book: &Rulebook, parsed: &Parsed, scores: &Scores) -> Vec<Found> {
    let found = scores.found.iter().filter_map(|words_in| {
        Some(Found {
            at: allowed(book, parsed, *words_in)?,
            score: scores.text[words_in.0 as usize],
            words_in: *words_in,
            title: None,
        })
    });
    let mut found: Vec<_> = found.collect();
    if !parsed.filters.is_empty() {
        // Of the sections inside `at` that contain words, keep the best, but prefer `at` itself.
        found.sort_unstable_by(|a, b| {
            let own = |found: &Found| (found.at, found.words_in != found.at);
            own(a)
                .cmp(&own(b))
                .then(b.score.total_cmp(&a.score))
                .then(a.words_in.cmp(&b.words_in))
        });
        found.dedup_by_key(|found| found.at);
    }
    found
}

/// Returns the first of `at` and its ancestors that passes the filters: for `type:mission breach`,
/// the mission that contains the word.
fn allowed(book: &Rulebook, parsed: &Parsed, at: SectionRef) -> Option<SectionRef> {
    if !parsed.has_filters() {
        return Some(at);
    }
    let mut above = book.upwards(at).filter(|_| !parsed.excludes(book, at));
    above.find(|at| parsed.allows(book, *at))
}

/// Returns the titles in which the typed words begin words in the same order.
fn title_matches(index: &SearchIndex, book: &Rulebook, parsed: &Parsed) -> Vec<TitleMatch> {
    let language = index.lexicon.vocabulary.language();
    let words: Vec<_> = whole_words(&parsed.about.typed, language)
        .map(|word| fold(&word).into_owned())
        .collect();
    let is_narrowed = !parsed.phrases.is_empty() || !parsed.excluded.is_empty();
    if words.is_empty() || is_narrowed {
        return Vec::new();
    }
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let mut titles = find_titles(&index.lexicon.titles, &words, BY_NAME);
    titles.retain(|title| parsed.allows(book, title.at));
    titles
}

/// Returns the sections with one of the phrases in the title or the body.
pub fn sections_with(index: &SearchIndex, phrases: &[Vec<String>]) -> HashSet<SectionRef> {
    let found = phrases
        .iter()
        .flat_map(|words| index.find(&*phrase_query(index, words)));
    found.collect()
}

/// Returns the sections that have exactly this name. [`retrieve`] may miss them if all words of the
/// name are common.
pub fn sections_named(index: &SearchIndex, name: &str) -> Vec<SectionRef> {
    let name = name_term(name, index.lexicon.vocabulary.language());
    index.find(&*term_query(index.fields.names, &name))
}

/// Builds a query for consecutive words in a title or body.
fn phrase_query(index: &SearchIndex, words: &[String]) -> Box<dyn Query> {
    let fields = [index.fields.title, index.fields.body];
    let queries = fields.into_iter().map(|field| {
        let query = if let [word] = words {
            term_query(field, word)
        } else {
            let terms = words.iter().map(|word| Term::from_field_text(field, word));
            Box::new(PhraseQuery::new(terms.collect()))
        };
        (Occur::Should, query)
    });
    Box::new(BooleanQuery::new(queries.collect()))
}

fn term_query(field: Field, word: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(
        Term::from_field_text(field, word),
        IndexRecordOption::Basic,
    ))
}
