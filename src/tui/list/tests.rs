use proptest::prelude::*;

use super::*;

impl ListRow for RowKind {
    fn kind(&self) -> RowKind {
        *self
    }
}

/// Builds a list from a string in which `h` is a heading, `e` an entry and `d` a detail.
fn list(kinds: &str) -> List<RowKind> {
    let kinds = kinds.chars().map(|kind| match kind {
        'h' => RowKind::Heading,
        'e' => RowKind::Entry,
        _ => RowKind::Detail,
    });
    let mut list = List::default();
    list.fill(kinds.collect());
    list
}

#[test]
fn the_cursor_stays_among_the_rows() {
    let mut list = list("eee");
    list.move_by(-1);
    assert_eq!(list.cursor, 0);
    list.move_by(isize::MAX);
    assert_eq!(list.cursor, 2);
    list.fill(Vec::new());
    assert_eq!(list.cursor, 0);
}

#[test]
fn rows_that_cannot_be_selected_are_passed_both_ways() {
    let mut list = list("heehed");
    let mut walk = |rows| {
        list.move_by(rows);
        list.cursor
    };
    assert_eq!([0, 1, 1, 1, 9].map(&mut walk), [1, 2, 4, 4, 4]);
    assert_eq!([-1, -1, -1].map(&mut walk), [2, 1, 1]);
}

#[test]
fn entries_are_found_by_any_of_their_lines() {
    let mut list = list("ehededd");
    list.scroll = 1;
    let area = Rect::new(3, 2, 20, 7);
    let found = (2..8).map(|y| list.entry_at(area, Position { x: 5, y }));
    let expected = [None, Some(2), Some(2), Some(4), Some(4), Some(4)];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    assert_eq!(list.entry_at(area, Position { x: 5, y: 8 }), None);
    assert_eq!(list.entry_at(area, Position { x: 1, y: 3 }), None);
}

#[test]
fn a_page_is_at_least_one_row() {
    assert_eq!(steps(Action::PageDown, 0), Some(1));
    assert_eq!(steps(Action::PageUp, 7), Some(-7));
    assert_eq!(steps(Action::Follow, 7), None);
}

proptest! {
    #[test]
    fn the_selected_entry_is_visible_with_minimal_scrolling(
        kinds in "(h?ed{0,2}){1,20}",
        entry in 0_usize..20,
        scroll in 0_usize..40,
        height in 4_usize..20,
    ) {
        let mut list = list(&kinds);
        list.scroll = scroll;
        list.select(entry);
        list.show(height);
        let details = kinds[list.cursor + 1..].chars().take_while(|kind| *kind == 'd').count();
        prop_assert!(list.scroll <= list.cursor);
        prop_assert!(list.cursor + details < list.scroll + height);
        prop_assert!(&kinds[list.scroll..=list.scroll] != "d");
        if list.cursor > 0 && &kinds[list.cursor - 1..list.cursor] == "h" {
            prop_assert!(list.scroll < list.cursor);
        }
        let shown = list.clone();
        list.show(height);
        prop_assert_eq!(list, shown);
    }
}
