//! Finds the section that a typed name means.

use super::output::{Failure, notice};
use super::setup;
use crate::library::Library;
use crate::rules::SectionRef;
use crate::rules::slug::fold;
use crate::search::Answerability;

/// The maximum number of other sections with the same name that a message lists.
const MAX_LISTED: usize = 12;

/// Finds a section by its id, otherwise by its name, otherwise as the best match of a search.
/// Prints a message if the name belongs to several sections or to none. Returns `None` if the
/// search finds nothing either.
pub fn find(library: &Library, words: &[String]) -> Result<Option<SectionRef>, Failure> {
    let name = words.join(" ");
    let name = name.trim();
    if name.is_empty() {
        return Err("no name given; give a section's name or id".into());
    }
    if let Some(section) = library.book.by_id(name) {
        return Ok(Some(section));
    }
    let named = named(library, name);
    if let Some((first, others)) = named.split_first() {
        if !others.is_empty() {
            let (count, id) = (named.len(), |at: SectionRef| &library.book.section(at).id);
            let first = id(*first);
            let start =
                format!("`{name}` is the name of {count} sections; showing {first}; others:");
            let listed = others.iter().take(MAX_LISTED);
            notice(&listed.fold(start, |list, other| format!("{list}\n  {}", id(*other))));
        }
        return Ok(Some(*first));
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
    Ok(best)
}

/// Finds the sections that `name` means in the link graph, or otherwise all sections with that
/// title or heading.
fn named(library: &Library, name: &str) -> Vec<SectionRef> {
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
