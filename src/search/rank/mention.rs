//! Finds the rules that a question names.

use super::context::{ScoringContext, TermMatch, run_from_start};
use crate::rules::{Section, SectionKind};
use crate::search::query::{FORM, Terms};
use crate::search::tokenizer::tokenize;

/// Returns the consecutive terms of a question that are a section's title or alias, as a bit set; 0
/// if there are none, or if the section is a question itself.
pub fn mention(context: &ScoringContext<'_>, section: &Section) -> u64 {
    if !context.terms.is_question || section.kind == SectionKind::Question {
        return 0;
    }
    let names = std::iter::once(&section.title).chain(&section.aliases);
    let mentions = names.map(|name| {
        let tokens = tokenize(name);
        let whole = tokens.iter().filter(|token| !token.is_part);
        run_of_name(context.terms, &context.matches(&tokens), whole.count())
    });
    mentions.max_by_key(|bits| bits.count_ones()).unwrap_or(0)
}

/// Returns the consecutive query terms that match all words of a name, as a bit set; 0 if some word
/// has no match.
fn run_of_name(terms: &Terms<'_>, matches: &[TermMatch], words: usize) -> u64 {
    let firsts = matches.iter().filter(|found| found.position == 0);
    let runs =
        firsts.map(|first| run_from_start(terms, matches, first.term, FORM.0 - f32::EPSILON));
    let whole = runs.filter(|(_, end)| *end as usize >= words);
    whole.map(|(terms, _)| terms).max().unwrap_or(0)
}
