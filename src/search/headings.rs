//! What can be answered before there is an index: the sections whose titles have the words that are typed.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::OnceLock;

use super::highlight::Highlight;
use super::outcome::Outcome;
use super::query::{self, Parsed};
use super::titles::{Title, Titles};
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

/// So many titles are looked at before it is looked again whether the search was called off.
const STRIDE: usize = 4096;

/// So many lengths of titles are told apart.
const LENGTHS: usize = 256;

/// A title that was found: how well it answers, its length, its section. The least is the best.
type Found = (Reverse<Fit>, u8, SectionRef);

/// Searches the titles of some rules alone; nothing where the search was called off. Texts, typing errors and players' words
/// have to wait for the index, and the results say so.
#[must_use]
pub fn headings(
    titles: &Titles,
    book: &Rulebook,
    query: &Query,
    off: &dyn Fn() -> bool,
) -> Option<Results> {
    let parsed = query::parse(book, &query.text);
    let typed: Vec<&str> = parsed
        .words
        .iter()
        .map(|token| token.text.as_str())
        .collect();
    let mut results = Results {
        only_headings: true,
        about: parsed.about(),
        ..Results::default()
    };
    if typed.is_empty() {
        return Some(results);
    }
    let wanted = Wanted {
        typed: &typed,
        begun: typed.iter().map(|word| titles.begun(word)).collect(),
        titles,
    };
    let mut found: Vec<Found> = Vec::new();
    for (number, title) in titles.iter().enumerate() {
        if number % STRIDE == 0 && off() {
            return None;
        }
        let Some(fit) = wanted.fit(title) else {
            continue;
        };
        let of_game = query
            .only_game
            .is_none_or(|game| book.game_of(title.section) == game);
        if of_game && allows(&parsed, book, title) {
            found.push((Reverse(fit), title.length, title.section));
        }
    }
    results.total = found.len();
    best(&mut found, query.limit);
    let mut games: Vec<_> = query.game.into_iter().collect();
    for (.., at) in &found {
        let game = book.game_of(*at);
        if !games.contains(&game) {
            games.push(game);
        }
    }
    order::by_number(&mut found, |(.., at)| place(&games, book.game_of(*at)));
    results.highlight = Highlight::of(meant(&typed, book, &found), Vec::new());
    results.hits = found
        .into_iter()
        .map(|(.., at)| hit(book, at, &results.highlight))
        .collect();
    results.outcome = if results.hits.is_empty() {
        Outcome::None
    } else {
        Outcome::Found
    };
    Some(results)
}

/// Leaves the best, the best first. Most titles that a letter or two find are far from it: they are left out by counting, and
/// only the others are put in order.
fn best(found: &mut Vec<Found>, most: usize) {
    let class = |(Reverse(fit), length, _): &Found| {
        usize::from(*length) + LENGTHS * (Fit::Is as usize - *fit as usize)
    };
    let mut counts = [0; LENGTHS * (Fit::Is as usize + 1)];
    for one in &*found {
        counts[class(one)] += 1;
    }
    let mut better = 0;
    found.retain({
        let last = counts.iter().position(|count| {
            better += count;
            better >= most
        });
        move |one| last.is_none_or(|last| class(one) <= last)
    });
    order::by_number(found, |one| order::both(order::small(class(one)), one.2.0));
    found.truncate(most);
}

/// What is typed, and which words of titles each word of it begins.
struct Wanted<'a> {
    typed: &'a [&'a str],
    begun: Vec<Vec<bool>>,
    titles: &'a Titles,
}

impl Wanted<'_> {
    /// How well a title answers, if it does.
    fn fit(&self, title: Title<'_>) -> Option<Fit> {
        let place = |begun: &Vec<bool>| title.words.iter().position(|word| begun[*word as usize]);
        let (first, others) = self.begun.split_first()?;
        let first = place(first)?;
        if !others.iter().all(|begun| place(begun).is_some()) {
            return None;
        }
        let has = |typed: &&str| {
            title
                .words
                .iter()
                .any(|word| self.titles.word(*word) == *typed)
        };
        Some(
            if title.words.len() == self.typed.len() && self.typed.iter().all(has) {
                Fit::Is
            } else if first < title.first {
                Fit::Begins
            } else {
                Fit::Holds
            },
        )
    }
}

/// Whether filters let through what has a title.
fn allows(parsed: &Parsed, book: &Rulebook, title: Title<'_>) -> bool {
    !parsed.has_filters()
        || match title.kind {
            Some(kind) => parsed.allows_kind(book, title.section, kind),
            None => parsed.allows(book, title.section),
        }
}

/// The words of titles that were found that answer what is typed.
fn meant(typed: &[&str], book: &Rulebook, found: &[Found]) -> HashSet<Box<str>> {
    let mut meant = HashSet::new();
    for (.., at) in found {
        let words = tokenize(&book.section(*at).full_title());
        let begun = |typed: &&str| words.iter().find(|word| word.text.starts_with(typed));
        meant.extend(
            typed
                .iter()
                .filter_map(begun)
                .map(|word| word.text.as_str().into()),
        );
    }
    meant
}

fn hit(book: &Rulebook, at: SectionRef, highlight: &Highlight) -> Hit {
    let title_marks = highlight.marks(&book.section(at).full_title());
    Hit {
        section: at,
        score: 0.0,
        title_marks,
        via: None,
        piece: None,
        snippet: OnceLock::new(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::rules::GameRef;
    use crate::source::Source;

    fn book() -> Rulebook {
        let house = "---\ngame: House\n---\n# House\n\n## Fire Door 1AP\n\nfire\n\n## Fire\n\n## Reaction Fire\n\n## Door\n";
        let other = "---\ngame: Yard\n---\n# Yard\n\n## Fire\n";
        Rulebook::load(
            vec![
                Source::in_memory("a.md", house),
                Source::in_memory("b.md", other),
            ],
            Vec::new(),
        )
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
        let query = Query {
            text: typed.to_owned(),
            game: Some(GameRef(0)),
            limit: 9,
            ..Query::default()
        };
        let results = headings(&Titles::of(&book), &book, &query, &|| false).unwrap();
        let ids: Vec<_> = results
            .hits
            .iter()
            .map(|hit| book.section(hit.section).id.as_str())
            .collect();
        assert_eq!(
            (ids.as_slice(), results.total, results.only_headings),
            (expected, expected.len(), true)
        );
        assert!(results.hits.iter().all(|hit| !hit.title_marks.is_empty()));
    }

    proptest! {
        #[test]
        fn the_best_are_left_in_order(titles: Vec<(u8, u8, u32)>, most in 0_usize..20) {
            let fit = |number: u8| [Fit::Holds, Fit::Begins, Fit::Is][usize::from(number % 3)];
            let mut found: Vec<Found> =
                titles.iter().map(|(fits, length, at)| (Reverse(fit(*fits)), *length, SectionRef(*at))).collect();
            let mut sorted = found.clone();
            sorted.sort();
            sorted.truncate(most);
            best(&mut found, most);
            prop_assert_eq!(found, sorted);
        }
    }

    #[test]
    fn a_search_of_titles_can_be_called_off() {
        let query = Query {
            text: "fire".to_owned(),
            limit: 9,
            ..Query::default()
        };
        assert!(headings(&Titles::of(&book()), &book(), &query, &|| true).is_none());
    }
}
