//! Finds the filter that a word of a query names: `type:mission` for `missions with breach points`.

use super::ranked::Ranked;
use crate::analyzer::Language;
use crate::rules::{Rulebook, SectionKind};
use crate::search::text::name_term;

/// The number of hits among which one of the named kind is enough.
const FIRST_HITS: usize = 3;

/// Returns a query with a filter in place of the words that name a kind of the games, if other words
/// are left and none of the first hits is of this kind.
pub fn narrower(book: &Rulebook, typed: &str, ranked: &[Ranked]) -> Option<String> {
    let words: Vec<_> = typed.split_whitespace().collect();
    let stem = |name: &str| name_term(name, Language::ENGLISH);
    let stems: Vec<_> = words.iter().map(|word| stem(word)).collect();
    let is_of = |hit: &Ranked, kind: &str| book.kind_name(hit.at) == kind;
    let kinds = book.vocabularies.iter().flat_map(|of| &of.kinds);
    let mut queries = kinds.filter_map(|kind| {
        let wanted: Vec<_> = kind.name.split('-').map(stem).collect();
        let length = wanted.len();
        let at = stems.windows(length).position(|words| words == wanted)?;
        let first = ranked.iter().take(FIRST_HITS);
        let is_asked = words.len() > length && !first.clone().any(|hit| is_of(hit, &kind.name));
        let is_used = || {
            let mut sections = book.sections();
            let is_named = |kind| matches!(kind, SectionKind::Named(_));
            sections.any(|of| is_named(of.kind) && book.kind_name_of(of) == kind.name)
        };
        let rest = words[..at].iter().chain(&words[at + length..]);
        let filter = format!("type:{}", kind.name);
        let query = rest.fold(filter, |query, word| query + " " + word);
        (is_asked && is_used()).then_some(query)
    });
    queries.next()
}
