//! What building the index costs, and what a keystroke does: search, ranking and snippets.

use divan::{Bencher, black_box};
use tableside::loader;
use tableside::rules::Rulebook;
use tableside::search::{Query, SearchIndex};

fn main() {
    divan::main();
}

fn bundled() -> Rulebook {
    Rulebook::load(loader::bundled().collect(), Vec::new())
}

#[divan::bench]
fn build(bencher: Bencher) {
    let book = bundled();
    bencher.bench_local(|| SearchIndex::build(black_box(&book)));
}

const TYPED: [&str; 12] = [
    "s",
    "gu",
    "con",
    "guard",
    "point-bl",
    "control range",
    "sarcofagus",
    "condesed enviroment",
    "npo 7",
    "open the door",
    "\"cover save\"",
    "can I shoot someone in melee with me when on guard",
];

#[divan::bench(args = TYPED)]
fn keystroke(bencher: Bencher, typed: &str) {
    let book = bundled();
    let Ok(index) = SearchIndex::build(&book) else {
        return;
    };
    let query = Query {
        text: typed.to_owned(),
        limit: 20,
        ..Query::default()
    };
    bencher.bench_local(|| index.search(&book, black_box(&query)));
}
