//! `tableside links` prints the links of a section, the passages that link to it, and those that
//! change it.

use std::sync::Arc;

use serde::Serialize;

use super::args::NameArgs;
use super::entry::{Entry, title};
use super::name;
use super::output::{BOLD, DIM, Failure, Output, Status};
use super::setup::Scope;
use crate::links::{Backlink, Backlinks, Link, LinkGraph};
use crate::rules::{Rulebook, SectionRef};

#[derive(Serialize)]
struct LinksView<'a> {
    #[serde(flatten)]
    entry: Entry<'a>,
    links: Vec<LinkView<'a>>,
    /// The passages that link to the section, including exceptions.
    backlinks: Vec<BacklinkView<'a>>,
    /// The passages elsewhere that change the rule.
    exceptions: Vec<BacklinkView<'a>>,
}

/// A link in a section's text.
#[derive(Serialize)]
struct LinkView<'a> {
    text: String,
    /// The ids of the targets, most likely first.
    targets: Vec<&'a str>,
    /// The value of the target's parameter: `2` in `Piercing 2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    explicit: bool,
    #[serde(skip)]
    first: SectionRef,
}

/// A passage that links to the section.
#[derive(Serialize)]
struct BacklinkView<'a> {
    id: &'a str,
    title: String,
    sentence: &'a str,
    #[serde(skip)]
    backlink: &'a Backlink,
}

pub fn run(scope: &Scope, args: &NameArgs, output: &mut Output) -> Result<Status, Failure> {
    let book = &scope.book;
    let graph = LinkGraph::new(Arc::clone(book));
    let Some(found) = name::find(scope, &graph, &args.name)? else {
        return Ok(Status::Nothing);
    };
    let backlinks = Backlinks::build(&graph, Some(book.game_of(found)));
    let mentions = backlinks.to(found).iter();
    let exceptions = backlinks.exceptions(&graph, found).into_iter();
    let linked = LinksView {
        entry: Entry::of(book, found),
        links: link_views(&graph, found),
        backlinks: mentions.map(|link| BacklinkView::of(book, link)).collect(),
        exceptions: exceptions
            .map(|link| BacklinkView::of(book, link))
            .collect(),
    };
    if args.json {
        output.json(&linked)?;
    } else {
        print(book, found, &linked, output)?;
    }
    Ok(Status::Fine)
}

impl<'a> BacklinkView<'a> {
    fn of(book: &'a Rulebook, backlink: &'a Backlink) -> Self {
        let section = book.section(backlink.from);
        Self {
            id: &section.id,
            title: section.full_title(),
            sentence: &backlink.sentence,
            backlink,
        }
    }
}

fn link_views(graph: &LinkGraph, found: SectionRef) -> Vec<LinkView<'_>> {
    let id = |at: &SectionRef| graph.book.section(*at).id.as_str();
    let links = graph.links_from(found).into_iter();
    let pointer = |(text, link): (String, Link)| LinkView {
        text,
        first: link.targets[0],
        targets: link.targets.iter().map(id).collect(),
        value: link.value,
        explicit: link.explicit,
    };
    links.map(pointer).collect()
}

fn print(
    book: &Rulebook,
    found: SectionRef,
    linked: &LinksView<'_>,
    output: &mut Output,
) -> Result<(), Failure> {
    let name = output.paint(&title(book, found), BOLD);
    output.line(&format!("{name}  {}", linked.entry.id))?;
    heading("Links to", linked.links.len(), output)?;
    for pointer in &linked.links {
        let target = book.section(pointer.first);
        let name = match pointer.value {
            Some(_) => pointer.text.clone(),
            None => target.full_title(),
        };
        output.line(&format!("  {}  {}", output.paint(&name, BOLD), target.id))?;
    }
    let is_exception = |passage: &&BacklinkView<'_>| {
        let mut exceptions = linked.exceptions.iter();
        exceptions.any(|known| known.backlink == passage.backlink)
    };
    let plain = linked
        .backlinks
        .iter()
        .filter(|passage| !is_exception(passage));
    let plain: Vec<_> = plain.collect();
    let exceptions: Vec<_> = linked.exceptions.iter().collect();
    for (name, passages) in [("What links here", plain), ("Exceptions", exceptions)] {
        heading(name, passages.len(), output)?;
        let mut last = "";
        for passage in passages {
            if passage.id != last {
                let title = output.paint(&passage.title, BOLD);
                output.line(&format!("  {title}  {}", passage.id))?;
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
    let count = match count {
        0 => "none".to_owned(),
        _ => count.to_string(),
    };
    Ok(output.line(&output.paint(&format!("{name}: {count}"), DIM))?)
}
