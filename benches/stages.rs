//! One bench a stage: load, links, page, frame, a whole keystroke. Run with `cargo bench --bench stages`.

use std::sync::Arc;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use divan::Bencher;
use divan::counter::BytesCount;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tableside::cache::Cache;
use tableside::links::{Backlinks, LinkGraph};
use tableside::loader::{self, Origin};
use tableside::prepared;
use tableside::render::{Context, Page};
use tableside::rules::{DocumentRef, GameRef, Rulebook};
use tableside::search::SearchIndex;
use tableside::theme::{Styles, Theme};
use tableside::tui;
use tableside::tui::app::{App, Start};
use tableside::tui::event::Event;
use tableside::tui::keymap::Keymap;
use tableside::tui::library::Library;

fn main() {
    divan::main();
}

fn book() -> Rulebook {
    Rulebook::load(loader::bundled().collect(), Vec::new())
}

#[divan::bench]
fn load_bundled(bencher: Bencher<'_, '_>) {
    let bytes: usize = loader::bundled().map(|source| source.text.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench(book);
}

#[divan::bench]
fn restore_the_prepared_outline(bencher: Bencher<'_, '_>) {
    bencher.bench(prepared::bundled);
}

#[divan::bench]
fn open_the_prepared_index(bencher: Bencher<'_, '_>) {
    let book = prepared::bundled();
    bencher.bench(|| prepared::index(&book));
}

#[divan::bench]
fn body_of_the_longest_document(bencher: Bencher<'_, '_>) {
    let longest = |book: &Rulebook| {
        let documents = (0..).map(DocumentRef).zip(&book.documents);
        documents
            .max_by_key(|(_, document)| document.length)
            .map(|(at, _)| at)
            .expect("a document")
    };
    bencher
        .with_inputs(prepared::bundled)
        .bench_refs(|book| book.body(longest(book)));
}

/// The bundled files as a player's folder: found, compared with what was kept, outline and index taken from the cache.
#[divan::bench]
fn warm_cache_of_a_folder(bencher: Bencher<'_, '_>) {
    let origins = [Origin::Path(
        concat!(env!("CARGO_MANIFEST_DIR"), "/rules").into(),
    )];
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::below(folder.path(), &origins).expect("a place");
    let loaded = loader::load(&origins).expect("the bundled files");
    let book = Rulebook::load(loaded.sources, loaded.diagnostics);
    cache.store(&book).expect("a folder to write to");
    SearchIndex::update(&cache.index_folder(), &book, &mut |_| {}).expect("an index");
    bencher.bench(|| {
        let kept = cache.load().expect("what was kept");
        SearchIndex::open(&cache.index_folder(), &book)
            .ok()
            .map(|index| (kept, index))
    });
}

#[divan::bench]
fn link_graph(bencher: Bencher<'_, '_>) {
    let book = book();
    bencher.bench(|| LinkGraph::new(&book));
}

#[divan::bench]
fn backlinks(bencher: Bencher<'_, '_>) {
    let book = book();
    let links = LinkGraph::new(&book);
    bencher.bench(|| Backlinks::build(&book, &links, None));
}

#[divan::bench]
fn search_index(bencher: Bencher<'_, '_>) {
    let book = book();
    bencher.bench(|| SearchIndex::build(&book).expect("an index in memory"));
}

#[divan::bench(args = [80, 120])]
fn page_of_the_longest_document(bencher: Bencher<'_, '_>, width: u16) {
    let book = book();
    let links = LinkGraph::new(&book);
    let longest = book
        .documents
        .iter()
        .max_by_key(|document| document.source.text.len())
        .expect("a document");
    let context = Context::new(&book, &links, width);
    bencher.bench(|| Page::of(context, longest.root));
}

fn app(size: (u16, u16)) -> (App, Terminal<TestBackend>) {
    let book = book();
    let index = SearchIndex::build(&book).expect("an index in memory");
    let start = book
        .by_id("kill-team/tomb-world#breach")
        .expect("the action");
    let styles = Styles::new(Theme::standard(true));
    let keymap = Keymap::standard().expect("no conflicts");
    let library = Library {
        index: Some(Arc::new(index)),
        start,
        ..Library::new(book)
    };
    let app = App::new(Start {
        library,
        query: None,
        styles,
        keymap,
        size,
        status: None,
    });
    (
        app,
        Terminal::new(TestBackend::new(size.0, size.1)).expect("a test backend"),
    )
}

fn press(app: &mut App, code: KeyCode) {
    app.handle(Event::Input(Input::Key(KeyEvent::new(
        code,
        KeyModifiers::NONE,
    ))));
}

#[divan::bench(args = [(80, 24), (120, 40), (250, 80)])]
fn frame_scrolled_by_a_line(bencher: Bencher<'_, '_>, size: (u16, u16)) {
    let (mut app, mut terminal) = app(size);
    let mut down = false;
    bencher.bench_local(|| {
        down = !down;
        press(
            &mut app,
            if down {
                KeyCode::Char('j')
            } else {
                KeyCode::Char('k')
            },
        );
        tui::draw(&app, &mut terminal).expect("a test backend");
    });
}

/// The last letter is taken away and typed again: two searches, two previews, one frame.
#[divan::bench(args = ["br", "breach", "control range", "can I climb during a dash"])]
fn two_keystrokes_of_search_and_a_frame(bencher: Bencher<'_, '_>, query: &str) {
    let (mut app, mut terminal) = app((120, 40));
    press(&mut app, KeyCode::Char('/'));
    query
        .chars()
        .for_each(|letter| press(&mut app, KeyCode::Char(letter)));
    let last = query.chars().last().expect("a query");
    bencher.bench_local(|| {
        press(&mut app, KeyCode::Backspace);
        press(&mut app, KeyCode::Char(last));
        tui::draw(&app, &mut terminal).expect("a test backend");
    });
}

/// Two rules, and the two longest documents.
#[divan::bench(args = [true, false])]
fn comparison(bencher: Bencher<'_, '_>, short: bool) {
    let library = Library::new(book());
    let book = &library.book;
    let mut roots: Vec<_> = book
        .documents
        .iter()
        .map(|document| document.root)
        .collect();
    roots.sort_by_key(|root| std::cmp::Reverse(book.section(*root).end.0 - root.0));
    let rule = |id: &str| book.by_id(id).expect("a bundled rule");
    let (left, right) = if short {
        (
            rule("kill-team/core-terms#blast"),
            rule("kill-team/core-terms#torrent"),
        )
    } else {
        (roots[0], roots[1])
    };
    bencher.bench(|| library.compare(left, right, 120));
}

/// What links here, as the side pane of a wide screen sets it.
#[divan::bench]
fn side_pane(bencher: Bencher<'_, '_>) {
    let library = Library::new(book());
    (0..)
        .map(GameRef)
        .take(library.book.games.len())
        .for_each(|game| library.find_backlinks(game));
    let section = library
        .book
        .by_id("kill-team/tomb-world#breach")
        .expect("a bundled rule");
    bencher.bench(|| library.links_page(section, 40));
}
