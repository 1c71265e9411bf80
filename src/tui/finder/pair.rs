//! Finds the two rules that a query asks to compare, such as `difference between Blast and Torrent`,
//! `dash vs charge` or `light or heavy`.

use crate::rules::SectionRef;
use crate::tui::library::Library;

/// Words that join the two names in any query.
const JOINTS: [&str; 4] = [" versus ", " vs. ", " vs ", " or "];

/// Further words that join the two names in a query that starts with `compare` or asks for the difference.
const ASKED_JOINTS: [&str; 3] = [" and ", " with ", " to "];

/// The maximum number of ways in which a query is split into two names. It is low, because the query is split
/// again at every key press.
const MAX_SPLITS: usize = 4;

/// Finds the two rules that a query compares. Both names have to be defined in the game of `near`, or in any
/// game if `near` is `None`.
pub(super) fn named_pair(
    library: &Library,
    query: &str,
    near: Option<SectionRef>,
) -> Option<[SectionRef; 2]> {
    let query = query.trim().trim_end_matches(['?', '.']).to_lowercase();
    let (names, is_asked) = match query.split_once("between ") {
        Some((lead, names)) if lead.contains("difference") => (names, true),
        _ => match query.strip_prefix("compare ") {
            Some(names) => (names, true),
            None => (query.as_str(), false),
        },
    };
    let asked = ASKED_JOINTS.iter().filter(|_| is_asked);
    let joints = JOINTS.iter().chain(asked);
    let splits = joints.flat_map(|joint| {
        let places = names.match_indices(joint);
        places.map(|(at, _)| [&names[..at], &names[at + joint.len()..]])
    });
    let mut splits = splits.take(MAX_SPLITS);
    splits.find_map(|[left, right]| {
        let left = rule(library, left, near)?;
        let right = rule(library, right, near)?;
        (left != right).then_some([left, right])
    })
}

/// Finds the rule that a name means. The name may be in quotes or start with `the`.
fn rule(library: &Library, name: &str, near: Option<SectionRef>) -> Option<SectionRef> {
    let name = name.trim().trim_matches('"');
    let name = name.strip_prefix("the ").unwrap_or(name);
    let mut named = library.links.definitions(name, near).into_iter();
    named.find(|at| library.book.section(*at).has_text)
}
