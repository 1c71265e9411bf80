//! How well a section's text matches a query, and which passage matches best.

use super::context::{NO_MATCH, ScoringContext, TermQualities, best_qualities};
use crate::analyzer::{Language, Token, tokenize};
use crate::search::index::{BETWEEN_CELLS, SectionText, StoredPassage};
use crate::search::words::is_function_word;

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
    pub fn of(context: &PassageContext<'_>, title: &str, text: &SectionText) -> Self {
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
        all.count_pairs(context, &tokenize(title, context.language));
        for (number, passage) in text.passages.iter().enumerate() {
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

    fn passage(&mut self, of: &PassageContext<'_>, number: usize, passage: &StoredPassage) {
        let (context, language) = (of.scoring, of.language);
        let mut tokens = tokenize(&passage.text, language);
        tokens.extend(tokenize(&passage.hidden, language));
        let matches = context.matches(&tokens);
        if matches.is_empty() {
            return;
        }
        self.count_pairs(of, &tokens);
        if let Some((cell, _)) = passage.text.split_once(BETWEEN_CELLS) {
            self.row_naming |= row_naming(context, cell, language);
        }
        let own = best_qualities(&matches);
        for (all, own) in self.qualities.iter_mut().zip(own) {
            *all = all.max(own);
        }
        let answer = context.sum(|term| own[term].max(of.titles[term]));
        self.answer = self.answer.max(answer);
        self.together = self.together.max(context.sum(|term| own[term]));
        // A row that a number selects is shown before others.
        let selects = |term: usize| {
            !passage.hidden.is_empty() && context.terms.all[term].text.parse::<u32>().is_ok()
        };
        let selected = context.sum(|term| f32::from(selects(term)) * own[term]);
        let shown = (selected, answer);
        if shown > self.shown {
            (self.shown, self.passage) = (shown, Some(number));
        }
    }

    /// Counts how often terms that are neighbours in the query are neighbours in a text, apart from
    /// function words.
    fn count_pairs(&mut self, context: &PassageContext<'_>, tokens: &[Token<'_>]) {
        // The terms that would continue a pair, as a bit set.
        let mut expected = 0_u64;
        for token in tokens.iter().filter(|token| !token.is_part) {
            let Some(found) = context.scoring.terms.matches.get(&*token.exact) else {
                if expected != 0 && !is_function_word(&token.exact, context.language) {
                    expected = 0;
                }
                continue;
            };
            let mut continued = 0;
            for (term, expansion) in found {
                if expected >> term & 1 == 1 {
                    self.followed[*term] += expansion.quality;
                }
                continued |= context.next[*term].map_or(0, |next| 1 << next);
            }
            if continued != 0 || !is_function_word(&token.exact, context.language) {
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

/// Returns the query terms that match the first cell of a table row, as a bit set. Returns 0 if the
/// query has a single content word and the cell has more than two words.
fn row_naming(context: &ScoringContext<'_>, cell: &str, language: Language) -> u64 {
    let words = tokenize(cell, language);
    let is_long = words.last().is_some_and(|last| last.position > 1);
    if is_long && context.terms.content().count() == 1 {
        return 0;
    }
    let qualities = best_qualities(&context.matches(&words));
    context.bits(|term| qualities[term] >= 0.5 && context.terms.share(term) > 0.05)
}
