//! Ranking: which of the sections that were found answers best.

mod context;
mod mention;
mod name;
mod passage;
mod scorer;

pub(crate) use context::ScoringContext;
pub(crate) use mention::mentioned;
pub(crate) use scorer::{Score, score};
