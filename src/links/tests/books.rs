//! Tests links between the folders and the books of a large collection.

use super::book;
use crate::links::LinkGraph;

/// Returns files that make a collection large.
fn entries() -> Vec<(String, String)> {
    let entries = (0..130).map(|at| (format!("e{at}.md"), format!("# Entry{at}\n\n7\n")));
    entries.collect()
}

/// Returns the id of the first target of each link in a section.
fn targets(graph: &LinkGraph, id: &str) -> Vec<String> {
    let from = graph.book.by_id(id).expect("the section");
    let blocks = graph.book.blocks(from);
    let links = blocks.texts().flat_map(|text| graph.links_in(from, text));
    let ids = links.map(|link| graph.book.section(link.targets[0]).id.clone());
    ids.collect()
}

#[test]
fn the_rule_in_the_nearest_folder_is_meant_and_a_document_before_a_section() {
    let files = [
        (
            "one/combat.md",
            "# Combat\n\n## Gizmo\n\nA gizmo.\n\n## Gear\n\nSome gear.\n",
        ),
        (
            "two/combat.md",
            "# Combat\n\n## Gizmo\n\nA gizmo.\n\n## Gear\n\nSome gear.\n",
        ),
        ("three/gear.md", "# Gear\n\nGear.\n"),
        ("two/use.md", "# Use\n\nA gizmo is gear.\n"),
    ];
    let entries = entries();
    let entries = entries
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()));
    let (_, graph) = book(&entries.chain(files).collect::<Vec<_>>());
    assert_eq!(
        targets(&graph, "rules/use"),
        ["rules/combat-2#gizmo", "rules/gear"]
    );
}

#[test]
fn a_single_word_means_no_rule_of_another_book() {
    let sections = "## Chapter\n\nOne.\n\n".repeat(150);
    let one =
        format!("# One\n\n## Gizmo\n\nA gizmo.\n\n## Lift Gate\n\nA lift gate.\n\n{sections}");
    let two = format!("# Two\n\n## Use\n\nA gizmo, the Gizmo and a lift gate.\n\n{sections}");
    let books = [("one.md", one.as_str()), ("two.md", two.as_str())];
    let entries = entries();
    let entries = entries
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()));
    let (_, graph) = book(&entries.chain(books).collect::<Vec<_>>());
    assert_eq!(targets(&graph, "rules/two#use"), ["rules/one#lift-gate"]);
    // In a small collection, the books may be chapters of one game.
    let (_, graph) = book(&books);
    assert_eq!(targets(&graph, "rules/two#use").len(), 3);
}
