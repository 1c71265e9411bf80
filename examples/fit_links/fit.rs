//! Logistic regression.

use strum::EnumCount;
use tableside::links::Feature;
use tableside::rules::SectionRef;

use crate::collection::{Collection, Found};
use crate::expected::expected;
use crate::measure::report_all;

const COUNT: usize = Feature::COUNT;
/// The weight of the words of a text with links that the author did not link.
const UNLINKED: f32 = 0.1;
/// The weight of a mention that would be right as a link, but is not wanted.
const FINE: f32 = 0.5;
/// The total weight of the rows from the links of authors of a collection.
const AUTHORED: f32 = 40.0;
/// The strength of the L2 penalty on the distance from the expected weights. With 3, 10, 30, 100 and 300, the
/// links of collections that were left out are right in shares that differ by 0.01 to 0.02. The strongest keeps
/// everyday words of short texts from being links, as the tests of links ask.
const PENALTY: f64 = 300.0;
/// The maximum number of steps of Newton's method. It usually takes ten.
const MAX_STEPS: usize = 30;
/// How many candidates of an occurrence that are not meant are rows.
const OTHERS: usize = 3;

struct Example {
    features: [f32; COUNT],
    is_link: bool,
    weight: f32,
}

/// Prints how good links are in each collection with the weights that the others give, and then the
/// weights that all collections give.
pub fn fit(collections: &[Collection]) {
    let examples: Vec<_> = collections.iter().map(rows).collect();
    report_all(collections, |at| {
        let others = examples.iter().enumerate();
        let others = others.filter(|(other, _)| *other != at);
        train(others.flat_map(|(_, examples)| examples))
    });
    let weights = train(examples.iter().flatten());
    for (feature, weight) in Feature::ALL.iter().zip(&weights) {
        println!("    {feature:?} = {weight:.2},");
    }
}

fn rows(collection: &Collection) -> Vec<Example> {
    let mut authored = Vec::new();
    for text in &collection.authored {
        for found in text.occurrences.iter().filter(|found| !found.is_own) {
            let label = text.labels.iter().find(|label| label.range == found.range);
            let overlaps = || {
                text.labels.iter().any(|label| {
                    label.range.start < found.range.end && found.range.start < label.range.end
                })
            };
            match label {
                Some(label) => push(&mut authored, found, &label.targets, 1.0),
                None if overlaps() => {}
                None => push(&mut authored, found, &[], UNLINKED),
            }
        }
    }
    let total: f32 = authored.iter().map(|row| row.weight).sum();
    let factor = (AUTHORED / total.max(1.0)).min(1.0);
    for row in &mut authored {
        row.weight *= factor;
    }
    for text in &collection.judged {
        for label in &text.labels {
            if let Some(found) = text
                .occurrences
                .iter()
                .find(|found| found.range == label.range)
            {
                let is_fine = !label.wanted && !label.targets.is_empty();
                let weight = if is_fine { FINE } else { 1.0 };
                push(&mut authored, found, &label.targets, weight);
            }
        }
    }
    authored
}

fn push(rows: &mut Vec<Example>, found: &Found, targets: &[SectionRef], weight: f32) {
    let row = |features: [f32; COUNT], is_link| Example {
        features,
        is_link,
        weight,
    };
    let mut others = 0;
    for (at, features) in &found.candidates {
        if targets.contains(at) {
            rows.push(row(features.0, true));
        } else if others < OTHERS {
            others += 1;
            rows.push(row(features.0, false));
        }
    }
}

/// Returns the weights with the least loss: the negative logarithm of the likelihood, plus the penalty.
/// Newton's method finds them exactly, because the loss is convex.
fn train<'a>(examples: impl Iterator<Item = &'a Example>) -> Vec<f32> {
    let examples: Vec<_> = examples.collect();
    let expected: [f64; COUNT] = std::array::from_fn(|at| expected(Feature::ALL[at]));
    let mut weights = expected;
    for _ in 0..MAX_STEPS {
        let mut gradient: [f64; COUNT] =
            std::array::from_fn(|at| PENALTY * (weights[at] - expected[at]));
        let mut curvature = vec![[0.0_f64; COUNT]; COUNT];
        for (at, row) in curvature.iter_mut().enumerate() {
            row[at] = PENALTY;
        }
        for example in &examples {
            let values = example.features.map(f64::from);
            let sum: f64 = values
                .iter()
                .zip(&weights)
                .map(|(value, weight)| value * weight)
                .sum();
            let probability = 1.0 / (1.0 + (-sum).exp());
            let weight = f64::from(example.weight);
            let error = weight * (probability - f64::from(u8::from(example.is_link)));
            let bend = weight * probability * (1.0 - probability);
            let present: Vec<_> = (0..COUNT).filter(|at| values[*at] != 0.0).collect();
            for &at in &present {
                gradient[at] += error * values[at];
                for &other in &present {
                    curvature[at][other] += bend * values[at] * values[other];
                }
            }
        }
        let step = solve(curvature, gradient);
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight -= step;
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    weights.map(|weight| weight as f32).to_vec()
}

/// Solves a system of linear equations with a symmetric, positive definite matrix.
fn solve(mut matrix: Vec<[f64; COUNT]>, mut right: [f64; COUNT]) -> [f64; COUNT] {
    for at in 0..COUNT {
        let pivot = matrix[at];
        for below in at + 1..COUNT {
            let factor = matrix[below][at] / pivot[at];
            for (cell, above) in matrix[below].iter_mut().zip(&pivot) {
                *cell -= factor * above;
            }
            right[below] -= factor * right[at];
        }
    }
    for at in (0..COUNT).rev() {
        let known: f64 = (at + 1..COUNT)
            .map(|other| matrix[at][other] * right[other])
            .sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}
