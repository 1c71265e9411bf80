//! Finds the rules that a question names.

use super::context::{ScoringContext, run_from_start};
use crate::analyzer::{Language, tokenize};
use crate::rules::{Section, SectionKind};
use crate::search::query::FORM;

/// The minimum quality of a match: that of another form of the typed word.
const LEAST: f32 = FORM.0 - f32::EPSILON;

/// Returns the consecutive terms of a query that are a section's title or alias, as a bit set; 0
/// if there are none, or if the section is a question itself.
pub fn mention(context: &ScoringContext<'_>, section: &Section, language: Language) -> u64 {
    if section.kind == SectionKind::Question {
        return 0;
    }
    let names = std::iter::once(&section.title).chain(&section.aliases);
    let mentions = names.map(|name| {
        let tokens = tokenize(name, language);
        let words = tokens.iter().filter(|token| !token.is_part).count();
        let matches = context.matches(&tokens);
        let run = |first| run_from_start(context.terms, &matches, first, LEAST);
        // The consecutive terms that match all words of the name; 0 if some word has no match.
        matches
            .iter()
            .filter(|found| found.position == 0)
            .map(|found| run(found.term))
            .filter(|(_, end)| *end as usize >= words)
            .map(|(terms, _)| terms)
            .max()
            .unwrap_or(0)
    });
    mentions.max_by_key(|bits| bits.count_ones()).unwrap_or(0)
}
