//! Compares search with simpler searches, and measures what each feature of the score is worth:
//! `cargo run --release --example relevance -- [fit] [--missed] [--on RULES QUERIES]...`.
//!
//! `--missed` lists the queries whose first hit is wrong. `--on RULES QUERIES` measures other rules
//! instead, and may be repeated. `fit` fits the weights of the score to the lists of the tests, and
//! to the lists after `--on`, and tells what they are worth on each set of rules left out.

mod baselines;
mod fit;
#[path = "../../tests/relevance/measure.rs"]
mod measure;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use measure::{Case, Score, Shown, Way};
use tableside::loader::{self, Origin};
use tableside::rules::{GameRef, Rulebook};
use tableside::search::{FEATURE_NAMES, Query, SearchIndex, Weights};

type Cases = BTreeMap<String, Vec<Case>>;
type Scores = BTreeMap<String, Score>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let book = measure::bundled();
    let cases = measure::part(false);
    let list = std::env::args().any(|argument| argument == "--missed");
    let missed = |case: &Case, found: &Shown| {
        if list {
            println!(
                "{:?} wants {:?}\n    got {:?}",
                case.query,
                case.expect,
                found.iter().take(4).collect::<Vec<_>>()
            );
        }
    };
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let elsewhere: Vec<_> = arguments
        .windows(3)
        .filter(|row| row[0] == "--on")
        .collect();
    if arguments.first().is_some_and(|first| first == "fit") {
        let others = elsewhere.iter().map(|row| {
            let (book, cases) = rules_and_queries(row[1].as_ref(), row[2].as_ref())?;
            Ok((row[1].clone(), row[2].clone(), book, cases))
        });
        return fit::print(&others.collect::<Result<Vec<_>, Box<dyn std::error::Error>>>()?);
    }
    for row in &elsewhere {
        let (book, cases) = rules_and_queries(row[1].as_ref(), row[2].as_ref())?;
        println!("\n{}:", row[2]);
        print_scores(&book, &cases, missed)?;
        if !list {
            print_ablation(&book, &cases)?;
        }
    }
    if !elsewhere.is_empty() {
        return Ok(());
    }
    print_scores(&book, &cases, missed)?;
    println!("\nheld out:");
    print_scores(&book, &measure::part(true), |_, _| {})?;
    println!("\ndocuments of invented teams in the same family:");
    print_scores(&measure::unseen(), &measure::unseen_cases(false), |_, _| {})?;
    println!("\nthe same documents, queries written after the ranking:");
    print_scores(&measure::unseen(), &measure::unseen_cases(true), |_, _| {})?;
    println!("\nthe same documents, queries by a new writer:");
    print_scores(&measure::unseen(), &measure::blind(false), missed)?;
    println!("\nthe same, by a second writer:");
    print_scores(&measure::unseen(), &measure::blind(true), |_, _| {})?;
    println!("\nthe same, questions by a third writer:");
    print_scores(&measure::unseen(), &measure::third(), |_, _| {})?;
    println!("\nother unseen documents of the same family:");
    let (fresh, cases_of_fresh) = measure::fresh(false);
    print_scores(&fresh, &cases_of_fresh, |_, _| {})?;
    println!("\nthe same, by a second writer:");
    print_scores(&fresh, &measure::fresh(true).1, |_, _| {})?;
    println!("\ndocuments of another family of games:");
    let (family, queries) = measure::later();
    print_scores(&family, &queries, |_, _| {})?;
    print_reasons(&book, &measure::cases()["noanswer"])?;
    print_while_reading(&book)?;
    print_keys(&book)?;
    if !list {
        print_ablation(&book, &cases)?;
        println!("\nthe same over the documents of invented teams:");
        print_ablation(&measure::unseen(), &measure::unseen_cases(false))?;
        println!("\nthe same, queries written after the ranking:");
        print_ablation(&measure::unseen(), &measure::unseen_cases(true))?;
        println!("\nthe same, questions of three other writers:");
        print_ablation(&measure::unseen(), &measure::questions_of_others())?;
        println!("\nthe same over the documents of another family of games:");
        print_ablation(&family, &queries)?;
        println!("\nthe same over the other unseen documents:");
        print_ablation(&fresh, &measure::all_fresh())?;
    }
    Ok(())
}

fn rules_and_queries(
    rules: &Path,
    queries: &Path,
) -> Result<(Arc<Rulebook>, Cases), Box<dyn std::error::Error>> {
    let loaded = loader::find(&[Origin::Path(rules.to_owned())])?.read();
    let book = Rulebook::load(loaded.sources, loaded.diagnostics);
    let queries = std::fs::read_to_string(queries)?;
    Ok((Arc::new(book), serde_yaml::from_str(&queries)?))
}

/// Prints the scores by kind of query, beside those of three simpler searches.
fn print_scores(
    book: &Arc<Rulebook>,
    cases: &BTreeMap<String, Vec<Case>>,
    missed: impl FnMut(&Case, &Shown),
) -> Result<(), Box<dyn std::error::Error>> {
    let ours = measure::measure(cases, tableside(book, Weights::default())?, missed);
    let plain = measure::measure(cases, baselines::plain_bm25(book)?, |_, _| {});
    let one_field = measure::measure(cases, baselines::one_field(book)?, |_, _| {});
    let titles = measure::measure(
        cases,
        |text| baselines::title_substring(book, text),
        |_, _| {},
    );
    println!(
        "{:10} {:>7}  {:^38}  {:^38}  {:^38}  {:^38}",
        "kind", "queries", "tableside", "plain BM25", "one field", "title substring"
    );
    for (kind, score) in &ours {
        let row: Vec<_> = [&ours, &plain, &one_field, &titles]
            .map(|scores| show(scores[kind]))
            .into();
        println!("{kind:10} {:>7}  {}", score.queries, row.join("  "));
    }
    let names = [&ours, &plain, &one_field, &titles].map(measure::names);
    println!(
        "{:10} {:>7}  {}",
        "(names)",
        names[0].queries,
        names.map(show).join("  ")
    );
    Ok(())
}

/// Formats a score: success at 1, 3 and 10, mean reciprocal rank, mean average precision, recall at
/// 10.
fn show(score: Score) -> String {
    format!(
        "{:.3} {:.3} {:.3}  {:.3} {:.3}  {:.3} ",
        score.at_1(),
        score.at_3(),
        score.at_10(),
        score.mrr(),
        score.precision / f64::from(score.queries.max(1)),
        score.recall_10()
    )
}

fn query(text: &str) -> Query {
    Query {
        text: text.to_owned(),
        limit: 10,
        ..Query::default()
    }
}

fn tableside(
    book: &Arc<Rulebook>,
    weights: Weights,
) -> Result<impl Fn(&str) -> Shown, Box<dyn std::error::Error>> {
    let mut index = SearchIndex::build(book)?;
    index.set_weights(weights);
    Ok(move |text: &str| measure::shown(book, &index.search(book, &query(text))))
}

/// Prints how often search returns the right reason for having no answer.
fn print_reasons(book: &Rulebook, cases: &[Case]) -> Result<(), Box<dyn std::error::Error>> {
    let index = SearchIndex::build(book)?;
    let reason = |case: &Case| index.search(book, &query(&case.query)).outcome.reason();
    let right = cases
        .iter()
        .filter(|case| reason(case) == case.outcome.as_deref())
        .count();
    println!(
        "\nno answer: {right} of {} with the right reason",
        cases.len()
    );
    Ok(())
}

/// For each game, prints the scores of searches made while that game is being read: for queries
/// that it answers, and for queries that only other games answer.
fn print_while_reading(book: &Rulebook) -> Result<(), Box<dyn std::error::Error>> {
    let index = SearchIndex::build(book)?;
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
    println!(
        "\n{:24} {:^40} {:^40}",
        "while reading", "this game answers", "only another does"
    );
    for (game, home, away) in scores {
        println!(
            "{game:24} {:>4}  {}  {:>4}  {}",
            home.queries,
            show(home),
            away.queries,
            show(away)
        );
    }
    Ok(())
}

/// Prints how many letters of a name must be typed until the name comes first, in all rules and in
/// each game while it is being read.
fn print_keys(book: &Rulebook) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "\nkeys to the answer: names, median, 90th percentile, sum, names with more than 7 keys"
    );
    let games = (0..).map(GameRef).take(book.games.len()).map(Some);
    for game in std::iter::once(None).chain(games) {
        let typed = |way: Way, weights: Weights| -> Result<Vec<_>, Box<dyn std::error::Error>> {
            let mut index = SearchIndex::build(book)?;
            index.set_weights(weights);
            Ok(measure::keys_to_answer(book, game, way, |text| {
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
            }))
        };
        let ours = typed(Way::Whole, Weights::default())?;
        let shortened = typed(Way::Shortened, Weights::default())?;
        let either = measure::fewer_keys(&ours, &shortened);
        let without = typed(
            Way::Whole,
            without_feature(FEATURE_NAMES.iter().position(|name| *name == "start")),
        )?;
        // For comparison, a plain list of names: the shortest name that starts with the typed
        // letters comes first.
        let mut names: Vec<String> = ours.iter().map(|(name, _)| name.clone()).collect();
        names.sort_by_key(|name| (name.len(), name.clone()));
        let list = measure::keys_to_answer(book, game, Way::Whole, |text| {
            names.iter().find(|name| name.starts_with(text)).cloned()
        });
        println!(
            "{}:",
            game.map_or("all rules", |game| &book.game(game).name)
        );
        let ways = [
            ("tableside", &ours),
            ("two letters a word", &shortened),
            ("either of these", &either),
            ("without start", &without),
            ("list of names", &list),
        ];
        for (way, keys) in ways {
            let long = keys
                .iter()
                .filter(|(_, keys)| keys.is_none_or(|keys| keys > 7))
                .count();
            let sum: usize = keys.iter().filter_map(|(_, keys)| *keys).sum();
            let (median, most) = (measure::percentile(keys, 50), measure::percentile(keys, 90));
            let most = if most == usize::MAX {
                "never".to_owned()
            } else {
                most.to_string()
            };
            println!("  {way:18} {} {median} {most} {sum} {long}", keys.len());
        }
        for (order, stable) in [
            ("any stable order, at best", true),
            ("any order, at best", false),
        ] {
            let best = |percent| measure::best_percentile(&names, percent, stable);
            println!(
                "  {order:25} {} {} {} - {}",
                names.len(),
                best(50),
                best(90),
                names.len() - measure::reachable(&names, 7, stable)
            );
        }
        let late = |(name, keys): &(String, Option<usize>)| {
            keys.is_none_or(|keys| keys > 7).then(|| name.clone())
        };
        let unreached: Vec<_> = ours
            .iter()
            .filter(|(_, keys)| keys.is_none())
            .map(|(name, _)| name.as_str())
            .collect();
        println!(
            "  late: {:?}; never first: {unreached:?}",
            ours.iter().filter_map(late).collect::<Vec<_>>()
        );
    }
    Ok(())
}

fn without_feature(feature: Option<usize>) -> Weights {
    let mut weights = Weights::default();
    if let Some(feature) = feature {
        weights.features[feature] = 0.0;
    }
    weights
}

/// Prints what each feature of the score is worth: the scores without that feature.
fn print_ablation(
    book: &Arc<Rulebook>,
    cases: &BTreeMap<String, Vec<Case>>,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut without = vec![("(all)", Weights::default())];
    for (feature, name) in FEATURE_NAMES.into_iter().enumerate() {
        without.push((name, without_feature(Some(feature))));
    }
    println!("\n{:14} {:^38}  success at 1 by kind", "without", "all");
    for (rule, weights) in without {
        let scores: Scores = measure::measure(cases, tableside(book, weights)?, |_, _| {});
        let kinds = scores.iter().filter(|(kind, _)| *kind != "all");
        let kinds: Vec<_> = kinds
            .map(|(kind, score)| format!("{kind} {:.2}", score.at_1()))
            .collect();
        println!("{rule:14} {}  {}", show(scores["all"]), kinds.join("  "));
    }
    Ok(())
}
