//! Searches find every heading and term of the books by its name.

use serde_json::Value;
use tableside::rules::slug::fold;

use super::{lines, none_wrong, run, text};

const NAMES: &str = include_str!("names.tsv");

#[test]
fn every_name_is_found_by_a_search_for_it() {
    let names: Vec<_> = lines(NAMES).map(name).collect();
    let queries: Vec<_> = names.iter().map(|(query, ..)| *query).collect();
    let printed = run(&["search", "--json", "--batch"], &queries.join("\n"));
    let printed = String::from_utf8(printed).unwrap();
    let hits: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut wrong = Vec::new();
    for (query, lowest, title) in names {
        let of_query = hits.iter().filter(|hit| hit["query"] == query);
        let mut titles: Vec<String> = Vec::new();
        for hit in of_query {
            // Sections of the same name count as one result.
            // A title is printed with its number.
            let number = |c: char| c.is_ascii_digit() || c == '.' || c == ' ';
            let found = fold(text(&hit["title"]).trim_start_matches(number));
            if !titles.contains(&found) {
                titles.push(found);
            }
        }
        let rank = titles.iter().position(|found| *found == fold(title));
        if rank.is_none_or(|rank| rank >= lowest) {
            wrong.push(format!(
                "{query}: {title} is not among the first {lowest} of {titles:?}"
            ));
        }
    }
    none_wrong(&wrong);
}

/// Reads a line of the table: a query, the lowest rank of its answer, and the title of the answer.
fn name(line: &str) -> (&str, usize, &str) {
    let [query, lowest, title] = *line.split('\t').collect::<Vec<_>>() else {
        panic!("{line}: a query, a rank and a title");
    };
    (query, lowest.parse().expect("a rank"), title)
}
