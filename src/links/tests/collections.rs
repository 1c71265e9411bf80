//! Links in collections that are not written as the bundled rules are: numbered rules, many small files.

use super::*;

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
fn words_that_a_large_collection_uses_all_the_time_are_everyday_words_there() {
    let links = |documents: usize, text: &str| {
        let entry = |at: usize| {
            let text = match at {
                0 => format!(
                    "# Items\n\n## Spells\n\nSome items hold spells.\n\n## Darkness\n\nNo light.\n\n## Use\n\n{text}\n"
                ),
                _ => format!(
                    "# Entry {at}\n\nThis spell fills the room with fog, as a spell of the river does.\n\n## Marsh Fever\n\n7\n"
                ),
            };
            Source::in_memory(&format!("d{at:03}.md"), &text)
        };
        let graph = LinkGraph::new(Rulebook::load(
            (0..documents).map(entry).collect(),
            Vec::new(),
        ));
        let (from, _) = graph
            .book
            .iter()
            .find(|(_, section)| section.title == "Use")
            .unwrap();
        let blocks = graph.book.blocks(from);
        let text = blocks.texts().next().unwrap();
        let links = graph.links_in(from, text);
        links
            .into_iter()
            .map(|link| text.plain[link.range].to_owned())
            .collect::<Vec<_>>()
    };
    let text = "A spell makes darkness; its marsh fever and all Spells last.";
    assert_eq!(
        links(4, text),
        ["spell", "darkness", "marsh fever", "Spells"]
    );
    assert_eq!(links(130, text), ["darkness", "Spells"]);
}

#[test]
fn a_search_follows_the_first_links_of_a_section_only() {
    let targets: Vec<_> = (0..100)
        .map(|at| format!("## Marsh Rat{at}x\n\nA rat.\n\n"))
        .collect();
    let mentions: Vec<_> = (0..100)
        .map(|at| format!("**Rule {at}:** see marsh rat{at}x.\n\n"))
        .collect();
    let text = [
        "# Rats\n\n## Index\n\n",
        &mentions.concat(),
        &targets.concat(),
    ]
    .concat();
    let graph = LinkGraph::new(Rulebook::load(
        vec![Source::in_memory("a.md", &text)],
        Vec::new(),
    ));
    let (index, _) = graph
        .book
        .iter()
        .find(|(_, section)| section.title == "Index")
        .unwrap();
    assert_eq!(graph.links_from(index).len(), 100);
    let followed = graph.linked_from(index);
    assert_eq!(followed.len(), 24);
    assert_eq!(graph.book.section(followed[23]).title, "Marsh Rat23x");
}

/// Two teams of a game, whose files begin alike, and the links of the second.
fn links_of_the_second_team(head: &str, folder: &str) -> Vec<String> {
    let first = "## Sniper\n\nHides.\n\n## Death Korps\n\nDigs.\n\n## Toxin\n\nKills.\n";
    let second = "## Toxin\n\nStuns.\n\n## Use\n\nA sniper. The Sniper, **sniper** or DEATH KORPS has toxin. A death korps waits at a trench line.\n";
    let (_, graph) = book(&[
        (
            &format!("{folder}/rats.md"),
            &format!("---\nsource: Rats\n{head}---\n{first}"),
        ),
        (
            &format!("{folder}/cats.md"),
            &format!("---\nsource: Cats\n{head}---\n{second}"),
        ),
        ("core.md", "# Core\n\n## Trench Line\n\nBehind a wall.\n"),
    ]);
    links_of(&graph, "rules/cats#use")
}

#[rstest]
#[case::by_type("document_type: team-rules\n", "docs")]
#[case::by_folder("", "Factions")]
fn terms_of_one_team_are_not_those_of_another(#[case] head: &str, #[case] folder: &str) {
    assert_eq!(
        links_of_the_second_team(head, folder),
        [
            "sniper -> sniper",
            "DEATH KORPS -> death-korps",
            "toxin -> toxin",
            "trench line -> trench-line",
        ]
    );
}

#[test]
fn documents_of_no_team_share_their_terms() {
    for (head, folder) in [("document_type: killzone\n", "docs"), ("", "steamworks")] {
        let links = links_of_the_second_team(head, folder);
        assert_eq!(links.len(), 7, "{links:?}");
    }
}

#[test]
fn a_file_that_is_one_rule_is_what_its_title_means() {
    let (book, graph) = book(&[
        ("Marsh Fever.md", "### Marsh Fever\n\nYou sweat.\n"),
        (
            "Bog Rat.md",
            "### Bog Rat\n\nIt bites.\n\n#### Actions\n\n**Bite:** marsh fever, then a bog rat.\n",
        ),
        (
            "Fen.md",
            "# Fen\n\nA bog rat has marsh fever.\n\n## Marsh Fever\n\n7\n\n### Use\n\nmarsh fever\n",
        ),
    ]);
    assert_eq!(
        links_of(&graph, "rules/bog-rat#bite"),
        ["marsh fever -> rules/marsh-fever, marsh-fever"]
    );
    // A chapter with headings is more than its title, unless it is one of many files.
    assert_eq!(
        links_of(&graph, "rules/fen"),
        ["marsh fever -> marsh-fever, rules/marsh-fever"]
    );
    let fever = book.by_id("rules/marsh-fever").unwrap();
    assert_eq!(book.section(fever).end.0, fever.0 + 1);
}

#[test]
fn the_parts_of_an_entry_are_its_own_in_a_large_collection() {
    let files: Vec<_> = (0..130)
        .map(|at| (format!("e{at}.md"), format!("# Entry{at}\n\n7\n")))
        .collect();
    let mut files: Vec<_> = files
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect();
    files.push((
        "rat.md",
        "# Rat\n\nIt bites.\n\n**Gnaw Deep:** It gnaws deep.\n\n## Tail\n\nLong.\n",
    ));
    files.push(("guide.md", "# Guide\n\nA book.\n"));
    files.push(("notice.md", "# Notice\n\nA skill.\n"));
    files.push(("use.md", "# Use\n\n**Entry1**\n\nIf it has a tail or a Tail, gnaw deep with Entry2. See the Guide, or the Marsh Guide, #Book/Entry3 or [Entry4](Entry4 b.md). Notice it with Notice; you notice.\n"));
    let (_, graph) = book(&files);
    assert_eq!(
        links_of(&graph, "rules/use"),
        [
            "Tail -> tail",
            "Entry2 -> rules/entry2",
            "Guide -> rules/guide",
            "Entry4 -> rules/entry4",
            "Notice -> rules/notice"
        ]
        .map(|link| link.replace("/entry", "/e"))
    );
    assert_eq!(links_of(&graph, "rules/rat"), [""; 0]);
}
