//! Tests of links that authors wrote.

use std::fs;

use rstest::rstest;

use super::*;
use crate::loader::{self, Origin};

#[rstest]
#[case("[x](core.md#heavy)", Some("rules/core#heavy"))]
#[case("[x](./core.md)", Some("rules/core"))]
#[case("[x](core#operate-hatch)", Some("rules/core#operate-hatch"))]
#[case("[x](core.md#operate-hatch-1ap)", Some("rules/core#operate-hatch"))]
#[case("[x](core.md#doors--airlocks)", Some("rules/core#doors-airlocks"))]
#[case("[x](core.md#Control%20Range)", Some("rules/core#control-range"))]
#[case(
    "[x](sub/../core.md#breach-point-open)",
    Some("rules/core#breach-point-open")
)]
#[case("[x](#part)", Some("rules/other#part"))]
#[case("[[Heavy]]", Some("rules/core#heavy"))]
#[case("[[Heavy|the wall]]", Some("rules/core#heavy"))]
#[case("[[core#Heavy]]", Some("rules/core#heavy"))]
#[case("[[#Part]]", Some("rules/other#part"))]
#[case("[[Piercing 2]]", Some("rules/core#piercing"))]
#[case("[[rules/core#heavy]]", Some("rules/core#heavy"))]
#[case("[x](rules/core#heavy)", Some("rules/core#heavy"))]
#[case("`weapon rules`", Some("rules/core#weapon-rules"))]
#[case("`no such thing`", None)]
#[case("[x](../core.md)", None)]
#[case("[x](#nothing)", None)]
#[case("[x](none.md)", None)]
#[case("[x](https://example.org)", None)]
#[case("[x](mailto:a@example.org)", None)]
fn links_of_authors_are_resolved(#[case] link: &str, #[case] expected: Option<&str>) {
    let text = format!("# Other\n\n## Use\n\nsee {link}\n\n## Part\n\nx\n");
    let (book, graph) = book(&[("core.md", CORE), ("other.md", &text)]);
    let from = book.by_id("rules/other#use").unwrap();
    let blocks = book.blocks(from);
    let text = blocks.texts().next().unwrap();
    let links = graph.links_in(from, text);
    let found = links
        .iter()
        .find(|link| link.explicit)
        .map(|link| book.section(link.targets[0]).id.as_str());
    assert_eq!(found, expected);
    let target = text.runs.iter().find_map(|run| run.link.as_ref()).unwrap();
    let targets = explicit::targets(&graph, from, target).unwrap_or_default();
    assert_eq!(
        targets.first().map(|to| book.section(*to).id.as_str()),
        expected
    );
}

#[rstest]
#[case::from_its_folder("[x](wolf.md)", Some("rules/wolf-2"))]
#[case::from_the_root("[x](monsters/bat.md)", Some("rules/bat"))]
#[case::without_an_ending("[x](monsters/bat)", Some("rules/bat"))]
#[case::by_the_end_of_a_path("[x](monsters/small/rat.md)", Some("rules/rat"))]
#[case::by_a_file_name("[x](rat.md)", Some("rules/rat"))]
#[case::of_two_the_nearer_one("[x](small/wolf.md)", Some("rules/wolf"))]
#[case::spaces_for_hyphens("[x](Old/Small%20Dogs/fox.md)", Some("rules/fox"))]
#[case::an_index_by_the_end_of_a_path("[x](/birds)", Some("rules/index"))]
#[case::in_a_table("\n\n|A|B|\n|-|-|\n|[[bat\\|Bats]]|x|\n", Some("rules/bat"))]
#[case::in_double_brackets("[[monsters/bat]]", Some("rules/bat"))]
#[case::a_heading_there("[[bat#Bite]]", Some("rules/bat#bite"))]
#[case::a_block("[[bat#^b1te]]", Some("rules/bat#bite"))]
#[case::a_block_in_a_list("[x](bat.md#^wing)", Some("rules/bat#wings"))]
#[case::an_unknown_block_opens_its_document("[[bat#^8f3a]]", Some("rules/bat"))]
#[case::an_unknown_heading_opens_its_document("[x](../monsters/bat.md#claw)", Some("rules/bat"))]
#[case::a_folder("[x](../monsters/)", Some("rules/readme"))]
#[case::a_folder_from_the_root("[x](/monsters)", Some("rules/readme"))]
#[case::a_permalink("[x](/bestiary/wolves/)", Some("rules/wolf"))]
#[case::a_page_of_a_site("[x](/my-site/monsters/bat/)", Some("rules/bat"))]
#[case::a_page_in_html("[x](/monsters/bat.html)", Some("rules/bat"))]
#[case::in_a_larger_vault("[[My Vault/Games/monsters/bat|x]]", Some("rules/bat"))]
#[case::in_a_renamed_folder("[x](beasts/fox.md)", Some("rules/fox"))]
#[case::a_folder_without_an_index("[x](../old/small-dogs/)", Some("rules/fox"))]
#[case::an_index_of_another_folder("[x](wyrms/index.md)", None)]
#[case::no_document("[x](monsters/cat.md)", None)]
#[case::outside("[x](../../monsters/bat.md)", None)]
fn links_of_vaults_and_sites_are_resolved(#[case] link: &str, #[case] expected: Option<&str>) {
    let (book, graph) = book(&[
        ("monsters/readme.md", "# Beasts\n\nx\n"),
        (
            "monsters/bat.md",
            "---\ntitle: Bat\n---\n# Bat\n\nx\n\n## Bite\n\nx ^b1te\n\n## Wings\n\n- x\n\n^wing\n\n## Ears\n\nx\n",
        ),
        ("old/small-dogs/fox.md", "# Fox\n\nx\n"),
        ("old/birds/index.md", "# Birds\n\nx\n"),
        ("old/monsters/small/rat.md", "# Rat\n\nx\n"),
        (
            "old/small/wolf.md",
            "---\npermalink: /bestiary/wolves/\n---\n# Wolf\n\nx\n",
        ),
        ("use/here.md", &format!("# Here\n\n{link}\n")),
        ("use/wolf.md", "# Wolf\n\nx\n"),
    ]);
    let from = book.by_id("rules/here").unwrap();
    let blocks = book.blocks(from);
    let mut links = blocks.texts().flat_map(|text| graph.links_in(from, text));
    let opened = links
        .next()
        .map(|link| book.section(link.targets[0]).id.clone());
    assert_eq!(opened.as_deref(), expected);
}

#[test]
fn the_text_of_a_link_that_leads_nowhere_links_like_any_other() {
    let links = linked("a [Heavy Hatchway](none.md) and [Heavy](https://example.org)");
    assert_eq!(links, ["Heavy -> heavy", "Hatchway -> hatchway"]);
}

#[test]
fn a_written_link_is_one_link_in_any_style() {
    let links = linked("the [**heavy** metal Hatchway](core.md#heavy) and [[Piercing 3]]");
    assert_eq!(
        links,
        ["heavy metal Hatchway -> heavy", "Piercing 3=3 -> piercing"]
    );
}

#[rstest]
#[case(
    "[x](core.md#hevy)",
    "other.md:3:5",
    "no heading `hevy` in `core.md`",
    "did you mean `#heavy`?"
)]
#[case(
    "[x](cor.md)",
    "other.md:3:5",
    "no document `cor.md` in this rules folder",
    "did you mean `core.md`?"
)]
#[case(
    "[x](../../y.md)",
    "other.md:3:5",
    "this link leads out of the rules folder",
    "links must stay inside"
)]
#[case(
    "[[Hevy|a wall]]",
    "other.md:3:5",
    "nothing is named `Hevy` in rules",
    "did you mean `Heavy`?"
)]
#[case(
    "[[Xyzzy]]",
    "other.md:3:5",
    "nothing is named `Xyzzy` in rules",
    "write a title from the same game"
)]
fn a_link_that_leads_nowhere_is_a_fault(
    #[case] link: &str,
    #[case] place: &str,
    #[case] message: &str,
    #[case] help: &str,
) {
    let (_, graph) = book(&[
        ("core.md", CORE),
        ("other.md", &format!("# Other\n\nSee {link}.\n")),
    ]);
    let faults = diagnostics(&graph);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].location.as_ref().unwrap().to_string(), place);
    assert_eq!(
        (faults[0].code, faults[0].message.as_str()),
        ("dangling-link", message)
    );
    assert!(
        faults[0].help.as_deref().unwrap().starts_with(help),
        "{faults:?}"
    );
    let carets = faults[0].to_string().matches('^').count();
    assert_eq!(carets, link.chars().count());
}

#[test]
fn dangling_links_are_reported_up_to_a_limit() {
    let text = format!(
        "# Other\n\n{}\n\n## More\n\n[[nothing]]\n",
        "[x](none.md) ".repeat(1000)
    );
    let (_, graph) = book(&[("core.md", CORE), ("other.md", &text)]);
    assert_eq!(diagnostics(&graph).len(), 51);
}

#[rstest]
#[case("see [x](core.md#heavy), `nothing at all`, [y](https://example.org) and [[Heavy]]")]
#[case("an array [0] and a [note]")]
fn links_that_lead_somewhere_are_no_fault(#[case] text: &str) {
    let (_, graph) = book(&[
        ("core.md", CORE),
        ("other.md", &format!("# Other\n\n{text}\n")),
    ]);
    assert_eq!(diagnostics(&graph), []);
}

const BOLD: &str =
    "# A\n\n## B\n\nIt has **Grox Arm 2** here.\n\n## C\n\nAll **grox arms** and **open** ones.\n";

#[test]
fn an_undefined_term_is_a_fault_at_its_first_bold_use() {
    let (_, graph) = book(&[("a.md", BOLD)]);
    let faults = diagnostics(&graph);
    let shown: Vec<_> = faults.iter().map(ToString::to_string).collect();
    let [fault] = shown.as_slice() else {
        panic!("{shown:#?}")
    };
    assert!(fault.starts_with("a.md:5:"), "{fault}");
    assert!(
        fault.contains("note[undefined-term]: `Grox Arm` is in bold in 2 sections of rules"),
        "{fault}"
    );
    assert!(fault.contains("undefined: [Grox Arm]"), "{fault}");
    // Only an author who lists undefined terms marks all terms in bold.
    let (_, graph) = book(&[("a.md", BOLD), ("game.yaml", "undefined: [Other]\n")]);
    assert!(diagnostics(&graph)[0].is_fault());
}

#[rstest]
#[case::defined("d.md", "# D\n\n## Grox Arm\n\nIt reaches.\n")]
#[case::of_another_book("game.yaml", "undefined: [grox arms]\n")]
fn a_term_that_is_defined_here_or_in_another_book_is_no_fault(
    #[case] file: &str,
    #[case] text: &str,
) {
    let (book, graph) = book(&[("a.md", BOLD), (file, text)]);
    assert_eq!(book.diagnostics, []);
    assert_eq!(diagnostics(&graph), []);
}

#[test]
fn a_term_that_one_game_lists_as_undefined_is_a_fault_in_another() {
    let other = format!("---\ngame: Other\n---\n{BOLD}");
    let (_, graph) = book(&[
        ("a.md", BOLD),
        ("b.md", &other),
        ("game.yaml", "name: One\nundefined: [Grox Arm]\n"),
    ]);
    let paths: Vec<_> = diagnostics(&graph)
        .into_iter()
        .map(|fault| fault.path)
        .collect();
    assert_eq!(paths, ["b.md"]);
}

#[test]
fn a_block_of_a_file_on_disk_opens_its_section() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("bat.md", "# Bat\n\nx\n\n## Bite\n\nx ^b1te\n");
    write("use.md", "# Use\n\n![[bat#^b1te]]\n");
    let listing = loader::find(&[Origin::Path(folder.path().to_owned())])
        .unwrap()
        .read();
    let graph = LinkGraph::new(Rulebook::load(listing.sources, Vec::new()));
    let book = &graph.book;
    let (from, _) = book
        .iter()
        .find(|(_, section)| section.title == "Use")
        .unwrap();
    let links = graph.links_from(from);
    assert_eq!(book.section(links[0].1.targets[0]).title, "Bite");
}

/// A book of many files, each a path and a text.
fn numbered_book(
    count: usize,
    file: impl Fn(usize) -> (String, String),
) -> (Arc<Rulebook>, LinkGraph) {
    let files: Vec<_> = (0..count).map(file).collect();
    let files = files.iter();
    let files: Vec<_> = files
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    book(&files)
}

#[test]
fn a_written_name_that_many_sections_have_leads_to_the_nearest() {
    let text = |at| format!("# Document {at}\n\n## Same\n\nText {at}.\n\n## Use\n\n[[Same]]\n");
    let (book, graph) = numbered_book(200, |at| (format!("f{at:03}/same.md"), text(at)));
    let uses = book.iter().filter(|(_, section)| section.title == "Use");
    for (from, section) in uses {
        let links = graph.links_from(from);
        let targets = &links[0].1.targets;
        assert_eq!(book.section(targets[0]).document, section.document);
        assert!(targets.len() <= 8, "{}", targets.len());
    }
}

#[test]
fn a_file_name_that_many_folders_have_is_that_of_the_nearest_folder() {
    let (book, graph) = numbered_book(200, |at| {
        let text = format!("# Same {at}\n\n## Use\n\n[a](gone/same.md)\n");
        (format!("f{:02}/g{:02}/same.md", at / 20, at % 20), text)
    });
    let uses = book.iter().filter(|(_, section)| section.title == "Use");
    for (from, _) in uses {
        let targets = &graph.links_from(from)[0].1.targets;
        let folder = |at| book.document_of(at).source.file.split('/').next();
        assert_eq!(folder(targets[0]), folder(from));
    }
}

#[test]
fn a_written_name_means_the_file_of_this_name_first() {
    let (book, graph) = book(&[
        (
            "monsters-g.md",
            "# Monsters (G)\n\n## Goblin\n\nA goblin in a list of many.\n",
        ),
        ("goblin.md", "# Goblin\n\nA goblin on a page of its own.\n"),
        ("notes.md", "# Notes\n\nThree [[Goblin]]s wait.\n"),
    ]);
    let from = book.by_id("rules/notes").unwrap();
    let blocks = book.blocks(from);
    let links: Vec<_> = blocks
        .texts()
        .flat_map(|text| graph.links_in(from, text))
        .collect();
    let first = links[0].targets[0];
    assert_eq!(book.document_of(first).id, "rules/goblin");
}

#[rstest]
#[case::numbers_that_order_files("[x](/combat/overview)", Some("rules/00-overview"))]
#[case::composed_letters("[[Ba\u{308}r]]", Some("rules/bär"))]
#[case::a_heading_of_the_joined_book("[x](#far-away)", Some("rules/00-overview#far-away"))]
#[case::a_heading_of_two_documents("[x](#end)", None)]
fn links_of_sites_and_joined_books_are_resolved(
    #[case] link: &str,
    #[case] expected: Option<&str>,
) {
    let (book, graph) = book(&[
        (
            "02-combat/00-overview.md",
            "# Overview\n\n## Far Away\n\nx\n\n## End\n\nx\n",
        ),
        ("b\u{e4}r.md", "# Bear\n\n## End\n\nx\n"),
        ("here.md", &format!("# Here\n\n{link}\n")),
    ]);
    let from = book.by_id("rules/here").unwrap();
    let blocks = book.blocks(from);
    let text = blocks.texts().next().unwrap();
    let target = text.runs.iter().find_map(|run| run.link.as_ref()).unwrap();
    let found = explicit::targets(&graph, from, target).unwrap_or_default();
    let found = found.first().map(|to| book.section(*to).id.as_str());
    assert_eq!(found, expected);
}
