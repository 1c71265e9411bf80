//! The standard keys, in one table. The footer and the help are drawn from it, so they cannot be wrong.

mod lists;
mod reading;
pub(super) mod row;

pub use row::Row;

use super::context::Context;

/// The rows of a context, in the order in which the help lists them.
#[must_use]
pub fn rows(context: Context) -> &'static [Row] {
    match context {
        Context::Page => reading::PAGE,
        Context::Search => lists::SEARCH,
        Context::Peek => reading::PEEK,
        Context::Contents => reading::CONTENTS,
        Context::List => lists::LIST,
        Context::Side => reading::SIDE,
        Context::Compare => reading::COMPARE,
        Context::Places => lists::PLACES,
        Context::Numbers => lists::NUMBERS,
        Context::Prompt => lists::PROMPT,
        Context::Help => lists::HELP,
        Context::HelpFilter => lists::HELP_FILTER,
    }
}

/// All rows.
pub fn all_rows() -> impl Iterator<Item = (Context, &'static Row)> {
    Context::ALL
        .into_iter()
        .flat_map(|context| rows(context).iter().map(move |row| (context, row)))
}
