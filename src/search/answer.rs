//! Answers: the hits of a query, their snippets, and whether the rules answer the query.

mod compared;
mod highlight;
mod narrower;
mod outcome;
mod ranked;
mod results;
mod search;
mod snippet;
mod topic;

pub use highlight::Highlight;
pub use results::{Answerability, Hit, Query, Results, SynonymUse};
pub use snippet::Snippet;
