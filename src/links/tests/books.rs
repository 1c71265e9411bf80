//! Tests of links between folders, between books, and to numbered rules.

use super::{book, links_of};
use crate::links::LinkGraph;
use crate::rules::Rulebook;
use crate::source::Source;

/// Returns files that make a collection large.
pub fn entries() -> Vec<(String, String)> {
    let entries = (0..130).map(|at| (format!("e{at}.md"), format!("# Entry{at}\n\n7\n")));
    entries.collect()
}

/// Returns files as [`book`] takes them.
pub fn borrowed(files: &[(String, String)]) -> Vec<(&str, &str)> {
    let files = files.iter();
    files
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect()
}

/// Returns the id of the first target of each link in a section.
pub fn targets(graph: &LinkGraph, id: &str) -> Vec<String> {
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
fn a_section_is_known_elsewhere_if_the_other_documents_refer_to_its_document() {
    let core = (
        "core.md",
        "# Core\n\n## Gizmo\n\nA gizmo.\n\n## Widget\n\nA widget.\n\n## Lift Gate\n\nA lift gate.\n\n## Doodad\n\nA doodad.\n\n## Sprocket\n\nA sprocket.\n\n## Flywheel\n\nA flywheel.\n\n## Gearbox\n\nA gearbox.\n\n## Winch\n\nA winch.\n",
    );
    let annex = (
        "annex.md",
        "# Annex\n\nOld things.\n\n## Gizmo\n\nA gizmo.\n\n## Thingamajig\n\nA thingamajig.\n\n## Den\n\nA thingamajig in a den.\n",
    );
    let use_it = (
        "use.md",
        "# Use\n\nA thingamajig and a gizmo of the Annex.\n",
    );
    let text = "# Guide\n\nA gizmo, a widget, a lift gate, a sprocket, a flywheel, a gearbox, a winch and a doodad.\n";
    let entries = entries();
    let entries: Vec<_> = entries
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect();
    let graph = |files: &[(&str, &str)]| book(&[&entries, files].concat()).1;
    let referred = graph(&[annex, core, use_it, ("guide.md", text)]);
    assert_eq!(
        targets(&referred, "rules/use"),
        ["rules/core#gizmo", "rules/annex"]
    );
    assert_eq!(
        targets(&referred, "rules/annex#den"),
        ["rules/annex#thingamajig"]
    );
    // Too few mentions say nothing about the documents.
    let unknown = graph(&[annex, core, use_it]);
    assert_eq!(
        targets(&unknown, "rules/use"),
        [
            "rules/annex#thingamajig",
            "rules/annex#gizmo",
            "rules/annex"
        ]
    );
}

#[test]
fn a_document_with_few_mentioned_sections_or_few_mentions_is_not_referred_to() {
    let names = |names: [&str; 3]| {
        let sections = names.map(|name| format!("## {name}\n\nA {name}.\n\n"));
        sections.concat()
    };
    let often = |at| {
        let text = format!(
            "# Use{at}\n\nSee the Gizmo, the Widget, the Sprocket, the Winch, the Spindle.\n"
        );
        (format!("u{at}.md"), text)
    };
    let core = names(["Gizmo", "Widget", "Sprocket"]) + "## Winch\n\nA winch.\n";
    let texts = [
        ("core.md", format!("# Core\n\n{core}")),
        (
            "pair.md",
            format!("# Pair\n\n{}", names(["Spindle", "Treadle", "Ratchet"])),
        ),
        (
            "rare.md",
            format!("# Rare\n\n{}", names(["Flywheel", "Gearbox", "Doodad"])),
        ),
        (
            "use.md",
            "# Use\n\nSee the Gizmo, the Spindle, a treadle, a flywheel, a gearbox, a doodad.\n"
                .to_owned(),
        ),
    ];
    let mut files = entries();
    files.extend((0..40).map(often));
    files.extend(texts.map(|(file, text)| (file.to_owned(), text)));
    let (_, graph) = book(&borrowed(&files));
    assert_eq!(targets(&graph, "rules/use"), ["rules/core#gizmo"]);
}

#[test]
fn a_chapter_of_a_book_is_a_rule_and_a_neighbour_is_not_the_end_of_a_title() {
    let entry = |at| {
        format!("## Beast{at}\n\nA beast.\n\n### Actions\n\nIt bites.\n\n### Lair\n\nA cave.\n\n")
    };
    let entries: String = (0..1100).map(entry).collect();
    let knots = "## Tying Knots\n\n### Strong Knots\n\nA knot.\n\n### Strong Knots and Ropes\n\nAll of it.\n\n### Untying\n\nA strong knot, tied up in [[Strong Knots]] and [[Loose Knots]].\n\n## Using Loose Knots\n\nAll of it.\n\n## Being Tied Up\n\nStuck.\n\n## Imps\n\n### Marsh Imp\n\nAn imp.\n\n";
    let text = format!(
        "# Book\n\n{knots}## Ranger\n\n### Bonds\n\nA beast.\n\n## Marsh Rat\n\nA rat.\n\n## Old Marsh Rat\n\nThe marsh rat bites a ranger.\n\n## Use\n\nA marsh rat, an imp, strong knots, loose knots.\n\n{entries}"
    );
    let (_, graph) = book(&[("book.md", text.as_str())]);
    assert_eq!(
        targets(&graph, "rules/book#old-marsh-rat"),
        ["rules/book#ranger"]
    );
    // Strong knots could also mean what the longer title is about, except in links that the author
    // wrote.
    assert_eq!(
        targets(&graph, "rules/book#untying"),
        [
            "rules/book#being-tied-up",
            "rules/book#strong-knots",
            "rules/book#using-loose-knots"
        ]
    );
    assert_eq!(
        targets(&graph, "rules/book#use"),
        ["rules/book#marsh-rat", "rules/book#using-loose-knots"]
    );
}

#[test]
fn an_entry_of_a_book_is_not_the_same_words_in_lower_case() {
    let entry = |at| {
        format!("### Beast{at}\n\nIt is one of the beasts{at}.\n\n#### Actions\n\nIt bites.\n\n")
    };
    let entries: String = (0..1600).map(entry).collect();
    let spells = "### Gloaming\n\nSecond level.\n\n### Magic Weapon\n\nThird level.\n\n### Lesser Gloaming\n\nFirst level.\n\n### Queasy\n\nA queasy rat is still.\n\n";
    let uses = "In the gloaming, a queasy rat with a magic weapon casts lesser gloaming.\n\nAt will: gloaming, magic weapon\n\nThe gloaming spell is the Gloaming.\n";
    let text = format!("# Book\n\n## Spells\n\n{spells}{entries}## Use\n\n{uses}");
    let (_, graph) = book(&[("book.md", text.as_str())]);
    let found = targets(&graph, "rules/book#use");
    let found: Vec<_> = found.iter().map(|id| &id["rules/book#".len()..]).collect();
    assert_eq!(
        found,
        [
            "queasy",
            "lesser-gloaming",
            "gloaming",
            "magic-weapon",
            "gloaming",
            "gloaming"
        ]
    );
}

#[test]
fn a_rule_of_several_words_may_also_be_a_label_of_many_documents() {
    let skill = |at| {
        let text = format!("# Skill{at}\n\n**Build a Dam:** Use wood.\n\n**Dig:** Use claws.\n");
        (format!("skill{at}.md"), text)
    };
    let mut files = entries();
    files.extend((0..12).map(skill));
    let rules = "# Actions\n\n## Build a Dam\n\nTo build a dam, roll.\n\n## Dig\n\nTo dig, roll.\n";
    files.push(("actions.md".to_owned(), rules.to_owned()));
    files.push((
        "use.md".to_owned(),
        "# Use\n\nYou build a dam or dig.\n".to_owned(),
    ));
    let (_, graph) = book(&borrowed(&files));
    assert_eq!(targets(&graph, "rules/use"), ["rules/actions#build-a-dam"]);
}

#[test]
fn the_number_of_a_rule_is_a_link() {
    let text = "# Rats\n\n## 100. Rivers\n\n### 100.2. Swimming\n\n100.2a A rat swims 1.5 times.\n\n100.2b See rule 100.3, not 100 rats.\n\n### 100.3. Diving\n\nA rat dives (100.2a).\n\n## 101. Woods\n\nNo rivers (see rule 100), 7 rats.\n\n## 7.\n\nA room.\n";
    let graph = LinkGraph::new(Rulebook::load(
        vec![Source::in_memory("a.md", text)],
        Vec::new(),
    ));
    let links = |id: &str| {
        let mut sections = graph.book.iter();
        let (section, _) = sections
            .find(|(_, section)| section.id.ends_with(id))
            .unwrap();
        let blocks = graph.book.blocks(section);
        let links = blocks.texts().flat_map(|text| {
            let links = graph.links_in(section, text);
            links
                .into_iter()
                .map(|link| text.plain[link.range].to_owned())
                .collect::<Vec<_>>()
        });
        links.collect::<Vec<_>>()
    };
    assert_eq!(links("100-2b"), ["rule 100.3"]);
    assert_eq!(links("diving"), ["100.2a"]);
    assert_eq!(links("woods"), ["rule 100"]);
    assert!(links("100-2a").is_empty());
}

#[test]
fn a_name_after_the_number_of_a_rule_means_this_rule() {
    let text = "# Rats\n\n## 7. Words\n\n### 7.1. Diving\n\nTo go down.\n\n### 7.2. Depth\n\nDiving. See Rule 8.1, \"Diving\".\n\n## 8. Rivers\n\n### 8.1. Diving\n\nA rat dives.\n";
    let (_, graph) = book(&[("a.md", text)]);
    assert_eq!(
        links_of(&graph, "rules/a#depth"),
        [
            "Diving -> words-diving, rivers-diving",
            "Rule 8.1 -> rivers-diving",
            "Diving -> rivers-diving, words-diving"
        ]
    );
}

#[test]
fn the_documents_in_a_folder_that_the_others_refer_to_are_known_elsewhere() {
    let chapter = |at: usize| {
        let text = format!("# Chapter{at}\n\n## Gizmo{at}\n\nA gizmo{at}.\n");
        (format!("core/c{at}/index.md"), text)
    };
    let using = |at: usize| {
        let text = format!("# Use{at}\n\nA gizmo{} and a winch{at}.\n", at % 20);
        (format!("uses/u{at}.md"), text)
    };
    let mut files: Vec<_> = (0..21).map(chapter).collect();
    files.extend((0..110).map(using));
    let winches = "# Odd\n\n## Winch0\n\n7\n\n## Winch1\n\n7\n\n## Winch2\n\n7\n\n## Winch3\n\n7\n";
    files.push(("odd/odd.md".to_owned(), winches.to_owned()));
    let use_it = ("use.md", "# Use\n\nA gizmo20.\n");
    let (_, graph) = book(&[&borrowed(&files)[..], &[use_it]].concat());
    assert_eq!(targets(&graph, "rules/use"), ["rules/index-21#gizmo20"]);
}

#[test]
fn a_document_that_few_of_many_mention_is_not_referred_to() {
    let annex = "# Annex\n\n## Old Winch\n\n7\n\n## Old Crank\n\n7\n\n## Old Gear\n\n7\n\n## Old Cog\n\n7\n";
    let uses = "An old winch, an old crank, an old gear and an old cog on Entry1.";
    let found = |mentioning: usize| {
        let using = |at: usize| {
            let text = if at < mentioning {
                uses
            } else {
                "It is Entry1."
            };
            (format!("u{at}.md"), format!("# Use{at}\n\n{text}\n"))
        };
        let mut files = entries();
        files.extend((0..100).map(using));
        files.push(("annex.md".to_owned(), annex.to_owned()));
        let (_, graph) = book(&borrowed(&files));
        targets(&graph, "rules/u0").len()
    };
    assert_eq!([found(3), found(4)], [1, 5]);
}

#[test]
fn a_document_with_many_mentions_of_few_sections_hides_no_other() {
    let using = |at: usize| {
        let text = format!("# Use{at}\n\nSee the Winch, and a gizmo{}.\n", at % 12);
        (format!("u{at}.md"), text)
    };
    let gizmos = (0..9).fold(String::new(), |text, at| {
        text + &format!("## Gizmo{at}\n\nA gizmo{at}.\n\n")
    });
    let mut files = entries();
    files.extend((0..120).map(using));
    files.push(("core.md".to_owned(), format!("# Core\n\n{gizmos}")));
    files.push((
        "pair.md".to_owned(),
        "# Pair\n\n## Winch\n\nA winch.\n".to_owned(),
    ));
    let (_, graph) = book(&borrowed(&files));
    assert_eq!(targets(&graph, "rules/u1"), ["rules/core#gizmo1"]);
}

/// Returns files that make a collection large, and refer to the names Gizmo0 to Gizmo8, with `files`.
fn with_core(files: &[(&str, &str)], core: &str) -> LinkGraph {
    let using = |at: usize| {
        let text = format!("# Use{at}\n\nA gizmo{}.\n", at % 9);
        (format!("u{at}.md"), text)
    };
    let gizmos = (0..9).fold(String::new(), |text, at| {
        text + &format!("### Gizmo{at}\n\nA gizmo{at}.\n\n")
    });
    let mut all = entries();
    all.extend((0..40).map(using));
    all.push((
        "core.md".to_owned(),
        format!("# Core\n\n## Gizmos\n\n{gizmos}{core}"),
    ));
    book(&[&borrowed(&all), files].concat()).1
}

#[test]
fn a_name_deep_in_a_chapter_is_known_only_there_unless_the_others_refer_to_its_document() {
    let storms = "# Storms\n\n## Weather\n\n### Gale\n\nA gale.\n\n### Doldrums\n\nDoldrums are calm.\n\n#### Squall\n\nA squall.\n\n#### Hail\n\nA squall, a gale.\n\n#### Ice\n\nThe hail.\n\n## Boats\n\nA squall in the doldrums, a gale, the hail.\n";
    let seas = "# Seas\n\n## Waters\n\n### Gale\n\nA gale.\n";
    let graph = with_core(
        &[
            ("storms.md", storms),
            ("seas.md", seas),
            ("hail.md", "# Hail\n\nIce.\n"),
        ],
        "## Fame\n\nA gizmo1.\n",
    );
    assert_eq!(targets(&graph, "rules/core#fame"), ["rules/core#gizmo1"]);
    assert_eq!(
        targets(&graph, "rules/storms#hail"),
        ["rules/storms#squall", "rules/storms#gale"]
    );
    assert_eq!(targets(&graph, "rules/storms#ice"), ["rules/storms#hail"]);
    assert_eq!(
        targets(&graph, "rules/storms#boats"),
        ["rules/storms#doldrums", "rules/hail"]
    );
}

#[test]
fn a_section_here_comes_before_a_document_if_many_sections_share_the_name() {
    let hero = |at| {
        let text = format!("# Hero{at}\n\n## Sulk\n\nA sulk.\n");
        (format!("hero{at}.md"), text)
    };
    let first = |heroes: usize| {
        let heroes: Vec<_> = (0..heroes).map(hero).collect();
        let mut files = borrowed(&heroes);
        files.push(("sulk.md", "# Sulk\n\nAll of it.\n"));
        let graph = with_core(&files, "### Sulk\n\nA sulk.\n\n## Fame\n\nIn your Sulk.\n");
        targets(&graph, "rules/core#fame")
    };
    assert_eq!(first(2), ["rules/sulk"]);
    assert_eq!(first(9), ["rules/core#sulk"]);
}

#[test]
fn notes_and_questions_and_run_in_rules_elsewhere_define_nothing() {
    let core = "### Moderators\n\n> **Designer's Note:** Moderators do much.\n\n**Q:** All?\n\n**A: All.**\n\n---\n\n## Plan\n\n- **Extras:** Name each of them, and say what they want.\n\nUse the Extras.\n\n## Fame\n\nA gizmo1, the moderators and the Extras.\n";
    let graph = with_core(&[], core);
    assert_eq!(targets(&graph, "rules/core#fame"), ["rules/core#gizmo1"]);
    assert_eq!(targets(&graph, "rules/core#plan"), ["rules/core#extras"]);
}
