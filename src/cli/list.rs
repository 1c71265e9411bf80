//! `tableside list` prints the sections, one per line.

use super::args::ListArgs;
use super::entry::{Entry, title};
use super::output::{BOLD, Outcome, Output, notice};
use crate::library::Library;
use crate::loader::NOT_READ;

pub fn run(library: &Library, args: &ListArgs, output: &mut Output) -> Outcome {
    let book = &library.book;
    if let Some(kind) = args.kind.as_ref().filter(|kind| !book.is_kind(kind)) {
        let kinds = book.kinds().join(", ");
        let message = format!("no section is of the kind `{kind}`; the kinds are {kinds}");
        return Err(message.into());
    }
    let of_kind = |name: &str| {
        let kind = args.kind.as_ref();
        kind.is_none_or(|kind| kind.eq_ignore_ascii_case(name))
    };
    let mut listed: Vec<_> = book.iter().collect();
    listed.retain(|(at, section)| of_kind(book.kind_name_of(section)) && library.wants(*at));
    for fault in book
        .diagnostics
        .iter()
        .filter(|fault| fault.code == NOT_READ)
    {
        notice(&format!("{}: {}", fault.path, fault.message));
    }
    if listed.is_empty() {
        notice("no such section in the loaded rules");
        return Ok(false);
    }
    for (at, section) in listed {
        if args.json {
            output.json(&Entry::of(book, at))?;
        } else {
            let title = output.paint(&format!("{:<48}", title(book, at)), BOLD);
            let (kind, id) = (book.kind_name(at), &section.id);
            output.line(&format!("{kind:<11}  {title}  {id}"))?;
        }
    }
    Ok(true)
}
