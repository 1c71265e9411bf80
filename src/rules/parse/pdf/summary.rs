//! What a book says about itself, what was left out, and its faults.

use super::page::Book;
use crate::rules::parse::extracted;
use crate::source::counted;

/// The number of pages that a message lists.
const MAX_LISTED: usize = 12;

/// Writes the head of the page: what the book says about itself, what was left out, and its faults.
pub fn head(book: &Book, missing: usize, removed: usize, tables: usize) -> String {
    let mut summary = vec![counted(book.pages.len(), "page")];
    if tables > 0 {
        summary.push(counted(tables, "table"));
    }
    if !book.bookmarks.is_empty() {
        let marks = counted(book.bookmarks.len(), "bookmark");
        summary.push(format!("{marks}, {missing} of them without a heading"));
    }
    let left_out = [
        ("running heads", removed),
        ("text that no reader sees", book.hidden_words),
    ];
    let left_out = left_out.into_iter().filter(|(_, words)| *words > 0);
    let mut left_out: Vec<_> = left_out
        .map(|(what, words)| format!("{what} ({})", counted(words, "word")))
        .collect();
    if book.icons > 0 {
        left_out.push(counted(book.icons, "icon"));
    }
    if !left_out.is_empty() {
        summary.push(format!("left out: {}", left_out.join(", ")));
    }
    let mut faults = Vec::new();
    for (pages, what, help) in [
        (
            &book.pictures,
            "nothing but pictures",
            "run OCR on the file, and open it again",
        ),
        (
            &book.unmapped,
            "fonts that do not say which letters they draw",
            "run OCR on the file with `ocrmypdf --force-ocr`, and open it again",
        ),
        (
            &book.unnamed,
            "letters that their fonts do not name",
            "run OCR on the file with `ocrmypdf --force-ocr`, and open it again",
        ),
        (
            &book.broken,
            "text that cannot be read, or only in part,",
            "get the file again",
        ),
    ] {
        if !pages.is_empty() {
            let count = counted(pages.len(), "page");
            let message = format!("{what} on {count}: {}", listed(pages));
            faults.push([message, help.to_owned()]);
        }
    }
    // Programs write the name of their file where the author gives no title.
    let title = Some(book.title.as_str())
        .filter(|title| !title.contains(['.', '\\', '/']) && *title != "untitled");
    extracted::head(
        title.unwrap_or_default(),
        &book.date,
        &summary.join(", "),
        &faults,
    )
}

/// Lists pages: `3, 7, 12 and 40 more`.
fn listed(pages: &[u32]) -> String {
    let shown: Vec<_> = pages
        .iter()
        .take(MAX_LISTED)
        .map(|page| format!("p. {page}"))
        .collect();
    let more = pages.len().saturating_sub(MAX_LISTED);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    shown.join(", ") + &more
}
