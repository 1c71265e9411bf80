//! Tests of what a query asks about, and of queries without an answer.

use super::*;
use crate::rules::SectionKind;

#[test]
fn a_number_alone_is_marked_in_the_range_that_holds_it() {
    let (book, index) = &*BUNDLED;
    let highlight = index.search(book, &ask("1317")).highlight;
    assert_eq!(highlight.marks("1300-1400, 12-15").first(), Some(&(0..9)));
}

#[rstest]
#[case("blast vs torrent")]
#[case("torrent versus blast")]
fn versus_is_no_word_that_a_rule_has_to_have(#[case] query: &str) {
    let (book, index) = &*BUNDLED;
    assert_eq!(
        index.search(book, &ask(query)).outcome,
        Answerability::Found
    );
}

#[rstest]
#[case("breach -type:action", "breach")]
#[case("breach -\"breach point\"", "breach-point")]
#[case("breach -doc:tomb-world", "breach")]
fn excluded_sections_are_not_found(#[case] text: &str, #[case] unwanted: &str) {
    let found = slugs(&BUNDLED, &ask(text));
    assert!(
        !found.is_empty() && !found.iter().any(|slug| slug == unwanted),
        "{found:?}"
    );
    let results = BUNDLED.1.search(&BUNDLED.0, &ask(text));
    assert!(results.total < BUNDLED.1.search(&BUNDLED.0, &ask("breach")).total);
}

#[rstest]
#[case("obscurd", "obscured")]
#[case("conditon", "condition")]
#[case("dreadnought", "walker")]
#[case("what is obscured", "obscured")]
fn a_typo_or_synonym_of_an_undefined_word_is_reported_as_the_rules_word(
    #[case] typed: &str,
    #[case] spelt: &str,
) {
    let (book, index) = &*BUNDLED;
    let results = index.search(book, &ask(typed));
    assert!(
        matches!(results.outcome, Answerability::Undefined { uses, .. } if uses > 1),
        "{:?}",
        results.outcome
    );
    assert_eq!(results.about.words, spelt);
}

#[rstest]
#[case("doc:joint -type:rule breach", "breach", &[], true)]
#[case("doc:nonsense breach", "breach", &["doc:nonsense"], false)]
#[case("colour:guard \"control range\"", "colour:guard control range", &[], false)]
#[case("-breach -hatch", "", &[], true)]
fn the_topic_is_reported_without_filters(
    #[case] text: &str,
    #[case] words: &str,
    #[case] misfits: &[&str],
    #[case] is_narrowed: bool,
) {
    let about = BUNDLED.1.search(&BUNDLED.0, &ask(text)).about;
    assert_eq!(
        (about.words.as_str(), about.is_narrowed),
        (words, is_narrowed)
    );
    assert_eq!(about.misfits, misfits);
}

#[test]
fn rules_of_another_game_come_before_mere_uses_in_the_game_being_read() {
    let (book, index) = &*BUNDLED;
    let reading = book
        .games
        .iter()
        .position(|game| game.id == "kill-team")
        .and_then(|at| u32::try_from(at).ok());
    let results = index.search(
        book,
        &Query {
            game: reading.map(GameRef),
            ..ask("night fighting kill team")
        },
    );
    assert_eq!(results.outcome, Answerability::OtherGame);
    assert_ne!(
        Some(book.game_of(results.hits[0].section)),
        reading.map(GameRef)
    );
    // If a filter excludes the game being read, the query is about the game of the filter.
    let filtered = index.search(
        book,
        &Query {
            game: reading.map(GameRef),
            ..ask("game:zone force the breach")
        },
    );
    assert_eq!(filtered.outcome, Answerability::Found);
}

#[rstest]
#[case("can I shoot through a wall", "kill-team")]
#[case("do barrage weapons work indoors", "zone-mortalis")]
fn a_question_that_the_game_being_read_answers_best_is_answered_by_it(
    #[case] text: &str,
    #[case] reading: &str,
) {
    let (book, index) = &*BUNDLED;
    let game = (0..)
        .map(GameRef)
        .zip(&book.games)
        .find(|(_, game)| game.id == reading)
        .map(|(at, _)| at);
    let results = index.search(book, &Query { game, ..ask(text) });
    assert_eq!(results.outcome, Answerability::Found);
    assert_eq!(Some(book.game_of(results.hits[0].section)), game);
}

#[rstest]
#[case("all strategic gambits", "ally")]
#[case("kite", "kit")]
fn a_word_that_only_looks_like_a_synonym_is_none(#[case] text: &str, #[case] word: &str) {
    let is_used = |text: &str| {
        BUNDLED
            .1
            .search(&BUNDLED.0, &ask(text))
            .synonyms
            .iter()
            .any(|used| used.word == word)
    };
    assert!(is_used(word) && !is_used(text), "{text}");
}

#[rstest]
#[case("joint ops")]
#[case("adversary ops")]
fn a_document_is_defined_by_the_beginning_of_its_name(#[case] text: &str) {
    let results = BUNDLED.1.search(&BUNDLED.0, &ask(text));
    assert_eq!(results.outcome, Answerability::Found);
    assert_eq!(
        BUNDLED.0.section(results.hits[0].section).kind,
        SectionKind::Document
    );
}

#[test]
fn every_spelling_of_a_compound_is_one_word() {
    let sorted = |text: &str| {
        let mut found = slugs(&BUNDLED, &ask(text));
        found.sort();
        found
    };
    assert_eq!(sorted("rerolled"), sorted("re-roll"));
}

#[test]
fn two_letters_that_begin_words_begin_names_too() {
    assert_eq!(slugs(&BUNDLED, &ask("re fi"))[0], "reaction-fire");
}

const WEAPONS: &str = "# Weapon Rules\n\n## Blast x\nEach other target within x of the first is attacked too.\n\n## Torrent x\n\
    Each other target within x of the last is attacked too.\n\n## Silent\nIt can shoot while it has a Conceal order.\n\n\
    ## Long Blast\nA blast that travels.\n";
const PLOYS: &str = "# Wardens\n\n## Cunning\nRoll two dice; the difference is the difference in what you gain.\n\n\
    ## Marksman\nIt can shoot twice during counteract. Its rifle is **Silent**.\n";

fn why((book, index): &(Rulebook, SearchIndex), text: &str) -> Vec<String> {
    let results = index.search(book, &ask(text));
    let why = |hit: &Hit| {
        let title = book.section(hit.section).full_title();
        format!("{title}: {}", if hit.is_named { "named" } else { "" })
    };
    results.hits.iter().map(why).collect()
}

fn weapons() -> (Rulebook, SearchIndex) {
    book_of(&[("weapons.md", WEAPONS), ("wardens.md", PLOYS)])
}

#[test]
fn the_rules_that_a_question_names_come_before_a_rare_word() {
    let found = why(
        &weapons(),
        "what is the difference between blast and torrents",
    );
    let mut first = found[..2].to_vec();
    first.sort();
    assert_eq!(first, ["Blast x: named", "Torrent x: named"], "{found:?}");
}

#[rstest]
#[case("blast or torrent", ["blast", "torrent"])]
#[case("difference between charge and dash", ["charge", "dash"])]
#[case("light vs heavy", ["heavy", "light"])]
fn the_rules_that_a_query_compares_come_first(#[case] text: &str, #[case] slugs_of: [&str; 2]) {
    let mut first = slugs(&BUNDLED, &ask(text))[..2].to_vec();
    first.sort();
    assert_eq!(first, slugs_of);
}

#[test]
fn a_filter_also_finds_sections_by_their_subsections() {
    let found = slugs(&BUNDLED, &ask("type:mission breach"));
    assert!(
        found.contains(&"the-zone-mortalis-assault-mission".to_owned()),
        "{found:?}"
    );
    let results = BUNDLED.1.search(&BUNDLED.0, &ask("type:mission breach"));
    assert!(results.hits.iter().all(|hit| !hit.snippet.marks.is_empty()));
    let documents = slugs(&BUNDLED, &ask("type:document torrent"));
    assert_eq!(documents[0], "core-terms");
}

#[test]
fn the_longest_name_in_a_question_comes_first() {
    let found = why(&weapons(), "how far does a long blast travel");
    assert_eq!(found[0], "Long Blast: named");
}

#[rstest]
#[case::a_longer_form_of_a_word_of_the_rules("npo table", "tabled", false)]
#[case("tabled", "tabled", true)]
#[case::a_singular("stair", "stairs", true)]
#[case::a_plural("doors", "door", true)]
fn a_word_of_the_rules_is_not_a_synonym_by_its_stem(
    #[case] text: &str,
    #[case] synonym: &str,
    #[case] expected: bool,
) {
    let found = BUNDLED.1.search(&BUNDLED.0, &ask(text)).synonyms;
    assert_eq!(
        found.iter().any(|found| found.word == synonym),
        expected,
        "{found:?}"
    );
}
