//! Answers: the hits of a query, their snippets, and whether they answer it.

mod highlight;
mod outcome;
mod results;
mod search;
mod snippet;
mod topic;

pub use highlight::Highlight;
pub use results::{Hit, Outcome, Query, Results, SynonymUse};
pub use snippet::Snippet;
