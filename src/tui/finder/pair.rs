//! The two rules that a query asks to compare: `difference between Blast and Torrent`, `dash vs charge`, `light or heavy`.

use crate::rules::SectionRef;
use crate::tui::library::Library;

/// What is between two names in any query.
const JOINTS: [&str; 4] = [" versus ", " vs. ", " vs ", " or "];

/// What is between them in a query that asks for the difference.
const ASKED_JOINTS: [&str; 3] = [" and ", " with ", " to "];

/// At most this many splits of a query into two names are tried, since every key looks them up.
const MOST_SPLITS: usize = 4;

/// The two rules that a query compares, if both are names of rules, in the game of `near` or else in any.
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
    let mut splits = splits.take(MOST_SPLITS);
    splits.find_map(|[left, right]| {
        let left = rule(library, left, near)?;
        let right = rule(library, right, near)?;
        (left != right).then_some([left, right])
    })
}

/// The rule that a name means.
fn rule(library: &Library, name: &str, near: Option<SectionRef>) -> Option<SectionRef> {
    let name = name.trim().trim_matches('"');
    let name = name.strip_prefix("the ").unwrap_or(name);
    let mut named = library.links.definitions(name, near).into_iter();
    named.find(|at| library.book.section(*at).has_text)
}
