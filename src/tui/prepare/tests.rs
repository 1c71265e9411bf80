//! What is told of what was made, and what becomes of it where files changed meanwhile.

use std::fs;
use std::sync::mpsc::Receiver;

use rstest::rstest;

use super::*;
use crate::source::{Source, Stamp};

#[test]
fn what_was_made_is_kept_and_handed_over_as_it_is_kept() {
    let (rules, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(rules.path().join("a.md"), "# A\n\n## B\n\ntext\n").unwrap();
    let origins = [Origin::Path(rules.path().to_owned())];
    let cache = Cache::below(kept.path(), &origins).unwrap();
    let Found::Unread(unread) = Found::of(loader::find(&origins).unwrap(), Some(&cache)) else {
        panic!("kept")
    };
    let glance = Library::new(unread.glance(None));
    let (events, queue) = channel();
    prepare(
        glance,
        (Some(unread), None),
        &Supply {
            origins: origins.to_vec(),
            cache: Some(cache),
            apart: None,
            looked: SystemTime::now(),
        },
        &events,
    );
    let told: Vec<_> = queue.try_iter().collect();
    let [Event::Rules(_), Event::Indexed(made)] = &told[..] else {
        panic!("{} events", told.len());
    };
    assert!(made.index.is_some());
}

#[test]
fn where_only_the_outline_is_kept_the_index_is_made_beside_it() {
    let (rules, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(rules.path().join("a.md"), "# A\n\n## B\n\ntext\n").unwrap();
    let origins = [Origin::Path(rules.path().to_owned())];
    let cache = Cache::below(kept.path(), &origins).unwrap();
    let loaded = loader::load(&origins).unwrap();
    let files = Files;
    cache
        .keep(&files, &Rulebook::load(loaded.sources, loaded.diagnostics))
        .unwrap();
    let Kept { book, index, .. } = cache.load_kept().unwrap();
    let (events, queue) = channel();
    let supply = Supply {
        origins: origins.to_vec(),
        cache: Some(cache),
        apart: None,
        looked: SystemTime::now(),
    };
    prepare(
        Library::new(book),
        (None, Some(index.clone())),
        &supply,
        &events,
    );
    let told: Vec<_> = queue.try_iter().collect();
    let [Event::Indexed(made)] = &told[..] else {
        panic!("{} events", told.len())
    };
    assert!(made.index.is_some() && index.exists());
}

/// Rules of some texts, which come from files.
fn rules(texts: &[(&str, &str)]) -> Library {
    let source = |(file, text): &(&str, &str)| {
        let unread = Source::unread(
            (*file).into(),
            (*file).to_owned(),
            "rules".to_owned(),
            Stamp::default(),
        );
        unread.with_text((*text).to_owned(), Stamp::default())
    };
    Library::new(Rulebook::load(
        texts.iter().map(source).collect(),
        Vec::new(),
    ))
}

fn indexed(library: &Library) -> Library {
    Library {
        index: SearchIndex::build(&library.book).ok().map(Arc::new),
        ..library.clone()
    }
}

/// What is told when an index is handed over that was made for a library, as it was made.
fn handed_over(library: &Library, made: &Library) -> Vec<Event> {
    let (events, queue): (_, Receiver<Event>) = channel();
    hand_over(library.clone(), made.clone(), &events);
    queue.try_iter().collect()
}

const BEFORE: [(&str, &str); 2] = [("a.md", "# A\n\n## Wall\n\ntext\n"), ("b.md", "# B\n")];

#[test]
fn an_index_of_the_very_rules_that_are_read_is_taken_in() {
    let library = rules(&BEFORE);
    let told = handed_over(&library, &indexed(&library));
    let [Event::Indexed(taken)] = &told[..] else {
        panic!("{} events", told.len())
    };
    assert!(Arc::ptr_eq(&taken.book, &library.book) && taken.index.is_some());
}

#[test]
fn rules_of_the_same_texts_take_the_place_of_those_that_are_read_behind_their_index() {
    let (library, made) = (rules(&BEFORE), indexed(&rules(&BEFORE)));
    let told = handed_over(&library, &made);
    let [Event::Indexed(taken)] = &told[..] else {
        panic!("{} events", told.len());
    };
    assert!(Arc::ptr_eq(&taken.book, &library.book) && taken.index.is_some());
}

#[rstest]
#[case::a_text_has_changed(&[("a.md", "# A\n\n## Gate\n\ntext\n"), ("b.md", "# B\n")])]
#[case::only_what_stands_under_a_heading(&[("a.md", "# A\n\n## Wall\n\nmore\n"), ("b.md", "# B\n")])]
#[case::a_file_has_come(&[("a.md", "# A\n\n## Wall\n\ntext\n"), ("b.md", "# B\n"), ("c.md", "# C\n")])]
#[case::a_file_has_gone(&[("b.md", "# B\n")])]
#[case::a_file_has_another_name(&[("a.md", "# A\n\n## Wall\n\ntext\n"), ("c.md", "# B\n")])]
#[case::the_order_is_another(&[("b.md", "# B\n"), ("a.md", "# A\n\n## Wall\n\ntext\n")])]
#[case::a_game_is_named(&[("a.md", "# A\n\n## Wall\n\ntext\n"), ("b.md", "# B\n"), ("game.yaml", "name: House\n")])]
fn rules_that_changed_meanwhile_are_new_rules_with_their_index(#[case] now: &[(&str, &str)]) {
    let (library, made) = (rules(&BEFORE), indexed(&rules(now)));
    let told = handed_over(&library, &made);
    let [Event::Rules(new)] = &told[..] else {
        panic!("{} events", told.len())
    };
    assert!(Arc::ptr_eq(&new.book, &made.book) && new.index.is_some());
}
