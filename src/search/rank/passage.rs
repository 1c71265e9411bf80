//! How well a section's text matches a query, and which passage matches best.

use super::context::{NO_MATCH, ScoringContext, TermQualities};
use crate::analyzer::{Language, tokenize};
use crate::search::index::{PassageTokens, StoredToken};

/// What the passages of a section are compared with.
pub struct PassageContext<'a> {
    pub scoring: &'a ScoringContext<'a>,
    /// The content term after each term (see [`next_terms`]).
    pub next: &'a [Option<usize>],
    /// How much the section's titles contribute to what a passage answers, for each term.
    pub titles: &'a [f32],
    pub language: Language,
}

pub struct TextMatch {
    pub qualities: TermQualities,
    /// The query terms that match the first cell of a table row, as a bit set. The first cell names
    /// the row.
    pub row_naming: u64,
    /// The largest share of the query that one passage matches.
    pub together: f32,
    /// The largest share of the query that one passage and the titles above it match together.
    pub answer: f32,
    /// The score of neighbouring words of the query that are also neighbours in the section.
    pub pairs: f32,
    /// The index of the best passage.
    pub passage: Option<usize>,
    /// How often each term follows the one before it in the query.
    followed: TermQualities,
    /// The passage to show: how well a number of the query selects it, then what it answers.
    shown: (f32, f32),
}

impl TextMatch {
    /// Compares the title and the passages of a section with the query.
    pub fn of(context: &PassageContext<'_>, title: &str, passages: &[PassageTokens]) -> Self {
        let mut all = Self {
            qualities: NO_MATCH,
            row_naming: 0,
            together: 0.0,
            answer: 0.0,
            pairs: 0.0,
            passage: None,
            followed: NO_MATCH,
            shown: (0.0, 0.0),
        };
        // The title is a passage too, though not one to show.
        let title = tokenize(title, context.language).into_iter();
        let title = title.map(|token| StoredToken::of(&token, context.language));
        all.count_pairs(context, &title.collect::<Vec<_>>());
        for (number, passage) in passages.iter().enumerate() {
            all.passage(context, number, passage);
        }
        let idfs = context.scoring.idf;
        for (term, next) in context.next.iter().enumerate() {
            if let Some(next) = next {
                let idf = idfs[term].max(idfs[*next]);
                all.pairs += idf * all.followed[*next] / (all.followed[*next] + 1.0);
            }
        }
        all
    }

    fn passage(&mut self, of: &PassageContext<'_>, number: usize, passage: &PassageTokens) {
        let context = of.scoring;
        let Some(own) = qualities(context, &passage.tokens) else {
            return;
        };
        self.count_pairs(of, &passage.tokens);
        self.row_naming |= row_naming(context, passage.first_cell());
        for (all, own) in self.qualities.iter_mut().zip(own) {
            *all = all.max(own);
        }
        let answer = context.sum(|term| own[term].max(of.titles[term]));
        self.answer = self.answer.max(answer);
        self.together = self.together.max(context.sum(|term| own[term]));
        // A row that a number selects is shown before others.
        let selects =
            |term: usize| passage.is_keyed && context.terms.all[term].text.parse::<u32>().is_ok();
        let selected = context.sum(|term| f32::from(selects(term)) * own[term]);
        let shown = (selected, answer);
        if shown > self.shown {
            (self.shown, self.passage) = (shown, Some(number));
        }
    }

    /// Counts how often terms that are neighbours in the query are neighbours in a text, apart from
    /// function words.
    fn count_pairs(&mut self, context: &PassageContext<'_>, tokens: &[StoredToken]) {
        // The terms that would continue a pair, as a bit set.
        let mut expected = 0_u64;
        for token in tokens.iter().filter(|token| !token.is_part()) {
            let mut continued = 0;
            let found = context.scoring.terms.by_hash.get(&token.hash());
            for (term, quality) in found.into_iter().flatten() {
                if expected >> term & 1 == 1 {
                    self.followed[*term] += quality;
                }
                continued |= context.next[*term].map_or(0, |next| 1 << next);
            }
            if continued != 0 || !token.is_function_word() {
                expected = continued;
            }
        }
    }
}

/// Returns the content term that follows each content term of a query.
pub fn next_terms(context: &ScoringContext<'_>) -> Vec<Option<usize>> {
    let mut next = vec![None; context.terms.all.len()];
    let content: Vec<_> = context.terms.numbered().map(|(number, _)| number).collect();
    for pair in content.windows(2) {
        next[pair[0]] = Some(pair[1]);
    }
    next
}

/// Returns how well tokens match the query terms, or `None` if none match.
fn qualities(context: &ScoringContext<'_>, tokens: &[StoredToken]) -> Option<TermQualities> {
    let mut qualities = None;
    let found = |token: &StoredToken| context.terms.by_hash.get(&token.hash());
    for (term, quality) in tokens.iter().filter_map(found).flatten() {
        let best = &mut qualities.get_or_insert(NO_MATCH)[*term];
        *best = best.max(*quality);
    }
    qualities
}

/// Returns the query terms that match the first cell of a table row, as a bit set. Returns 0 if the
/// query has a single content word and the cell has more than two words.
fn row_naming(context: &ScoringContext<'_>, cell: &[StoredToken]) -> u64 {
    let is_long = cell.iter().filter(|token| !token.is_part()).count() > 2;
    if is_long && context.terms.content().count() == 1 {
        return 0;
    }
    qualities(context, cell).map_or(0, |qualities| {
        context.bits(|term| qualities[term] >= 0.5 && context.terms.share(term) > 0.05)
    })
}
