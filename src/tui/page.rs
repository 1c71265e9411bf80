//! The page: the document that is read.

mod keys;
mod reader;

pub use reader::Reader;
