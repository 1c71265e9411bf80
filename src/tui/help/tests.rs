use rstest::rstest;

use super::*;
use crate::render::wrap;
use crate::theme::Symbols;
use crate::tui::keymap::{Context, Keymap, all_rows};

fn usual() -> Keymap {
    Keymap::standard()
}

fn filtered(from: Context, words: &str) -> HelpPage {
    HelpPage::new(from, words, &usual(), 78, Symbols::UNICODE)
}

#[test]
fn every_key_is_there_once_whatever_the_context() {
    for from in Context::ALL {
        let page = filtered(from, "");
        let rows = page.lines.iter().map(|line| {
            if let HelpLine::Keys(rows, _) = line {
                rows.len()
            } else {
                0
            }
        });
        assert_eq!(
            (rows.sum::<usize>(), page.count),
            (all_rows().count(), all_rows().count())
        );
        assert_eq!(page.lines[0], HelpLine::Context(from.name()));
    }
}

#[rstest]
#[case(78, Symbols::UNICODE)]
#[case(78, Symbols::ASCII)]
fn the_keys_of_where_one_came_from_fit_a_screen_of_24_lines(
    #[case] width: usize,
    #[case] symbols: &'static Symbols,
) {
    for from in Context::ALL {
        let page = HelpPage::new(from, "", &usual(), width, symbols);
        let lines = page
            .lines
            .iter()
            .position(|line| *line == HelpLine::Blank)
            .unwrap_or(page.lines.len());
        assert!(lines <= 21, "{from:?} takes {lines} lines");
    }
}

#[test]
fn no_line_is_wider_than_the_screen() {
    for line in filtered(Context::Page, "").lines {
        let HelpLine::Keys(rows, keys) = line else {
            continue;
        };
        let room = 78 / rows.len();
        assert!(
            rows.iter().all(|row| keys + wrap::width(row.help) < room),
            "{rows:?}"
        );
    }
}

#[test]
fn typed_words_leave_the_rows_that_hold_them_all() {
    let page = filtered(Context::Page, "search NEXT");
    assert!(page.count > 0 && page.count < 6, "{page:?}");
    let rows = page.lines.iter().filter_map(|line| {
        if let HelpLine::Keys(rows, _) = line {
            Some(rows)
        } else {
            None
        }
    });
    assert!(rows.flatten().any(|row| row.help.contains("next match")));
    assert_eq!(filtered(Context::Page, "no such words").lines, []);
}
