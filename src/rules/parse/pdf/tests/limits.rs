//! Tests of what is left out of a book, which is always told.

use super::*;

#[test]
fn text_that_no_reader_sees_is_left_out_and_counted() {
    let content = "BT /R 10 Tf 50 700 Td (seen by all) Tj ET\n\
                   BT /R 10 Tf 700 650 Td (off page) Tj ET\n\
                   BT /R 10 Tf 3 Tr 50 600 Td (not painted) Tj 0 Tr ET\n\
                   BT /R 10 Tf 0 1 -1 0 300 300 Tm (turned) Tj ET\n";
    let html = read_all(pdf_of(&[content.to_owned()])).unwrap();
    assert!(html.contains("seen by all"), "{html}");
    for hidden in ["off page", "not painted", "turned"] {
        assert!(!html.contains(hidden), "{html}");
    }
    assert!(
        html.contains("text that no reader sees (5 words)"),
        "{html}"
    );
}

#[test]
fn pages_beyond_the_limit_are_told() {
    let pages = vec![vec![(50, 700, 10, false, "x")]; 5_001];
    let html = read_all(pdf(&pages)).unwrap();
    assert!(html.contains("on 1 page: p. 5001"), "{}", &html[..900]);
}

#[test]
fn a_page_with_too_many_letters_is_cut_and_told() {
    let mut content = String::new();
    for line in 0..21_u16 {
        let (y, letters) = (700 - 20 * line, "x".repeat(10_000));
        writeln!(
            content,
            "BT /R 1 Tf 50 {y} Td (line {line} {letters}) Tj ET"
        )
        .unwrap();
    }
    let html = read_all(pdf_of(&[content])).unwrap();
    assert!(html.contains("on 1 page: p. 1"), "{}", &html[..900]);
    assert!(html.contains("line 18 ") && !html.contains("line 20 "));
}
