//! What a player can rely on, over the bundled rules.

use std::sync::LazyLock;

use proptest::prelude::*;
use rstest::rstest;

use super::index::SectionText;
use super::*;
use crate::loader;
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::source::Source;

mod asked;
mod storage;

static BUNDLED: LazyLock<(Rulebook, SearchIndex)> =
    LazyLock::new(|| indexed(Rulebook::load(loader::bundled().collect(), Vec::new())));

fn indexed(book: Rulebook) -> (Rulebook, SearchIndex) {
    let index = SearchIndex::build(&book).unwrap();
    (book, index)
}

fn book_of(files: &[(&str, &str)]) -> (Rulebook, SearchIndex) {
    let source = |(file, text): &(&str, &str)| {
        Source::new(
            format!("house/{file}"),
            (*file).to_owned(),
            "house".to_owned(),
            (*text).to_owned(),
        )
    };
    indexed(Rulebook::load(
        files.iter().map(source).collect(),
        Vec::new(),
    ))
}

fn ask(text: &str) -> Query {
    Query {
        text: text.to_owned(),
        limit: 10,
        ..Query::default()
    }
}

/// The ids of the hits, without the game and document.
fn slugs((book, index): &(Rulebook, SearchIndex), query: &Query) -> Vec<String> {
    let hits = index.search(book, query).hits;
    hits.iter()
        .map(|hit| {
            book.section(hit.section)
                .id
                .rsplit(['#', '/'])
                .next()
                .unwrap()
                .to_owned()
        })
        .collect()
}

#[rstest]
#[case("guard", "guard")]
#[case("tomb world guard", "guard")]
#[case("peircing", "piercing")]
#[case("counter act", "counteract")]
#[case("re-roll all ones", "ceaseless")]
#[case("npo 7", "npo-datacards")]
#[case("molotov", "grenades")]
#[case("point-bl", "point-blank-shot")]
#[case("teleporting", "teleporting")]
#[case("point-blank s", "point-blank-shot")]
#[case("colour:guard", "guard")]
#[case("drop 2''", "dropping")]
#[case("hatch 1ap", "operate-hatch")]
fn the_best_answer_stands_first(#[case] text: &str, #[case] slug: &str) {
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
    ]);
    assert_eq!(slugs(&rules, &ask(text))[0], slug);
    let results = rules.1.search(&rules.0, &ask(text));
    let snippet = &results.hits[0].snippet;
    assert_eq!(snippet.text, shown);
    assert!(!snippet.marks.is_empty());
    assert_eq!(results.outcome, Outcome::Found);
}

#[test]
fn a_keyword_that_is_its_own_name_or_its_teams_is_no_label() {
    let (book, _) = book_of(&[("bog.md", TEAM)]);
    let (at, section) = book
        .iter()
        .find(|(_, section)| section.title == "REEVE")
        .unwrap();
    let text = SectionText::of(&book, &book.body(section.document), at);
    assert_eq!(text.labels, "datacard ; LEADER");
}

#[rstest]
#[case("updraft")]
#[case("updrafts")]
#[case("does armor help against falling")]
fn a_word_may_be_spelt_the_american_or_the_british_way(#[case] text: &str) {
    let filler = "## Walls\nA wall blocks what is behind it.\n\n## Falling\nFalling hurts.\n";
    let updraught = "## Updraught\nArmour is no help against falling here.\n";
    let rules = book_of(&[("winds.md", &format!("{filler}\n{updraught}"))]);
    assert_eq!(slugs(&rules, &ask(text))[0], "updraught");
}

#[test]
fn the_id_of_any_section_finds_it_first() {
    let (book, index) = &*BUNDLED;
    for (at, section) in book.iter() {
        let results = index.search(book, &ask(&section.id));
        assert_eq!(
            results.hits.first().map(|hit| hit.section),
            Some(at),
            "{}",
            section.id
        );
        assert_eq!(results.outcome, Outcome::Found, "{}", section.id);
        assert!(
            results.highlight.is_empty(),
            "{}: nothing is marked",
            section.id
        );
        let games: Vec<_> = results
            .hits
            .iter()
            .map(|hit| book.game_of(hit.section))
            .collect();
        let changes = games.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(
            changes < book.games.len(),
            "{}: the hits of a game stand together",
            section.id
        );
    }
}

#[rstest]
#[case("type:action ap:>1", &["breach", "fall-back"])]
#[case("type:action ap:2 wall", &["breach"])]
#[case("type:action ap:9", &[])]
#[case("type:stratagem sp:1", &["barricades", "fire-wasp"])]
#[case("-type:action ap:2", &[])]
#[case("type:action -ap:<2 -doc:core", &["breach"])]
#[case("-game:kill -game:killzone -type:rule -type:document -type:mission sp:1", &["barricades", "fire-wasp"])]
fn filters_leave_only_what_they_name(#[case] text: &str, #[case] expected: &[&str]) {
    let mut found = slugs(&BUNDLED, &ask(text));
    found.sort();
    assert_eq!(found, expected);
}

#[rstest]
#[case("1ap")]
#[case("2 AP")]
fn a_cost_brings_what_costs_so_much(#[case] text: &str) {
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
            .kind
            .cost()
            .map(|cost| cost.to_string().to_lowercase())
    };
    assert_eq!(
        hits.iter().map(cost).collect::<Vec<_>>(),
        vec![Some(text.to_lowercase().replace(' ', "")); 2]
    );
}

#[rstest]
#[case("d3+3", Outcome::Found)]
#[case("colour:guard", Outcome::Found)]
#[case("plasma guard", Outcome::None)]
fn a_value_or_the_key_of_a_filter_that_is_none_is_not_what_is_asked_for(
    #[case] text: &str,
    #[case] outcome: Outcome,
) {
    assert_eq!(BUNDLED.1.search(&BUNDLED.0, &ask(text)).outcome, outcome);
}

#[rstest]
#[case("how can I snatch a token", "light-fingers")]
#[case("how can I drop a token", "clumsy")]
#[case("snatch", "snatch-squad")]
fn a_word_of_a_sentence_stands_for_others_that_mean_nearly_the_same(
    #[case] text: &str,
    #[case] first: &str,
) {
    let rules = "# House\n\n## Clumsy\n\nDrop a token.\n\n## Light Fingers\n\nTake a token.\n\n\
        ## Snatch Squad\n\nThey are four.\n";
    assert_eq!(slugs(&book_of(&[("a.md", rules)]), &ask(text))[0], first);
}

#[test]
fn another_form_of_a_name_is_a_start_but_a_literal_word_comes_first() {
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

#[rstest]
#[case("point-blank hit penalty", Outcome::Found)]
#[case("how do I fix a hatch", Outcome::Found)]
#[case("how do I open hatches cheaper", Outcome::Found)]
#[case("how sharply can a hatch turn", Outcome::Found)]
#[case("when is a hatch electrified", Outcome::Found)]
#[case("how much is a thunder hammer", Outcome::None)]
#[case("how do I electrify", Outcome::None)]
fn what_is_done_is_not_what_a_question_is_about(#[case] text: &str, #[case] outcome: Outcome) {
    assert_eq!(BUNDLED.1.search(&BUNDLED.0, &ask(text)).outcome, outcome);
}

#[test]
fn an_index_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&BUNDLED.1);
}

#[test]
fn a_search_of_many_repeated_words_ends_soon() {
    let line = "guard the hatch ".repeat(20_000);
    let house = book_of(&[("a.md", &format!("# House\n\n## One\n\n{line}\n"))]);
    let started = std::time::Instant::now();
    assert_eq!(
        slugs(
            &house,
            &ask("guard hatch the guard hatch guard the hatch gu")
        ),
        ["one"]
    );
    assert!(started.elapsed().as_secs() < 10);
}

#[test]
fn an_unknown_filter_is_a_word() {
    assert_eq!(slugs(&BUNDLED, &ask("colour:guard"))[0], "guard");
}

#[rstest]
#[case("obscured")]
#[case("APL")]
#[case("accurate")]
#[case("Tac Ops")]
#[case("place marker")]
fn a_word_that_another_book_defines_is_said_to_be_undefined(#[case] word: &str) {
    let (book, index) = &*BUNDLED;
    let results = index.search(book, &ask(word));
    assert!(
        matches!(results.outcome, Outcome::Undefined { uses } if uses > 1),
        "{:?}",
        results.outcome
    );
    assert!(!results.hits.is_empty(), "the places are told");
}

#[test]
fn an_excluded_word_is_in_no_hit() {
    let (book, index) = &*BUNDLED;
    let texts = |text: &str| {
        let hits = index
            .search(
                book,
                &Query {
                    limit: 100,
                    ..ask(text)
                },
            )
            .hits;
        hits.iter()
            .map(|hit| pieces_text(book, hit.section))
            .collect::<Vec<_>>()
    };
    assert!(texts("hatch").iter().any(|text| text.contains("breach")));
    assert!(!texts("hatch -breach").is_empty());
    assert!(texts("hatch -breach").iter().all(|text| {
        !text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == "breach")
    }));
}

#[test]
fn a_phrase_is_in_every_hit() {
    let (book, index) = &*BUNDLED;
    let hits = index.search(book, &ask("\"critical success\"")).hits;
    assert!(hits.len() > 3);
    assert!(
        hits.iter()
            .all(|hit| pieces_text(book, hit.section).contains("critical success"))
    );
}

fn pieces_text(book: &Rulebook, section: SectionRef) -> String {
    let title = book.section(section).full_title();
    let body = book.body(book.section(section).document);
    let text = SectionText::of(book, &body, section);
    let texts = text.passages.iter().map(|passage| passage.text.as_str());
    std::iter::once(title.as_str())
        .chain(texts)
        .collect::<Vec<_>>()
        .join("\n")
        .to_lowercase()
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
        (Outcome::OtherGame, "Fire Wasp")
    );
}

#[rstest]
#[case("breach", "kill-team", "kill-team")]
#[case("breach", "zone-mortalis", "zone-mortalis")]
#[case("shoot", "killzone-quick-reference", "killzone-quick-reference")]
#[case("door", "killzone-quick-reference", "zone-mortalis")]
#[case("cover saves", "kill-team", "zone-mortalis")]
fn the_hits_of_a_game_stand_together(
    #[case] text: &str,
    #[case] reading: &str,
    #[case] first: &str,
) {
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
    let mut games: Vec<_> = hits
        .iter()
        .map(|hit| book.game(book.game_of(hit.section)).id.as_str())
        .collect();
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
    let house = book_of(&[(
        "a.md",
        "# House\n\n## Disengage\n\nRun.\n\n## Fall Back\n\nMove away.\n",
    )]);
    assert_eq!(
        slugs(&house, &ask("disengage"))[..2],
        ["disengage", "fall-back"]
    );
}

#[test]
fn a_rule_inside_a_section_is_a_hit_only_where_it_is_named() {
    let house = book_of(&[(
        "a.md",
        "# House\n\n## Rats\n\nVermin.\n\n**Gnaw:** It eats through rope and sail.\n",
    )]);
    assert_eq!(slugs(&house, &ask("gnaw"))[0], "gnaw");
    assert_eq!(slugs(&house, &ask("rope")), ["rats"]);
}

#[test]
fn a_question_is_answered_by_a_paragraph_and_not_by_a_title_that_holds_a_word_of_it() {
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

#[test]
fn a_synonym_without_a_section_is_found_in_texts() {
    let files = [
        (
            "a.md",
            "# House\n\n## Sail\n\nA crewman sets it.\n\n## Rope\n\nIt is long.\n",
        ),
        ("synonyms.yaml", "hand: [crewman]\nbloke: [sailor]\n"),
    ];
    let house = book_of(&files);
    assert_eq!(slugs(&house, &ask("hand")), ["sail"]);
    assert!(
        slugs(&house, &ask("bloke")).is_empty(),
        "nothing says sailor"
    );
    assert_eq!(
        house.1.search(&house.0, &ask("sail hand")).outcome,
        Outcome::Found
    );
    assert_eq!(
        house.1.search(&house.0, &ask("hand")).outcome,
        Outcome::None,
        "nothing tells of hands"
    );
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
    assert_eq!(results.outcome, Outcome::Found);
}

#[rstest]
#[case("how do I barge a lychguard", Outcome::Found)]
#[case("how much is a thunder hammer", Outcome::None)]
#[case("how many wounds is a lychguard worth", Outcome::Found)]
fn a_word_that_the_rules_do_not_use_hides_no_answer_unless_it_is_what_is_asked_for(
    #[case] text: &str,
    #[case] outcome: Outcome,
) {
    let (book, index) = &*BUNDLED;
    assert_eq!(index.search(book, &ask(text)).outcome, outcome);
}

#[test]
fn a_heading_without_text_is_a_hit_only_where_nothing_else_has_the_name() {
    let house = book_of(&[(
        "a.md",
        "# House\n\nIntro.\n\n## Weather\n\n### Rain\n\nWet weather.\n\n## Cellar\n\n### Rope\n\nTied.\n",
    )]);
    assert_eq!(slugs(&house, &ask("weather"))[0], "weather");
    let house = book_of(&[(
        "a.md",
        "# House\n\nIntro.\n\n## Weather\n\n### Rain\n\nWet.\n\n## Foul Weather\n\nStay in.\n",
    )]);
    assert_eq!(slugs(&house, &ask("weather")), ["foul-weather", "rain"]);
}

#[test]
fn marks_and_snippet_show_what_matched() {
    let (book, index) = &*BUNDLED;
    let results = index.search(book, &ask("operate hat"));
    let hit = &results.hits[0];
    let title = book.section(hit.section).full_title();
    assert_eq!(
        hit.title_marks
            .iter()
            .map(|mark| &title[mark.clone()])
            .collect::<Vec<_>>(),
        ["Operate", "Hatch"]
    );
    let snippet = &hit.snippet;
    assert!(!snippet.marks.is_empty());
    assert!(snippet.marks.iter().all(|mark| {
        snippet.text[mark.clone()]
            .to_lowercase()
            .starts_with(['o', 'h'])
    }));
    let marks = results.highlight.marks("An open HATCHWAY to operate.");
    assert_eq!(marks, [8..16, 20..27]);
}

#[rstest]
#[case("type:ac", &["type:action"])]
#[case("breach ty", &["breach type:"])]
#[case("breach -ty", &["breach -type:"])]
#[case("-type:ac", &["-type:action"])]
#[case("ap:<=", &["ap:<=1", "ap:<=2"])]
#[case("game:kill", &["game:kill-team", "game:killzone-quick-reference"])]
#[case("sp:", &["sp:1", "sp:2", "sp:3"])]
#[case("doc:zone", &["doc:zone-mortalis"])]
#[case("", &[])]
#[case("guard ", &[])]
fn filters_are_completed(#[case] input: &str, #[case] expected: &[&str]) {
    assert_eq!(complete(&BUNDLED.0, input), expected);
}

#[test]
fn an_empty_query_or_rulebook_finds_nothing() {
    let nothing = indexed(Rulebook::default());
    assert!(nothing.1.search(&nothing.0, &ask("guard")).hits.is_empty());
    let (book, index) = &*BUNDLED;
    assert!(index.search(book, &ask(" \t ")).hits.is_empty());
    assert!(
        index
            .search(
                book,
                &Query {
                    limit: 0,
                    ..ask("guard")
                }
            )
            .hits
            .is_empty()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn leaving_out_anything_is_a_query(text in "[a-z0-9 ]{0,8}-[a-z][a-z0-9\\]>\"' -]{0,12}") {
        let (book, index) = &*BUNDLED;
        let results = index.search(book, &ask(&text));
        prop_assert!(results.hits.len() <= 10 && results.total >= results.hits.len());
    }

    #[test]
    fn any_input_is_a_query(text in "\\PC{0,40}|[a-z0-9\"':*+<>()\\[\\] -]{0,40}|((type|game|ap|doc):)?[<>=]{0,2}[0-9a-z]{0,4} ?") {
        let (book, index) = &*BUNDLED;
        let results = index.search(book, &ask(&text));
        prop_assert!(results.hits.len() <= 10 && results.total >= results.hits.len());
        for hit in &results.hits {
            let snippet = &hit.snippet;
            prop_assert!(snippet.marks.iter().all(|mark| snippet.text.get(mark.clone()).is_some()));
        }
        prop_assert!(complete(book, &text).iter().all(|completed| completed.len() > text.len()));
    }

    #[test]
    fn every_title_is_found_by_its_own_search(at in 0..BUNDLED.0.section_count()) {
        let (book, index) = &*BUNDLED;
        let section = book.section(SectionRef(u32::try_from(at).unwrap()));
        prop_assume!(section.has_text);
        let hits = index.search(book, &ask(&section.full_title())).hits;
        let same = |hit: &Hit| book.section(hit.section).title.eq_ignore_ascii_case(&section.title);
        prop_assert!(hits.iter().take(3).any(same), "{}", section.id);
    }
}
