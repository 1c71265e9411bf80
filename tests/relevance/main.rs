//! Tests that search keeps finding the right section: its scores must not fall below the floors in
//! this file.
//!
//! `cargo run --release --example relevance` prints the scores.

mod measure;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use measure::{Case, Score, Way};
use tableside::rules::{GameRef, Rulebook};
use tableside::search::{Query, SearchIndex};

/// Kinds of query, each with the minimum success at 1 and the minimum success at 3 on the bundled
/// rules.
///
/// These floors and those below are what the linear model reaches, less about one query. The rules of
/// the ranking before it had been chosen on these lists, and reached up to 0.08 more on some of them,
/// but less than plain BM25 on the questions of other people (see BENCHMARKS.md).
const FLOORS: [(&str, f64, f64); 8] = [
    ("keyword", 0.96, 0.99),
    ("prefix", 0.96, 0.99),
    ("typo", 0.96, 0.99),
    ("synonym", 0.80, 0.92),
    ("phrase", 0.83, 0.98),
    ("question", 0.92, 0.96),
    ("number", 0.96, 0.99),
    ("all", 0.94, 0.98),
];

type Indexed = (Arc<Rulebook>, SearchIndex);

static BUNDLED: LazyLock<Indexed> = LazyLock::new(|| indexed(measure::bundled()));
static UNSEEN: LazyLock<Indexed> = LazyLock::new(|| indexed(measure::unseen()));

fn indexed(book: Arc<Rulebook>) -> Indexed {
    let index = SearchIndex::build(&book).unwrap();
    (book, index)
}

fn query(text: &str) -> Query {
    Query {
        text: text.to_owned(),
        limit: 10,
        ..Query::default()
    }
}

#[test]
fn the_right_section_is_first_or_among_the_first_three() {
    let (book, index) = &*BUNDLED;
    let ids = |text: &str| measure::shown(book, &index.search(book, &query(text)));
    let mut missed = Vec::new();
    let scores = measure::measure(&measure::part(false), ids, |case, found| {
        missed.push(format!(
            "{}: {:?}",
            case.query,
            found.iter().take(3).collect::<Vec<_>>()
        ));
    });
    for (kind, first, third) in FLOORS {
        let score = scores[kind];
        assert!(
            score.at_1() >= first,
            "{kind}: {:.3} at 1\n{}",
            score.at_1(),
            missed.join("\n")
        );
        assert!(
            score.at_3() >= third,
            "{kind}: {:.3} at 3\n{}",
            score.at_3(),
            missed.join("\n")
        );
    }
    assert!(
        scores["all"].mrr() >= 0.96,
        "{:.3} in the mean",
        scores["all"].mrr()
    );
    assert!(scores["all"].queries >= 200);
}

#[test]
fn held_out_queries_are_answered() {
    let (book, index) = &*BUNDLED;
    let ids = |text: &str| measure::shown(book, &index.search(book, &query(text)));
    let all = measure::measure(&measure::part(true), ids, |_, _| {})["all"];
    assert!(all.queries >= 100);
    assert!(
        all.at_1() >= 0.89 && all.at_3() >= 0.93,
        "{:.3} at 1, {:.3} at 3",
        all.at_1(),
        all.at_3()
    );
}

/// The minimum success at 1, 3 and 10, and the minimum mean reciprocal rank, for the documents of
/// [`measure::unseen`]. The floors for questions are lower than they once were: three bundled
/// synonyms (`cure`, `get rid`, `goes off`) that had been written for these questions are gone.
const UNSEEN_NAMES: [f64; 4] = [0.98, 0.99, 0.99, 0.98];
const UNSEEN_QUESTIONS: [f64; 4] = [0.69, 0.93, 0.96, 0.80];
/// The floors for the documents of [`measure::unseen`], with queries written after the ranking
/// rules.
const LATER_NAMES: [f64; 4] = [0.96, 0.98, 0.98, 0.98];
const LATER_QUESTIONS: [f64; 4] = [0.75, 0.92, 0.98, 0.85];

/// The floors for the documents of [`measure::unseen`], with the queries of writers who knew only
/// these documents.
const BLIND_NAMES: [f64; 4] = [0.97, 0.97, 0.97, 0.97];
const BLIND_QUESTIONS: [f64; 4] = [0.58, 0.76, 0.78, 0.67];
const SECOND_QUESTIONS: [f64; 4] = [0.73, 0.85, 0.91, 0.79];
const THIRD_QUESTIONS: [f64; 4] = [0.68, 0.87, 0.93, 0.78];
/// The floors for the questions of [`measure::questions_of_others`].
const OTHERS_QUESTIONS: [f64; 4] = [0.67, 0.84, 0.89, 0.76];

/// The floors for the documents of [`measure::fresh`], with queries of two writers.
const FRESH_NAMES: [f64; 4] = [0.97, 0.97, 0.97, 0.97];
const FRESH_QUESTIONS: [f64; 4] = [0.81, 0.94, 0.97, 0.88];
const FRESH_SECOND_QUESTIONS: [f64; 4] = [0.79, 0.93, 0.98, 0.86];

/// The floors for the documents of [`measure::later`], on which no ranking rule was tuned.
const FAMILY_NAMES: [f64; 4] = [0.96, 0.96, 0.96, 0.96];
const FAMILY_QUESTIONS: [f64; 4] = [0.66, 0.85, 0.93, 0.76];

#[test]
fn documents_of_the_same_family_are_answered_as_well() {
    assert_scores(
        &UNSEEN,
        &measure::unseen_cases(false),
        UNSEEN_NAMES,
        UNSEEN_QUESTIONS,
    );
}

#[test]
fn queries_written_after_the_ranking_are_answered() {
    assert_scores(
        &UNSEEN,
        &measure::unseen_cases(true),
        LATER_NAMES,
        LATER_QUESTIONS,
    );
}

#[test]
fn queries_of_people_new_to_the_rules_are_answered() {
    assert_scores(
        &UNSEEN,
        &measure::blind(false),
        BLIND_NAMES,
        BLIND_QUESTIONS,
    );
    assert_scores(
        &UNSEEN,
        &measure::blind(true),
        BLIND_NAMES,
        SECOND_QUESTIONS,
    );
    assert_floors(
        measured(&UNSEEN, &measure::third())["question"],
        THIRD_QUESTIONS,
    );
    assert_floors(
        measured(&UNSEEN, &measure::questions_of_others())["question"],
        OTHERS_QUESTIONS,
    );
}

#[test]
fn documents_written_after_the_ranking_are_answered_as_well() {
    let (book, cases) = measure::fresh(false);
    let fresh = indexed(book);
    assert_scores(&fresh, &cases, FRESH_NAMES, FRESH_QUESTIONS);
    assert_scores(
        &fresh,
        &measure::fresh(true).1,
        FRESH_NAMES,
        FRESH_SECOND_QUESTIONS,
    );
}

#[test]
fn documents_of_another_family_are_answered_too() {
    let (book, cases) = measure::later();
    assert_scores(&indexed(book), &cases, FAMILY_NAMES, FAMILY_QUESTIONS);
}

/// The minimum recall at 10 for questions: the share of a question's right answers that are among
/// the first ten hits.
const RECALL: f64 = 0.78;

fn assert_scores(
    rules: &Indexed,
    cases: &BTreeMap<String, Vec<Case>>,
    names: [f64; 4],
    questions: [f64; 4],
) {
    let scores = measured(rules, cases);
    assert_floors(measure::names(&scores), names);
    assert_floors(scores["question"], questions);
    assert!(
        scores["question"].recall_10() >= RECALL,
        "{:.3}",
        scores["question"].recall_10()
    );
}

fn measured(
    (book, index): &Indexed,
    cases: &BTreeMap<String, Vec<Case>>,
) -> BTreeMap<String, Score> {
    let ids = |text: &str| measure::shown(book, &index.search(book, &query(text)));
    for case in cases.values().flatten() {
        assert!(
            case.expect.iter().all(|id| book.by_id(id).is_some()),
            "{}: {:?}",
            case.query,
            case.expect
        );
    }
    measure::measure(cases, ids, |_, _| {})
}

fn assert_floors(score: Score, floors: [f64; 4]) {
    let found = [score.at_1(), score.at_3(), score.at_10(), score.mrr()];
    assert!(
        score.queries >= 20
            && found
                .iter()
                .zip(floors)
                .all(|(found, least)| *found >= least),
        "{found:.3?}"
    );
}

#[test]
fn the_game_being_read_answers_first_and_hides_no_other() {
    let (book, index) = &*BUNDLED;
    let scores = measure::reading(book, &measure::cases(), |text, game| {
        measure::shown(
            book,
            &index.search(
                book,
                &Query {
                    game: Some(game),
                    ..query(text)
                },
            ),
        )
    });
    for (game, home, away) in scores {
        assert!(
            home.at_1() >= 0.90,
            "{game}: {:.3} of its own rules",
            home.at_1()
        );
        assert!(
            away.at_1() >= 0.87,
            "{game}: {:.3} of the other games' rules",
            away.at_1()
        );
    }
}

#[test]
fn every_expected_section_exists() {
    let (book, _) = &*BUNDLED;
    for case in measure::cases().values().flatten() {
        let missing: Vec<_> = case
            .expect
            .iter()
            .filter(|id| book.by_id(id).is_none())
            .collect();
        assert!(missing.is_empty(), "{}: {missing:?}", case.query);
    }
}

#[test]
fn unanswered_queries_report_the_reason() {
    let (book, index) = &*BUNDLED;
    let cases = &measure::cases()["noanswer"];
    let has_reason = |case: &&measure::Case| {
        index.search(book, &query(&case.query)).outcome.reason() == case.outcome.as_deref()
    };
    let (right, missed): (Vec<_>, Vec<_>) = cases.iter().partition(has_reason);
    assert!(
        cases.len() >= 20 && right.len() * 100 >= cases.len() * 95,
        "{missed:?}"
    );
}

#[test]
fn answered_queries_report_no_reason() {
    let (book, index) = &*BUNDLED;
    let cases = measure::part(false);
    let answered: Vec<_> = cases
        .values()
        .flatten()
        .filter(|case| !case.expect.is_empty())
        .collect();
    let has_reason = |case: &&&measure::Case| {
        index
            .search(book, &query(&case.query))
            .outcome
            .reason()
            .is_some()
    };
    let wrong: Vec<_> = answered
        .iter()
        .filter(has_reason)
        .map(|case| &case.query)
        .collect();
    assert!(wrong.len() * 50 <= answered.len(), "{wrong:?}");
}

#[test]
fn names_come_first_after_as_few_letters_as_any_stable_order_needs() {
    let (book, index) = &*BUNDLED;
    for game in std::iter::once(None).chain((0..).map(GameRef).take(book.games.len()).map(Some)) {
        let keys = measure::keys_to_answer(book, game, Way::Whole, |text| {
            first(book, index, game, text)
        });
        let names: Vec<_> = keys.iter().map(|(name, _)| name.clone()).collect();
        let (median, most) = (
            measure::percentile(&keys, 50),
            measure::percentile(&keys, 90),
        );
        assert!(
            median <= 3 && most <= measure::best_percentile(&names, 90, true),
            "{game:?}: {median}, {most}"
        );
    }
}

#[test]
fn nine_names_in_ten_come_first_within_seven_keys() {
    let (book, index) = &*BUNDLED;
    for game in std::iter::once(None).chain((0..).map(GameRef).take(book.games.len()).map(Some)) {
        let keys =
            |way| measure::keys_to_answer(book, game, way, |text| first(book, index, game, text));
        let keys = measure::fewer_keys(&keys(Way::Whole), &keys(Way::Shortened));
        let (median, most) = (
            measure::percentile(&keys, 50),
            measure::percentile(&keys, 90),
        );
        assert!(median <= 3 && most <= 7, "{game:?}: {median}, {most}");
    }
}

/// Returns the title of the first hit. With `game`, hits of that game come first.
fn first(
    book: &Rulebook,
    index: &SearchIndex,
    game: Option<GameRef>,
    text: &str,
) -> Option<String> {
    let hits = index
        .search(
            book,
            &Query {
                limit: 1,
                game,
                ..query(text)
            },
        )
        .hits;
    hits.first()
        .map(|hit| book.section(hit.section).full_title())
}

#[test]
fn names_with_a_common_prefix_cannot_all_come_first() {
    let names = ["terrain", "terrain rules", "terrain types", "torrent"].map(str::to_owned);
    let reachable = |letters, stable| measure::reachable(&names, letters, stable);
    assert_eq!(
        [1, 2, 7, 8, 9].map(|letters| reachable(letters, true)),
        [1, 2, 2, 3, 4]
    );
    assert_eq!(
        [1, 2, 3].map(|letters| reachable(letters, false)),
        [1, 3, 4]
    );
    assert_eq!(
        [true, false].map(|stable| measure::best_percentile(&names, 100, stable)),
        [9, 3]
    );
}
