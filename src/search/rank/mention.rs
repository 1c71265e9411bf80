//! The rules that a question names.

use super::context::{ScoringContext, TermMatch};
use crate::rules::{Section, SectionKind};
use crate::search::query::FORM;
use crate::search::tokenizer::{Form, tokenize};

/// A name of more sections than these is sure to mean none of them.
const MOST_NAMESAKES: f32 = 3.0;

/// The terms of a question that are a section's title or alias, one after another, as bits; 0 if none are.
pub(super) fn mention(context: &ScoringContext<'_>, section: &Section) -> u64 {
    if !context.terms.asked || section.kind == SectionKind::Question {
        return 0;
    }
    let names = std::iter::once(&section.title).chain(&section.aliases);
    let mentions = names.map(|name| {
        let tokens = tokenize(name);
        let whole = tokens.iter().filter(|token| token.form == Form::Whole);
        run_of_name(&context.matches(&tokens), whole.count())
    });
    mentions.max_by_key(|bits| bits.count_ones()).unwrap_or(0)
}

/// The terms that answer all words of a name in their order, as bits.
fn run_of_name(matches: &[TermMatch], words: usize) -> u64 {
    let at = |position: u32, term: usize| {
        let is_sure = |found: &&TermMatch| found.quality >= FORM.0 - f32::EPSILON;
        let mut found = matches.iter().filter(is_sure);
        found.find(|found| found.position == position && found.term == term)
    };
    let firsts = matches.iter().filter(|found| found.position == 0);
    let runs = firsts.map(|first| {
        let (mut bits, mut position, mut term) = (0_u64, 0, first.term);
        while let Some(found) = at(position, term) {
            bits |= 1 << term;
            (position, term) = (position + found.parts, term + 1);
        }
        if position as usize >= words { bits } else { 0 }
    });
    runs.max_by_key(|bits| bits.count_ones()).unwrap_or(0)
}

/// How surely a question names each of some sections, from 0 to 1, by the terms of their names.
///
/// The longest name counts: `Hatchway Fight` names no hatchway.
pub(crate) fn mentioned(names: &[u64]) -> Vec<f32> {
    let share = |own: &u64| {
        let longer = |other: &u64| other != own && other & own == *own;
        if *own == 0 || names.iter().any(longer) {
            return 0.0;
        }
        let namesakes = names.iter().filter(|other| *other == own).count();
        let namesakes = u16::try_from(namesakes).unwrap_or(u16::MAX);
        (MOST_NAMESAKES / f32::from(namesakes)).min(1.0)
    };
    names.iter().map(share).collect()
}
