//! Answers: the hits of a query, how they are shown, and whether they answer it at all.

mod highlight;
mod outcome;
mod results;
mod search;
mod snippet;
mod topic;

pub use highlight::Highlight;
pub use results::{Hit, Outcome, Query, Results, SynonymUse};
pub use snippet::Snippet;
