use proptest::prelude::*;

use super::*;

#[test]
fn the_cursor_stays_among_the_rows() {
    let mut list = List::default();
    list.move_by(-1, 3);
    assert_eq!(list.cursor, 0);
    list.move_by(isize::MAX, 3);
    assert_eq!(list.cursor, 2);
    list.move_by(1, 0);
    assert_eq!(list.cursor, 0);
}

#[test]
fn rows_that_cannot_be_selected_are_passed_both_ways() {
    let mut list = List::default();
    let mut walk = |rows| {
        list.move_past(rows, 6, |row| !matches!(row, 0 | 3));
        list.cursor
    };
    assert_eq!([0, 1, 1, 1, 9].map(&mut walk), [1, 2, 4, 5, 5]);
    assert_eq!([-1, -1, -1, -1].map(&mut walk), [4, 2, 1, 1]);
}

#[test]
fn rows_of_different_heights_are_found_by_their_lines() {
    let list = List {
        cursor: 1,
        scroll: 1,
    };
    let lines = |row| [3, 2, 3][row];
    let found: Vec<_> = (0..6).map(|line| list.row_at(line, 3, lines)).collect();
    let expected = [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)].map(Some);
    assert_eq!(found[..5], expected);
    assert_eq!(found[5], None);
}

#[test]
fn a_page_is_at_least_one_row() {
    assert_eq!(steps(Action::PageDown, 0), Some(1));
    assert_eq!(steps(Action::PageUp, 7), Some(-7));
    assert_eq!(steps(Action::Follow, 7), None);
}

proptest! {
    #[test]
    fn the_selected_row_is_in_sight_and_the_list_moves_no_more_than_needed(
        heights in prop::collection::vec(1_usize..4, 1..40),
        cursor in any::<prop::sample::Index>(),
        scroll in 0_usize..40,
        height in 3_usize..20,
    ) {
        let cursor = cursor.index(heights.len());
        let mut list = List { cursor, scroll };
        list.show(height, |row| heights[row]);
        prop_assert!(list.scroll <= cursor);
        let lines = |from: usize| heights[from..=cursor].iter().sum::<usize>();
        prop_assert!(lines(list.scroll) <= height);
        if list.scroll > scroll {
            prop_assert!(lines(list.scroll - 1) > height);
        }
        let shown = list;
        list.show(height, |row| heights[row]);
        prop_assert_eq!(list, shown);
    }
}
