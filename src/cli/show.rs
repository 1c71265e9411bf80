//! `tableside show` prints a section as text, laid out as in the browser.

use serde::Serialize;

use super::args::NameArgs;
use super::entry::Entry;
use super::export::SectionView;
use super::name;
use super::output::{Outcome, Output};
use crate::library::Library;
use crate::render::{Page, PageContext};

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    entry: Entry<'a>,
    text: String,
    section: SectionView<'a>,
}

pub fn run(library: &Library, args: &NameArgs, output: &mut Output) -> Outcome {
    let book = &library.book;
    let Some(found) = name::find(library, &args.name)? else {
        return Ok(false);
    };
    let context = PageContext {
        symbols: output.symbols,
        ..PageContext::new(&library.links, output.width())
    };
    let page = Page::of(context, found);
    if args.json {
        let lines: Vec<_> = page
            .lines
            .iter()
            .map(|line| line.text().trim_end().to_owned())
            .collect();
        output.json(&Shown {
            entry: Entry::of(book, found),
            text: lines.join("\n"),
            section: SectionView::of(book, found),
        })?;
        return Ok(true);
    }
    for line in &page.lines {
        output.page_line(line)?;
    }
    Ok(true)
}
