//! The page: the document that is read.

mod keys;
mod motion;
mod reader;

pub use reader::Reader;
