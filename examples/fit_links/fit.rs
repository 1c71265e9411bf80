//! Logistic regression.

use strum::EnumCount;
use tableside::links::Feature;
use tableside::rules::SectionRef;

use crate::collection::{Collection, Found};
use crate::measure::{Counts, counts, report, score};

const COUNT: usize = Feature::COUNT;
/// The weights of a judged mention, and of the words of a text with links that the author did not link.
const JUDGED: f32 = 4.0;
const UNLINKED: f32 = 0.1;
/// The weight of a mention that would be right as a link, but is not wanted.
const FINE: f32 = 0.5;
/// The total weight of the rows from the links of authors of a collection.
const AUTHORED: f32 = 150.0;
/// The strength of the L2 penalty.
const PENALTY: f32 = 1.0;
/// How many candidates of an occurrence that are not meant are rows.
const OTHERS: usize = 3;

struct Row {
    features: [f32; COUNT],
    is_link: bool,
    weight: f32,
}

pub fn fit(collections: &[Collection]) {
    let rows: Vec<_> = collections.iter().map(rows).collect();
    let (mut judged, mut authored) = (Counts::default(), Counts::default());
    let threshold = 0.0;
    for (at, collection) in collections.iter().enumerate() {
        let others = rows.iter().enumerate().filter(|(other, _)| *other != at);
        let weights = train(others.flat_map(|(_, rows)| rows));
        let one = counts(
            &collection.judged,
            &weights,
            threshold,
            0.0,
            |label, link| {
                println!(
                    "  {} {}: {}",
                    if link.is_some() { "wrong" } else { "missed" },
                    collection.name,
                    label.shown
                );
            },
        );
        let mut shown = 0;
        let other = counts(
            &collection.authored,
            &weights,
            threshold,
            0.0,
            |label, link| {
                shown += 1;
                if shown % 50 == 1 {
                    println!(
                        "  authored {} {}: {}",
                        if link.is_some() { "wrong" } else { "missed" },
                        collection.name,
                        label.shown
                    );
                }
            },
        );
        report(&collection.name, one, other);
        judged.add(one);
        authored.add(other);
    }
    report("all", judged, authored);
    let weights = train(rows.iter().flatten());
    for (at, weight) in weights.iter().enumerate() {
        println!("    ({:?}, {weight:.2}),", Feature::ALL[at]);
    }
}

fn rows(collection: &Collection) -> Vec<Row> {
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
                push(
                    &mut authored,
                    found,
                    &label.targets,
                    if is_fine { FINE } else { JUDGED },
                );
            }
        }
    }
    authored
}

fn push(rows: &mut Vec<Row>, found: &Found, targets: &[SectionRef], weight: f32) {
    let row = |features: [f32; COUNT], is_link| Row {
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

fn train<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<f32> {
    let rows: Vec<_> = rows.collect();
    let mut weights = vec![0.0_f32; COUNT];
    let (mut mean, mut square) = (vec![0.0_f32; COUNT], vec![0.0_f32; COUNT]);
    let total: f32 = rows.iter().map(|row| row.weight).sum();
    for step in 1..=800 {
        let mut gradient: Vec<f32> = weights.iter().map(|weight| PENALTY * weight).collect();
        gradient[0] = 0.0;
        for row in &rows {
            let probability = 1.0 / (1.0 + (-score(&row.features, &weights)).exp());
            let error = (probability - f32::from(u8::from(row.is_link))) * row.weight;
            for (slope, value) in gradient.iter_mut().zip(&row.features) {
                *slope += error * value;
            }
        }
        // Adam.
        let moments = mean.iter_mut().zip(&mut square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            let slope = slope / total;
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            let unbiased = *mean / (1.0 - 0.9_f32.powi(step));
            let scale = (*square / (1.0 - 0.999_f32.powi(step))).sqrt() + 1e-8;
            *weight -= 0.03 * unbiased / scale;
        }
    }
    weights
}
