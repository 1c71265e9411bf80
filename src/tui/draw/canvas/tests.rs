use ratatui::buffer::Cell;
use rstest::rstest;

use super::*;
use crate::theme::{Symbols, Theme};

#[rstest]
#[case::one_byte_a_column("word word word word word word word word match and more of it")]
#[case::two_bytes_a_column("wérd wérd wérd wérd wérd wérd wérd wérd match and more of it")]
fn a_sentence_starts_as_far_before_its_match_whatever_its_letters(#[case] text: &str) {
    let area = Rect::new(0, 0, 30, 1);
    let mut buffer = Buffer::empty(area);
    let styles = Styles::new(Theme::standard(false), Symbols::UNICODE);
    let mut canvas = Canvas {
        buffer: &mut buffer,
        styles: &styles,
    };
    let start = text.find("match").unwrap();
    let mark = start..start + "match".len();
    canvas
        .row(area)
        .sentence(text, std::slice::from_ref(&mark), Role::Text);
    let shown: String = buffer.content.iter().map(Cell::symbol).collect();
    let start = shown.find("match").map(|at| wrap::width(&shown[..at]));
    assert_eq!(start, Some(11), "{shown}");
}
