use std::sync::Arc;

use tui_input::Input;

use super::*;
use crate::library::Library;
use crate::rules::Rulebook;
use crate::search::SearchIndex;
use crate::source::Source;
use crate::state::{Bookmark, Change, State};
use crate::tui::action::Action;
use crate::tui::environment::Environment;
use crate::tui::environment::tests::with_environment;

fn library() -> Library {
    let text = "# House\n\n## Mud Wall\n\nText.\n\n## Dig\n\nText.\n\n## Sand\n\nText.\n";
    let mut library = Library::new(Rulebook::load(
        vec![Source::in_memory("house.md", text)],
        Vec::new(),
    ));
    library.index = SearchIndex::build(&library.book).ok().map(Arc::new);
    library
}

fn with_places<T>(
    state: &State,
    filter: &str,
    height: u16,
    see: impl FnOnce(&mut PlaceList, &Environment<'_>) -> T,
) -> T {
    let library = library();
    let section = library.book.by_id("rules/house#sand").unwrap();
    with_environment(&library, state, section, height, |env| {
        let mut places = PlaceList {
            filter: Input::new(filter.to_owned()),
            ..PlaceList::default()
        };
        places.refresh(env);
        see(&mut places, env)
    })
}

fn listed(state: &State, filter: &str) -> Vec<String> {
    let text = |row: &NamedRow<PlaceEntry>| match row {
        NamedRow::Item(name, text, _) => format!("{name} | {text}"),
        NamedRow::Heading(heading) => heading.clone(),
    };
    with_places(state, filter, 24, |places, _| {
        places.list.rows.iter().map(text).collect()
    })
}

fn state() -> State {
    let mut state = State::default();
    for (id, name) in [
        ("rules/house#dig", "Holes"),
        ("rules/house#gone", "Old"),
        ("other-game/x#y", "Elsewhere"),
    ] {
        state.apply(&Change::Bookmark(Bookmark {
            id: id.to_owned(),
            name: name.to_owned(),
        }));
    }
    for id in [
        "rules/house#dig",
        "rules/house#gone",
        "rules/house#mud-wall",
        "rules/house#sand",
        "other-game/x#y",
    ] {
        state.apply(&Change::Visit(id.to_owned()));
    }
    state
}

#[test]
fn bookmarks_come_before_recent_places_without_the_current_one() {
    assert_eq!(
        listed(&state(), ""),
        [
            "Bookmarks",
            "Holes | rules › House › Dig",
            "Old | missing: rules/house#gone",
            "Recent",
            "Mud Wall | rules › House",
            "Dig | rules › House",
        ]
    );
}

#[test]
fn every_typed_word_has_to_be_in_the_name_or_the_path() {
    assert_eq!(
        listed(&state(), "WALL house"),
        ["Recent", "Mud Wall | rules › House"]
    );
    assert_eq!(
        listed(&state(), "hol")[1..],
        ["Holes | rules › House › Dig"]
    );
    assert!(listed(&state(), "wall dig").is_empty());
}

#[test]
fn the_cursor_passes_the_names_of_groups_both_ways() {
    with_places(&state(), "", 5, |places, env| {
        assert_eq!(places.list.cursor, 1);
        let mut walk = |action| {
            places.perform(action, env);
            (places.list.cursor, places.list.scroll)
        };
        let (down, up) = (Action::Down, Action::Up);
        assert_eq!([down; 4].map(&mut walk), [(2, 0), (4, 2), (5, 3), (5, 3)]);
        let back = [up, up, Action::PageUp].map(&mut walk);
        assert_eq!(back, [(4, 3), (2, 2), (1, 0)]);
    });
}

#[test]
fn the_selected_place_is_visible_and_the_first_one_with_its_group() {
    let mut state = state();
    for number in 0..6 {
        state.apply(&Change::Bookmark(Bookmark {
            id: format!("rules/house#{number}"),
            name: "Old".to_owned(),
        }));
    }
    with_places(&state, "", 6, |places, env| {
        use Action::{Down, PageDown, PageUp, Up};
        for action in [
            Down, Down, PageDown, Down, PageDown, PageDown, Up, PageUp, Up, PageUp, PageUp, Up,
        ] {
            places.perform(action, env);
            let row = places.list.cursor;
            assert!(places.selected().is_some(), "row {row} is no place");
            let visible = places.list.scroll..places.list.scroll + 4;
            assert!(visible.contains(&row), "{row} in {visible:?}");
        }
        assert_eq!((places.list.cursor, places.list.scroll), (1, 0));
    });
}
