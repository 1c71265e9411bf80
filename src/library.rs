//! The rules as the command line and the browser share them: loaded from files or from the program,
//! indexed, and with their texts read again when they are needed.

mod bodies;
mod extract;
mod index;
mod load;
mod shared;

pub use bodies::{BodyStore, Report};
pub use extract::{Progress, READ_BOOK, ReadingOptions, is_new_book, print_book};
pub use load::{LoadedRules, find, load, load_after, read_files};
pub use shared::{Library, Missing, READING, SMALL_BYTES};

#[cfg(test)]
mod tests;
