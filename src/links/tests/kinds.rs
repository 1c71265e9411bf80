//! Tests of names in large collections that mean things of several kinds, or only one of them.

use super::books::{borrowed, entries, targets};
use super::collections::links_in_a_large_collection;
use super::{book, links_of};

#[test]
fn a_name_that_is_always_capitalised_is_not_the_same_word_in_lower_case() {
    let use_of = |at| {
        let text = format!("# Use{at}\n\nYou make a Wit check.\n");
        (format!("u{at}.md"), text)
    };
    let uses: Vec<_> = (0..60).map(use_of).collect();
    let mut files = borrowed(&uses);
    let rules = "# Scores\n\n## Wit\n\nYour wit.\n\n## Spunk\n\nYour spunk.\n\n## Snatch (Skill)\n\nYou snatch.\n";
    files.push(("scores.md", rules));
    assert_eq!(
        links_in_a_large_collection(
            &files,
            "A man of wit and spunk has Wit and Spunk, and may snatch with Snatch."
        ),
        [
            "spunk -> spunk",
            "Wit -> wit",
            "Spunk -> spunk",
            "Snatch -> snatch"
        ]
    );
}

#[test]
fn an_abbreviation_means_the_rule_and_not_the_value_of_an_entry() {
    let beast = |at| {
        let text = format!("# Beast{at}\n\n**AP:** 5\n\n## Hide\n\nIt adds 2 to its AP.\n");
        (format!("b{at}.md"), text)
    };
    let mut files: Vec<_> = (0..140).map(beast).collect();
    let rules = "# Rules\n\n## AP\n\nArmour points.\n";
    files.insert(0, ("a.md".to_owned(), rules.to_owned()));
    let (_, graph) = book(&borrowed(&files));
    assert_eq!(links_of(&graph, "rules/b7#hide"), ["AP -> ap"]);
}

#[test]
fn an_action_is_not_the_skill_with_its_name() {
    let mut files = entries();
    let texts = [
        ("skills.md", "# Skills\n\n## Grapple\n\nYou grapple well.\n"),
        ("turn.md", "# Turn\n\n## Grapple\n\nYou grapple a foe.\n"),
        ("use.md", "# Use\n\nA Grapple, and a Grapple action.\n"),
    ];
    files.extend(texts.map(|(file, text)| (file.to_owned(), text.to_owned())));
    let (_, graph) = book(&borrowed(&files));
    assert_eq!(
        targets(&graph, "rules/use"),
        ["rules/skills#grapple", "rules/turn#grapple"]
    );
}

#[test]
fn a_part_of_a_capitalised_name_that_means_nothing_here_is_no_mention() {
    let rules = "# Rules\n\n## Tug\n\nA tug.\n\n## Tug of War\n\nBook p. 8\n";
    assert_eq!(
        links_in_a_large_collection(
            &[("r.md", rules)],
            "A tug of war, the Tug of War and a Tug."
        ),
        ["tug -> tug", "Tug -> tug"]
    );
}

#[test]
fn a_heading_comes_before_a_run_in_rule_of_a_document_that_is_referred_to_more() {
    let names = [
        "sprocket", "flywheel", "gearbox", "winch", "doodad", "spindle", "treadle",
    ];
    let sections = |names: &[&str]| {
        let sections = names
            .iter()
            .map(|name| format!("## {name}\n\nA {name}.\n\n"));
        sections.collect::<String>()
    };
    let mentions = names.map(|name| format!("A {name}.")).join(" ");
    let mut files = entries();
    let texts = [
        (
            "setup.md",
            format!(
                "# Setup\n\n**Lift Gate:** Choose.\n\n{}",
                sections(&names[..4])
            ),
        ),
        (
            "works.md",
            format!(
                "# Works\n\n## Lift Gate\n\nIt lifts.\n\n{}",
                sections(&names[4..])
            ),
        ),
        (
            "use.md",
            format!("# Use\n\nClose the Lift Gate. {mentions}\n"),
        ),
    ];
    files.extend(texts.map(|(file, text)| (file.to_owned(), text)));
    let (_, graph) = book(&borrowed(&files));
    assert_eq!(targets(&graph, "rules/use")[0], "rules/works#lift-gate");
}

#[test]
fn a_short_run_in_rule_that_does_not_name_itself_defines_nothing() {
    let rules = "# Rules\n\n**Gizmo:** Choose one.\n\n**WIL:** Wits.\n\n**Winch:** A winch.\n";
    assert_eq!(
        links_in_a_large_collection(&[("r.md", rules)], "The Gizmo, the Winch and WIL."),
        ["Winch -> winch", "WIL -> wil"]
    );
}

#[test]
fn a_name_of_words_that_most_games_use_is_no_mention_in_lower_case() {
    let rules = "# Rules\n\n## Cast a Spell\n\nCast a spell.\n";
    assert_eq!(
        links_in_a_large_collection(&[("r.md", rules)], "You cast a spell, or Cast a Spell."),
        ["Cast a Spell -> cast-a-spell"]
    );
}

#[test]
fn comments_and_summaries_of_rules_and_notices_define_nothing_in_a_large_collection() {
    let rules = "# Rules\n\n## Gizmo\n\nA gizmo.\n\n## Errata\n\n### Winch\n\nA winch is big.\n\n## Cheat Sheet\n\n### Hoist\n\nA hoist.\n\n## Crank\n\nCrank: Copyright © 2013 the makers of the crank.\n\n## Brand\n\nA brand, marked with ©.\n";
    let files = [
        ("r.md", rules),
        ("errors.md", "# Rules with Errata\n\n## Cog\n\nA cog.\n"),
    ];
    let text = "A gizmo, a winch, a hoist, a crank, a brand and a cog.";
    assert_eq!(
        links_in_a_large_collection(&files, text),
        ["gizmo -> gizmo", "brand -> brand", "cog -> cog"]
    );
    let use_it = format!("# Use\n\n{text}\n");
    let (_, graph) = book(&[&files[..], &[("use.md", &use_it)]].concat());
    assert_eq!(
        links_of(&graph, "rules/use"),
        [
            "gizmo -> gizmo",
            "winch -> winch",
            "hoist -> hoist",
            "crank -> crank",
            "brand -> brand",
            "cog -> cog"
        ]
    );
}

#[test]
fn a_heading_whose_text_names_another_place_defines_nothing() {
    let rules = "# Rules\n\n## Gizmo\n\nA gizmo.\n\n## Winch\n\nSee Gizmo.\n\n## Cog\n\nSee rule 7.2.\n\n## Keen Eye\n\nSee far things.\n\n## Sprocket\n\nSee Gizmo.\n\n**Hoist:** See Gizmo.\n";
    let use_it = "# Use\n\nA gizmo, a winch, a cog, a keen eye, a sprocket and a hoist.\n";
    let (_, graph) = book(&[("r.md", rules), ("use.md", use_it)]);
    assert_eq!(
        links_of(&graph, "rules/use"),
        [
            "gizmo -> gizmo",
            "keen eye -> keen-eye",
            "sprocket -> sprocket",
            "hoist -> hoist"
        ]
    );
}

#[test]
fn a_heading_of_many_chapters_means_that_of_this_chapter_only() {
    let class = |at: usize| {
        let talents = "## Winch\n\n### Prime Boon\n\nTwice.\n\n### Turn\n\nUse the Prime Boon.\n\n## Crank\n\nUse the Prime Boon.\n";
        (format!("c{at}.md"), format!("# Class{at}\n\n{talents}"))
    };
    let mut files = entries();
    files.extend((0..12).map(class));
    let (_, graph) = book(&borrowed(&files));
    assert_eq!(targets(&graph, "rules/c3#turn"), ["rules/c3#prime-boon"]);
    assert_eq!(targets(&graph, "rules/c3#crank"), [""; 0]);
}

#[test]
fn a_skill_is_not_the_same_word_in_lower_case_or_as_a_verb() {
    let rules = "# Rules\n\n## Agility Skills\n\n### Traits\n\nTraits of all.\n\n### Hurdle\n\nTo hurdle.\n\n### High Hurdle\n\nHigh.\n\n## Vault (Action)\n\nOver it.\n";
    assert_eq!(
        links_in_a_large_collection(
            &[("r.md", rules)],
            "To hurdle and to high hurdle, attempt to Hurdle, +2 to Hurdle: these are traits. Trying to Hurdle, \
             or wishing to Hurdle, you need to Vault."
        ),
        [
            "high hurdle -> high-hurdle",
            "Hurdle -> hurdle",
            "traits -> traits",
            "Vault -> vault"
        ]
    );
}
