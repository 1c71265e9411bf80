//! Tests of links in collections that, unlike the bundled rules, consist of many small files.

use super::*;

#[test]
fn words_that_a_large_collection_uses_all_the_time_are_everyday_words_there() {
    let links = |documents: usize, text: &str| {
        let entry = |at: usize| {
            let text = match at {
                0 => format!(
                    "# Items\n\n## Spells\n\nSome items hold spells.\n\n## Monsters\n\nThey bite.\n\n## Darkness\n\nNo light.\n\n## Use\n\n{text}\n"
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
    let text = "A spell makes darkness; its marsh fever, a monster and all Spells last.";
    assert_eq!(
        links(4, text),
        ["spell", "darkness", "marsh fever", "monster", "Spells"]
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
    assert_eq!(graph.links_from(index, usize::MAX).len(), 100);
    let followed = graph.linked_from(index);
    assert_eq!(followed.len(), 24);
    assert_eq!(graph.book.section(followed[23]).title, "Marsh Rat23x");
}

/// Returns the links of the second of two teams. `head` is added to the front matter of both files.
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
            "DEATH KORPS -> death-korps",
            "toxin -> toxin",
            "trench line -> trench-line",
        ]
    );
}

#[test]
fn documents_of_one_source_are_one_team_unless_they_are_many() {
    let text = "---\ndocument_type: team-rules\nsource: Box\n---\n";
    for (teams, links) in [(3, 1), (5, 0)] {
        let files = (0..teams).map(|at| {
            let rule = if at == 1 { "Gnasher0" } else { "Other" };
            let rules = format!("# T{at}\n\n## Use {at}\n\nA gnasher{at}.\n\n## {rule}\n\n7\n");
            (format!("t{at}.md"), format!("{text}{rules}"))
        });
        let files: Vec<_> = files.collect();
        let files: Vec<_> = files
            .iter()
            .map(|(file, text)| (file.as_str(), text.as_str()))
            .collect();
        let (_, graph) = book(&files);
        assert_eq!(links_of(&graph, "rules/t0#use-0").len(), links);
    }
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
    // `bog rat` is not a link here: in a small collection, a document with headings (`Bog Rat`) is
    // not a rule.
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

/// Returns the links of a text in a large collection that consists of 130 one-word entries and
/// `files`.
pub fn links_in_a_large_collection(files: &[(&str, &str)], text: &str) -> Vec<String> {
    let entries: Vec<_> = (0..130)
        .map(|at| (format!("e{at}.md"), format!("# Entry{at}\n\n7\n")))
        .collect();
    let entries = entries
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()));
    let mut files: Vec<_> = entries.chain(files.iter().copied()).collect();
    let text = format!("# Use\n\n{text}\n");
    files.push(("use.md", &text));
    let (_, graph) = book(&files);
    let links = links_of(&graph, "rules/use");
    let links = links.into_iter();
    links.map(|link| link.replace("rules/", "")).collect()
}

const CHAPTERS: [(&str, &str); 5] = [
    ("Wraith.md", "# Wraith\n\nCold.\n"),
    ("Marsh Rat.md", "# Marsh Rat\n\nWet.\n"),
    (
        "combat.md",
        "# Combat\n\n## Hide\n\nBe still.\n\n## Balance Beam\n\nStand.\n\n## Tumble\n\nRoll.\n\n## Tier 1 Sculls\n\nRow.\n\n## Dcs\n\nHigh.\n\n## The Giant\n\nTall.\n\n## Sprocket\n\nTurns.\n\n## Gadget\n\nGoes.\n\n## Widget\n\nGone.\n\n## Wild Surge\n\n|D6|Surge|\n|-|-|\n|1|Rain|\n",
    ),
    (
        "seeds.md",
        "# Seeds\n\n## Rumours\n\nThe miller has seen lights on the hill, and says that they move. The smith lost two hammers in one night, and blames the river. Nobody has crossed the old bridge since the flood, but somebody has paid its toll. What do you hear?\n",
    ),
    ("str.md", "# Abilities\n\n## STR\n\nBrawn.\n"),
];

#[rstest]
#[case::a_part_of_a_longer_word("Off-sprocket, sprocket-like sprocket.", &["sprocket -> sprocket"])]
#[case::a_part_of_a_longer_name("The Hasty Sprocket Guild, a Sprocket.", &["Sprocket -> sprocket"])]
#[case::a_number("Two Tier 1 Sculls, a marsh rat.", &["marsh rat -> marsh-rat"])]
#[case::an_abbreviation("A DC 5 STR check.", &["STR -> str"])]
#[case::no_abbreviation("An str, a Str.", &["Str -> str"])]
#[case::a_part_of_a_name_of_words("A Balance Beam Walker on the Balance Beam.", &["Balance Beam -> balance-beam"])]
#[case::a_part_of_a_bold_name("The **Rusty Sprocket** and the **Sprocket**.", &["Sprocket -> sprocket"])]
#[case::a_source("source: Sprocket", &[])]
#[case::an_article("See the giant or the Giant.", &["the Giant -> the-giant"])]
#[case::an_everyday_word_of_a_chapter("You Hide, or take the Hide action.", &["Hide -> hide"])]
#[case::a_caption("A wild surge, a Wild Surge; roll on the Wild Surge table.", &["Wild Surge -> wild-surge"])]
#[case::a_label("Cold.  \nSprocket: 5\n\nA sprocket: small.", &["sprocket -> sprocket"])]
#[case::a_label_with_another_name_or_a_limit("Sprocket and Cog. Big.\n\nWidget (1 a day). Odd.\n\nSprocket and widget (both).", &["Sprocket -> sprocket", "widget -> widget"])]
#[case::a_part_of_a_longer_name("See Balance Beam, the Old Balance Beam and an old balance beam. Instead of Balance Beam, the Warden's Balance Beam; Use Balance Beam, or (Old Balance Beam) the Rod of Balance Beam.", &["Balance Beam -> balance-beam", "balance beam -> balance-beam", "Balance Beam -> balance-beam", "Balance Beam -> balance-beam", "Balance Beam -> balance-beam", "Balance Beam -> balance-beam"])]
#[case::a_label_before_a_figure("**Sprocket** 5\n\nA **sprocket** of 5.", &["sprocket -> sprocket"])]
#[case::a_label_without_a_value("**Sprocket** -\n\nA **sprocket**.", &["sprocket -> sprocket"])]
#[case::a_title_that_its_text_does_not_contain("Rumours of rumours and the Rumours.", &[])]
#[case::many_words("On a balance beam, tumble.", &["balance beam -> balance-beam", "tumble -> tumble"])]
fn a_large_collection_means_a_name_only_where_it_reads_as_one(
    #[case] text: &str,
    #[case] expected: &[&str],
) {
    assert_eq!(links_in_a_large_collection(&CHAPTERS, text), expected);
}

#[test]
fn names_that_authors_write_in_italics_are_links_only_there_or_capitalised() {
    let spell = |name: &str| {
        (
            format!("spells/{name}.md"),
            format!("# {name}\n\nAs *gloom*, *sprout*, *douse, wither*.\n"),
        )
    };
    let spells = ["Gloom", "Sprout", "Douse", "Wither", "Command"].map(spell);
    let spells: Vec<_> = spells
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect();
    assert_eq!(
        links_in_a_large_collection(
            &spells,
            "Plants sprout in gloom; cast *sprout*, *command, douse* or Wither."
        ),
        [
            "sprout -> sprout",
            "command -> command",
            "douse -> douse",
            "Wither -> wither"
        ]
    );
}

#[rstest]
#[case("docs", 1)]
#[case("Translations", 0)]
fn names_of_a_translation_are_known_only_there(#[case] folder: &str, #[case] links: usize) {
    let file = format!("{folder}/rat.md");
    let files = [(&*file, "# Rata\n\n## Marsh Bite\n\nMuerde.\n")];
    let found = links_in_a_large_collection(&files, "A marsh bite.");
    assert_eq!(found.len(), links);
}

#[test]
fn authors_who_link_what_they_name_leave_single_words_alone() {
    let linked = "# Guide\n\n[Wraith](Wraith.md) [Wraith](Wraith.md) [Wraith](Wraith.md) [Wraith](Wraith.md)\n\nThe Mud, a Mud.\n";
    let files: Vec<_> = (0..9).map(|at| format!("a{at}.md")).collect();
    let mut files: Vec<_> = files.iter().map(|file| (file.as_str(), linked)).collect();
    files.extend(CHAPTERS);
    files.push(("Mud.md", "# Mud\n\nWet.\n"));
    assert_eq!(
        links_in_a_large_collection(
            &files,
            "Then tumble, Tumble, use a gadget, a marsh rat, the Marsh Rat and the Mud."
        ),
        ["Marsh Rat -> marsh-rat"]
    );
}

#[test]
fn a_general_rule_comes_before_that_of_one_class() {
    let class = |at: usize| {
        (
            format!("heroes/c{at}.md"),
            format!(
                "# Hero{at}\n\n## Gear\n\n1\n\n## Stats\n\n2\n\n## Talents\n\n3\n\n## Backgrounds\n\n4\n\n## Spell Slots\n\n5\n\n## Own Thing{at}\n\n6\n\n## Sulk{at}\n\n7\n\n**Pout:** 8\n"
            ),
        )
    };
    let classes: Vec<_> = (0..7).map(class).collect();
    let mut files: Vec<_> = classes
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect();
    files.extend([
        (
            "heroes/c8.md",
            "# Hero8\n\n## Gear\n\n1\n\n## Stats\n\n2\n\n## Talents\n\n3\n\n## Backgrounds\n\n4\n",
        ),
        (
            "magic.md",
            "# Magic\n\n## Casting\n\n### Spell Slots\n\nNine.\n\n### Wild Surge\n\nA surge.\n\n### Spell Burn\n\nIt burns.\n\n### Deep Focus\n\nA focus.\n\n### Mana Pool\n\nA pool.\n",
        ),
        (
            "scrolls.md",
            "# Scrolls\n\nA wild surge, spell burn, mana pool and deep focus.\n",
        ),
    ]);
    assert_eq!(
        links_in_a_large_collection(
            &files,
            "Use spell slots and an own thing3. You sulk2 or pout; then Sulk2."
        ),
        ["spell slots -> spell-slots"]
    );
}

#[test]
fn creatures_of_one_adventure_are_not_those_of_another() {
    let (_, graph) = book(&[
        (
            "adventures/old/mill.md",
            "# Mill\n\n## Gnasher\n\nBites.\n\n## Old Gnasher\n\n7\n",
        ),
        (
            "adventures/new/well.md",
            "# Well\n\n## Use\n\nA gnasher, GNASHER, Old Gnasher.\n",
        ),
        ("town.md", "# Town\n\n## Use\n\nA gnasher.\n"),
    ]);
    assert_eq!(
        links_of(&graph, "rules/well#use"),
        ["Old Gnasher -> old-gnasher"]
    );
    assert_eq!(links_of(&graph, "rules/town#use"), ["gnasher -> gnasher"]);
}

#[test]
fn labels_parts_of_names_and_titles_of_two_documents_are_no_mentions() {
    let files = [
        ("spells/gleam.md", "# Gleam\n\nA spell."),
        ("senses/gleam.md", "# Gleam\n\nA sense."),
        ("marsh-imp.md", "# Marsh Imp\n\nA creature."),
        ("feats/gleam-guild.md", "# Sneak Guild\n\nA guild."),
    ];
    let text = "Marsh imp. See: the Gleam, the Sneak Guild of Rats and a marsh imp: small.";
    assert_eq!(
        links_in_a_large_collection(&files, text),
        ["Sneak Guild -> gleam-guild", "marsh imp -> marsh-imp"]
    );
}

#[rstest]
#[case::stubs("See the Tarn, the Bog, the Fen, the Brook, the Mere, the Delta and the Weir.", &["Weir -> weir"])]
#[case::short_texts(
    "See the Sluice, the Levee, the Spate and the Ford.",
    &["Sluice -> sluice", "Levee -> levee", "Spate -> spate", "Ford -> ford"]
)]
#[case::half_of_a_compound("A Weir–Troll, and the Weir.", &["Weir -> weir"])]
fn names_of_nothing_or_of_something_else_are_no_mentions(
    #[case] text: &str,
    #[case] expected: &[&str],
) {
    let waters = "# Waters\n\n## Tarn\n\nSource: Book p. 7\n\n## Bog\n\nBook p. 8\n\n## Fen\n\n#todo\n\n## Brook\n\n(see Brook, page 24 of the Book)\n\n## Mere\n\n- [[Marsh]]\n\n> [!note]\n> Please visit the marsh.\n\n## Sluice\n\nSource: Book p. 9\nA sluice opens.\n\n## Levee\n\nTreat it as in the floods, see p. 9\n\n## Spate\n\n`2d6 + STR`\n\n## Ford\n\n![](ford.png)\nA shallow ford.\n\n## MUD\n\nWet earth.\n\n## Delta\n\n**Depth:** 3 m\n\n## Weir\n\nA weir holds a river back.\n";
    let files = [("Waters.md", waters), ("Marsh.md", "# Marsh\n\nA marsh.\n")];
    assert_eq!(links_in_a_large_collection(&files, text), expected);
}
