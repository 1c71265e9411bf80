//! A random sample of automatic links, for a reader to judge.

use tableside::links::{Link, LinkGraph};
use tableside::rules::{RichText, SectionRef};

/// The approximate number of bytes shown on each side of a mention, and from the start of its
/// target's text.
const AROUND: usize = 100;

/// The maximum number of targets shown for a link.
const SHOWN: usize = 4;

/// A random sample of links. Each link gets a hash of its number and the seed, and the links with
/// the smallest hashes are kept.
pub struct Sample {
    size: usize,
    seed: u64,
    number: u64,
    kept: Vec<(u64, String)>,
}

impl Sample {
    pub fn new(size: usize, seed: u64) -> Self {
        Self {
            size,
            seed,
            number: 0,
            kept: Vec::new(),
        }
    }

    pub fn add(&mut self, graph: &LinkGraph, from: SectionRef, text: &RichText, link: &Link) {
        self.number += 1;
        let hash = hash(self.number ^ hash(self.seed));
        let last = self.kept.last().map_or(0, |(hash, _)| *hash);
        if self.kept.len() < self.size || hash < last {
            let place = self.kept.partition_point(|(known, _)| *known < hash);
            self.kept
                .insert(place, (hash, line(graph, from, text, link)));
            self.kept.truncate(self.size);
        }
    }

    pub fn print(&self) {
        for (number, (_, line)) in self.kept.iter().enumerate() {
            println!("    {:>3}  {line}", number + 1);
        }
    }
}

/// Formats a mention with the surrounding text, and the start of its target's text.
fn line(graph: &LinkGraph, from: SectionRef, text: &RichText, link: &Link) -> String {
    let book = &graph.book;
    let (before, rest) = text.plain.split_at(link.range.start);
    let (mention, after) = rest.split_at(link.range.len());
    let start = boundary(before, before.len().saturating_sub(AROUND));
    let target = book.blocks(link.targets[0]);
    let target = target.texts().map(|text| text.plain.as_str());
    let target = target.collect::<Vec<_>>().join(" ");
    let targets = link.targets.iter().take(SHOWN);
    let targets: Vec<_> = targets.map(|to| book.section(*to).id.as_str()).collect();
    let shown = format!(
        "{}: ...{}«{mention}»{}...\n           -> {}: {}",
        book.section(from).id,
        &before[start..],
        &after[..boundary(after, AROUND)],
        targets.join(" "),
        &target[..boundary(&target, AROUND)],
    );
    shown
        .replace('\n', "/")
        .replacen("/           ->", "\n           ->", 1)
}

fn boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn hash(number: u64) -> u64 {
    let mixed = (number ^ number >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ mixed >> 32
}
