//! Tests of books, whose archives are written here.

use std::io::{Cursor, Write};

use rstest::rstest;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::*;

const CONTAINER: &str =
    "<container><rootfiles><rootfile full-path=\"a/book.opf\"/></rootfiles></container>";
const PACKAGE: &str = "<package><metadata><dc:title>The Book</dc:title><dc:date>2024-05-06T01:02:03Z</dc:date>\
    </metadata><manifest><item id=\"n\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\
    <item id=\"two\" href=\"b/two.xhtml\" media-type=\"application/xhtml+xml\"/>\
    <item id=\"one\" href=\"one.xhtml\" media-type=\"application/xhtml+xml\"/>\
    <item id=\"out\" href=\"../../out.xhtml\" media-type=\"application/xhtml+xml\"/></manifest>\
    <spine><itemref idref=\"one\"/><itemref idref=\"two\"/><itemref idref=\"out\"/></spine></package>";

fn epub(more: &[(&str, &str)]) -> Vec<u8> {
    let files = [
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", CONTAINER),
        ("a/book.opf", PACKAGE),
        (
            "a/nav.xhtml",
            "<body><nav><a href=\"one.xhtml\">First</a></nav></body>",
        ),
        (
            "a/one.xhtml",
            "<body><p id=\"x\">one <a href=\"b/two.xhtml#y\">two</a></p></body>",
        ),
        (
            "a/b/two.xhtml",
            "<body><h1>Second</h1><a id=\"y\"/><p>two <a href=\"../one.xhtml#x\">one</a></p></body>",
        ),
    ];
    zip(files.iter().chain(more).copied())
}

fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn chapters_come_in_order_and_their_links_lead_inside_the_book() {
    let bytes = epub(&[]);
    let html = to_html(&bytes).unwrap();
    assert!(
        html.contains("<title>The Book</title>") && html.contains("content=\"2024-05-06\""),
        "{html}"
    );
    let body = html.split("<body>").nth(1).unwrap().trim();
    assert_eq!(
        body,
        "<div id=\"1-\" data-chapter=\"1\"><h1>First</h1><p id=\"1-x\">one <a href=\"#2-y\">two</a></p></div>\n\
         <div id=\"2-\" data-chapter=\"2\"><h1>Second</h1><a id=\"2-y\"></a><p>two <a href=\"#1-x\">one</a></p></div>"
    );
}

#[rstest]
#[case("META-INF/rights.xml", "", "Adobe ADEPT")]
#[case(
    "META-INF/encryption.xml",
    "<EncryptionMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#aes256-cbc\"/>",
    "encryption"
)]
fn a_protected_book_is_named_and_refused(
    #[case] file: &str,
    #[case] text: &str,
    #[case] name: &str,
) {
    let error = to_html(&epub(&[(file, text)])).unwrap_err();
    assert_eq!(error.code, "encrypted");
    assert!(error.message.contains(name), "{}", error.message);
}

#[test]
fn disguised_fonts_are_no_protection() {
    let method = "<EncryptionMethod Algorithm=\"http://www.idpf.org/2008/embedding\"/>";
    assert!(to_html(&epub(&[("META-INF/encryption.xml", method)])).is_ok());
}

#[test]
fn a_damaged_book_gives_a_fault() {
    let whole = epub(&[]);
    for end in (0..whole.len()).step_by(11) {
        assert!(to_html(&whole[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn a_file_that_unpacks_to_too_much_is_refused() {
    let huge = " ".repeat(17 << 20);
    let bytes = epub(&[("META-INF/encryption.xml", &huge)]);
    assert!(bytes.len() < 1 << 20);
    let mut archive = Archive::open(&bytes).unwrap();
    assert!(archive.text("META-INF/encryption.xml").is_err());
}

#[test]
fn files_that_unpack_to_too_much_together_are_refused() {
    let large = " ".repeat(15 << 20);
    let names = ["a", "b", "c", "d", "e"];
    let bytes = epub(&names.map(|name| (name, &*large)));
    let mut archive = Archive::open(&bytes).unwrap();
    let read = names.map(|name| archive.text(name).is_ok());
    assert_eq!(read, [true, true, true, true, false]);
}

#[test]
fn chapters_beyond_the_limit_are_counted() {
    let names: Vec<_> = (0..2003).map(|number| format!("c{number}.xhtml")).collect();
    let item = |name: &String| {
        format!("<item id=\"{name}\" href=\"{name}\" media-type=\"application/xhtml+xml\"/>")
    };
    let items: String = names.iter().map(item).collect();
    let itemref = |name: &String| format!("<itemref idref=\"{name}\"/>");
    let spine: String = names.iter().map(itemref).collect();
    let package = format!("<package><manifest>{items}</manifest><spine>{spine}</spine></package>");
    let paths: Vec<_> = names.iter().map(|name| format!("a/{name}")).collect();
    let chapters = paths.iter().map(|path| (&**path, "<body>text</body>"));
    let rest = [
        ("META-INF/container.xml", CONTAINER),
        ("a/book.opf", &package),
    ];
    let html = to_html(&zip(rest.into_iter().chain(chapters))).unwrap();
    assert!(
        html.contains("3 chapters after the first 2000 are left out"),
        "{}",
        &html[..900]
    );
    assert_eq!(html.matches("data-chapter").count(), 2000);
}
