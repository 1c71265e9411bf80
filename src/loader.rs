//! Finds the files of the rules and reads them, in a stable order. The only reader of the rules' files.
//!
//! A file that cannot be read is a diagnostic and the rest is loaded; only a path without any rules is an error.

mod find;
mod listing;
mod read;

pub use find::{find, has_documents};
pub use listing::{Listing, Origin, bundled, has_players_words, is_rules_file, is_setting};
pub use read::{LARGEST_FILE, read};

#[cfg(test)]
mod tests;
