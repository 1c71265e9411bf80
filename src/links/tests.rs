use std::sync::Arc;

use rstest::rstest;

use super::{Backlinks, LinkGraph, diagnostics, explicit};
use crate::rules::{Rulebook, SectionRef};
use crate::source::Source;

mod authors;
mod names;
mod whole;

const CORE: &str = "\
# Core

## Weapon Rules

### Piercing x

Fewer dice.

### Devastating x

More damage.

### Range x

No further than x.

### Silent

Quiet.

## Terms

### Control Range

Near.

### Hatchway

It has a hatch.

#### Open

The hatchway is **open**.

#### Operate Hatch **1AP**

Do it.

### Breach Point

Its state is **closed** or **open**.

#### Open

Passable.

### Heavy

Large.

### Wall Terrain

Solid.

### Doors & Airlocks

They shut.

### Breach **2AP**

Opens a breach point.

### Shoot **1AP**

Bang.

### Shoot Action

How others do it.

### Fall Back **2AP**

Away.

## Sequence

### 1. Select Weapon

Choose.
";

fn game() -> Source {
    Source::in_memory("game.yaml", "vocabulary: kill-team")
}

/// Loads a rulebook of one document per `(file, text)`, with its link graph.
fn book(files: &[(&str, &str)]) -> (Arc<Rulebook>, LinkGraph) {
    let sources = files
        .iter()
        .map(|(file, text)| Source::in_memory(file, text))
        .chain(
            files
                .iter()
                .all(|(file, _)| *file != "game.yaml")
                .then(game),
        )
        .collect();
    let graph = LinkGraph::new(Rulebook::load(sources, vec![]));
    (Arc::clone(&graph.book), graph)
}

fn links_of(graph: &LinkGraph, id: &str) -> Vec<String> {
    let book = &graph.book;
    let from = book.by_id(id).unwrap_or_else(|| panic!("no section {id}"));
    let mut all = Vec::new();
    for text in book.blocks(from).texts() {
        for link in graph.links_in(from, text) {
            let to: Vec<_> = link
                .targets
                .iter()
                .map(|to| short(&book.section(*to).id))
                .collect();
            let value = link
                .value
                .map(|value| format!("={value}"))
                .unwrap_or_default();
            all.push(format!(
                "{}{value} -> {}",
                &text.plain[link.range],
                to.join(", ")
            ));
        }
    }
    all
}

fn short(id: &str) -> &str {
    id.rsplit('#').next().unwrap_or(id)
}

/// Loads [`CORE`] and a second document with the given text, and returns the links of that text.
fn linked(text: &str) -> Vec<String> {
    let (_, graph) = book(&[
        ("core.md", CORE),
        ("other.md", &format!("# Other\n\n{text}\n")),
    ]);
    links_of(&graph, "rules/other")
}

#[rstest]
#[case::lower_case("within control range of it", &["control range -> control-range"])]
#[case::plural("two breach points", &["breach points -> breach-point"])]
#[case::line_end("within control\nrange", &["control range -> control-range"])]
#[case::hyphen("a control-range check", &["control-range -> control-range"])]
#[case::ampersand("doors and airlocks", &["doors and airlocks -> doors-airlocks"])]
#[case::capitals("NO OPERATIVE IN CONTROL RANGE", &["CONTROL RANGE -> control-range"])]
#[case::over_a_comma("in control, range counts", &[])]
#[case::everyday_word("an open door", &[])]
#[case::everyday_word_at_the_start("Open it. Open that: Open all", &[])]
#[case::everyday_word_in_capitals("IT IS OPEN", &[])]
#[case::everyday_words("they fall back or Fall back", &["Fall back -> fall-back"])]
#[case::everyday_words_at_the_start("Fall Back to it. Fall back.", &["Fall Back -> fall-back"])]
#[case::value("has Piercing 2.", &["Piercing 2=2 -> piercing"])]
#[case::value_of_an_everyday_word("Range 8\" or range 9", &["Range 8\"=8\" -> range"])]
#[case::distance_before("with 1\" Devastating 3", &["1\" Devastating 3=3 -> devastating"])]
#[case::distance_before_without_value("(x\" Devastating)", &["x\" Devastating -> devastating"])]
#[case::address("see [Heavy](https://example.org/Heavy)", &[])]
fn mentions_are_found(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(linked(text), expected);
}

#[test]
fn each_rule_of_a_weapons_table_is_a_link() {
    let table = "| Name | ATK | DMG | Weapon Rules |\n|---|---|---|---|\n| Gun | 4 | 3/4 | Range 8\", Silent, 1\" Devastating 2 |\n| Bow | 4 | 3/4 | Silent* |\n| Axe | 4 | 3/4 | Silent and good |";
    let expected = [
        "Weapon Rules -> weapon-rules",
        "Range 8\"=8\" -> range",
        "Silent -> silent",
        "1\" Devastating 2=2 -> devastating",
    ];
    assert_eq!(linked(table), expected);
}

#[rstest]
#[case("rules/core#hatchway-open", &[])]
#[case("rules/core#breach", &["breach point -> breach-point"])]
fn a_section_never_links_to_itself_and_the_nearest_target_comes_first(
    #[case] id: &str,
    #[case] expected: &[&str],
) {
    let (_, graph) = book(&[("core.md", CORE)]);
    assert_eq!(links_of(&graph, id), expected);
}

#[test]
fn a_name_is_never_linked_across_games() {
    let (book, graph) = book(&[
        (
            "a.md",
            "---\ngame: One\n---\n# A\n\n## Heavy\n\nx\n\n## Use\n\nis **Heavy**\n",
        ),
        (
            "b.md",
            "---\ngame: Two\n---\n# B\n\n## Use\n\nis **Heavy**\n",
        ),
    ]);
    assert_eq!(links_of(&graph, "one/a#use"), ["Heavy -> heavy"]);
    assert!(links_of(&graph, "two/b#use").is_empty());
    let near = book.by_id("two/b#use");
    assert!(graph.definitions("Heavy", near).is_empty());
    assert_eq!(
        graph.definitions("Heavy", None),
        [book.by_id("one/a#heavy").unwrap()]
    );
}

#[test]
fn a_part_of_the_name_of_the_game_is_no_mention_of_a_rule() {
    let (_, graph) = book(&[
        ("gizmo.md", "---\ngame: Gizmo War\n---\n\n# Gizmo\n\nWet.\n"),
        (
            "use.md",
            "---\ngame: Gizmo War\n---\n\n# Use\n\n## Start\n\nGizmo War is a game with a gizmo.\n",
        ),
    ]);
    assert_eq!(
        links_of(&graph, "gizmo-war/use#start"),
        ["gizmo -> gizmo-war/gizmo"]
    );
}

#[test]
fn the_value_of_a_name_is_not_part_of_the_next_name() {
    let (_, graph) = book(&[(
        "a.md",
        "# Guns\n\n## Range x\n\nFar.\n\n## 8 Barrel Gun\n\nBig.\n\n## Use\n\nA Range 8 Barrel Gun.\n",
    )]);
    assert_eq!(links_of(&graph, "rules/a#use"), ["Range 8=8 -> range"]);
}

#[rstest]
#[case("piercing x", &["rules/core#piercing"])]
#[case("Piercing 2", &["rules/core#piercing"])]
#[case("1\" devastating 3", &["rules/core#devastating"])]
#[case("Breach Points", &["rules/core#breach-point"])]
#[case("weapon rule", &["rules/core#weapon-rules"])]
#[case("Open", &["rules/core#hatchway-open", "rules/core#breach-point-open"])]
#[case("Heavy 2", &[])]
#[case("", &[])]
#[case("nothing", &[])]
fn a_name_is_looked_up(#[case] name: &str, #[case] expected: &[&str]) {
    let (book, graph) = book(&[("core.md", CORE)]);
    let found = graph.definitions(name, None);
    assert_eq!(
        found
            .iter()
            .map(|at| book.section(*at).id.as_str())
            .collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn definitions_come_before_headings_that_define_nothing() {
    let (book, graph) = book(&[(
        "a.md",
        "# A\n\n## Traps\n\n### Pit\n\nx\n\n## Terms\n\n### Trap\n\nx\n",
    )]);
    let near = book.by_id("rules/a#pit");
    let found = graph.definitions("traps", near);
    assert_eq!(
        found,
        [
            book.by_id("rules/a#trap").unwrap(),
            book.by_id("rules/a#traps").unwrap()
        ]
    );
}

#[test]
fn backlinks_have_their_sentences() {
    let text = "# Other\n\n## Use\n\nFirst. A Breach and a Breach. Breach cannot be used. End.\n\n| a | b |\n|---|---|\n| 1 | **Breach** |\n";
    let (book, graph) = book(&[("core.md", CORE), ("other.md", text)]);
    let backlinks = Backlinks::build(&graph, None);
    let use_ = book.by_id("rules/other#use").unwrap();
    let here = backlinks.to(book.by_id("rules/core#breach").unwrap());
    let shown: Vec<_> = here
        .iter()
        .map(|link| (&*link.sentence, &link.sentence[link.range.clone()]))
        .collect();
    assert_eq!(
        shown,
        [
            ("A Breach and a Breach.", "Breach"),
            ("Breach cannot be used.", "Breach"),
            ("1 · Breach", "Breach")
        ]
    );
    assert!(here.iter().all(|link| link.from == use_));
    let exceptions: Vec<_> = here.iter().map(|link| link.exception).collect();
    assert_eq!(exceptions, [false, true, false]);
}

#[test]
fn exceptions_are_backlinks() {
    let text = "# Other\n\nA mission: no Breach here. Operatives cannot perform Breach.\n";
    let (book, graph) = book(&[("core.md", CORE), ("other.md", text)]);
    let backlinks = Backlinks::build(&graph, None);
    let here = backlinks.to(book.by_id("rules/core#breach").unwrap());
    let exceptions: Vec<_> = here
        .iter()
        .filter(|link| link.exception)
        .map(|link| &*link.sentence)
        .collect();
    assert_eq!(exceptions, ["Operatives cannot perform Breach."]);
}

#[test]
fn undefined_terms_are_listed() {
    let text = "# Other\n\nIt gains **Accurate 1**, **Heavy**, **4+** and **once**.\n\n## A\n\nIt has **Accurate 2** and **Heavy**.\n\n## B\n\n**Cover saves:** once **once**, **rare** and **4+** accurate.\n\n**Whole obscured.**\n\n## C\n\n**Whole obscured.**\n";
    let (_, graph) = book(&[("core.md", CORE), ("other.md", text)]);
    let faults: Vec<_> = diagnostics(&graph)
        .into_iter()
        .map(|fault| fault.message)
        .collect();
    assert_eq!(
        faults,
        ["`Accurate` is in bold in 2 sections of rules, but no section defines it"]
    );
}
