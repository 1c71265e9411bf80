//! Tests of the links in whole collections and in arbitrary text.

use proptest::prelude::*;

use super::*;
use crate::loader;
use crate::rules::{LinkTarget, Section};

fn bundled() -> LinkGraph {
    LinkGraph::new(Rulebook::load(loader::bundled().collect(), vec![]))
}

#[test]
fn the_bundled_rules_have_no_dangling_link() {
    assert_eq!(diagnostics(&bundled()), []);
}

#[test]
fn hatchway_fight_leads_to_control_range() {
    let links = links_of(&bundled(), "kill-team/tomb-world#hatchway-fight");
    assert!(
        links
            .iter()
            .any(|link| link == "control range -> control-range"),
        "{links:?}"
    );
}

#[test]
fn backlinks_of_breach_include_the_missions_that_change_it() {
    let graph = bundled();
    let book = &graph.book;
    let backlinks = Backlinks::build(&graph, None);
    let breach = book.by_id("kill-team/tomb-world#breach").unwrap();
    let title = |at: &SectionRef| book.section(*at).title.as_str();
    let from: Vec<_> = backlinks
        .to(breach)
        .iter()
        .flat_map(|link| book.ancestors(link.from))
        .collect();
    for mission in ["Demolition Protocol", "Destroy Sarcophagus"] {
        assert!(from.iter().any(|at| title(at) == mission), "{mission}");
    }
}

#[test]
fn no_bundled_link_crosses_games_or_leads_to_its_own_section() {
    let graph = bundled();
    let book = &graph.book;
    for (from, _, blocks) in book.walk() {
        for text in blocks.texts() {
            for link in graph.links_in(from, text) {
                assert!(
                    link.targets
                        .iter()
                        .all(|to| book.game_of(*to) == book.game_of(from))
                );
                assert!(link.explicit || link.targets.iter().all(|to| !book.contains(*to, from)));
            }
        }
    }
}

/// Sections with names that start with numbers, which may also be values of other names.
const NUMBERED: &str = "## 2 Points\n\nTwo.\n\n## 8 Barrel\n\nEight.\n\n## 1.2. Points\n\nMany.\n";

/// Generates pieces of text: names, values, links and unusual characters.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "Piercing",
            "Range",
            "x",
            "8\"",
            "2",
            "1\"",
            "Devastating",
            "control",
            "range",
            "Hatchway",
            "hatchway’s",
            "open",
            "**Open**",
            "Breach",
            "points",
            "[[Heavy]]",
            "[[Heavy|é]]",
            "[a **b**](core.md#open)",
            "`Heavy`",
            ".",
            ",",
            "\n",
            "| a |",
            "Wall terrain",
            "é",
            "ﬁ",
            "&",
            "D3+1",
            "’",
            "Select Weapon step",
            "8 Barrel",
            "rule 1.2",
            ", “",
            "…",
            "*",
            "(",
            "İ",
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ]
}

proptest! {
    #[test]
    fn links_lie_on_characters_in_order_and_in_the_game(
        pieces in prop::collection::vec((piece(), prop::sample::select(vec!["", " "])), 0..40)
    ) {
        let text: String = pieces.iter().flat_map(|(piece, gap)| [piece.as_str(), gap]).collect();
        let (book, graph) = book(&[("core.md", CORE), ("other.md", &format!("# Other\n\n{text}\n\n{NUMBERED}"))]);
        for (from, _, blocks) in book.walk() {
            for text in blocks.texts() {
                let mut last = 0;
                for link in graph.links_in(from, text) {
                    prop_assert!(link.range.start >= last && link.range.start < link.range.end);
                    prop_assert!(text.plain.get(link.range.clone()).is_some());
                    prop_assert!(!link.targets.is_empty());
                    prop_assert!(link.targets.iter().all(|to| book.game_of(*to) == book.game_of(from)));
                    last = link.range.end;
                }
            }
        }
        let backlinks = Backlinks::build(&graph, None);
        for (at, _) in book.iter() {
            for link in backlinks.to(at) {
                prop_assert!(link.from != at);
                prop_assert!(link.sentence.get(link.range.clone()).is_some_and(|term| !term.is_empty()));
            }
        }
        prop_assert!(diagnostics(&graph).len() <= pieces.len());
    }

    #[test]
    fn every_title_is_found_by_its_name(at in 0_usize..22) {
        let (book, graph) = book(&[("core.md", CORE)]);
        let (at, section) = book.iter().nth(at.min(book.section_count() - 1)).unwrap();
        prop_assert!(graph.definitions(&Section::full_title(section), Some(at)).contains(&at));
        prop_assert!(graph.definitions(&section.title.to_uppercase(), Some(at)).contains(&at));
    }

    #[test]
    fn any_name_and_any_path_can_be_looked_up(name in ".{0,30}") {
        let (book, graph) = book(&[("core.md", CORE)]);
        let from = book.iter().next().unwrap().0;
        let game = |at: &SectionRef| book.game_of(*at) == book.game_of(from);
        prop_assert!(graph.definitions(&name, Some(from)).iter().all(game));
        for target in [LinkTarget::Path(name.clone()), LinkTarget::Name(name)] {
            prop_assert!(explicit::targets(&graph, from, &target).iter().flatten().all(game));
        }
    }
}

#[rstest]
#[case::a_class_in_a_numbered_file("A **druid** heals.", "rules/03-druid#druid")]
fn of_equal_sections_the_first_one_is_meant(#[case] text: &str, #[case] expected: &str) {
    let rats = (0..130).map(|at| (format!("rat{at}.md"), "A rat.\n".to_owned()));
    let classes = "Ape Bard Cat Druid Elk Fox Gnu Hen Imp".split(' ');
    let classes = (0..).zip(classes).map(|(at, name): (u32, _)| {
        let text = "x\n\n### Hits\n\n7\n\n### Gear\n\nx\n\n### Art\n\nx\n\n### Lore\n\nx\n";
        (format!("{at:02} {name}.md"), format!("## {name}\n\n{text}"))
    });
    let others = [
        ("chairs", "## Dodging\n\nA chair is slow. No dodging.\n"),
        ("fights", "## Dodging\n\n**Dodging** is ducking.\n"),
        ("wyrms", "## Druid\n\nIt bites.\n"),
        ("use", text),
    ];
    let others = others.map(|(file, text)| (format!("{file}.md"), format!("# A\n\nx\n\n{text}")));
    let files: Vec<_> = rats.chain(classes).chain(others).collect();
    let files = files
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()));
    let (book, graph) = book(&files.collect::<Vec<_>>());
    let from = book.by_id("rules/use").unwrap();
    let blocks = book.blocks(from);
    let mut links = blocks.texts().flat_map(|text| graph.links_in(from, text));
    assert_eq!(book.section(links.next().unwrap().targets[0]).id, expected);
}

#[test]
fn a_longer_title_takes_the_words_of_a_shorter_one() {
    let title = "x".repeat(200);
    let far = format!("# Far\n\n## {title} Imp\n\nAn imp.\n");
    let mut files: Vec<_> = (0..130)
        .map(|at| (format!("e{at}.md"), "# E\n\n7\n"))
        .collect();
    files.extend([
        ("far.md".to_owned(), far.as_str()),
        ("imp.md".to_owned(), "# Imp\n\nA creature.\n"),
        ("lord.md".to_owned(), "# Imp Lord\n\nA creature.\n"),
        (
            "use.md".to_owned(),
            "# Use\n\nImp lord: it leads an imp or an imp lord.\n",
        ),
        (
            "marsh.md".to_owned(),
            "# Marsh Imp\n\nThe imp serves an imp lord.\n",
        ),
    ]);
    let files = files.iter().map(|(file, text)| (file.as_str(), *text));
    let (_, graph) = book(&files.collect::<Vec<_>>());
    assert_eq!(
        links_of(&graph, "rules/use"),
        [
            "Imp lord -> rules/lord",
            "imp -> rules/imp",
            "imp lord -> rules/lord"
        ]
    );
    // The entry Marsh Imp means itself by `imp`.
    assert_eq!(links_of(&graph, "rules/marsh"), ["imp lord -> rules/lord"]);
    // A very long title is no name of an entry, and reading it for every mention would take long.
    let far = format!("rules/far#{title}-imp");
    assert_eq!(links_of(&graph, &far), ["imp -> rules/imp"]);
}

/// The jobs of backlinks once waited for counts whose jobs waited for them.
#[test]
fn backlinks_and_counts_are_collected_at_the_same_time() {
    let text = |at| {
        format!(
            "# Document {at}\n\n## Bog {at}x\n\n[[Bog {}x]]\n",
            (at + 1) % 200
        )
    };
    let sources = || (0..200).map(|at| Source::in_memory(&format!("{at}.md"), &text(at)));
    for _ in 0..10 {
        let graph = LinkGraph::new(Rulebook::load(sources().collect(), Vec::new()));
        let found = std::thread::scope(|scope| {
            scope.spawn(|| graph.collect_all());
            let found = scope.spawn(|| Backlinks::build(&graph, None));
            found.join().unwrap()
        });
        let to = graph.definitions("Bog 1x", None);
        assert_eq!(found.to(to[0]).len(), 1);
    }
}
