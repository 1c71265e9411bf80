//! Finds the rules that a query compares.

use super::ranked::{Ranked, place};
use crate::rules::{Rulebook, SectionRef};
use crate::search::query::Terms;

/// Puts the rules that a query compares before all other sections, if it asks to compare them, or has an
/// `or` besides their names.
pub fn raise_compared(terms: &Terms<'_>, pair: &[SectionRef], ranked: &mut [Ranked]) {
    let mut words = terms.all.iter().map(|term| term.text.as_str());
    if terms.compares || words.any(|word| word == "or") {
        let place = |hit: &Ranked| pair.iter().position(|at| *at == hit.at);
        ranked.sort_by_key(|hit| place(hit).unwrap_or(pair.len()));
    }
}

/// Returns the two rules that a query asks to compare: the best hit that the query names, and the
/// best hit that it names with other words. The rule that the query names first comes first. Without
/// a word that asks for it, a query compares two rules if it consists of their names.
pub fn compared(book: &Rulebook, terms: &Terms<'_>, ranked: &[Ranked]) -> Option<[SectionRef; 2]> {
    let all = terms.numbered().fold(0, |bits, (at, _)| bits | 1_u64 << at);
    let asks = terms.compares;
    // A name with all words is what the query means.
    if !asks && ranked.iter().any(|hit| hit.score.naming & all == all) {
        return None;
    }
    let mut named = ranked
        .iter()
        .filter(|hit| hit.score.whole_name != 0 && (asks || hit.score.whole_name & all != all));
    let first = named.next()?;
    let is_second = |hit: &&Ranked| {
        let (one, other) = (first.score.whole_name, hit.score.whole_name);
        let is_inside = |a, b| book.upwards(a).any(|above| above == b);
        let is_pair = (one | other) & all == all
            && !is_inside(first.at, hit.at)
            && !is_inside(hit.at, first.at);
        one & other == 0 && (asks || is_pair)
    };
    let second = named.find(is_second)?;
    // Of the rules of one name, the one that the name alone would find.
    let best = |of: &Ranked| {
        let same = ranked.iter().filter(|hit| {
            hit.score.whole_name == of.score.whole_name
                && book.game_of(hit.at) == book.game_of(of.at)
        });
        same.min_by_key(|hit| place(book, hit.at))
    };
    let mut pair = [best(first)?, best(second)?];
    pair.sort_by_key(|hit| hit.score.whole_name.trailing_zeros());
    Some(pair.map(|hit| hit.at))
}
