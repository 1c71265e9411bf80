//! Fits the weights of the score.
//!
//! The loss of a query is that of `ListNet` for its right hits: minus the logarithm of their share in a
//! softmax of all scores. It is minimised by gradient descent, with weights that are not negative. Each
//! list counts the same, and each set of rules is left out once, to measure what the weights of the
//! others are worth on it.
//!
//! The weights are fitted twice: with the parameters of BM25F that the program has, and with those that
//! coordinate ascent on the MRR chooses among `VALUES`.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::sync::Arc;

use tableside::rules::{Rulebook, SectionKind};
use tableside::search::{Bm25f, FEATURE_NAMES, FEATURES, Features, SearchIndex, Weights};

use crate::measure::{self, Case};
use crate::{Cases, query, show};

/// The path of a set of rules and of its list, the rules and the queries.
pub type Other = (String, String, Arc<Rulebook>, Cases);

/// A list of queries over a set of rules.
struct List {
    rules: String,
    name: String,
    book: Arc<Rulebook>,
    cases: Cases,
    index: SearchIndex,
}

/// The features of the hits of each query of a list, and whether each hit is right.
type Rows = Vec<Vec<(Features, bool)>>;

/// The values that are tried for K, b, and the weights of title, labels, title above, and other
/// titles above, compared with that of the text.
const VALUES: [&[f32]; 6] = [
    &[1.0, 1.5, 2.0, 3.0, 4.0],
    &[0.4, 0.5, 0.65, 0.8],
    &[0.5, 1.0, 2.0, 3.0],
    &[0.5, 1.0, 2.0, 3.0],
    &[0.0, 0.5, 1.0, 2.0],
    &[0.0, 0.1, 0.3, 0.6],
];
/// How often the values of all parameters are tried.
const ROUNDS: usize = 2;

/// For the index of a value of each parameter, the MRR of each list.
type Measured = BTreeMap<[usize; 6], Vec<f64>>;

/// The number of hits of a query that the weights are fitted to.
const HITS: usize = 60;
const STEPS: usize = 400;
const RATE: f32 = 0.05;
/// Keeps the scores of queries with one right hit far above all others from growing without limit.
const DECAY: f32 = 0.002;
/// Every so many titles of a set of rules is made into queries.
const TITLES: usize = 60;

pub fn print(others: &[Other]) -> Result<(), Box<dyn Error>> {
    let mut lists = Vec::new();
    let mut add = |rules: &str, name: &str, book: &Arc<Rulebook>, cases: Cases| {
        lists.push((rules.to_owned(), name.to_owned(), Arc::clone(book), cases));
    };
    let bundled = measure::bundled();
    add("bundled", "queries", &bundled, measure::part(false));
    add("bundled", "held out", &bundled, measure::part(true));
    let unseen = measure::unseen();
    add("teams", "before", &unseen, measure::unseen_cases(false));
    add("teams", "after", &unseen, measure::unseen_cases(true));
    add("teams", "others", &unseen, measure::questions_of_others());
    let (fresh, _) = measure::fresh(false);
    add("fresh", "queries", &fresh, measure::all_fresh());
    let (family, queries) = measure::later();
    add("family", "queries", &family, queries);
    for (rules, name, book, cases) in others {
        add(rules, name, book, cases.clone());
    }
    let mut named = BTreeSet::new();
    for (rules, name, book, _) in lists.clone() {
        if named.insert(rules.clone()) {
            let name = format!("{name}: titles");
            lists.push((rules, name, Arc::clone(&book), titles(&book)));
        }
    }
    let mut lists: Vec<List> = lists
        .into_iter()
        .map(|(rules, name, book, cases)| {
            let index = SearchIndex::build(&book)?;
            Ok(List {
                rules,
                name,
                book,
                cases,
                index,
            })
        })
        .collect::<Result<_, Box<dyn Error>>>()?;
    let mut measured = Measured::new();
    println!("{FEATURE_NAMES:?}");
    for Weights { features, bm25f } in fit_without(&mut lists, "", &mut measured) {
        println!("{features:.3?} with {bm25f:?}");
    }
    println!(
        "\n{:44} {:^38} {:^38} {:^38}",
        "list",
        "the program's weights",
        "fitted without these rules",
        "the same with other parameters"
    );
    let rules: BTreeSet<String> = lists.iter().map(|list| list.rules.clone()).collect();
    for rules in rules {
        let fitted = fit_without(&mut lists, &rules, &mut measured);
        for list in lists.iter_mut().filter(|list| list.rules == rules) {
            let scores = [Weights::default(), fitted[0], fitted[1]];
            let scores = scores.map(|weights| show(score(list, weights)));
            let name = &list.name[list.name.len().saturating_sub(44)..];
            println!("{name:>44} {}", scores.join(" "));
        }
        println!("{rules}: {fitted:.2?}");
    }
    Ok(())
}

/// Fits the weights to all lists except those over `left_out`, with the parameters of BM25F that the
/// program has, and with those that are best on these lists.
fn fit_without(lists: &mut [List], left_out: &str, measured: &mut Measured) -> [Weights; 2] {
    let kept: Vec<bool> = lists.iter().map(|list| list.rules != left_out).collect();
    let mut worth = |chosen: [usize; 6]| -> f64 {
        let known = measured.entry(chosen).or_insert_with(|| {
            let weights = Weights {
                bm25f: parameters(chosen),
                ..Weights::default()
            };
            let lists = lists.iter_mut();
            lists.map(|list| score(list, weights).mrr()).collect()
        });
        let kept = known.iter().zip(&kept).filter(|(_, kept)| **kept);
        kept.map(|(mrr, _)| mrr).sum()
    };
    let mut chosen = [2, 2, 1, 3, 3, 2];
    for _ in 0..ROUNDS {
        for (parameter, values) in VALUES.iter().enumerate() {
            let with = |value| {
                let mut other = chosen;
                other[parameter] = value;
                other
            };
            let worths: Vec<_> = (0..values.len()).map(|value| worth(with(value))).collect();
            // The value before wins if it is as good.
            let best = (0..values.len()).max_by(|a, b| {
                let is_before = |value: &usize| *value == chosen[parameter];
                worths[*a]
                    .total_cmp(&worths[*b])
                    .then(is_before(a).cmp(&is_before(b)))
            });
            chosen[parameter] = best.unwrap_or(chosen[parameter]);
        }
    }
    [Weights::default().bm25f, parameters(chosen)].map(|bm25f| {
        let kept = lists.iter_mut().filter(|list| list.rules != left_out);
        let rows: Vec<Rows> = kept.map(|list| rows(list, bm25f)).collect();
        let features = fit(&rows);
        Weights { features, bm25f }
    })
}

fn parameters(chosen: [usize; 6]) -> Bm25f {
    let [k, b, title, labels, above, path] =
        std::array::from_fn(|parameter| VALUES[parameter][chosen[parameter]]);
    Bm25f {
        k,
        b,
        fields: [title, labels, above, path, 1.0],
    }
}

fn score(list: &mut List, weights: Weights) -> measure::Score {
    list.index.set_weights(weights);
    let search = |text: &str| {
        let results = list.index.search(&list.book, &query(text));
        measure::shown(&list.book, &results)
    };
    let scores = measure::measure(&list.cases, search, |_, _| {});
    scores.get("all").copied().unwrap_or_default()
}

/// Searches for the queries of a list that have right and wrong hits.
fn rows(list: &mut List, bm25f: Bm25f) -> Rows {
    list.index.set_weights(Weights {
        bm25f,
        ..Weights::default()
    });
    let (book, index) = (&list.book, &list.index);
    let queries = list.cases.values().flatten().filter_map(|case| {
        let mut query = query(&case.query);
        query.limit = HITS;
        let results = index.search(book, &query);
        let shown = measure::shown(book, &results);
        let is_right = |ids: &Vec<String>| ids.iter().any(|id| case.expect.contains(id));
        let hits = results.hits.iter().zip(&shown);
        let hits: Vec<_> = hits
            .map(|(hit, ids)| (hit.features, is_right(ids)))
            .collect();
        let right = hits.iter().filter(|(_, right)| *right).count();
        (right > 0 && right < hits.len()).then_some(hits)
    });
    queries.collect()
}

/// Makes queries of titles at regular distances: the title, its first two thirds, with two letters
/// exchanged, and two letters of each word.
fn titles(book: &Rulebook) -> Cases {
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for section in book.sections().filter(|section| section.has_text) {
        let title = section.full_title();
        if section.kind != SectionKind::Document && title.len() > 5 {
            known.entry(title).or_default().push(section.id.clone());
        }
    }
    let step = (known.len() / TITLES).max(1);
    let mut cases = Cases::new();
    for (title, ids) in known.iter().step_by(step) {
        let letters: Vec<char> = title.chars().collect();
        let mut exchanged = letters.clone();
        let middle = letters.len() / 2;
        exchanged.swap(middle, middle + 1);
        let short = |word: &str| word.chars().take(2).collect::<String>();
        let shortened: Vec<_> = title.split(' ').map(short).collect();
        for (kind, typed) in [
            ("exact", title.clone()),
            ("start", letters[..letters.len() * 2 / 3].iter().collect()),
            ("exchanged", exchanged.into_iter().collect()),
            ("shortened", shortened.join(" ")),
        ] {
            cases.entry(kind.to_owned()).or_default().push(Case {
                query: typed,
                expect: ids.clone(),
                outcome: None,
                held_out: false,
            });
        }
    }
    cases
}

fn fit(lists: &[Rows]) -> Features {
    let mut weights = [5.0; FEATURES];
    let (mut speed, mut size) = ([0.0; FEATURES], [0.0; FEATURES]);
    for step in 1..=STEPS {
        let mut gradient = weights.map(|weight| DECAY * weight);
        for list in lists {
            let each = 1.0 / as_f32(list.len().max(1) * lists.len());
            for query in list {
                add_gradient(query, &weights, each, &mut gradient);
            }
        }
        // Adam: each weight moves at a rate of its own.
        for at in 0..FEATURES {
            speed[at] = 0.9 * speed[at] + 0.1 * gradient[at];
            size[at] = 0.99 * size[at] + 0.01 * gradient[at] * gradient[at];
            let steps = i32::try_from(step).unwrap_or(i32::MAX);
            let mean: f32 = speed[at] / (1.0 - 0.9_f32.powi(steps));
            let scale: f32 = size[at] / (1.0 - 0.99_f32.powi(steps));
            let change = RATE * mean / (scale.sqrt() + 1e-8);
            weights[at] = (weights[at] - change).max(0.0);
        }
    }
    // Only the ratios of the weights decide the order.
    weights.map(|weight| weight / weights[0].max(f32::MIN_POSITIVE))
}

/// Adds the gradient of the loss of one query.
fn add_gradient(
    hits: &[(Features, bool)],
    weights: &Features,
    share: f32,
    gradient: &mut Features,
) {
    let score =
        |features: &Features| -> f32 { features.iter().zip(weights).map(|(a, b)| a * b).sum() };
    let scores: Vec<f32> = hits.iter().map(|(features, _)| score(features)).collect();
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let all: f32 = powers.iter().sum();
    let pairs = hits.iter().zip(&powers);
    let right: f32 = pairs
        .clone()
        .filter(|(hit, _)| hit.1)
        .map(|(_, power)| power)
        .sum();
    for ((features, is_right), power) in pairs {
        let wanted = if *is_right {
            power / right.max(1e-20)
        } else {
            0.0
        };
        let push = share * (power / all - wanted);
        for at in 0..FEATURES {
            gradient[at] += push * features[at];
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "lists are short")]
fn as_f32(count: usize) -> f32 {
    count as f32
}
