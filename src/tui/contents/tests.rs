use proptest::prelude::*;

use super::*;
use crate::rules::{GameRef, Rulebook};
use crate::source::{Source, last_part};
use crate::tui::list::List;

proptest! {
    #[test]
    fn the_selected_row_is_visible_without_blank_rows(
        count in 1_usize..60,
        row in any::<prop::sample::Index>(),
        scroll in 0_usize..60,
        height in 1_usize..30,
    ) {
        let cursor = row.index(count);
        let row = ContentsRow {
            item: ContentsItem::Game(GameRef(0)),
            depth: 0,
            open: None,
        };
        let rows = vec![row; count];
        let mut contents = Contents {
            list: List { rows, cursor, scroll },
            ..Contents::default()
        };
        contents.scroll_to_cursor(height);
        let kept = contents.list.scroll;
        prop_assert!((kept..kept + height).contains(&cursor));
        prop_assert!(kept == 0 || kept + height <= count);
        contents.scroll_to_cursor(height);
        prop_assert_eq!(contents.list.scroll, kept);
    }
}

#[test]
fn many_documents_are_shown_by_folder() {
    let file = |at: usize| {
        let folder = ["", "monsters/", "monsters/bats/", "monsters-2/"][at % 4];
        Source::in_memory(
            &format!("{folder}d{at:02}.md"),
            &format!("# D{at:02}\n\n## Part\n\ntext\n"),
        )
    };
    let book = Rulebook::load((0..44).map(file).collect(), Vec::new());
    let shown = |contents: &Contents| -> Vec<String> {
        let rows = contents.list.rows.iter().map(|row| {
            let name = match &row.item {
                ContentsItem::Game(_) => "game".to_owned(),
                ContentsItem::Folder(path) => format!("{}/", last_part(path)),
                ContentsItem::Section(section) => book.section(*section).title.clone(),
            };
            "  ".repeat(row.depth.into()) + &name
        });
        rows.collect()
    };
    let titled = |title: &str| {
        book.iter()
            .find(|(_, section)| section.title == title)
            .unwrap()
            .0
    };
    let mut contents = Contents::default();
    contents.reveal(&book, titled("D00"));
    assert_eq!(shown(&contents).len(), 1 + 11 + 1 + 2);
    assert_eq!(shown(&contents)[13..], ["monsters/", "monsters-2/"]);
    contents.reveal(&book, titled("D02"));
    let rows = shown(&contents);
    let at = rows.iter().position(|row| row == "    D02").unwrap();
    assert_eq!(rows[at - 1], "  bats/");
    assert_eq!(rows[at + 1], "      Part");
    assert!(rows.contains(&"  D01".to_owned()) && !rows.contains(&"  D03".to_owned()));
    for expected in ["  bats/", "monsters/"] {
        contents.collapse(&book);
        contents.collapse(&book);
        assert_eq!(shown(&contents)[contents.list.cursor], expected);
    }
    contents.collapse(&book);
    assert_eq!(shown(&contents).len(), 1 + 11 + 2);
    contents.expand(&book);
    assert_eq!(shown(&contents).len(), 1 + 11 + 2 + 11 + 1);
}
