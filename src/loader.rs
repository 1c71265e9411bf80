//! Finds rules files and reads them, in a stable order. No other module reads rules files.
//!
//! A file that cannot be read becomes a diagnostic, and the others are loaded. [`find()`] fails
//! only if the path of an origin leads neither to a file nor to a readable folder with rules.

mod encoding;
mod find;
mod image;
mod listing;
mod read;

pub use encoding::{Decoded, decode};
pub use find::{find, has_documents};
pub use image::image;
pub use listing::{
    DocumentKind, Listing, NOT_READ, Origin, SYNONYMS_FILE, bundled, document_kind,
    has_synonyms_file, is_game_file, is_rules_file, unread_count,
};
pub use read::{MAX_FILE_SIZE, is_book, is_pdf, read, read_book};

#[cfg(test)]
mod tests;
