//! What can be answered before there is an index: the sections whose titles have the words that are typed.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::OnceLock;

use super::highlight::Highlight;
use super::outcome::Outcome;
use super::query;
use super::tokenizer::tokenize;
use super::{Hit, Query, Results, place};
use crate::order;
use crate::rules::{Rulebook, SectionRef};

/// How well a title answers, the better the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Each word typed begins one of its words.
    Holds,
    /// And its first word with the first typed.
    Begins,
    /// It is what was typed.
    Is,
}

/// Searches the titles alone; nothing where the search was called off. Texts, typing errors and players' words have to wait
/// for the index, and the results say so.
#[must_use]
pub fn headings(book: &Rulebook, query: &Query, off: &dyn Fn() -> bool) -> Option<Results> {
    let parsed = query::parse(book, &query.text);
    let typed: Vec<String> = parsed.words.into_iter().map(|token| token.text).collect();
    let mut results = Results { only_headings: true, ..Results::default() };
    if typed.is_empty() {
        return Some(results);
    }
    let mut found = Vec::new();
    let mut meant = HashSet::new();
    let mut reading = book.reading(query.only_game);
    while let Some(open) = reading.turn() {
        if off() {
            return None;
        }
        for (at, section) in open.headings() {
            let title = section.full_title();
            let Some(fit) = fit(&typed, &title, &mut meant) else { continue };
            if parsed.filters.allow(open.book, at) {
                found.push((Reverse(fit), title.len(), at));
            }
        }
    }
    results.total = found.len();
    found.sort_unstable();
    found.truncate(query.limit);
    let mut games: Vec<_> = query.game.into_iter().collect();
    for (.., at) in &found {
        let game = book.game_of(*at);
        if !games.contains(&game) {
            games.push(game);
        }
    }
    order::by_number(&mut found, |(.., at)| place(&games, book.game_of(*at)));
    results.highlight = Highlight::of(meant, Vec::new());
    results.hits = found.into_iter().map(|(.., at)| hit(book, at, &results.highlight)).collect();
    results.outcome = if results.hits.is_empty() { Outcome::None } else { Outcome::Found };
    Some(results)
}

/// How well a title answers what is typed, if it does; its words that do are added to what is `meant`.
fn fit(typed: &[String], title: &str, meant: &mut HashSet<Box<str>>) -> Option<Fit> {
    let words = tokenize(title);
    let begun = |typed: &String| words.iter().find(|word| word.text.starts_with(typed.as_str()));
    let found: Option<Vec<_>> = typed.iter().map(begun).collect();
    let found = found?;
    let whole = words.len() == typed.len() && found.iter().zip(typed).all(|(word, typed)| word.text == *typed);
    meant.extend(found.iter().map(|word| word.text.as_str().into()));
    let begins = found.first().is_some_and(|word| word.start == words.first().map_or(0, |first| first.start));
    Some(if whole {
        Fit::Is
    } else if begins {
        Fit::Begins
    } else {
        Fit::Holds
    })
}

fn hit(book: &Rulebook, at: SectionRef, highlight: &Highlight) -> Hit {
    let title_marks = highlight.marks(&book.section(at).full_title());
    Hit { section: at, score: 0.0, title_marks, via: None, piece: None, snippet: OnceLock::new() }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::GameRef;
    use crate::source::Source;

    fn book() -> Rulebook {
        let house =
            "---\ngame: House\n---\n# House\n\n## Fire Door 1AP\n\nfire\n\n## Fire\n\n## Reaction Fire\n\n## Door\n";
        let other = "---\ngame: Yard\n---\n# Yard\n\n## Fire\n";
        Rulebook::load(vec![Source::in_memory("a.md", house), Source::in_memory("b.md", other)], Vec::new())
    }

    #[rstest]
    #[case::the_whole_title_first("fire", &["house/a#fire", "house/a#fire-door", "house/a#reaction-fire", "yard/b#fire"])]
    #[case::words_as_they_are_begun("rea fi", &["house/a#reaction-fire"])]
    #[case::in_any_order("door fire", &["house/a#fire-door"])]
    #[case::with_a_filter("fire type:action", &["house/a#fire-door"])]
    #[case::no_title_has_it("smoke", &[])]
    #[case::nothing_typed("  ", &[])]
    fn titles_answer_before_there_is_an_index(#[case] typed: &str, #[case] expected: &[&str]) {
        let book = book();
        let query = Query { text: typed.to_owned(), game: Some(GameRef(0)), limit: 9, ..Query::default() };
        let results = headings(&book, &query, &|| false).unwrap();
        let ids: Vec<_> = results.hits.iter().map(|hit| book.section(hit.section).id.as_str()).collect();
        assert_eq!((ids.as_slice(), results.total, results.only_headings), (expected, expected.len(), true));
        assert!(results.hits.iter().all(|hit| !hit.title_marks.is_empty()));
    }

    #[test]
    fn a_search_of_titles_can_be_called_off() {
        let query = Query { text: "fire".to_owned(), limit: 9, ..Query::default() };
        assert!(headings(&book(), &query, &|| true).is_none());
    }
}
