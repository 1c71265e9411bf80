//! Raises the scores of rules that help to answer a question: rules that the question names, and
//! rules that the best hits link to.

use std::collections::HashSet;

use super::ranked::Ranked;
use super::results::Reason;
use crate::rules::{Rulebook, SectionRef};
use crate::search::query::Terms;

/// A function that returns the sections that a section's text links to, at most a few dozen.
pub type LinksOf<'a> = dyn Fn(SectionRef) -> Vec<SectionRef> + 'a;

/// The number of best hits whose links are followed.
const LEADERS: usize = 4;
/// The bonus of a rule that the question compares with another rule. It exceeds all scores, so that
/// compared rules come first.
const COMPARED: f32 = 20.0;
/// A section that was found by a link stays at least this far below the score of the hit with the link.
const LINK_MARGIN: f32 = 0.001;

/// Says of the rules that a question names that it names them. If the question compares rules
/// (`compares`), the compared rules come before all other sections.
pub fn add_mentions(compares: bool, ranked: &mut [Ranked]) {
    for hit in ranked.iter_mut().filter(|hit| hit.score.mention != 0) {
        if compares {
            hit.score.total += COMPARED;
        }
        hit.reason = Some(Reason::Named);
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
    let mut pair = [first, second];
    pair.sort_by_key(|hit| hit.score.whole_name.trailing_zeros());
    Some(pair.map(|hit| hit.at))
}

/// Adds the sections that one of the best hits links to, if they share words with the question,
/// below that hit. `ranked` must be sorted. `rank` scores a section that is not in `ranked` yet.
/// On no list of other people's questions is it worth to raise the score of a section for a link.
pub fn add_linked(
    links_of: &LinksOf<'_>,
    ranked: &mut Vec<Ranked>,
    rank: impl Fn(SectionRef) -> Option<Ranked>,
) {
    let leaders: Vec<_> = ranked
        .iter()
        .take(LEADERS)
        .map(|hit| (hit.at, hit.score.total))
        .collect();
    let mut seen = HashSet::new();
    for (from, most) in leaders {
        seen.insert(from);
        for to in links_of(from) {
            if !seen.insert(to) {
                continue;
            }
            let known = ranked.iter().position(|hit| hit.at == to);
            let number = known.unwrap_or_else(|| {
                // Links alone never put a section before the hit that links to it.
                ranked.extend(rank(to).map(|mut hit| {
                    hit.score.total = hit.score.total.min(most - LINK_MARGIN);
                    hit
                }));
                ranked.len() - 1
            });
            let hit = &mut ranked[number];
            if hit.at == to && hit.score.features[0] > 0.0 {
                hit.reason = hit.reason.or(Some(Reason::LinkedFrom(from)));
            }
        }
    }
}
