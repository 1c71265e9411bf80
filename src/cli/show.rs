//! `tableside show`: one section as text, laid out as the browser shows it.

use serde::Serialize;

use super::args::NameArgs;
use super::entry::Entry;
use super::export::SectionView;
use super::name;
use super::output::Output;
use super::setup::Scope;
use super::status::{Failure, Status};
use crate::links::LinkGraph;
use crate::render::{Page, PageContext};

/// A section in JSON: what it is called, what it reads like, what it is.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    entry: Entry<'a>,
    text: String,
    section: SectionView<'a>,
}

pub(super) fn run(scope: &Scope, args: &NameArgs, output: &mut Output) -> Result<Status, Failure> {
    let book = &scope.book;
    let links = LinkGraph::new(book);
    let Some(found) = name::find(scope, &links, &args.name)? else {
        return Ok(Status::Nothing);
    };
    let context = PageContext {
        symbols: output.symbols,
        ..PageContext::new(book, &links, output.width())
    };
    let page = Page::of(context, found);
    if args.json {
        let text: Vec<_> = page
            .lines
            .iter()
            .map(|line| line.text().trim_end().to_owned())
            .collect();
        let section = SectionView::of(book, found);
        output.json(&Shown {
            entry: Entry::of(book, found),
            text: text.join("\n"),
            section,
        })?;
        return Ok(Status::Fine);
    }
    for line in &page.lines {
        output.page_line(line)?;
    }
    Ok(Status::Fine)
}
