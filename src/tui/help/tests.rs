use rstest::rstest;

use super::*;
use crate::rules::SectionRef;
use crate::state::State;
use crate::theme::{Styles, Symbols, Theme};
use crate::tui::environment::tests::with_environment;
use crate::tui::keymap::all_rows;
use crate::tui::library::Library;

fn page(from: Context, words: &str, symbols: &'static Symbols) -> HelpPage {
    let library = Library::placeholder(1);
    with_environment(&library, &State::default(), SectionRef(0), 24, |env| {
        let help = Help {
            filter: Input::new(words.to_owned()),
            ..Help::new(from)
        };
        help.page(&Environment {
            styles: &Styles::new(Theme::standard(false), symbols),
            ..*env
        })
    })
}

fn filtered(from: Context, words: &str) -> HelpPage {
    page(from, words, Symbols::UNICODE)
}

#[test]
fn every_key_is_there_once_whatever_the_context() {
    for from in Context::all() {
        let page = filtered(from, "");
        let keys = page.lines.iter().flat_map(|line| &line.pieces);
        let keys = keys.filter(|piece| piece.face.role == Role::Heading);
        let rows = all_rows().count();
        assert_eq!((keys.count(), page.count), (rows, rows));
        assert_eq!(page.lines[0].text(), format!(" {}", from.name()));
    }
}

#[rstest]
#[case(Symbols::UNICODE)]
#[case(Symbols::ASCII)]
fn the_keys_of_a_context_fit_a_screen_of_24_lines(#[case] symbols: &'static Symbols) {
    for from in Context::all() {
        let page = page(from, "", symbols);
        let blank = page.lines.iter().position(Line::is_blank);
        let lines = blank.unwrap_or(page.lines.len());
        assert!(lines <= 21, "{from:?} takes {lines} lines");
    }
}

#[test]
fn no_line_is_wider_than_the_screen() {
    for line in filtered(Context::Page, "").lines {
        assert!(line.width() <= 78, "{line:?}");
        let texts = line.pieces.iter().map(|piece| &piece.text);
        let texts: Vec<_> = texts.collect();
        let is_apart = |pair: &[&String]| pair[0].ends_with(' ') || pair[1].starts_with(' ');
        assert!(texts.windows(2).all(is_apart), "{texts:?}");
    }
}

#[test]
fn typed_words_keep_the_rows_with_all_of_them() {
    let page = filtered(Context::Page, "search NEXT");
    assert!(page.count > 0 && page.count < 6, "{page:?}");
    let lines: Vec<_> = page.lines.iter().map(Line::text).collect();
    assert!(
        lines.iter().any(|line| line.contains("next match")),
        "{lines:?}"
    );
    assert_eq!(filtered(Context::Page, "no such words").lines, []);
}
