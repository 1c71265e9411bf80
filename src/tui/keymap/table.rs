//! The standard keys, in one table. The footer and the help are drawn from it, so they cannot be wrong.

mod lists;
mod reading;
pub(super) mod row;

pub use row::KeyRow;

use super::context::Context;
use lists::ROWS;
use reading::{ENDS, LINES};

/// The rows of a context, in the order in which the help lists them.
fn rows(context: Context) -> &'static [&'static [KeyRow]] {
    match context {
        Context::Page => &[reading::PAGE, ENDS, reading::PAGE_MORE],
        Context::Search => &[lists::SEARCH],
        Context::Peek => &[reading::PEEK, LINES, reading::PEEK_MORE],
        Context::Contents => &[reading::CONTENTS],
        Context::List => &[lists::LIST],
        Context::Side => &[reading::SIDE, LINES, ENDS, reading::SIDE_MORE],
        Context::Compare => &[reading::COMPARE, LINES, ENDS, reading::COMPARE_MORE],
        Context::Places => &[ROWS, lists::PLACES],
        Context::Numbers => &[ROWS, lists::NUMBERS],
        Context::Prompt => &[lists::PROMPT],
        Context::Help => &[lists::HELP],
        Context::HelpFilter => &[lists::HELP_FILTER],
    }
}

/// All rows.
pub fn all_rows() -> impl Iterator<Item = (Context, &'static KeyRow)> {
    Context::ALL.into_iter().flat_map(|context| {
        let rows = rows(context).iter().copied().flatten();
        rows.map(move |row| (context, row))
    })
}
