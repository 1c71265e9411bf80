//! Finds links that lead nowhere, each with its location and a suggestion.

use crate::diagnostic::Diagnostic;
use crate::links::explicit::{self, Dangling};
use crate::links::graph::LinkGraph;
use crate::links::written::{self, Written};
use crate::loader::is_rules_file;
use crate::rules::edits::Distance;
use crate::rules::slug::{fold, slug};
use crate::rules::{Blocks, LinkTarget, RichText, Rulebook, SectionRef};
use crate::source::{Span, last_part};

/// The maximum number of faults with a suggestion. Further faults are reported without one, because
/// each search for a similar name reads all names.
const MAX_SEARCHED: usize = 100;

/// The maximum number of edits between a name and the one that is suggested for it.
const MAX_EDITS: usize = 8;

/// The maximum number of faults reported in one section. The rest are left out, because each fault
/// stores a copy of its line, and a section with so many is probably wrong as a whole.
const MAX_IN_A_SECTION: usize = 50;

/// Adds a fault for each dangling link of a section, up to `MAX_IN_A_SECTION`. Code spans are left out, because they are links
/// only if they name a section or a document.
pub fn faults_of_section(
    graph: &LinkGraph,
    from: SectionRef,
    blocks: &Blocks,
    faults: &mut Vec<Diagnostic>,
) {
    let book = &graph.book;
    let most = faults.len() + MAX_IN_A_SECTION;
    let section = book.section(from);
    let heading = (!section.run_in).then_some(blocks.heading());
    for text in heading.into_iter().chain(blocks.texts()) {
        for link in written::written(text).iter().filter(|link| !link.code) {
            if faults.len() >= most {
                return;
            }
            if let Err(reason) = explicit::targets(graph, from, link.target)
                && !leads_to_other_file(&reason)
            {
                let span = place(&book.document_of(from).source.text, text, link);
                let is_helpful = faults.len() < MAX_SEARCHED;
                faults.push(fault(book, from, span, &reason, is_helpful));
            }
        }
    }
}

/// Whether a link leads to a file that contains no rules, such as `sheet.zip` or `roll.py`. Only
/// documents are listed, so it may exist.
fn leads_to_other_file(reason: &Dangling) -> bool {
    let Dangling::NoDocument(file) = reason else {
        return false;
    };
    let name = last_part(file);
    let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    extension.is_some_and(|(_, extension)| {
        (1..=5).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
            && extension.contains(|c: char| c.is_ascii_alphabetic())
            && !is_rules_file(name)
    })
}

fn fault(
    book: &Rulebook,
    from: SectionRef,
    span: Span,
    reason: &Dangling,
    is_helpful: bool,
) -> Diagnostic {
    let document = book.document_of(from);
    let mut names: Box<dyn Iterator<Item = String>> = Box::new(std::iter::empty());
    let (message, wanted, advice) = match reason {
        Dangling::NoDocument(file) => {
            let sources = book.documents.iter().map(|document| &document.source);
            let near = sources.filter(|source| source.folder == document.source.folder);
            names = Box::new(near.map(|source| source.name().to_owned()));
            (
                format!("no document `{file}` in this rules folder"),
                last_part(file).to_owned(),
                "write the path relative to this file, including the file extension",
            )
        }
        Dangling::NoHeading(at, heading) => {
            let there = book.document(*at);
            let sections = book.descendants(there.root);
            names = Box::new(sections.map(|at| format!("#{}", slug(&book.section(at).title))));
            (
                format!("no heading `{heading}` in `{}`", there.source.file),
                format!("#{}", slug(heading)),
                if slug(heading) == *heading {
                    "write the name of a heading of this file, or remove the link"
                } else {
                    "write the heading in lower case, with hyphens between its words"
                },
            )
        }
        Dangling::Outside => (
            "this link leads out of the rules folder".to_owned(),
            String::new(),
            "links must stay inside the rules folder; write a path from this file's folder",
        ),
        Dangling::NoName(name) => {
            let game = document.game;
            let sections = book.iter().filter(move |(at, _)| book.game_of(*at) == game);
            names = Box::new(sections.map(|(_, section)| section.full_title()));
            (
                format!("nothing is named `{name}` in {}", book.game(game).name),
                name.clone(),
                "write a title from the same game, or `document#heading`",
            )
        }
    };
    let near = is_helpful.then(|| nearest(&wanted, names)).flatten();
    let help = near.map_or(advice.to_owned(), |name| format!("did you mean `{name}`?"));
    Diagnostic::at(&document.source, span, "dangling-link", message).help(help)
}

/// Returns the span of a whole link in the source: `[text](path)` or `[[name]]`.
fn place(source: &str, text: &RichText, link: &Written<'_>) -> Span {
    let range = text.slice(link.range.clone()).span().range();
    let before = source.get(..range.start).unwrap_or("");
    let before = before.rsplit('\n').next().unwrap_or("");
    let open = before.rfind('[').unwrap_or(before.len());
    let opening = &before[before[..open].trim_end_matches('[').len()..];
    let after = source.get(range.end..).unwrap_or("");
    let after = after.lines().next().unwrap_or("");
    let closing = match link.target {
        LinkTarget::Path(_) => ")",
        LinkTarget::Name(_) => "]]",
    };
    let close = after.find(closing).map_or(0, |at| at + closing.len());
    Span::new(range.start - opening.len(), range.end + close)
}

/// Returns the name that needs the fewest edits to become `wanted`. At most one edit for each four
/// letters of `wanted` is allowed, and at most [`MAX_EDITS`].
fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let wanted: Vec<_> = fold(wanted).chars().collect();
    let most = (wanted.len() / 4).min(MAX_EDITS);
    let mut distance = Distance::default();
    let near = names.filter_map(|name| {
        let edits = distance.within(&wanted, &fold(&name), most, false)?;
        Some((edits, name))
    });
    near.min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("hevy", Some("Heavy"))]
    #[case("ligth", Some("Light"))]
    #[case("vantages", Some("Vantage"))]
    #[case("lit", None)]
    #[case("something else", None)]
    #[case("", None)]
    fn the_nearest_name_is_suggested(#[case] wanted: &str, #[case] expected: Option<&str>) {
        let names = ["Heavy", "Light", "Vantage"].into_iter().map(str::to_owned);
        assert_eq!(nearest(wanted, names).as_deref(), expected);
    }
}
