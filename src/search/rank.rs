//! Ranking: scores the sections that were found, so that the best answer comes first.

mod context;
mod name;
mod passage;
mod path;
mod scorer;

pub use context::ScoringContext;
pub use scorer::{Score, Scorer};
