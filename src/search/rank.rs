//! Ranking: scores the sections that were found, so that the best answer comes first.

mod context;
mod mention;
mod name;
mod passage;
mod scorer;

pub(crate) use context::ScoringContext;
pub(crate) use scorer::{Score, score};
