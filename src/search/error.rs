//! Why there is no index.

use std::{fmt, io};

use super::store::StoreError;

/// Why there is no index.
#[derive(Debug)]
pub struct SearchError(Reason);

#[derive(Debug)]
enum Reason {
    Tantivy(tantivy::TantivyError),
    Store(StoreError),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Reason::Tantivy(error) => write!(f, "there is no search index: {error}"),
            Reason::Store(error) => write!(f, "there is no search index: {error}"),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<tantivy::TantivyError> for SearchError {
    fn from(error: tantivy::TantivyError) -> Self {
        Self(Reason::Tantivy(error))
    }
}

impl From<io::Error> for SearchError {
    fn from(error: io::Error) -> Self {
        Self(Reason::Store(error.into()))
    }
}

impl From<StoreError> for SearchError {
    fn from(error: StoreError) -> Self {
        Self(Reason::Store(error))
    }
}
