//! `tableside links`: where a section points, what links to it, and its exceptions.

use std::collections::HashSet;

use serde::Serialize;

use super::args::NameArgs;
use super::entry::{Entry, title};
use super::name;
use super::output::{Output, Paint};
use super::setup::Scope;
use super::status::{Failure, Status};
use crate::links::{Backlink, Backlinks, LinkGraph};
use crate::rules::{Rulebook, SectionRef};

/// A section's links in JSON.
#[derive(Serialize)]
struct Linked<'a> {
    #[serde(flatten)]
    entry: Entry<'a>,
    /// Where it points.
    links: Vec<Pointer<'a>>,
    /// What links to it, exceptions among them.
    backlinks: Vec<Use<'a>>,
    /// Passages elsewhere that change what it says.
    exceptions: Vec<Use<'a>>,
}

/// One thing that a section's text points to.
#[derive(Serialize)]
struct Pointer<'a> {
    text: String,
    /// Ids, nearest first.
    targets: Vec<&'a str>,
    /// The value that stands for a parameter: `2` of `Piercing 2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    explicit: bool,
    #[serde(skip)]
    first: SectionRef,
}

/// A passage elsewhere that names the section.
#[derive(Serialize)]
struct Use<'a> {
    id: &'a str,
    title: String,
    sentence: &'a str,
    #[serde(skip)]
    backlink: &'a Backlink,
}

pub(super) fn run(scope: &Scope, args: &NameArgs, output: &mut Output) -> Result<Status, Failure> {
    let book = &scope.book;
    let graph = LinkGraph::new(book);
    let Some(found) = name::find(scope, &graph, &args.name)? else {
        return Ok(Status::Nothing);
    };
    let backlinks = Backlinks::build(book, &graph, Some(book.game_of(found)));
    let linked = Linked {
        entry: Entry::of(book, found),
        links: pointers(book, &graph, found),
        backlinks: backlinks
            .to(found)
            .iter()
            .map(|backlink| Use::of(book, backlink))
            .collect(),
        exceptions: backlinks
            .exceptions(book, &graph, found)
            .into_iter()
            .map(|link| Use::of(book, link))
            .collect(),
    };
    if args.json {
        output.json(&linked)?;
    } else {
        print(book, found, &linked, output)?;
    }
    Ok(Status::Fine)
}

impl<'a> Use<'a> {
    fn of(book: &'a Rulebook, backlink: &'a Backlink) -> Self {
        let title = book.section(backlink.from).full_title();
        Self {
            id: &book.section(backlink.from).id,
            title,
            sentence: &backlink.sentence,
            backlink,
        }
    }
}

/// What a section and the run-in rules in its text point to outside of it; the same thing once, under its first wording.
fn pointers<'a>(book: &'a Rulebook, graph: &LinkGraph, found: SectionRef) -> Vec<Pointer<'a>> {
    let run_ins = book
        .descendants(found)
        .filter(|at| book.section(*at).run_in && stands_in(book, *at, found));
    let shown: Vec<_> = std::iter::once(found).chain(run_ins).collect();
    let mut seen = HashSet::new();
    let mut pointers = Vec::new();
    for from in &shown {
        for text in book.blocks(*from).texts() {
            for link in graph.links_in(book, *from, text) {
                let Some(first) = link.targets.first().copied() else {
                    continue;
                };
                if shown.contains(&first)
                    || !seen.insert((link.targets.clone(), link.value.clone()))
                {
                    continue;
                }
                let targets = link
                    .targets
                    .iter()
                    .map(|target| book.section(*target).id.as_str())
                    .collect();
                let text = text.plain.get(link.range).unwrap_or_default().to_owned();
                pointers.push(Pointer {
                    text,
                    targets,
                    value: link.value,
                    explicit: link.explicit,
                    first,
                });
            }
        }
    }
    pointers
}

/// Whether only run-in rules lie between a section and one above it: both are one text to the reader.
fn stands_in(book: &Rulebook, at: SectionRef, above: SectionRef) -> bool {
    let mut parents = std::iter::successors(book.section(at).parent, |parent| {
        book.section(*parent)
            .parent
            .filter(|_| book.section(*parent).run_in)
    });
    parents.any(|parent| parent == above)
}

fn print(
    book: &Rulebook,
    found: SectionRef,
    linked: &Linked<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    output.line(&format!(
        "{}  {}",
        output.paint(&title(book, found), Paint::Bold),
        book.section(found).id
    ))?;
    heading("Points to", linked.links.len(), output)?;
    for pointer in &linked.links {
        let target = book.section(pointer.first);
        let name = if pointer.value.is_some() {
            pointer.text.clone()
        } else {
            target.full_title()
        };
        output.line(&format!(
            "  {}  {}",
            output.paint(&name, Paint::Bold),
            target.id
        ))?;
    }
    let told = |passage: &&Use<'_>| {
        !linked
            .exceptions
            .iter()
            .any(|known| known.backlink == passage.backlink)
    };
    let plain: Vec<_> = linked.backlinks.iter().filter(told).collect();
    let exceptions: Vec<_> = linked.exceptions.iter().collect();
    for (name, passages) in [("What links here", plain), ("Exceptions", exceptions)] {
        heading(name, passages.len(), output)?;
        let mut last = "";
        for passage in passages {
            if passage.id != last {
                output.line(&format!(
                    "  {}  {}",
                    output.paint(&passage.title, Paint::Bold),
                    passage.id
                ))?;
                last = passage.id;
            }
            let marks = std::slice::from_ref(&passage.backlink.range);
            output.line(&format!("    {}", output.marked(passage.sentence, marks)))?;
        }
    }
    Ok(())
}

fn heading(name: &str, count: usize, output: &mut Output) -> Result<(), Failure> {
    output.line("")?;
    let count = if count == 0 {
        "nothing".to_owned()
    } else {
        count.to_string()
    };
    Ok(output.line(&output.paint(&format!("{name}: {count}"), Paint::Dim))?)
}
