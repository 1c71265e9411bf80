//! Reads PDF: lays out the text of the pages, and writes it as a web page, which is then read as
//! any other. The library that decodes the file is used in `spans` only.
//!
//! What a heading is follows from the book itself: its body has the commonest size, and a heading is
//! larger, bold or apart. Bookmarks give levels, but no text.

use super::extracted::{BookError, BookOptions};

mod blocks;
mod bullets;
mod columns;
mod faces;
mod frames;
mod furniture;
mod headings;
mod lines;
mod order;
mod page;
mod spans;
mod summary;
mod tables;
mod tags;

/// Returns the text of a PDF as a web page. Reading damaged files may panic: see `library::extract`.
///
/// # Errors
/// Fails if no page has text that can be read.
pub fn to_html(bytes: Vec<u8>, mut options: BookOptions<'_>) -> Result<String, BookError> {
    let mut book = spans::read(bytes, &mut options)?;
    if !options.uses_bookmarks {
        book.bookmarks.clear();
    }
    let removed = furniture::remove(&mut book);
    let flow = columns::flow(&book);
    Ok(blocks::write(&book, &flow, removed))
}

#[cfg(test)]
mod tests;
