use proptest::prelude::*;

use super::*;
use crate::rules::GameRef;
use crate::tui::list::List;

proptest! {
    #[test]
    fn the_selected_row_is_in_sight_and_no_blank_rows_are(
        count in 1_usize..60,
        row in any::<prop::sample::Index>(),
        scroll in 0_usize..60,
        height in 1_usize..30,
    ) {
        let cursor = row.index(count);
        let rows = vec![ContentsRow::Game(GameRef(0)); count];
        let mut contents = Contents {
            list: List { rows, cursor, scroll },
            ..Contents::default()
        };
        contents.keep_in_sight(height);
        let kept = contents.list.scroll;
        prop_assert!((kept..kept + height).contains(&cursor));
        prop_assert!(kept == 0 || kept + height <= count);
        contents.keep_in_sight(height);
        prop_assert_eq!(contents.list.scroll, kept);
    }
}
