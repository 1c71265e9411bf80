//! Tests of the layout, with books that are written here.

use std::fmt::Write;

use super::*;

mod frames;
mod limits;

fn read_all(bytes: Vec<u8>) -> Result<String, BookError> {
    to_html(bytes, BookOptions::all(&mut |_, _| {}))
}

/// A text on a page: its position, its size, whether it is bold, and its letters.
type Text = (u16, u16, u16, bool, &'static str);

/// Writes a PDF with the given texts on its pages.
fn pdf(pages: &[Vec<Text>]) -> Vec<u8> {
    let contents = pages.iter().map(|page| {
        let mut content = String::new();
        for (x, y, size, is_bold, text) in page {
            let font = if *is_bold { "B" } else { "R" };
            writeln!(content, "BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET").unwrap();
        }
        content
    });
    pdf_of(&contents.collect::<Vec<_>>())
}

/// Writes a PDF with the given operators on its pages.
fn pdf_of(contents: &[String]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>".to_owned(),
    ];
    let mut kids = String::new();
    for content in contents {
        let at = objects.len() + 1;
        write!(kids, "{at} 0 R ").unwrap();
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R \
             /Resources << /Font << /R 3 0 R /B 4 0 R >> >> >>",
            at + 1
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}endstream",
            content.len()
        ));
    }
    objects[1] = format!(
        "<< /Type /Pages /Kids [{kids}] /Count {} >>",
        contents.len()
    );
    file_of(&objects)
}

/// Writes a PDF of these objects. The first is the catalog.
fn file_of(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (at, object) in (1..).zip(objects) {
        offsets.push(file.len());
        writeln!(file, "{at} 0 obj\n{object}\nendobj").unwrap();
    }
    let start = file.len();
    writeln!(file, "xref\n0 {}\n0000000000 65535 f ", objects.len() + 1).unwrap();
    for offset in offsets {
        writeln!(file, "{offset:010} 00000 n ").unwrap();
    }
    let count = objects.len() + 1;
    write!(
        file,
        "trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    )
    .unwrap();
    file.into_bytes()
}

fn body(pages: &[Vec<Text>]) -> String {
    let html = read_all(pdf(pages)).map_err(|error| error.message).unwrap();
    html.split("<body>").nth(1).unwrap().trim().to_owned()
}

const PROSE: [&str; 4] = [
    "An operative moves as far as its move stat allows and it",
    "cannot move through other operatives unless a rule says so,",
    "and it stops when it comes within control range of an ene-",
    "my operative. Then it fights.",
];

fn prose(x: u16, top: u16) -> Vec<Text> {
    let ys = (0_u16..).map(|line| top - 12 * line);
    PROSE
        .iter()
        .zip(ys)
        .map(|(text, y)| (x, y, 10, false, *text))
        .collect()
}

#[test]
fn headings_are_larger_and_lines_are_joined() {
    let mut page = vec![(50, 700, 16, true, "Moving")];
    page.extend(prose(50, 680));
    page.push((50, 620, 10, true, "Climbing"));
    page.extend(prose(50, 600));
    let text = body(&[page]);
    assert!(
        text.starts_with("<span epub:type=\"pagebreak\" title=\"1\"></span><h1>Moving</h1>"),
        "{text}"
    );
    assert!(
        text.contains(
            "control range of an enemy operative. Then it fights.</p>\n<h2>Climbing</h2>"
        ),
        "{text}"
    );
}

#[test]
fn columns_are_read_one_after_the_other() {
    let mut page = prose(40, 700);
    page.extend(prose(320, 700));
    page.extend(prose(40, 600));
    page.extend(prose(320, 600));
    let text = body(&[page]);
    let first = text.find("An operative").unwrap();
    let next = text[first + 1..].find("An operative").unwrap() + first + 1;
    assert!(text[first..next].contains("Then it fights."), "{text}");
}

#[test]
fn running_heads_and_page_numbers_are_left_out() {
    const NUMBERS: [&str; 5] = ["11", "12", "13", "14", "15"];
    let page = |number: &'static str| {
        let mut page = vec![
            (50, 780, 8, false, "The Book of Rules"),
            (300, 20, 8, false, number),
        ];
        page.extend(prose(50, 600));
        page
    };
    let pages: Vec<_> = NUMBERS.into_iter().map(page).collect();
    let html = read_all(pdf(&pages))
        .map_err(|error| error.message)
        .unwrap();
    assert!(!html.contains("The Book of Rules"), "{html}");
    assert!(html.contains("running heads (25 words)"), "{html}");
    assert!(
        html.contains("title=\"11\"") && !html.contains("title=\"1\""),
        "pages have their printed numbers"
    );
}

#[test]
fn aligned_texts_are_a_table() {
    let mut page = prose(50, 700);
    for (y, row) in [
        (600, ["Weapon", "ATK", "HIT"]),
        (588, ["Bolter", "4", "3+"]),
        (576, ["Chainsword", "5", "4+"]),
    ] {
        page.extend(
            [50, 200, 300]
                .into_iter()
                .zip(row)
                .map(|(x, text)| (x, y, 10, false, text)),
        );
    }
    let text = body(&[page]);
    assert!(
        text.contains("<tr><td>Bolter</td><td>4</td><td>3+</td></tr>"),
        "{text}"
    );
}

#[test]
fn bullets_are_lists_and_markup_is_escaped() {
    let mut page = prose(50, 700);
    page.push((50, 600, 10, false, "- One <b>bold</b> thing"));
    page.push((50, 588, 10, false, "- Another & more"));
    let text = body(&[page]);
    assert!(
        text.contains("<ul><li>One &lt;b&gt;bold&lt;/b&gt; thing\n<li>Another &amp; more"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_read_says_why() {
    let error = |bytes: &[u8]| read_all(bytes.to_vec()).map(drop).unwrap_err();
    assert_eq!(error(b"%PDF-1.4\nnothing").code, "broken-pdf");
    let whole = pdf(&[prose(50, 700)]);
    for end in (0..whole.len()).step_by(7) {
        // A file that is cut off gives a text or a fault, never an empty text.
        let cut = read_all(whole[..end].to_vec());
        assert!(
            cut.map_or(true, |html| html.contains("operative")),
            "cut at {end}"
        );
    }
}

/// Returns the texts of the headings of a page, each after its level.
fn headings_of(html: &str) -> Vec<String> {
    let parts = html.split("<h").skip(1);
    let headings = parts.filter_map(|part| {
        let (level, text) = part.split_once('>')?;
        let is_level = level.len() == 1 && level.starts_with(|c: char| c.is_ascii_digit());
        is_level.then(|| format!("{level} {}", text.split('<').next().unwrap_or("")))
    });
    headings.collect()
}

#[test]
fn the_lines_of_a_style_decide_together() {
    let mut page = vec![(50, 780, 16, true, "Commands")];
    let names = ["Climbing", "Jumping", "Swimming", "Falling", "set terminal"];
    for (name, top) in names.into_iter().zip([740, 630, 520, 410, 300]) {
        page.push((50, top, 10, true, name));
        page.extend(prose(50, top - 20));
    }
    let found = headings_of(&body(&[page]));
    let wanted = [
        "1 Commands",
        "2 Climbing",
        "2 Jumping",
        "2 Swimming",
        "2 Falling",
        "2 set terminal",
    ];
    assert_eq!(found, wanted);
}

#[test]
fn a_heading_at_the_top_of_a_page_is_no_running_head() {
    const TITLES: [&str; 5] = ["Climbing", "Jumping", "Swimming", "Falling", "Dashing"];
    let page = |title: &'static str| {
        let mut page = vec![
            (50, 780, 8, false, "The Book of Rules"),
            (50, 740, 14, true, title),
        ];
        page.extend(prose(50, 700));
        page.extend(prose(50, 640));
        page
    };
    let found = headings_of(&body(&TITLES.map(page)));
    assert_eq!(found.len(), 5, "{found:?}");
}

#[test]
fn the_tags_of_a_document_say_what_its_headings_are() {
    let texts = [
        ("H1", "moving"),
        ("P", "You move."),
        ("H2", "climbing"),
        ("H2", "jumping"),
        ("P", "You jump."),
    ];
    let mut content = String::new();
    let mut elements = Vec::new();
    for (at, (tag, text)) in texts.iter().enumerate() {
        let y = 700 - 12 * at;
        writeln!(
            content,
            "/{tag} << /MCID {at} >> BDC BT /R 10 Tf 50 {y} Td ({text}) Tj ET EMC"
        )
        .unwrap();
        elements.push(format!(
            "<< /Type /StructElem /S /{tag} /P 6 0 R /Pg 4 0 R /K {at} >>"
        ));
    }
    let references = (0..texts.len()).map(|at| format!("{} 0 R", 8 + at));
    let references = references.collect::<Vec<_>>().join(" ");
    let mut objects =
        vec![
        "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 6 0 R /MarkInfo << /Marked true >> >>"
            .to_owned(),
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /StructParents 0 \
         /Resources << /Font << /R 3 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}endstream", content.len()),
        format!("<< /Type /StructTreeRoot /K [{references}] /ParentTree 7 0 R >>"),
        format!("<< /Nums [0 [{references}]] >>"),
    ];
    objects.extend(elements);
    let html = read_all(file_of(&objects))
        .map_err(|error| error.message)
        .unwrap();
    assert_eq!(headings_of(&html), ["1 moving", "2 climbing", "2 jumping"]);
}

#[test]
fn the_first_pages_are_read_alone_and_the_others_are_counted() {
    let page = |text| {
        vec![
            (50, 700, 18, true, text),
            (50, 600, 10, false, "Some words."),
        ]
    };
    let bytes = pdf(&[page("Alpha"), page("Beta"), page("Gamma")]);
    let mut told = Vec::new();
    let mut progress = |page, of| told.push((page, of));
    let options = BookOptions {
        max_pages: 2,
        ..BookOptions::all(&mut progress)
    };
    let html = to_html(bytes, options).unwrap();
    assert!(html.contains("Beta") && !html.contains("Gamma"), "{html}");
    assert!(html.contains("Reading 1 more page."), "{html}");
    assert_eq!(told, [(1, 3), (2, 3)]);
}

#[test]
fn text_that_is_drawn_twice_is_read_once() {
    let texts = vec![
        (50, 700, 20, true, "Alpha"),
        (51, 699, 20, true, "Alpha"),
        (50, 600, 10, false, "Some words go"),
        (50, 580, 10, false, "on and on and on"),
    ];
    let html = read_all(pdf(&[texts])).unwrap();
    assert!(html.contains(">Alpha</h1>"), "{html}");
    assert_eq!(html.matches("Alpha").count(), 1, "{html}");
}

#[test]
fn bullets_are_no_numbered_steps() {
    let lines = [
        (50, "1. Choose a ship."),
        (50, "2. Roll its dice."),
        (70, "\\225 It may be any ship."),
        (50, "3. Move the ship."),
        (50, "\\225 It never moves twice."),
    ];
    let texts = (0..)
        .zip(lines)
        .map(|(at, (x, text))| (x, 700 - 14 * at, 10, false, text));
    let html = read_all(pdf(&[texts.collect()])).unwrap();
    let lists = html.replace('\n', "");
    assert!(lists.contains("Roll its dice.<ul><li>"), "{html}");
    assert!(
        lists.contains("</ul><li>Move the ship.</ol><ul><li>"),
        "{html}"
    );
}
