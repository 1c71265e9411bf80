use super::*;
use crate::library::Library;
use crate::render::Line;
use crate::rules::Rulebook;
use crate::source::Source;
use crate::state::State;
use crate::tui::environment::tests::with_environment;

/// Builds a sheet of twenty lines, five of which are on the screen, with a link on each of the
/// given lines.
fn sheet(links: &[usize]) -> Sheet {
    let link = |line: &usize| PageLink {
        targets: Vec::new(),
        image: None,
        line: *line,
        last_line: *line,
    };
    let links = links.iter().map(link).collect();
    let page = Page {
        lines: vec![Line::default(); 20],
        links,
        ..Page::default()
    };
    Sheet {
        page,
        height: 5,
        ..Sheet::default()
    }
}

#[test]
fn the_first_selected_link_is_on_the_screen_in_both_directions() {
    let mut forward = sheet(&[1, 4, 8, 9]);
    forward.scroll_by(3);
    let mut backward = forward.clone();
    assert!(forward.move_to_link(true) && backward.move_to_link(false));
    assert_eq!((forward.link, forward.scroll), (Some(1), 3));
    assert_eq!(
        (backward.link, backward.scroll),
        (Some(1), 3),
        "line 8 is the first below the screen"
    );
}

#[test]
fn scrolling_stays_on_the_page_and_deselects_links_off_screen() {
    let mut sheet = sheet(&[1]);
    assert!(sheet.move_to_link(true));
    sheet.scroll_by(100);
    assert_eq!((sheet.scroll, sheet.link), (15, None));
    sheet.scroll_by(-100);
    assert_eq!(sheet.scroll, 0);
}

#[test]
fn links_are_chosen_in_turn_and_shown() {
    let mut sheet = sheet(&[1, 12]);
    assert!(sheet.move_to_link(true) && sheet.move_to_link(true));
    assert_eq!((sheet.link, sheet.scroll), (Some(1), 9));
    assert!(!sheet.move_to_link(true), "there is no third one");
    assert!(sheet.move_to_link(false));
    assert_eq!((sheet.link, sheet.scroll), (Some(0), 0));
    assert!(!sheet.move_to_link(false));
}

#[test]
fn a_link_on_the_screen_is_selected_first() {
    let mut sheet = sheet(&[1, 12]);
    sheet.scroll_by(6);
    assert!(sheet.move_to_link(false));
    assert_eq!(sheet.link, Some(0));
    sheet.link = None;
    sheet.scroll_by(6);
    assert!(sheet.move_to_link(true));
    assert_eq!(sheet.link, Some(1));
}

#[test]
fn in_linear_mode_the_cursor_is_on_the_line_if_the_link_is_off_screen() {
    let text = format!(
        "# House\n\nSee Mud.\n\n## Mud\n\n{}",
        "More.\n\n".repeat(20)
    );
    let source = Source::in_memory("a.md", &text);
    let library = Library::new(Rulebook::load(vec![source], vec![]));
    let start = library.book.documents[0].root;
    let page = library.page(library.context(80), start);
    let mut sheet = Sheet {
        page,
        height: 5,
        ..Sheet::default()
    };
    sheet.link = Some(0);
    with_environment(&library, &State::default(), start, 5, |env| {
        let mut cursor = |scroll: usize| {
            sheet.scroll_to(scroll);
            sheet.current = Some(scroll + 3);
            sheet.linear(String::new(), env).cursor
        };
        assert_eq!(cursor(10), Some((3, 0)));
        assert_ne!(cursor(1), Some((3, 0)), "the link is on the screen");
    });
}

#[test]
fn a_page_that_was_dropped_keeps_its_link_if_the_new_one_has_it() {
    for (links, expected) in [(&[1, 12][..], Some(1)), (&[1], None), (&[], None)] {
        let mut dropped = sheet(&[1, 12]);
        dropped.link = Some(1);
        dropped.page = Page::default();
        dropped.replace(sheet(links).page);
        assert_eq!(dropped.link, expected);
    }
}
