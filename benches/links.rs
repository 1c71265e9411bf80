//! What links cost: the graph is made at the start, a text's links at each page, what links here when first asked for.

use divan::{Bencher, black_box};
use tableside::links::{Backlinks, LinkGraph};
use tableside::loader;
use tableside::rules::{Blocks, Rulebook, SectionRef};
use tableside::source::Source;

fn main() {
    divan::main();
}

/// The bundled rules as several games, each copy a game of its own: seven make about 900 KB.
fn book(copies: usize) -> Rulebook {
    let copy = |copy: usize| {
        let documents = loader::bundled().filter(|source| !source.file.ends_with("yaml"));
        documents.map(move |source| {
            let (path, file) = (format!("{copy}/{}", source.path), source.file.clone());
            Source::new(path, file, format!("game-{copy}"), source.text.clone())
        })
    };
    Rulebook::load((0..copies).flat_map(copy).collect(), vec![])
}

#[divan::bench(args = [1, 7])]
fn graph(bencher: Bencher<'_, '_>, copies: usize) {
    let book = book(copies);
    bencher.bench(|| LinkGraph::new(black_box(&book)));
}

#[divan::bench(args = [1, 7])]
fn links_of_all_texts(bencher: Bencher<'_, '_>, copies: usize) {
    let book = book(copies);
    let graph = LinkGraph::new(&book);
    let owned = |from: SectionRef, blocks: &Blocks| {
        blocks
            .texts()
            .map(|text| (from, text.clone()))
            .collect::<Vec<_>>()
    };
    let texts: Vec<_> = book
        .walk()
        .flat_map(|(from, _, blocks)| owned(from, &blocks))
        .collect();
    bencher.bench(|| {
        texts
            .iter()
            .map(|(from, text)| graph.links_in(&book, *from, black_box(text)).len())
            .sum::<usize>()
    });
}

#[divan::bench(args = [1, 7])]
fn what_links_here(bencher: Bencher<'_, '_>, copies: usize) {
    let book = book(copies);
    let graph = LinkGraph::new(&book);
    bencher.bench(|| Backlinks::build(black_box(&book), &graph, None));
}
