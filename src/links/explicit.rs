//! Resolves the links that an author wrote: paths, names and ids.

use super::files::relative;
use super::graph::LinkGraph;
use super::written::is_external;
use crate::rules::slug::{decode, slug};
use crate::rules::{DocumentRef, LinkTarget, SectionRef};

/// The maximum number of targets of a link.
pub const MAX_TARGETS: usize = 8;

/// Why a link leads nowhere.
pub enum Dangling {
    /// No document of the rules folder has this path.
    NoDocument(String),
    /// The document has no heading with this name.
    NoHeading(DocumentRef, String),
    /// The path leads out of the rules folder.
    Outside,
    /// No section or document of the game has this name.
    NoName(String),
}

/// Returns the sections that a link leads to, nearest first, at most [`MAX_TARGETS`]. For a web
/// address or an image, the list is empty.
pub fn targets(
    graph: &LinkGraph,
    from: SectionRef,
    target: &LinkTarget,
) -> Result<Vec<SectionRef>, Dangling> {
    match target {
        _ if is_external(target) => Ok(Vec::new()),
        LinkTarget::Path(path) => by_path(graph, from, path).map(|section| vec![section]),
        LinkTarget::Name(name) => by_name(graph, from, name),
    }
}

/// Returns the sections that a link opens, nearest first. If the link names a missing heading of
/// another document, the start of that document opens.
pub fn opens(graph: &LinkGraph, from: SectionRef, target: &LinkTarget) -> Vec<SectionRef> {
    match targets(graph, from, target) {
        Err(Dangling::NoHeading(document, _)) if document != graph.book.section(from).document => {
            vec![graph.book.document(document).root]
        }
        found => found.unwrap_or_default(),
    }
}

fn by_path(graph: &LinkGraph, from: SectionRef, path: &str) -> Result<SectionRef, Dangling> {
    let book = &graph.book;
    let (file, heading) = split(path);
    let file = decode(file);
    let document = if file.is_empty() {
        book.section(from).document
    } else {
        let here = book.section(from).document;
        match graph.files().by_link(book, here, &file) {
            Some(document) => document,
            None if relative(&book.document(here).source.file, &file).is_none() => {
                return Err(Dangling::Outside);
            }
            None => return book.by_id(&decode(path)).ok_or(Dangling::NoDocument(file)),
        }
    };
    in_document(graph, from, document, heading).or_else(|dangling| {
        let heading = heading.filter(|_| file.is_empty());
        heading
            .and_then(|heading| elsewhere(graph, from, &decode(heading)))
            .ok_or(dangling)
    })
}

/// Finds an anchor of this document in the other documents of its game, which may become one page: the
/// number of a rule, or the only heading of this name.
fn elsewhere(graph: &LinkGraph, from: SectionRef, anchor: &str) -> Option<SectionRef> {
    if is_number(anchor) {
        return graph.definitions(anchor, Some(from)).first().copied();
    }
    let wanted = slug(anchor);
    let mut named = graph.definitions(&anchor.replace(['-', '_'], " "), Some(from));
    named.retain(|at| slug(&graph.book.section(*at).heading) == wanted);
    match named[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Whether an anchor is the number of a rule, such as `15:7` or `4.2.1`.
fn is_number(anchor: &str) -> bool {
    anchor.starts_with(|c: char| c.is_ascii_digit())
        && anchor.contains(['.', ':'])
        && anchor
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ':'))
}

fn by_name(graph: &LinkGraph, from: SectionRef, name: &str) -> Result<Vec<SectionRef>, Dangling> {
    let book = &graph.book;
    if let Some(section) = book.by_id(name.trim()) {
        return Ok(vec![section]);
    }
    let mut known = graph.definitions(name, Some(from));
    // A file of this name comes before headings in other files, as in Obsidian.
    let wanted = slug(name);
    let is_file = |at: &SectionRef| {
        let document = book.document_of(*at);
        let is_whole = document.root == *at || book.is_whole_document(*at);
        is_whole && slug(document.source.stem()) == wanted
    };
    known.sort_by_key(|at| !is_file(at));
    known.truncate(MAX_TARGETS);
    if !known.is_empty() {
        return Ok(known);
    }
    let (document, heading) = split(name);
    let found = if document.trim().is_empty() {
        Some(book.section(from).document)
    } else {
        let files = graph.files();
        files
            .by_name(book.game_of(from), document)
            .or_else(|| files.by_link(book, book.section(from).document, document))
    };
    let document = found.ok_or_else(|| Dangling::NoName(name.trim().to_owned()))?;
    in_document(graph, from, document, heading).map(|section| vec![section])
}

/// Splits `document#heading`. The heading is `None` if it is missing or blank.
fn split(target: &str) -> (&str, Option<&str>) {
    let (document, heading) = target.split_once('#').unwrap_or((target, ""));
    let heading = Some(heading).filter(|heading| !heading.trim().is_empty());
    (document, heading)
}

fn in_document(
    graph: &LinkGraph,
    from: SectionRef,
    document: DocumentRef,
    heading: Option<&str>,
) -> Result<SectionRef, Dangling> {
    let Some(heading) = heading else {
        return Ok(graph.book.document(document).root);
    };
    let anchors = graph.anchors(document);
    let heading = decode(heading);
    // In Obsidian, `#Chapter#Rule` is a heading below another.
    let inner = heading.rsplit('#').next().unwrap_or(&heading);
    let mut found = anchors.find(&heading);
    if found.is_empty() {
        found = anchors.find(inner);
    }
    graph.sort_by_distance(Some(from), &mut found);
    let found = found.first().copied();
    found.ok_or(Dangling::NoHeading(document, heading))
}
