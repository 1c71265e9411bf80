//! Links that lead nowhere, as faults with a place and a name that may have been meant.

use crate::diagnostic::{Diagnostic, Severity};
use crate::links::explicit::{self, Dangling, Written};
use crate::links::files::file_name;
use crate::links::graph::LinkGraph;
use crate::rules::slug::{fold, slug};
use crate::rules::{Blocks, LinkTarget, RichText, Rulebook, Section, SectionRef};
use crate::source::Span;

/// The limit of faults that suggest a name: hundreds of them need no help.
const MOST_SUGGESTIONS: usize = 100;

/// The limit of faults in one section: beyond it, something is wrong with the section as a whole.
const MOST_IN_A_SECTION: usize = 50;

/// Longer names are not compared letter by letter.
const LONGEST_NAME: usize = 64;

/// Adds the links of a section that lead nowhere. Code spans are links only where they name something, and addresses are
/// none.
pub(super) fn faults_of_section(
    book: &Rulebook,
    graph: &LinkGraph,
    from: SectionRef,
    blocks: &Blocks,
    faults: &mut Vec<Diagnostic>,
) {
    let most = faults.len() + MOST_IN_A_SECTION;
    let section = book.section(from);
    let heading = (!section.run_in).then_some(blocks.heading());
    for text in heading.into_iter().chain(blocks.texts()) {
        for link in explicit::written(text).iter().filter(|link| !link.code) {
            if faults.len() >= most {
                return;
            }
            if let Err(reason) = explicit::targets(graph, book, from, link.target) {
                let helpful = faults.len() < MOST_SUGGESTIONS;
                faults.push(fault(book, from, text, link, &reason, helpful));
            }
        }
    }
}

fn fault(
    book: &Rulebook,
    from: SectionRef,
    text: &RichText,
    link: &Written<'_>,
    reason: &Dangling,
    helpful: bool,
) -> Diagnostic {
    let document = book.document_of(from);
    let message = match reason {
        Dangling::NoDocument(file) => format!("no document `{file}` in this rules folder"),
        Dangling::NoHeading(at, heading) if *at == book.section(from).document => {
            format!("no heading `{heading}` in this document")
        }
        Dangling::NoHeading(at, heading) => {
            format!(
                "no heading `{heading}` in `{}`",
                book.document(*at).source.file
            )
        }
        Dangling::Outside => "this link leads out of the rules folder".to_owned(),
        Dangling::NoName(name) => format!(
            "nothing is named `{name}` in {}",
            book.game(document.game).name
        ),
    };
    let span = place(&document.source.text, text, link);
    let fault = Diagnostic::at(
        &document.source,
        span,
        Severity::Warning,
        "dangling-link",
        message,
    );
    match near_name(book, from, reason).filter(|_| helpful) {
        Some(name) => fault.help(format!("did you mean `{name}`?")),
        None => fault.help(advice(reason, link.target)),
    }
}

/// The place of a link with its brackets, where they stand round its text in the source.
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

fn advice(reason: &Dangling, target: &LinkTarget) -> &'static str {
    match (reason, target) {
        (Dangling::Outside, _) => {
            "links stay inside the rules folder; write a path from this file's folder"
        }
        (Dangling::NoDocument(_), _) => {
            "write the file's path from this file's folder, with its ending"
        }
        (Dangling::NoHeading(..), _) => {
            "write the heading in lower case, with hyphens between its words"
        }
        (Dangling::NoName(_), _) => "write a title of the same game, or `document#heading`",
    }
}

/// The name of something that exists and is spelt nearly like what was written.
fn near_name(book: &Rulebook, from: SectionRef, reason: &Dangling) -> Option<String> {
    match reason {
        Dangling::NoDocument(file) => {
            let folder = &book.document_of(from).source.folder;
            let sources = book.documents.iter().map(|document| &document.source);
            let files = sources
                .filter(|source| source.folder == *folder)
                .map(|source| file_name(&source.file));
            nearest(file_name(file), files.map(str::to_owned))
        }
        Dangling::NoHeading(at, heading) => {
            let sections = book.descendants(book.document(*at).root);
            let slugs = sections.map(|at| slug(&book.section(at).title));
            nearest(&slug(heading), slugs).map(|slug| format!("#{slug}"))
        }
        Dangling::NoName(name) => {
            let game = book.game_of(from);
            let of_game = book.iter().filter(|(at, _)| book.game_of(*at) == game);
            nearest(
                name,
                of_game.map(|(_, section)| Section::full_title(section)),
            )
        }
        Dangling::Outside => None,
    }
}

/// The name that needs the fewest edits to become `wanted`: one in three letters at most.
fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let wanted = letters(wanted)?;
    let most = wanted.len().div_ceil(3);
    let near = names.filter_map(|name| {
        let edits = edits(&wanted, &letters(&name)?, most)?;
        Some((edits, name))
    });
    near.min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

fn letters(name: &str) -> Option<Vec<char>> {
    let letters: Vec<_> = fold(name).chars().collect();
    (1..=LONGEST_NAME)
        .contains(&letters.len())
        .then_some(letters)
}

/// How many letters are to be changed, added or dropped, if at most `most`.
fn edits(one: &[char], other: &[char], most: usize) -> Option<usize> {
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.iter().enumerate() {
        let mut diagonal = index;
        let mut left = index + 1;
        for (column, cell) in other.iter().zip(row.iter_mut().skip(1)) {
            let above = *cell;
            *cell = (diagonal + usize::from(letter != column))
                .min(above + 1)
                .min(left + 1);
            (diagonal, left) = (above, *cell);
        }
        if let Some(first) = row.first_mut() {
            *first = index + 1;
        }
    }
    row.last().copied().filter(|edits| *edits <= most)
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
        let names = ["Heavy", "Light", "Vantage"].into_iter().map(str::to_owned);
        assert_eq!(nearest(wanted, names).as_deref(), expected);
    }
}
