//! How good links are.

use std::ops::Range;

use tableside::links::{threshold, weights};
use tableside::rules::SectionRef;
use tableside::settings::LinkLevel;

use crate::collection::{Collection, Found, LabelledText, TextLabel};

/// The links that a text gets with some weights.
fn links(text: &LabelledText, weights: &[f32], threshold: f32) -> Vec<(Range<usize>, SectionRef)> {
    let mut links = Vec::new();
    let mut end = 0;
    for found in &text.occurrences {
        if found.words.start < end {
            continue;
        }
        if found.is_own {
            end = found.words.end;
        } else if let Some(target) = decide(found, weights, threshold) {
            links.push((found.range.clone(), target));
            end = found.words.end;
        }
    }
    links
}

fn score(features: &[f32], weights: &[f32]) -> f32 {
    features
        .iter()
        .zip(weights)
        .map(|(value, weight)| value * weight)
        .sum()
}

fn decide(found: &Found, weights: &[f32], threshold: f32) -> Option<SectionRef> {
    let mut best: Option<(f32, SectionRef)> = None;
    for (at, features) in &found.candidates {
        let score = score(&features.0, weights);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, *at));
        }
    }
    best.filter(|(score, _)| *score >= threshold)
        .map(|(_, at)| at)
}

#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub wanted: usize,
    pub linked: usize,
    pub right: usize,
    pub found: usize,
}

impl Counts {
    pub fn add(&mut self, other: Self) {
        self.wanted += other.wanted;
        self.linked += other.linked;
        self.right += other.right;
        self.found += other.found;
    }

    pub fn precision(self) -> f64 {
        self.right as f64 / self.linked.max(1) as f64
    }

    pub fn recall(self) -> f64 {
        self.found as f64 / self.wanted.max(1) as f64
    }
}

/// Counts the labelled words that are links.
fn counts(
    texts: &[LabelledText],
    weights: &[f32],
    threshold: f32,
    mut wrong: impl FnMut(&TextLabel, Option<SectionRef>),
) -> Counts {
    let mut counts = Counts::default();
    for text in texts {
        let links = links(text, weights, threshold);
        for label in &text.labels {
            counts.wanted += usize::from(label.wanted);
            let link = links
                .iter()
                .find(|(range, _)| range.start < label.range.end && label.range.start < range.end);
            let exact = link.filter(|(range, _)| label.wanted || *range == label.range);
            counts.linked += usize::from(exact.is_some());
            let is_right = exact.is_some_and(|(_, at)| label.targets.contains(at));
            counts.right += usize::from(is_right);
            counts.found += usize::from(is_right && label.wanted);
            if !is_right && (label.wanted || exact.is_some()) {
                wrong(label, exact.map(|(_, at)| *at));
            }
        }
    }
    counts
}

fn report(name: &str, judged: Counts, authored: Counts) {
    let found = authored.linked as f64 / authored.wanted.max(1) as f64;
    println!(
        "{name:<14} judged: right {:.2} of {:>3}, wanted linked {:.2} of {:>3}; authors': found {:.2} of {:>4}, right {:.2}",
        judged.precision(),
        judged.linked,
        judged.recall(),
        judged.wanted,
        found,
        authored.wanted,
        authored.precision()
    );
}

/// Prints how good links are with the weights of the program.
pub fn measure(collections: &[Collection]) {
    report_all(collections, |_| weights());
}

/// Prints what is wrong, and how good links are in each collection and in all, with the weights that
/// `weights` returns for a collection.
pub fn report_all(collections: &[Collection], weights: impl Fn(usize) -> Vec<f32>) {
    let threshold = threshold(LinkLevel::Normal);
    let (mut judged, mut authored) = (Counts::default(), Counts::default());
    for (at, collection) in collections.iter().enumerate() {
        let weights = weights(at);
        let wrong = |label: &TextLabel, link: Option<SectionRef>| {
            let fault = if link.is_some() { "wrong" } else { "missed" };
            println!("  {fault} {}: {}", collection.name, label.shown);
        };
        let one = counts(&collection.judged, &weights, threshold, wrong);
        let other = counts(&collection.authored, &weights, threshold, |_, _| ());
        report(&collection.name, one, other);
        judged.add(one);
        authored.add(other);
    }
    report("all", judged, authored);
}
