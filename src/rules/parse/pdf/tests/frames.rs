//! Tests of what is drawn in columns and boxes, and of single lines.

use super::super::lines::readable;
use super::{PROSE, Text, body, headings_of, pdf, prose, read_all};

/// Whether the texts come one after the other.
#[track_caller]
fn assert_order(html: &str, texts: &[&str]) {
    let found: Vec<_> = texts.iter().map(|text| html.find(text)).collect();
    assert!(found.iter().all(Option::is_some), "{found:?} in {html}");
    assert!(found.is_sorted(), "{found:?} in {html}");
}

/// Lines of text in a column.
fn lines(x: u16, top: u16, leading: u16, texts: &[&'static str]) -> Vec<Text> {
    let ys = (0_u16..).map(|line| top - leading * line);
    texts
        .iter()
        .zip(ys)
        .map(|(text, y)| (x, y, 10, false, *text))
        .collect()
}

#[test]
fn a_box_beside_the_text_is_read_by_itself() {
    let mut page = vec![(40, 740, 24, true, "The Long Title over Everything")];
    page.extend(prose(40, 700));
    page.extend(prose(40, 652));
    let list = ["Focus", "Evade", "Boost", "Target Lock", "Barrel Roll"];
    page.push((334, 700, 14, true, "Actions"));
    page.extend(lines(334, 684, 15, &list));
    page.extend(lines(40, 560, 12, &["The last line spans the page, from the left edge of the first column to the right one of the second."]));
    let html = body(&[page]);
    assert_order(
        &html,
        &[
            "Long Title",
            "Then it fights.",
            "Actions",
            "Focus",
            "Barrel Roll",
            "The last",
        ],
    );
    assert!(html.contains(">Actions</h"), "{html}");
    let joined = "control range of an enemy operative. Then it fights.</p>";
    assert_eq!(html.matches(joined).count(), 2, "{html}");
}

#[test]
fn labels_and_cells_stay_on_their_lines() {
    let texts = [
        "Move through no wall.",
        "Fight what is near.",
        "Shoot what you see.",
    ];
    let mut page = prose(40, 700);
    page.extend(lines(60, 600, 20, &texts));
    page.extend(lines(44, 600, 20, &["1.", "2.", "3."]));
    let html = body(&[page]);
    assert!(
        html.contains("<ol start=1><li>Move through no wall.\n<li>Fight what is near."),
        "{html}"
    );
}

#[test]
fn a_bold_word_that_is_drawn_later_stays_in_its_line() {
    let mut page = prose(40, 700);
    page.push((40, 640, 10, false, "A model in"));
    page.push((158, 640, 10, false, "is seen by all."));
    page.extend(prose(40, 600));
    page.push((91, 640, 10, true, "the open field"));
    let html = body(&[page]);
    assert!(
        html.contains("A model in<b> the open field</b> is seen by all."),
        "{html}"
    );
}

#[test]
fn numbers_at_page_tops_that_count_no_pages_are_headings() {
    let titles = ["Appendix 2", "Appendix 5", "Appendix 6", "Appendix 9"];
    let feet = [
        "Chapter 7 - 11",
        "Chapter 7 - 12",
        "Chapter 7 - 13",
        "Chapter 7 - 14",
    ];
    let page = |(title, foot)| {
        let mut page = vec![(50, 740, 16, true, title)];
        page.extend(prose(50, 720));
        page.push((50, 40, 10, false, foot));
        page
    };
    let pages: Vec<_> = titles.into_iter().zip(feet).map(page).collect();
    let html = read_all(pdf(&pages)).unwrap();
    assert_eq!(headings_of(&html), titles.map(|title| format!("1 {title}")));
    assert!(!html.contains("Chapter"), "{html}");
    assert!(html.contains("title=\"14\""), "{html}");
}

#[test]
fn the_first_line_of_three_columns_is_no_running_head() {
    let page = || {
        let mut page = Vec::new();
        for (x, text) in [
            (40, "the first column,"),
            (230, "the second one,"),
            (420, "the last."),
        ] {
            page.push((x, 740, 10, false, text));
            page.extend(lines(
                x,
                728,
                12,
                &["which goes on below it,", "and ends with this."],
            ));
        }
        page
    };
    let html = body(&[page(), page(), prose(50, 700)]);
    for text in ["the first column", "the second one", "the last"] {
        assert_eq!(html.matches(text).count(), 2, "{html}");
    }
}

#[test]
fn wide_distances_between_letters_are_spaces() {
    // Each letter of `2G` is 2.75 points from the next: between them stands no space.
    let text = ") Tj 2.75 Tc (2G) Tj 0 Tc 17.42 0 Td (eneral Rules";
    let mut page = vec![(50, 700, 11, true, text)];
    page.extend(prose(50, 680));
    let html = body(&[page]);
    assert!(html.contains(">2 General Rules</h"), "{html}");
    // A word with wide letters stays a word.
    let text = ") Tj 2.75 Tc (Wide) Tj 0 Tc 30 0 Td (ly spaced";
    let mut page = vec![(50, 700, 11, true, text)];
    page.extend(prose(50, 680));
    let html = body(&[page]);
    assert!(html.contains(">Widely spaced</h"), "{html}");
}

#[test]
fn ligatures_are_letters_and_icons_have_a_sign() {
    assert_eq!(readable("ﬁne\u{a0}e\u{ad}"), "fine e-");
    assert_eq!(
        readable("\u{f0041} Focus, \u{f0b7} item"),
        "▯ Focus, \u{f0b7} item"
    );
}

#[test]
fn entries_of_a_table_of_contents_have_no_dots() {
    let entries = [
        "Moving . . . . . . . . . . . . . . . . 12",
        "Fighting....................... 14",
        "Wait... and see.",
    ];
    let html = body(&[[lines(50, 700, 12, &entries), prose(50, 600)].concat()]);
    assert!(html.contains("<p>Moving  … 12</p>"), "{html}");
    assert!(html.contains("<p>Fighting … 14</p>"), "{html}");
    assert!(html.contains("Wait... and see."), "{html}");
}

#[test]
fn more_lines_than_a_heading_has_are_a_paragraph() {
    let ys = (0_u16..).map(|line| 700 - 12 * line);
    let bold = PROSE.iter().chain(&PROSE[..1]).zip(ys);
    let mut page: Vec<Text> = bold.map(|(text, y)| (50, y, 10, true, *text)).collect();
    page.extend(prose(50, 600));
    page.extend(prose(50, 540));
    let html = body(&[page]);
    assert!(!html.contains("<h"), "{html}");
}
