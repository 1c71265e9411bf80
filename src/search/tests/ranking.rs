//! Tests of the order of hits.

use super::*;

#[rstest]
#[case("guard", "guard")]
#[case("tomb world guard", "guard")]
#[case("peircing", "piercing")]
#[case("counter act", "counteract")]
#[case("re-roll all ones", "ceaseless")]
#[case("npo 7", "npo-table")]
#[case("molotov", "grenades")]
#[case("point-bl", "point-blank-shot")]
#[case("teleporting", "teleporting")]
#[case("point-blank s", "point-blank-shot")]
#[case("colour:guard", "guard")]
#[case("drop 2''", "dropping")]
#[case("hatch 1ap", "operate-hatch")]
fn the_best_answer_comes_first(#[case] text: &str, #[case] slug: &str) {
    assert_eq!(slugs(&BUNDLED, &ask(text))[0], slug);
}

const TEAM: &str = "---\nsection: bog wardens\n---\n## BOG WARDENS - REEVE\n**Stats:**\n- APL: 3\n\n**Keywords:** BOG WARDEN, LEADER, \
    REEVE\n\n## BOG WARDENS - LEECHWIFE\n**Stats:**\n- APL: 2\n\n**Poultice:** One operative regains 2 wounds.\n\n**Keywords:** \
    BOG WARDEN, MEDIC, LEECHWIFE\n\n## BOG WARDENS - MUD - Strategy Ploy\nOperatives in mud cannot be seen.\n";
const OTHERS: &str = "---\nsection: reed court\n---\n## REED COURT - DOWAGER\n**Stats:**\n- APL: 3\n\n**Keywords:** REED COURT, \
    LEADER, DOWAGER\n";
const ANSWERS: &str = "## Leaders\nIf the leader is incapacitated, nobody takes its place.\n";

#[rstest]
#[case("medic", "leechwife", "BOG WARDEN · MEDIC · LEECHWIFE")]
#[case("bog wardens leader", "reeve", "BOG WARDEN · LEADER · REEVE")]
#[case("reed court leader", "dowager", "REED COURT · LEADER · DOWAGER")]
#[case("medic bog warden", "leechwife", "BOG WARDEN · MEDIC · LEECHWIFE")]
#[case(
    "leader",
    "leaders",
    "If the leader is incapacitated, nobody takes its place."
)]
fn a_datacard_is_found_by_its_keywords(
    #[case] text: &str,
    #[case] slug: &str,
    #[case] shown: &str,
) {
    let rules = book_of(&[
        ("bog.md", TEAM),
        ("reed.md", OTHERS),
        ("answers.md", ANSWERS),
        ("game.yaml", "vocabulary: kill-team"),
    ]);
    assert_eq!(slugs(&rules, &ask(text))[0], slug);
    let results = rules.1.search(&rules.0, &ask(text));
    let snippet = &results.hits[0].snippet;
    assert_eq!(snippet.text, shown);
    assert!(!snippet.marks.is_empty());
    assert_eq!(results.outcome, Answerability::Found);
}

#[test]
fn a_keyword_that_is_its_own_name_or_its_teams_is_no_label() {
    let (book, _) = book_of(&[("bog.md", TEAM)]);
    let (at, section) = book
        .iter()
        .find(|(_, section)| section.title == "REEVE")
        .unwrap();
    let text = SectionText::of(&book, &book.body(section.document).unwrap(), at);
    assert_eq!(text.labels, "datacard ; LEADER");
}

#[rstest]
#[case("updraughts")]
#[case("does armor help against falling")]
fn a_word_may_have_another_form_or_spelling(#[case] text: &str) {
    let filler = "## Walls\nA wall blocks what is behind it.\n\n## Falling\nFalling hurts.\n";
    let updraught = "## Updraught\nArmour is no help against falling here.\n";
    let rules = book_of(&[("winds.md", &format!("{filler}\n{updraught}"))]);
    assert_eq!(slugs(&rules, &ask(text))[0], "updraught");
}

#[rstest]
#[case("1ap")]
#[case("2 AP")]
fn a_cost_finds_rules_of_that_cost(#[case] text: &str) {
    let (book, index) = &*BUNDLED;
    let hits = index
        .search(
            book,
            &Query {
                limit: 2,
                ..ask(text)
            },
        )
        .hits;
    let cost = |hit: &Hit| {
        book.section(hit.section)
            .cost
            .map(|cost| cost.to_string().to_lowercase())
    };
    assert_eq!(
        hits.iter().map(cost).collect::<Vec<_>>(),
        vec![Some(text.to_lowercase().replace(' ', "")); 2]
    );
}

#[test]
fn another_form_of_a_name_matches_after_the_literal_word() {
    let house = book_of(&[(
        "a.md",
        "# House\n\n## Ash Reader\n\nHe reads.\n\n## Read the Ashes\n\nLook.\n",
    )]);
    assert_eq!(
        slugs(&house, &ask("ashes"))[..2],
        ["read-the-ashes", "ash-reader"]
    );
    assert_eq!(slugs(&house, &ask("ash"))[0], "ash-reader");
}

#[test]
fn the_game_being_read_comes_first_and_the_only_game_alone() {
    let (book, index) = &*BUNDLED;
    let game = |id: &str| {
        book.games
            .iter()
            .zip((0..).map(GameRef))
            .find(|(game, _)| game.id == id)
            .map(|(_, at)| at)
    };
    for id in ["kill-team", "killzone-quick-reference"] {
        let reading = index.search(
            book,
            &Query {
                game: game(id),
                ..ask("shoot")
            },
        );
        assert_eq!(Some(book.game_of(reading.hits[0].section)), game(id));
        let only = index.search(
            book,
            &Query {
                only_game: game(id),
                ..ask("shoot")
            },
        );
        assert!(
            only.hits
                .iter()
                .all(|hit| Some(book.game_of(hit.section)) == game(id))
        );
    }
    let other = index.search(
        book,
        &Query {
            game: game("kill-team"),
            ..ask("fire wasp")
        },
    );
    assert_eq!(
        (
            other.outcome,
            book.section(other.hits[0].section).title.as_str()
        ),
        (Answerability::OtherGame, "Fire Wasp")
    );
}

#[rstest]
#[case("breach", "kill-team", "kill-team")]
#[case("breach", "zone-mortalis", "zone-mortalis")]
#[case("shoot", "killzone-quick-reference", "killzone-quick-reference")]
#[case("door", "killzone-quick-reference", "zone-mortalis")]
#[case("cover saves", "kill-team", "zone-mortalis")]
fn the_hits_of_a_game_are_together(#[case] text: &str, #[case] reading: &str, #[case] first: &str) {
    let (book, index) = &*BUNDLED;
    let game = (0..)
        .map(GameRef)
        .zip(&book.games)
        .find(|(_, game)| game.id == reading)
        .map(|(at, _)| at);
    let hits = index
        .search(
            book,
            &Query {
                game,
                limit: 40,
                ..ask(text)
            },
        )
        .hits;
    let game = |hit: &Hit| book.game(book.game_of(hit.section)).id.as_str();
    // Among the hits of the first game, a section of another game may appear only if its title is
    // the query.
    let is_named = |hit: &Hit| book.section(hit.section).title.eq_ignore_ascii_case(text);
    let is_exact = |hit: &&Hit| is_named(hit) && game(hit) != first;
    let exact = hits.iter().position(is_named);
    assert!(exact.is_none_or(|place| place <= 2), "{exact:?}");
    let others = hits.iter().filter(|hit| !is_exact(hit));
    let mut games: Vec<_> = others.map(game).collect();
    games.dedup();
    assert_eq!(games.first(), Some(&first), "{games:?}");
    let mut unique = games.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), games.len(), "{games:?}");
}

#[test]
fn a_synonym_adds_hits_and_says_so_but_a_literal_title_stays_first() {
    let (book, index) = &*BUNDLED;
    let results = index.search(book, &ask("disengage"));
    assert_eq!(book.section(results.hits[0].section).title, "Fall Back");
    assert_eq!(results.hits[0].via.as_deref(), Some("disengage"));
    assert_eq!(
        results.synonyms,
        [SynonymUse {
            word: "disengage".into(),
            means: vec!["Fall Back".into()]
        }]
    );
    let text = "# House\n\n## Disengage\n\nRun.\n\n## Fall Back\n\nMove away.\n";
    let house = book_of(&[("a.md", text), ("game.yaml", "vocabulary: kill-team")]);
    assert_eq!(
        slugs(&house, &ask("disengage"))[..2],
        ["disengage", "fall-back"]
    );
    // The synonyms of a bundled game serve no other game.
    let other = book_of(&[("a.md", text)]);
    assert_eq!(slugs(&other, &ask("disengage")), ["disengage"]);
}

#[test]
fn a_rule_inside_a_section_is_a_hit_only_where_it_is_named() {
    let house = book_of(&[(
        "a.md",
        "# House\n\n## Rats\n\nVermin.\n\n**Gnaw:** It eats through rope and sail.\n",
    )]);
    assert_eq!(slugs(&house, &ask("gnaw"))[0], "gnaw");
    assert_eq!(slugs(&house, &ask("rope")), ["rats"]);
    let question = "how does gnaw work on a rope while it rains and everybody is asleep below deck and the captain has \
        told no one what the storm has done to the mast or to any sail that is left on this ship of fools";
    assert_eq!(slugs(&house, &ask(question))[..2], ["gnaw", "rats"]);
}

#[test]
fn a_paragraph_answers_a_question_before_a_title_with_one_of_its_words() {
    let text = "# House\n\n## Short Cut\n\nRun.\n\n## Torch\n\nA rat with a torch can cut a hole into any wall.\n\n## Wall\n\nStone.\n";
    let house = book_of(&[("a.md", text)]);
    assert_eq!(
        slugs(&house, &ask("who can cut a hole into a wall"))[0],
        "torch"
    );
    assert_eq!(slugs(&house, &ask("cut"))[0], "short-cut");
}

#[test]
fn a_question_in_the_rules_is_a_hit_of_its_own_and_no_name() {
    let text = "# House\n\n## Wet\n\nA wet rat is slow.\n\n## FAQ\n\n[FAQ] *Question*: Is a wet rat that dries still wet?\n*Answer*: No.\n\n\
                **[FAQ]** *Question*: May a rat swim?\n*Answer*: Yes.\n";
    let house = book_of(&[("a.md", text)]);
    assert_eq!(slugs(&house, &ask("can a rat swim"))[0], "may-a-rat-swim");
    assert_eq!(
        slugs(&house, &ask("is a dry rat still wet"))[0],
        "is-a-wet-rat-that-dries-still-wet"
    );
    assert_eq!(slugs(&house, &ask("wet"))[0], "wet");
}

#[rstest]
#[case("ducttape", "duct-tape")]
#[case("birdseye", "birds-eye")]
#[case("ducktape", "")]
fn a_name_may_be_typed_without_its_space(#[case] text: &str, #[case] slug: &str) {
    let rules = "# House\n\n## Duct Tape\n\nIt holds.\n\n## Bird's Eye\n\nIt sees.\n\n## Tape\n\nIt measures.\n";
    let found = slugs(&book_of(&[("a.md", rules)]), &ask(text));
    assert_eq!(found.first().map_or("", String::as_str), slug);
}

#[test]
fn every_word_of_a_name_may_be_cut_short() {
    let house = book_of(&[(
        "a.md",
        "# House\n\n## Harbour Authority\n\nIt rules.\n\n## Harpoon\n\nSharp.\n",
    )]);
    assert_eq!(slugs(&house, &ask("harb auth"))[0], "harbour-authority");
}

#[rstest]
#[case("br po", "breach-point")]
#[case("cl co da", "close-combat-damage")]
#[case("ca sc", "canoptek-scarab-swarm")]
#[case("co ra", "control-range")]
fn two_letters_of_each_word_are_a_name(#[case] text: &str, #[case] expected: &str) {
    let (book, index) = &*BUNDLED;
    let results = index.search(book, &ask(text));
    assert!(
        results
            .hits
            .first()
            .is_some_and(|hit| book.section(hit.section).id.ends_with(expected))
    );
    assert_eq!(results.outcome, Answerability::Found);
}

#[test]
fn a_heading_without_text_is_a_hit_if_the_query_names_it_or_nothing_else_answers() {
    let house = book_of(&[(
        "a.md",
        "# House\n\nIntro.\n\n## Weather\n\n### Rain\n\nWet weather.\n\n## Cellar\n\n### Rope\n\nTied.\n",
    )]);
    assert_eq!(slugs(&house, &ask("weather"))[0], "weather");
    let house = book_of(&[(
        "a.md",
        "# House\n\nIntro.\n\n## Weather\n\n### Rain\n\nWet.\n\n## Foul Weather\n\nStay in.\n",
    )]);
    assert_eq!(
        slugs(&house, &ask("weather")),
        ["weather", "foul-weather", "rain"]
    );
    let house = book_of(&[(
        "a.md",
        "# House\n\nIntro.\n\n## Fair Weather\n\n### Rain\n\nWet.\n\n## Foul Weather\n\nStay in.\n",
    )]);
    let found = slugs(&house, &ask("weather"));
    assert_eq!(found, ["fair-weather", "foul-weather", "rain"]);
    assert_eq!(slugs(&house, &ask("foul rain")), ["rain", "foul-weather"]);
    assert_eq!(slugs(&house, &ask("fair rain")), ["rain"]);
}

#[test]
fn documents_come_before_headings_run_in_rules_and_rows_of_the_same_name() {
    let long = "The ranger keeps to the woods. A ranger tracks what a ranger hunts.";
    let house = book_of(&[
        (
            "classes.md",
            &format!(
                "# Classes\n\n## Table\n\n| Class | Die |\n|---|---|\n| Ranger | d8 |\n\n## List\n\n**Ranger:** {long}\n"
            ),
        ),
        ("ranger.md", "# Ranger\n\n## Gear\n\nA bow.\n"),
        ("woods.md", &format!("# Woods\n\n## Ranger\n\n{long}\n")),
    ]);
    let hits = house.1.search(&house.0, &ask("ranger")).hits;
    let ids: Vec<_> = hits
        .iter()
        .map(|hit| house.0.section(hit.section).id.as_str())
        .collect();
    let named = ["house/ranger", "house/woods#ranger", "house/classes#ranger"];
    assert_eq!(ids[..3], named);
    assert!(ids[3..].contains(&"house/classes#table"), "{ids:?}");
}

#[test]
fn the_number_of_a_rule_finds_it() {
    let house = book_of(&[(
        "a.md",
        "# Rats\n\n## 100. Rivers\n\n### 100.2. Swimming\n\n100.2a A rat swims.\n\n100.2b A wet rat waits. See rule 100.3.\n\n### 100.3. Diving\n\nA rat dives (100.2a).\n",
    )]);
    assert_eq!(slugs(&house, &ask("100.2"))[0], "swimming");
    assert_eq!(slugs(&house, &ask("rule 100.3"))[0], "diving");
    assert_eq!(slugs(&house, &ask("100.2b"))[0], "100-2b");
    assert_eq!(slugs(&house, &ask("rule 100"))[0], "rivers");
}

#[test]
fn a_name_of_common_words_is_found_among_many_longer_ones() {
    let longer = (0..90).map(|n| format!("## Team Guide {n}\n\nA team, the team, every team.\n\n"));
    let text = format!(
        "# House\n\n{}## Team\n\nYou and your friends.\n",
        longer.collect::<String>()
    );
    let house = book_of(&[("a.md", &text)]);
    assert_eq!(slugs(&house, &ask("team"))[0], "team");
    assert_eq!(slugs(&house, &ask("team "))[0], "team");
}

#[rstest]
#[case("secure s", "secure-salvage")]
#[case("seere", "severe")]
#[case("counte", "counteract")]
fn a_few_letters_or_a_typo_find_the_rule_that_is_meant(#[case] text: &str, #[case] slug: &str) {
    let rules = "# House\n\n## Second in Command\n\nRun.\n\n## Secure Salvage\n\nDig.\n\n## Crit Op 1: Secure\n\nHold it.\n\n\
        ## Severe\n\nIt hurts.\n\n## Relic Seer\n\nA seer sees.\n\n## Blaze\n\nIt burns.\n\n## Blast x\n\nIt spreads.\n\n## Bombs\n\nA bomb has Blast 2.\n\n## Mines\n\nA mine has Blast 1.\n\n## Counteract\n\nAct.\n\n\
        ## Counting\n\nCount them.\n\n";
    let house = book_of(&[("a.md", rules)]);
    assert_eq!(slugs(&house, &ask(text))[0], slug);
}
