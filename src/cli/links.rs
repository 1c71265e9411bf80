//! `tableside links` prints the links of a section, the passages that link to it, and those that
//! change it.

use std::io;

use serde::Serialize;

use super::args::LinksArgs;
use super::entry::{Entry, title};
use super::name;
use super::output::{BOLD, DIM, Outcome, Output};
use crate::library::Library;
use crate::links::{Backlink, Backlinks};
use crate::rules::{Rulebook, SectionRef};

/// The maximum number of mentions that are no links and are explained.
const MAX_OTHERS: usize = 3;

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
    text: &'a str,
    /// The ids of the targets, most likely first.
    targets: Vec<&'a str>,
    /// The value of the target's parameter: `2` in `Piercing 2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    explicit: bool,
}

/// A passage that links to the section.
#[derive(Serialize)]
struct BacklinkView<'a> {
    id: &'a str,
    title: String,
    sentence: &'a str,
}

pub fn run(library: &Library, args: &LinksArgs, output: &mut Output) -> Outcome {
    let LinksArgs { name: args, why } = args;
    let found = name::find(library, &args.name)?;
    for (number, section) in found.iter().enumerate() {
        if number > 0 && !args.json {
            output.line("")?;
        }
        if *why {
            explain(library, *section, output)?;
        } else {
            print(library, *section, args.json, output)?;
        }
    }
    Ok(!found.is_empty())
}

fn print(
    library: &Library,
    found: SectionRef,
    is_json: bool,
    output: &mut Output,
) -> io::Result<()> {
    let (book, graph) = (&library.book, &library.links);
    library.collect_links();
    let links = graph.links_from(found);
    let backlinks = Backlinks::build(graph, Some(book.game_of(found)));
    let mut mentions: Vec<_> = backlinks.to(found).iter().collect();
    let exceptions = backlinks.exceptions(graph, found);
    let id = |at: SectionRef| book.section(at).id.as_str();
    if is_json {
        let views = links.iter().map(|(text, link)| LinkView {
            text,
            targets: link.targets.iter().map(|at| id(*at)).collect(),
            value: link.value.as_deref(),
            explicit: link.explicit,
        });
        return output.json(&LinksView {
            entry: Entry::of(book, found),
            links: views.collect(),
            backlinks: backlink_views(book, &mentions),
            exceptions: backlink_views(book, &exceptions),
        });
    }
    let name = output.paint(&title(book, found), BOLD);
    output.line(&format!("{name}  {}", id(found)))?;
    heading("Links to", links.len(), output)?;
    for (text, link) in links {
        let target = link.targets[0];
        let name = match link.value {
            Some(_) => text,
            None => book.section(target).full_title(),
        };
        output.line(&format!("  {}  {}", output.paint(&name, BOLD), id(target)))?;
    }
    mentions.retain(|mention| !exceptions.contains(mention));
    for (name, passages) in [("What links here", mentions), ("Exceptions", exceptions)] {
        heading(name, passages.len(), output)?;
        for of_section in passages.chunk_by(|one, next| one.from == next.from) {
            let from = of_section[0].from;
            let title = output.paint(&book.section(from).full_title(), BOLD);
            output.line(&format!("  {title}  {}", id(from)))?;
            for passage in of_section {
                output.sentence(&passage.sentence, std::slice::from_ref(&passage.range))?;
            }
        }
    }
    Ok(())
}

/// Prints the features of each mention in a section that is a link, and of the most probable ones that
/// are not.
fn explain(library: &Library, section: SectionRef, output: &mut Output) -> io::Result<()> {
    let book = &library.book;
    let id = |at: SectionRef| book.section(at).id.as_str();
    let name = output.paint(&title(book, section), BOLD);
    output.line(&format!("{name}  {}", id(section)))?;
    let (links, others) = library.links.explain(section, MAX_OTHERS);
    for (name, mentions) in [("Links", links), ("No links", others)] {
        heading(name, mentions.len(), output)?;
        for mention in mentions {
            let text = output.paint(&mention.text, BOLD);
            let score = mention.score;
            output.line(&format!("  {text}  {}  {score:+.1}", id(mention.target)))?;
            let parts = mention.parts.iter();
            let parts = parts.map(|(name, part)| format!("{name} {part:+.1}"));
            output.line(&format!("    {}", parts.collect::<Vec<_>>().join(", ")))?;
        }
    }
    Ok(())
}

fn backlink_views<'a>(book: &'a Rulebook, backlinks: &[&'a Backlink]) -> Vec<BacklinkView<'a>> {
    backlinks
        .iter()
        .map(|backlink| BacklinkView {
            id: &book.section(backlink.from).id,
            title: book.section(backlink.from).full_title(),
            sentence: &backlink.sentence,
        })
        .collect()
}

fn heading(name: &str, count: usize, output: &mut Output) -> io::Result<()> {
    output.line("")?;
    let count = match count {
        0 => "none".to_owned(),
        _ => count.to_string(),
    };
    output.line(&output.paint(&format!("{name}: {count}"), DIM))
}
