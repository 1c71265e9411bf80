//! Answers: the hits of a query, their snippets, and whether the rules answer the query.

mod highlight;
mod outcome;
mod ranked;
mod results;
mod search;
mod several;
mod snippet;
mod topic;

pub use highlight::Highlight;
pub use results::{Hit, Outcome, Query, Reason, Results, SynonymUse};
pub use several::LinksOf;
pub use snippet::Snippet;
