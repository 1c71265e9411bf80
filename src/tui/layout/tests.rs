use proptest::prelude::*;
use rstest::rstest;

use ratatui::layout::Rect;

use super::*;

/// The page has 20 lines, with 12 lines above the link and 7 lines below it.
#[rstest]
#[case::it_fits_below(7, 15, 7)]
#[case::it_fits_only_above(8, 6, 8)]
#[case::it_fits_nowhere(19, 2, 12)]
fn a_popup_lies_below_its_link_where_it_fits_else_where_there_is_more_room(
    #[case] wanted: u16,
    #[case] top: u16,
    #[case] height: u16,
) {
    let page = Rect {
        x: 0,
        y: 2,
        width: 80,
        height: 20,
    };
    let popup = popup((80, 24), page, (12, 12), wanted);
    assert_eq!((popup.y, popup.height), (top, height));
}

fn inside(rect: Rect, (width, height): (u16, u16)) -> bool {
    rect.is_empty() || (rect.right() <= width && rect.bottom() <= height)
}

proptest! {
    #[test]
    fn nothing_leaves_the_screen(width in 1_u16..300, height in 1_u16..120, contents: bool, side in 0_u8..4, lines in 0_usize..60, line in 0_u16..130, wanted in 1_u16..60) {
        let size = (width, height);
        let side = match side {
            0 => None,
            1 => Some(SideRequest { pinned: None, from: super::SIDE_FROM, focused: contents }),
            other => Some(SideRequest { pinned: Some(lines), from: super::BESIDE_FROM, focused: other == 2 }),
        };
        let reading = reading(size, contents, lines % 2 == 0, side);
        let parts = [reading.header, reading.above, reading.page, reading.below, reading.footer];
        let panes = [reading.contents, reading.divider, reading.side, reading.side_divider].into_iter().flatten();
        if let Some(side) = reading.side {
            prop_assert!(reading.side_covers_page() || !side.intersects(reading.page));
        }
        prop_assert!(parts.into_iter().chain(panes).all(|rect| inside(rect, size)));
        prop_assert!(reading.page.height > 0 && reading.page.width > 0);
        let searching = searching(size, false, false);
        let parts = [searching.input, searching.results, searching.divider, searching.preview, searching.footer];
        prop_assert!(parts.into_iter().all(|rect| inside(rect, size)));
        prop_assert!(inside(popup(size, reading.page, (line, line + 1), wanted), size));
    }

    #[test]
    fn a_popup_never_covers_its_lines(first in 0_u16..30, more in 0_u16..3, height in 1_u16..40, rows in POPUP_FROM..50) {
        let page = Rect { x: 5, y: 2, width: 70, height: rows - 4 };
        let last = (first + more).min(page.height - 1);
        let first = first.min(last);
        let popup = popup((80, rows), page, (first, last), height);
        for row in page.y + first..=page.y + last {
            prop_assert!(row < popup.y || row >= popup.bottom());
        }
    }
}
