//! Names in several languages and forms.

use super::*;

/// Returns the links of the section `use` of a document that starts with `definitions`.
fn links_after(definitions: &str, text: &str) -> Vec<String> {
    let text = format!("# Bog\n\n{definitions}\n\n## Use\n\n{text}\n");
    let (_, graph) = book(&[("a.md", &text)]);
    links_of(&graph, "rules/a#use")
}

#[rstest]
#[case::inside_a_sentence("## 泥陷 Mired\n\n泥陷的生物速度减半。\n\n## 恐惧\n\n恐惧的生物不能前进。", "被泥陷的生物获得恐惧。", &["泥陷 -> 泥陷-mired", "恐惧 -> 恐惧"])]
#[case::in_bold_and_brackets("## 恐惧\n\n恐惧的生物不能前进。", "受到**恐惧**影响。【恐惧】。", &["恐惧 -> 恐惧", "恐惧 -> 恐惧"])]
#[case::german("## Schild\n\nEin Schild gibt +1 auf die Verteidigung des Trägers.\n\n## Patzer\n\nEin Patzer misslingt.", "Wer Schilde oder einen Schildes trägt, der würfelt bei Patzern noch einmal.", &["Schilde -> schild", "Schildes -> schild", "Patzern -> patzer"])]
#[case::numbers("## 8.3.2 Mire Effects\n\nMire halves movement.", "See rule 8.3.2. Fog is like Mire Effects (8.3.2).", &["rule 8.3.2 -> mire-effects", "Mire Effects -> mire-effects", "8.3.2 -> mire-effects"])]
#[case::an_article_inside("## Servant of Light\n\nA talent.\n\n## Light\n\nA spell that shines.", "The talent Servant of the Light helps.", &["Servant of the Light -> servant-of-light"])]
#[case::letters_before_a_number("## EV5.1 Fuses\n\nFuses burn for a turn.", "Light it as in EV5.1, or wait.", &["EV5.1 -> fuses"])]
#[case::letters_and_a_point_before_a_number("## G.1.19 Fuses\n\nFuses burn for a turn.", "Light it as in G.1.19, or wait.", &["G.1.19 -> fuses"])]
#[case::a_number_before_a_chapter("## 28 Action Cards\n\n28.1 Action Cards are drawn.", "Draw two Action Cards at once.", &["Action Cards -> action-cards"])]
#[case::a_number_before_no_chapter("## 28 Action Cards\n\nThere are 28 Action Cards.", "Draw two Action Cards at once.", &[])]
fn names_are_found_in_any_form(
    #[case] definitions: &str,
    #[case] text: &str,
    #[case] expected: &[&str],
) {
    assert_eq!(links_after(definitions, text), expected);
}

#[rstest]
#[case::the_last_word_of_a_longer_name(
    "## Servant of Light\n\nA talent.\n\n## Light\n\nA spell that shines.",
    "A treacherous light is far off."
)]
#[case::a_label(
    "If you cannot decide:\n\n**GM:** offer a choice.\n\n**2 coin:** a minor job.",
    "The GM sets the stakes. Pay 2 coin to the crew."
)]
fn other_words_are_no_links(#[case] definitions: &str, #[case] text: &str) {
    assert_eq!(links_after(definitions, text), [""; 0]);
}

#[rstest]
#[case("702.19b", true)]
#[case("rule 903", true)]
#[case("G.1.19", true)]
#[case("T34 Mod. 1943", false)]
#[case("D6 vs. D8", false)]
fn a_number_of_a_rule_is_one_word(#[case] name: &str, #[case] expected: bool) {
    assert_eq!(super::super::names::is_rule_number(name), expected);
}

#[test]
fn a_player_may_include_and_exclude_names() {
    let rules =
        "# Bog\n\n## Mire Pit\n\nA pit.\n\n## Night\n\nDark.\n\n## Use\n\nA mire pit at night.\n";
    let (_, graph) = book(&[("a.md", rules)]);
    assert_eq!(links_of(&graph, "rules/a#use"), ["mire pit -> mire-pit"]);
    let settings = "name: Bog\nnever_link: [Mire Pits]\nalways_link: [night]\n";
    let (_, graph) = book(&[("game.yaml", settings), ("a.md", rules)]);
    assert_eq!(links_of(&graph, "bog/a#use"), ["night -> night"]);
}

#[test]
fn a_mention_is_explained() {
    let (book, graph) = book(&[(
        "a.md",
        "# Bog\n\n## Mire Pit\n\nA pit.\n\n## Use\n\nA mire pit.\n",
    )]);
    let (links, _) = graph.explain(book.by_id("rules/a#use").unwrap(), 3);
    let [link] = &links[..] else {
        panic!("{links:?}");
    };
    let sum: f32 = link.parts.iter().map(|(_, part)| part).sum();
    assert_eq!(
        (link.text.as_str(), link.parts.is_empty()),
        ("mire pit", false)
    );
    assert!((sum - link.score).abs() < 0.5, "{link:?}");
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
fn a_heading_that_is_a_rule_has_links_and_is_no_name() {
    let text = "# Card Laws\n\n## Bog Zone\n\nCards wait here.\n\n## Playing\n\n#### The Bog Zone is public.\n\nIt is said that the Bog Zone is public.\n\n#### Bog Zone Rules\n\nNone.\n";
    let (book, graph) = book(&[("a.md", text)]);
    let links = links_of(&graph, "rules/a#the-bog-zone-is-public");
    assert_eq!(links, ["Bog Zone -> bog-zone"], "the text alone");
    let rule = book.by_id("rules/a#the-bog-zone-is-public").unwrap();
    let (made, _) = graph.explain(rule, 3);
    assert_eq!(made.len(), 2);
    let zone = book.by_id("rules/a#bog-zone").unwrap();
    let backlinks = Backlinks::build(&graph, None);
    assert_eq!(backlinks.to(zone).len(), 2);
}
