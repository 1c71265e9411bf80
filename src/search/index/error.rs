//! Why there is no index.

use std::{fmt, io};

/// Why there is no index.
#[derive(Debug)]
pub enum SearchError {
    /// Tantivy could not read or write it.
    Tantivy(tantivy::TantivyError),
    /// Its file could not be read or written.
    Io(io::Error),
    /// Its file is damaged, or another version of the program wrote it.
    Damaged,
    /// It was built from other documents.
    Outdated,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no search index: ")?;
        match self {
            Self::Tantivy(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
            Self::Damaged => f.write_str("its file is damaged or of another version"),
            Self::Outdated => f.write_str("it was built from other documents"),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<tantivy::TantivyError> for SearchError {
    fn from(error: tantivy::TantivyError) -> Self {
        Self::Tantivy(error)
    }
}

impl From<io::Error> for SearchError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<postcard::Error> for SearchError {
    fn from(_: postcard::Error) -> Self {
        Self::Damaged
    }
}
