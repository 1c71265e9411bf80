//! `tableside show` prints a section as text, laid out as in the browser.

use std::io;

use serde::Serialize;

use super::args::NameArgs;
use super::entry::Entry;
use super::export::SectionView;
use super::name;
use super::output::{Outcome, Output};
use crate::library::Library;
use crate::render::{Page, PageContext};
use crate::rules::SectionRef;

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    entry: Entry<'a>,
    text: String,
    section: SectionView<'a>,
}

pub fn run(library: &Library, args: &NameArgs, output: &mut Output) -> Outcome {
    let found = name::find(library, &args.name)?;
    for (number, section) in found.iter().enumerate() {
        if number > 0 && !args.json {
            output.line("")?;
        }
        print(library, *section, args.json, output)?;
    }
    Ok(!found.is_empty())
}

fn print(
    library: &Library,
    found: SectionRef,
    is_json: bool,
    output: &mut Output,
) -> io::Result<()> {
    let book = &library.book;
    library.collect_links();
    let context = PageContext {
        symbols: output.symbols,
        ..PageContext::new(&library.links, output.width())
    };
    let page = Page::of(context, found);
    if is_json {
        let lines: Vec<_> = page
            .lines
            .iter()
            .map(|line| line.text().trim_end().to_owned())
            .collect();
        return output.json(&Shown {
            entry: Entry::of(book, found),
            text: lines.join("\n"),
            section: SectionView::of(book, found),
        });
    }
    page.lines
        .iter()
        .try_for_each(|line| output.page_line(line))
}
