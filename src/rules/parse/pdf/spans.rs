//! Reads the text of the pages with its positions, sizes and faces. Only this file uses the library
//! that decodes PDF.

use pdfboss_core::oc::OcState;
use pdfboss_core::source::block_on;
use pdfboss_core::structure::StructureTree;
use pdfboss_core::{DestinationPage, Document, Error, Immediate, ObjRef, OutlineItem, Page};
use pdfboss_text::{
    FontCache, ReadingOrder, TextSpan, extract_spans_reporting_cached_with, placed_images,
    structure_for,
};

use rustc_hash::FxHashMap;

use super::lines;
use super::page::{BodyStyle, Book, PdfBookmark, PdfPage, PdfPiece};
use crate::rules::parse::extracted::{BookError, BookOptions};

/// The maximum number of pages.
const MAX_PAGES: usize = 5_000;

/// The maximum number of letters on a page, and in a book.
const MAX_PAGE_LETTERS: usize = 200_000;
const MAX_LETTERS: usize = 32 * 1024 * 1024;

/// A page is told if more than one of this many letters is unknown.
const MAX_UNKNOWN: usize = 100;

/// Reads the pages of a PDF.
///
/// # Errors
/// Fails if no page has text that can be read.
pub fn read(bytes: Vec<u8>, options: &mut BookOptions<'_>) -> Result<Book, BookError> {
    let document = Document::load(bytes).map_err(|error| match error {
        Error::Encrypted => locked(),
        error => broken(&error.to_string()),
    })?;
    if document.is_locked() {
        return Err(locked());
    }
    let mut book = Book::default();
    let count = document.page_count();
    let reader = SpanReader {
        fonts: FontCache::default(),
        layers: document.oc_state(),
        tags: structure_for(&document, ReadingOrder::StructureTree),
        document: &document,
    };
    let mut letters = 0;
    let mut places = FxHashMap::default();
    let wanted = count.min(options.max_pages);
    book.unread = count - wanted;
    for index in 0..wanted.min(MAX_PAGES) {
        (options.progress)(index + 1, count);
        let number = printed_number(&document, index);
        let page = document.page(index);
        places.extend(
            page.as_ref()
                .ok()
                .and_then(Page::object_ref)
                .map(|object| (object, index)),
        );
        let read = page
            .as_ref()
            .ok()
            .and_then(|page| reader.read(page, number, &mut book));
        let read = read.unwrap_or_else(|| {
            book.broken.push(number);
            PdfPage::default()
        });
        letters += read.pieces.iter().map(PdfPiece::length).sum::<usize>();
        book.pages.push(PdfPage { number, ..read });
        if letters > MAX_LETTERS {
            break;
        }
    }
    let read = book.pages.len();
    book.broken
        .extend((read..wanted).filter_map(|index| u32::try_from(index + 1).ok()));
    if letters == 0 {
        return Err(without_text(&book));
    }
    bookmarks(&places, &document.outline(), 1, &mut book.bookmarks);
    let metadata = document.metadata();
    book.title = metadata.title.clone().unwrap_or_default();
    let date = metadata
        .mod_date_parsed()
        .or_else(|| metadata.creation_date_parsed());
    book.date = date
        .map(|date| format!("{:04}-{:02}-{:02}", date.year, date.month, date.day))
        .unwrap_or_default();
    book.styles = body_style(&book.pages);
    Ok(book)
}

fn locked() -> BookError {
    BookError {
        code: "password",
        message: "this PDF needs a password".to_owned(),
        help: "open it in a viewer and print it to a new PDF, or remove the password with \
            `qpdf --decrypt --password=WORD FILE NEW`"
            .to_owned(),
    }
}

fn broken(reason: &str) -> BookError {
    BookError {
        code: "broken-pdf",
        message: format!("this PDF is broken or cut off: {reason}"),
        help: "get it again, or open it in a viewer and print it to a new PDF".to_owned(),
    }
}

fn without_text(book: &Book) -> BookError {
    let (pages, pictures) = (book.pages.len(), book.pictures.len());
    if book.unmapped.len() * 2 > pages {
        return BookError {
            code: "unmapped-fonts",
            message: "the fonts of this PDF do not say which letters they draw".to_owned(),
            help: "run OCR on it, as with `ocrmypdf --force-ocr FILE NEW`, and open the new file"
                .to_owned(),
        };
    }
    if pages == 0 || book.broken.len() * 2 > pages {
        return broken("no page can be read");
    }
    BookError {
        code: "scanned",
        message: format!("{pictures} of {pages} pages are pictures, and none has text"),
        help: "run OCR on it, as with `ocrmypdf FILE NEW`, and open the new file".to_owned(),
    }
}

/// Returns the number that is printed on a page, as far as the file says so.
fn printed_number(document: &Document, index: usize) -> u32 {
    let label = document.page_label(index);
    let number = label.and_then(|label| label.parse().ok());
    number.unwrap_or_else(|| u32::try_from(index + 1).unwrap_or(u32::MAX))
}

/// What the pages of a document have in common.
struct SpanReader<'a> {
    document: &'a Document,
    fonts: FontCache,
    /// The layers that are shown.
    layers: Option<OcState>,
    /// The tags of the document, if it has any.
    tags: Option<StructureTree>,
}

impl SpanReader<'_> {
    /// Reads a page; `None` if it cannot be read.
    fn read(&self, page: &Page, number: u32, book: &mut Book) -> Option<PdfPage> {
        let order = match self.tags {
            Some(_) => ReadingOrder::StructureTree,
            None => ReadingOrder::Content,
        };
        let read = extract_spans_reporting_cached_with(
            Immediate(self.document),
            page,
            &self.fonts,
            self.layers.as_ref(),
            self.tags.as_ref(),
            order,
        );
        let (spans, report) = block_on(read).ok()?;
        if !report.is_complete() && spans.is_empty() {
            return None;
        }
        if !report.is_complete() {
            book.broken.push(number);
        }
        let (width, height) = page.size();
        // An invisible text on a picture is what OCR has read.
        let is_ocr = spans.iter().all(|span| span.invisible);
        let mut shown = Vec::new();
        let mut letters = 0;
        for span in spans {
            let is_outside = span.x > width || span.end_x < 0.0 || span.y < 0.0 || span.y > height;
            let is_artifact = span.artifact.is_some();
            if span.text.trim().is_empty() && span.text.is_empty() || is_artifact {
                continue;
            }
            if is_outside || span.rotate != 0 || span.vertical || span.invisible && !is_ocr {
                book.hidden_words += span.text.split_whitespace().count();
                continue;
            }
            letters += span.text.len();
            book.icons += span.text.chars().filter(|c| lines::is_icon(*c)).count();
            if letters > MAX_PAGE_LETTERS {
                book.broken.push(number);
                break;
            }
            shown.push(span);
        }
        let (unknown, known) = count_letters(&shown);
        if unknown > known {
            book.unmapped.push(number);
            shown.clear();
        } else if unknown * MAX_UNKNOWN > known {
            book.unnamed.push(number);
        }
        let has_text = shown
            .iter()
            .any(|span: &TextSpan| !span.text.trim().is_empty());
        if !has_text && placed_images(self.document, page).is_ok_and(|images| !images.is_empty()) {
            book.pictures.push(number);
        }
        Some(PdfPage {
            number,
            height,
            pieces: lines::pieces(shown),
        })
    }
}

/// Counts the letters of a page that their fonts do not name, and the others.
fn count_letters(spans: &[TextSpan]) -> (usize, usize) {
    let letters = spans.iter().flat_map(|span| span.text.chars());
    let (mut unknown, mut known) = (0, 0);
    for letter in letters.filter(|c| c.is_alphanumeric() || *c == char::REPLACEMENT_CHARACTER) {
        if letter == char::REPLACEMENT_CHARACTER {
            unknown += 1;
        } else {
            known += 1;
        }
    }
    (unknown, known)
}

/// Adds the entries of an outline that lead to one of these pages.
fn bookmarks(
    places: &FxHashMap<ObjRef, usize>,
    items: &[OutlineItem],
    level: u8,
    found: &mut Vec<PdfBookmark>,
) {
    for item in items {
        let page = item
            .destination
            .as_ref()
            .and_then(|target| match target.page {
                DestinationPage::Object(object) => places.get(&object).copied(),
                DestinationPage::Number(number) => usize::try_from(number).ok(),
            });
        if let Some(page) = page {
            let words: Vec<_> = item.title.split_whitespace().collect();
            found.push(PdfBookmark {
                title: words.join(" "),
                level: level.min(6),
                page,
            });
        }
        bookmarks(places, &item.children, level.saturating_add(1), found);
    }
}

/// Returns the commonest size of letters, and the commonest distance of their lines.
fn body_style(pages: &[PdfPage]) -> BodyStyle {
    let mut sizes: std::collections::BTreeMap<(u32, bool), usize> =
        std::collections::BTreeMap::new();
    for piece in pages.iter().flat_map(|page| &page.pieces) {
        *sizes
            .entry((in_tenths(piece.size), piece.is_bold()))
            .or_default() += piece.length();
    }
    let common = sizes.iter().max_by_key(|(_, letters)| **letters);
    let ((tenths, is_bold), _) = common.map_or(((100, false), 0), |(key, count)| (*key, *count));
    let pieces = || pages.iter().flat_map(|page| &page.pieces);
    let letters: usize = pieces().map(PdfPiece::length).sum();
    let code = pieces().filter(|piece| piece.is_code);
    let code: usize = code.map(PdfPiece::length).sum();
    let mut distances: std::collections::BTreeMap<u32, usize> = std::collections::BTreeMap::new();
    for page in pages {
        for pair in page.pieces.windows(2) {
            let distance = pair[0].y - pair[1].y;
            let is_below = (pair[0].x - pair[1].x).abs() < 40.0;
            if is_below
                && pair.iter().all(|piece| in_tenths(piece.size) == tenths)
                && distance > 1.0
            {
                *distances.entry(in_tenths(distance)).or_default() += 1;
            }
        }
    }
    let size = f32::from(u16::try_from(tenths).unwrap_or(100)) / 10.0;
    let leading = distances.iter().max_by_key(|(_, count)| **count);
    let leading = leading.map_or(size * 1.2, |(tenths, _)| {
        f32::from(u16::try_from(*tenths).unwrap_or(120)) / 10.0
    });
    BodyStyle {
        size,
        leading: leading.clamp(size, size * 2.5),
        is_bold,
        is_code: code * 2 > letters,
    }
}

/// Rounds a length to tenths.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of f32 saturate"
)]
pub fn in_tenths(length: f32) -> u32 {
    (length.max(0.0) * 10.0).round() as u32
}
