//! Finds links that lead nowhere, each with its location and a suggestion.

use crate::diagnostic::Diagnostic;
use crate::links::explicit::{self, Dangling, Written};
use crate::links::files::file_name;
use crate::links::graph::LinkGraph;
use crate::rules::edits::Distance;
use crate::rules::slug::{fold, slug};
use crate::rules::{Blocks, LinkTarget, RichText, Rulebook, SectionRef};
use crate::source::Span;

/// The maximum number of faults with a suggestion. Further faults are reported without one, because
/// each search for a similar name reads all names.
const MAX_SEARCHED: usize = 100;

/// The maximum number of faults reported in one section. The rest are left out: a section with more
/// faults is probably wrong as a whole.
const MAX_IN_A_SECTION: usize = 50;

/// The maximum length in bytes of a name that may be suggested.
const MAX_NAME_LENGTH: usize = 64;

/// Adds a fault for each dangling link of a section, up to `MAX_IN_A_SECTION`. Code spans are left
/// out, because they are links only if they name a section or a document.
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
        for link in explicit::written(text).iter().filter(|link| !link.code) {
            if faults.len() >= most {
                return;
            }
            if let Err(reason) = explicit::targets(graph, from, link.target) {
                let span = place(&book.document_of(from).source.text, text, link);
                let is_helpful = faults.len() < MAX_SEARCHED;
                faults.push(fault(book, from, span, &reason, is_helpful));
            }
        }
    }
}

fn fault(
    book: &Rulebook,
    from: SectionRef,
    span: Span,
    reason: &Dangling,
    is_helpful: bool,
) -> Diagnostic {
    let document = book.document_of(from);
    // Finds an existing name with nearly the same spelling, unless there are already many faults.
    let near = |wanted: &str, names: &mut dyn Iterator<Item = String>| {
        is_helpful.then(|| nearest(wanted, names)).flatten()
    };
    let (message, advice, near) = match reason {
        Dangling::NoDocument(file) => {
            let others = book.documents.iter().map(|document| &document.source);
            let mut files = others
                .filter(|source| source.folder == document.source.folder)
                .map(|source| file_name(&source.file).to_owned());
            (
                format!("no document `{file}` in this rules folder"),
                "write the path relative to this file, including the file extension",
                near(file_name(file), &mut files),
            )
        }
        Dangling::NoHeading(at, heading) => {
            let there = book.document(*at);
            let place = if there.root == document.root {
                "this document".to_owned()
            } else {
                format!("`{}`", there.source.file)
            };
            let sections = book.descendants(there.root);
            let mut slugs = sections.map(|at| slug(&book.section(at).title));
            (
                format!("no heading `{heading}` in {place}"),
                "write the heading in lower case, with hyphens between its words",
                near(&slug(heading), &mut slugs).map(|slug| format!("#{slug}")),
            )
        }
        Dangling::Outside => (
            "this link leads out of the rules folder".to_owned(),
            "links must stay inside the rules folder; write a path from this file's folder",
            None,
        ),
        Dangling::NoName(name) => {
            let game = document.game;
            let of_game = book.iter().filter(|(at, _)| book.game_of(*at) == game);
            let mut titles = of_game.map(|(_, section)| section.full_title());
            (
                format!("nothing is named `{name}` in {}", book.game(game).name),
                "write a title from the same game, or `document#heading`",
                near(name, &mut titles),
            )
        }
    };
    let help = near.map_or(advice.to_owned(), |name| format!("did you mean `{name}`?"));
    Diagnostic::at(&document.source, span, "dangling-link", message).help(help)
}

/// Returns the span of a whole link in the source: `[text](path)` or `[[name]]`.
fn place(source: &str, text: &RichText, link: &Written<'_>) -> Span {
    let runs = text
        .runs
        .iter()
        .filter(|run| (run.start as usize) < link.range.end && link.range.start < run.end as usize);
    let span = runs
        .map(|run| run.span)
        .reduce(Span::to)
        .unwrap_or_default();
    let range = span.range();
    let before = source.get(..range.start).unwrap_or("");
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let open = before[line..].rfind('[').map(|at| line + at);
    let open = open.map(|at| at - usize::from(before[..at].ends_with('[')));
    let closing = match link.target {
        LinkTarget::Path(_) => ")",
        LinkTarget::Name(_) => "]]",
    };
    let after = source.get(range.end..).unwrap_or("");
    let close = after.lines().next().and_then(|rest| rest.find(closing));
    let close = close.map(|at| range.end + at + closing.len());
    Span::new(open.unwrap_or(range.start), close.unwrap_or(range.end))
}

/// Returns the name that needs the fewest edits to become `wanted`. At most one edit per three
/// letters of `wanted`, rounded up, is allowed.
fn nearest(wanted: &str, names: &mut dyn Iterator<Item = String>) -> Option<String> {
    let wanted: Vec<_> = fold(wanted).chars().collect();
    let most = wanted.len().div_ceil(3);
    let mut distance = Distance::default();
    let near = names.filter_map(|name| {
        let folded = fold(&name);
        let is_short = (1..=MAX_NAME_LENGTH).contains(&folded.len());
        let edits = is_short.then(|| distance.within(&wanted, &folded, most, false));
        Some((edits.flatten()?, name))
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
    #[case("something else", None)]
    #[case("", None)]
    fn the_nearest_name_is_suggested(#[case] wanted: &str, #[case] expected: Option<&str>) {
        let mut names = ["Heavy", "Light", "Vantage"].into_iter().map(str::to_owned);
        assert_eq!(nearest(wanted, &mut names).as_deref(), expected);
    }
}
