//! Finds the section that a typed name means.

use super::output::{Failure, notice};
use super::setup;
use crate::library::Library;
use crate::rules::SectionRef;
use crate::rules::slug::fold;
use crate::search::Answerability;

/// The maximum number of other sections with the same name that a message lists.
const MAX_LISTED: usize = 12;

/// Finds the sections that the words name: all words together, or else each word. If neither is a
/// name, returns the best match of a search for all words, or nothing. Prints a message if a name
/// belongs to several sections or to none.
pub fn find(library: &Library, words: &[String]) -> Result<Vec<SectionRef>, Failure> {
    let name = words.join(" ");
    let name = name.trim();
    if name.is_empty() {
        return Err("no name given; give a section's name or id".into());
    }
    let all = named(library, name);
    if !all.is_empty() {
        return Ok(vec![first(library, name, &all)]);
    }
    let each: Vec<_> = words
        .iter()
        .map(|word| (word, named(library, word)))
        .collect();
    if each.iter().all(|(_, named)| !named.is_empty()) {
        let each = each.iter();
        return Ok(each
            .map(|(word, named)| first(library, word, named))
            .collect());
    }
    let results = setup::index(library)?.search(&library.book, &library.query(name, 1));
    let is_answer = results.outcome != Answerability::None;
    let best = results.hits.first().filter(|_| is_answer);
    let best = best.map(|hit| hit.section);
    let said = match best {
        Some(best) => format!("the best match is {}", library.book.section(best).id),
        None => "nothing similar was found".to_owned(),
    };
    notice(&format!("no section is named `{name}`; {said}"));
    Ok(best.into_iter().collect())
}

/// Returns the first of the sections that have a name, and prints a message about the others.
fn first(library: &Library, name: &str, named: &[SectionRef]) -> SectionRef {
    let (first, others) = (named[0], &named[1..]);
    if !others.is_empty() {
        let (count, id) = (named.len(), |at: SectionRef| &library.book.section(at).id);
        let shown = id(first);
        let start = format!("`{name}` is the name of {count} sections; showing {shown}; others:");
        let listed = others.iter().take(MAX_LISTED);
        notice(&listed.fold(start, |list, other| format!("{list}\n  {}", id(*other))));
    }
    first
}

/// Returns the section with the id `name`, or else the sections that `name` means.
fn named(library: &Library, name: &str) -> Vec<SectionRef> {
    match library.book.by_id(name) {
        Some(section) => vec![section],
        None => with_name(library, name),
    }
}

/// Finds the sections that `name` means in the link graph, or otherwise all sections with that
/// title or heading.
fn with_name(library: &Library, name: &str) -> Vec<SectionRef> {
    let book = &library.book;
    let mut defined = library.links.definitions(name, None);
    defined.retain(|section| library.wants(*section));
    if !defined.is_empty() {
        return defined;
    }
    let wanted = fold(name);
    let headings = book.iter().filter(|(at, section)| {
        let full_title = section.full_title();
        let mut names = [&section.title, &section.heading, &full_title].into_iter();
        library.wants(*at) && names.any(|name| fold(name) == wanted)
    });
    headings.map(|(at, _)| at).collect()
}
