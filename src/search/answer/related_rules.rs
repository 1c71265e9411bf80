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
/// A hit whose [`Score::answer`](crate::search::rank::Score::answer) is at least this high gets the
/// full weight of a rule that a question names.
const MIN_ANSWER: f32 = 0.8;
/// The first index to which [`raise_hidden`] moves the best hits of rules that a question names.
const NAMED_AT: usize = 4;
/// The index to which [`raise_hidden`] moves the best rule that the first hit links to.
const LINKED_AT: usize = 7;
/// The bonus of a rule that the question compares with another rule. It exceeds all scores, so that
/// compared rules come first.
const COMPARED: f32 = 20.0;
/// A section raised by a link stays at least this far below the score of the hit with the link.
const LINK_MARGIN: f32 = 0.001;
/// The minimum share of a question that a linked section must contain, from 0 to 1.
const MIN_COVER: f32 = 0.2;

/// Raises the scores of rules that a question names, and of sections with a passage that answers
/// nearly all of the question. If the question compares rules (`compares`), the compared rules come
/// before all other sections.
///
/// If one name contains another, only the longer one counts: a question about `Hatchway Fight` does
/// not name Hatchway.
pub fn add_mentions(weight: f32, compares: bool, ranked: &mut [Ranked]) {
    let names: Vec<_> = ranked.iter().map(|hit| hit.score.mention).collect();
    for hit in ranked {
        let own = hit.score.mention;
        if names
            .iter()
            .any(|other| *other != own && other & own == own)
        {
            hit.score.mention = 0;
        }
        let is_named = hit.score.mention != 0;
        if is_named && compares {
            hit.score.total += COMPARED;
        } else if is_named || hit.score.answer >= MIN_ANSWER {
            hit.score.total += weight;
        }
        hit.reason = is_named.then_some(Reason::Named);
    }
}

/// Moves up rules that would otherwise be far below sections with more words of the question. For
/// each name of a rule in the question, the best hit with this name moves up, to the indexes from
/// [`NAMED_AT`] on. The best rule that the first hit links to moves up to [`LINKED_AT`].
pub fn raise_hidden(ranked: &mut [Ranked]) {
    let mut names = 0;
    raise(ranked, NAMED_AT, |hit| {
        let is_new = hit.score.mention != 0 && hit.score.mention & names == 0;
        names |= hit.score.mention;
        is_new
    });
    let mut first = ranked.first().map(|hit| Reason::LinkedFrom(hit.at));
    raise(ranked, LINKED_AT, |hit| {
        first.take_if(|first| hit.reason == Some(*first)).is_some()
    });
}

/// Passes every hit to `is_raised`, best first. The accepted hits at `target` or a later
/// index move up to `target`, `target + 1` and so on. All other hits keep their order.
fn raise(ranked: &mut [Ranked], mut target: usize, mut is_raised: impl FnMut(&Ranked) -> bool) {
    for at in 0..ranked.len() {
        if is_raised(&ranked[at]) && at >= target {
            ranked[target..=at].rotate_right(1);
            target += 1;
        }
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
    let leaders = ranked.iter().take(LEADERS);
    let leaders: Vec<_> = leaders.map(|hit| (hit.at, hit.score.total)).collect();
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
