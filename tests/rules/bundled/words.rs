//! The conditions and effects of actions, which players dispute most, and some results of rolls
//! contain the words in `words.tsv`.

use serde_json::Value;

use super::{blocks, lines, list, none_wrong, sections, text};

const WORDS: &str = include_str!("words.tsv");

#[test]
fn conditions_and_effects_contain_the_words_of_the_books() {
    let sections = sections();
    let mut wrong = Vec::new();
    for line in lines(WORDS) {
        let [id, what, words] = *line.split('\t').collect::<Vec<_>>() else {
            panic!("{line}: an id, what, and words");
        };
        let section = sections.iter().find(|section| section["id"] == *id);
        let Some(section) = section else {
            wrong.push(format!("{id}: no section has this id"));
            continue;
        };
        let found = match what {
            "effects" => texts(section, "effect").join(" "),
            "conditions" => format!("{} conditions", texts(section, "condition").len()),
            // The key of a row.
            key if key.starts_with('[') => row(section, key.trim_matches(['[', ']'])),
            number => {
                let number: usize = number.parse().expect("the number of a condition");
                texts(section, "condition")
                    .get(number - 1)
                    .cloned()
                    .unwrap_or_default()
            }
        };
        let lost = words.split(" | ").filter(|words| !found.contains(words));
        wrong.extend(lost.map(|words| format!("{id}, {what}: `{words}` is not in: {found}")));
    }
    none_wrong(&wrong);
}

/// Returns the texts of a section's effects or conditions.
fn texts(section: &'static Value, kind: &str) -> Vec<String> {
    let marked = list(&section["blocks"])
        .iter()
        .filter(|block| block["block"] == kind);
    marked
        .map(|block| {
            let inner = blocks(&block["content"]);
            let texts: Vec<_> = inner
                .iter()
                .map(|(_, content)| text(&content["plain"]))
                .collect();
            texts.join(" ").replace('\n', " ")
        })
        .collect()
}

/// Returns the texts of the row whose first cell is `key`.
fn row(section: &'static Value, key: &str) -> String {
    let blocks = blocks(&section["blocks"]);
    let tables = blocks.iter().filter(|(kind, _)| *kind == "table");
    let mut rows = tables.flat_map(|(_, table)| list(&table["rows"]));
    let row = rows.find(|row| row["cells"][0]["text"]["plain"] == key);
    let cells = row.map_or(&[][..], |row| list(&row["cells"]));
    let texts: Vec<_> = cells
        .iter()
        .map(|cell| text(&cell["text"]["plain"]))
        .collect();
    texts.join(" ")
}
