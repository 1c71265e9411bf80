use super::draw::INVITATION;
use crate::loader;
use crate::rules::Rulebook;
use crate::search::{Outcome, Query, SearchIndex};

#[test]
fn what_an_empty_box_invites_to_type_finds_something() {
    let book = Rulebook::load(loader::bundled().collect(), Vec::new());
    let index = SearchIndex::build(&book).unwrap();
    let list = |line: &&str| {
        line.split_once(": ")
            .map(|(_, list)| list.to_owned())
            .filter(|list| !list.starts_with(' '))
    };
    let listed: Vec<String> = INVITATION.iter().filter_map(list).collect();
    let listed = listed.iter().flat_map(|list| list.split(", "));
    let set_apart = INVITATION
        .iter()
        .filter(|line| list(line).is_none())
        .flat_map(|line| line.split("  "));
    let filters = set_apart
        .map(str::trim)
        .filter(|part| part.contains([':', '"']) && !part.ends_with(':'));
    let examples: Vec<_> = listed.chain(filters).collect();
    assert_eq!(examples.len(), 9, "{examples:?}");
    for example in examples {
        let results = index.search(
            &book,
            &Query {
                text: example.to_owned(),
                limit: 1,
                ..Query::default()
            },
        );
        assert!(
            results.outcome == Outcome::Found && results.total > 0,
            "{example}"
        );
    }
}
