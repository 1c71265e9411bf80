//! BM25F: scores all sections by the words of a query, with one saturation over all fields
//! (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009).

use rustc_hash::FxHashMap;

use super::terms::{Expansion, QueryTerm, Terms, idf};
use crate::rules::{Rulebook, SectionRef};
use crate::search::index::{Places, SearchIndex};

/// The index of the labels among the fields of [`Bm25f`].
const LABELS: usize = 1;
/// The maximum number of expansions of one term that are searched for, because a union of many
/// words is slow.
const MAX_EXPANSIONS: usize = 24;

/// Expansions whose quality is lower than the best by more than this are unlikely, and do not make
/// a term more common.
const LIKELY: f32 = 0.15;

/// The scores of all sections that contain a term.
pub struct Scores {
    /// The sections that were found, in no particular order.
    pub found: Vec<SectionRef>,
    /// The BM25F score of each section of the rulebook.
    pub text: Vec<f32>,
    /// How well each section's title and labels match: the sum of the weights of the terms in them.
    pub name: Vec<f32>,
    /// The inverse document frequency of each term.
    pub idf: Vec<f32>,
}

/// The frequencies of one term in all sections.
struct Frequencies {
    weighted: Vec<f32>,
    named: Vec<f32>,
    touched: Vec<SectionRef>,
}

pub fn score_all(index: &SearchIndex, book: &Rulebook, terms: &Terms<'_>) -> Scores {
    let (count, parameters) = (book.section_count(), index.weights.bm25f);
    let mut scores = Scores {
        found: Vec::new(),
        text: vec![0.0; count],
        name: vec![0.0; count],
        idf: vec![0.0; terms.all.len()],
    };
    let mut frequencies = Frequencies {
        weighted: vec![0.0; count],
        named: vec![0.0; count],
        touched: Vec::new(),
    };
    // A word that is repeated counts for more, but not for as much as another word.
    let mut repeated: FxHashMap<&str, (usize, f32)> = FxHashMap::default();
    for (number, term) in terms.numbered() {
        repeated.entry(&term.text).or_insert((number, 0.0)).1 += 1.0;
    }
    let mut distinct: Vec<_> = repeated.into_values().collect();
    distinct.sort_unstable_by_key(|(number, _)| *number);
    for (number, times) in distinct {
        let term = &terms.all[number];
        let likely = frequencies.count(index, term);
        let is_counted = |at: &&SectionRef| !book.section(**at).run_in;
        let found = frequencies.touched[..likely].iter();
        let found = found.filter(is_counted).count();
        let idf = idf(found, index.statistics.sections);
        let weight = idf * times.sqrt() * term.certainty;
        for at in frequencies.touched.drain(..) {
            let at_index = at.0 as usize;
            let frequency = std::mem::take(&mut frequencies.weighted[at_index]);
            let named = std::mem::take(&mut frequencies.named[at_index]);
            if scores.text[at_index] == 0.0 {
                scores.found.push(at);
            }
            scores.text[at_index] += weight * frequency / (frequency + parameters.k);
            scores.name[at_index] += weight * named;
        }
        for (idf_of, other) in scores.idf.iter_mut().zip(&terms.all) {
            if other.text == term.text {
                *idf_of = idf * term.certainty;
            }
        }
    }
    scores
}

/// Returns how well the labels of each section match each term: a list of all sections of the
/// rulebook for each term that labels contain, and an empty list for other terms.
pub fn label_qualities(index: &SearchIndex, book: &Rulebook, terms: &Terms<'_>) -> Vec<Vec<f32>> {
    let of_term = |term: &QueryTerm<'_>| {
        let mut qualities = Vec::new();
        let expansions = term.expansions.iter();
        for expansion in expansions.filter(|of| of.word.places.has(Places::LABEL)) {
            qualities.resize(book.section_count(), 0.0_f32);
            index.postings(LABELS, expansion.word.text, |at, _| {
                let known = &mut qualities[at.0 as usize];
                *known = known.max(expansion.quality);
            });
        }
        qualities
    };
    terms.all.iter().map(of_term).collect()
}

impl Frequencies {
    /// Counts the expansions of a term. Returns the number of sections at the start of `touched`
    /// that contain one of the likely ones.
    fn count(&mut self, index: &SearchIndex, term: &QueryTerm<'_>) -> usize {
        let (statistics, parameters) = (&index.statistics, index.weights.bm25f);
        let boost =
            |expansion: &Expansion<'_>| expansion.quality * (0.3 + 0.7 * expansion.closeness);
        let idf_of =
            |expansion: &Expansion<'_>| idf(expansion.word.sections as usize, statistics.sections);
        let mut expansions: Vec<_> = term.expansions.iter().collect();
        expansions.sort_by(|a, b| boost(b).total_cmp(&boost(a)));
        let best = expansions.first().map_or(0.0, |best| best.quality);
        let mut likely = None;
        let typed = expansions.first().filter(|first| first.quality >= 1.0);
        let typed = typed.map(|typed| idf_of(typed));
        for expansion in expansions.into_iter().take(MAX_EXPANSIONS) {
            if expansion.quality < best - LIKELY {
                likely = likely.or(Some(self.touched.len()));
            }
            // A form that is more common than the typed word says less: `operative` for `operate`.
            let share = typed.map_or(1.0, |typed| (idf_of(expansion) / typed).min(1.0));
            let boost = boost(expansion) * share;
            let word = expansion.word;
            for (field, (_, place)) in index.fields.places().into_iter().enumerate() {
                if !word.places.has(place) {
                    continue;
                }
                let is_name = Places::NAMES.has(place);
                index.postings(field, word.text, |at, frequency| {
                    let at_index = at.0 as usize;
                    let weighted = &mut self.weighted[at_index];
                    if *weighted == 0.0 {
                        self.touched.push(at);
                    }
                    let norm = statistics.norm(field, at, parameters.b);
                    #[expect(
                        clippy::cast_precision_loss,
                        reason = "a word seldom occurs more than 2^24 times"
                    )]
                    let frequency = frequency as f32;
                    *weighted += boost * parameters.fields[field] * frequency / norm;
                    if is_name {
                        let named = &mut self.named[at_index];
                        *named = named.max(boost);
                    }
                });
            }
        }
        likely.unwrap_or(self.touched.len())
    }
}
