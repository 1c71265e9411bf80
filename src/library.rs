//! The rules as the command line and the browser share them: loaded from files or from the program,
//! with the texts read again from their files when they are needed.

mod bodies;
mod bundled;
mod load;

pub use bodies::{BodyStore, Report};
pub use bundled::{bundled, index};
pub use load::{load, load_after};

#[cfg(test)]
mod tests;
