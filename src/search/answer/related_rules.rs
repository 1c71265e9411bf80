//! Raises the scores of rules that help to answer a question: rules that the question names, and
//! rules that the best hits link to.

use std::collections::HashSet;

use super::ranked::Ranked;
use super::results::Reason;
use crate::rules::SectionRef;
use crate::search::query::Terms;

/// A function that returns the sections that a section's text links to, at most a few dozen.
pub type LinksOf<'a> = dyn Fn(SectionRef) -> Vec<SectionRef> + 'a;

/// The number of best hits whose links are followed.
const LEADERS: usize = 4;
/// The bonus of a rule that the question compares with another rule. It exceeds all scores, so that
/// compared rules come first.
const COMPARED: f32 = 20.0;
/// A section raised by a link stays at least this far below the score of the hit with the link.
const LINK_MARGIN: f32 = 0.001;
/// The minimum share of a question that a linked section must contain, from 0 to 1.
const MIN_COVER: f32 = 0.2;

/// Raises the scores of rules that a question names. If the question compares rules (`compares`),
/// the compared rules come before all other sections.
pub fn add_mentions(weight: f32, compares: bool, ranked: &mut [Ranked]) {
    for hit in ranked.iter_mut().filter(|hit| hit.score.mention != 0) {
        hit.score.total += if compares { COMPARED } else { weight };
        hit.reason = Some(Reason::Named);
    }
}

/// Returns the two rules that a query asks to compare: the best hit that the query names, and the
/// best hit that it names with other words. The rule that the query names first comes first.
pub fn compared(terms: &Terms<'_>, ranked: &[Ranked]) -> Option<[SectionRef; 2]> {
    let mut named = ranked
        .iter()
        .filter(|hit| terms.compares && hit.score.mention != 0);
    let first = named.next()?;
    let second = named.find(|hit| hit.score.mention & first.score.mention == 0)?;
    let mut pair = [first, second];
    pair.sort_by_key(|hit| hit.score.mention.trailing_zeros());
    Some(pair.map(|hit| hit.at))
}

/// Raises the scores of sections that one of the best hits links to, if they share words with the
/// question. `ranked` must be sorted. `rank` scores a linked section that is not in `ranked` yet.
pub fn add_linked(
    links_of: &LinksOf<'_>,
    weight: f32,
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
                ranked.extend(rank(to));
                ranked.len() - 1
            });
            let hit = &mut ranked[number];
            if hit.at == to && hit.score.cover >= MIN_COVER {
                let more = hit.score.total + weight * hit.score.cover;
                // Links alone never put a section before the hit that links to it.
                hit.score.total = more.min(most - LINK_MARGIN).max(hit.score.total);
                hit.reason = hit.reason.or(Some(Reason::LinkedFrom(from)));
            }
        }
    }
}
