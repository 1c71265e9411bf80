//! From a name that a user types to the section that he means.

use super::output::notice;
use super::setup::Scope;
use super::status::Failure;
use crate::links::{self, LinkGraph};
use crate::rules::SectionRef;
use crate::rules::slug::fold;
use crate::search::Outcome;

/// How many other sections of a name are listed.
const MOST_LISTED: usize = 12;

/// The section of an id, else of a name, else what a search finds first. What was decided for the user he is told.
pub(super) fn find(
    scope: &Scope,
    graph: &LinkGraph,
    words: &[String],
) -> Result<Option<SectionRef>, Failure> {
    let name = words.join(" ");
    let name = name.trim();
    if let Some(section) = scope.book.by_id(name) {
        return Ok(Some(section));
    }
    let named = named(scope, graph, name);
    if let Some((first, others)) = named.split_first() {
        if !others.is_empty() {
            tell_others(scope, name, *first, others);
        }
        return Ok(Some(*first));
    }
    let best = best_match(scope, name)?;
    let said = match best {
        Some(best) => format!("the best match is {}", scope.book.section(best).id),
        None => "nothing like it was found".to_owned(),
    };
    notice(&format!(
        "no section is named `{name}`{}; {said}",
        used(scope, name)
    ));
    Ok(best)
}

/// The sections of a name: what it means, else whatever bears it as a heading.
fn named(scope: &Scope, graph: &LinkGraph, name: &str) -> Vec<SectionRef> {
    let book = &scope.book;
    let mut defined = graph.definitions(book, name, None);
    defined.retain(|section| scope.wants(*section));
    if !defined.is_empty() {
        return defined;
    }
    let wanted = fold(name);
    let bears = |title: &str| !wanted.is_empty() && fold(title) == wanted;
    let headings = book.iter().filter(|(at, section)| {
        let names = section
            .aliases
            .iter()
            .chain([&section.title, &section.heading]);
        scope.wants(*at)
            && (bears(&section.full_title()) || names.into_iter().any(|name| bears(name)))
    });
    headings.map(|(at, _)| at).collect()
}

/// How often the rules use a name that they do not define: a reader should know that the definition is not there.
fn used(scope: &Scope, name: &str) -> String {
    match links::uses(&scope.book, name, scope.game).len() {
        0 => String::new(),
        1 => ", though one passage uses it".to_owned(),
        uses => format!(", though {uses} passages use it"),
    }
}

fn best_match(scope: &Scope, name: &str) -> Result<Option<SectionRef>, Failure> {
    let query = scope.query(name, 1);
    let results = scope.index()?.search(&scope.book, &query);
    let is_answer = results.outcome != Outcome::None;
    let best = results.hits.first().filter(|_| is_answer);
    Ok(best.map(|hit| hit.section))
}

fn tell_others(scope: &Scope, name: &str, first: SectionRef, others: &[SectionRef]) {
    let id = |section: SectionRef| scope.book.section(section).id.as_str();
    let mut lines = vec![format!(
        "`{name}` names {} sections; taken: {}; also:",
        others.len() + 1,
        id(first)
    )];
    let listed = others.iter().take(MOST_LISTED);
    lines.extend(listed.map(|other| format!("  {}", id(*other))));
    if others.len() > MOST_LISTED {
        lines.push(format!("  and {} more", others.len() - MOST_LISTED));
    }
    notice(&lines.join("\n"));
}
