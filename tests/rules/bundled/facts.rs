//! The figures and tables of the bundled rules equal those in `facts.tsv`, no more and no fewer.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{blocks, lines, list, none_wrong, sections, text};

const FACTS: &str = include_str!("facts.tsv");

/// The kinds of sections that are listed. A heading that is taken for one by mistake is a new fact.
const KINDS: [&str; 6] = [
    "action",
    "datacard",
    "event-card",
    "mission",
    "step",
    "stratagem",
];

#[test]
fn the_rules_hold_exactly_the_facts_of_the_books() {
    let found: Vec<_> = sections().into_iter().flat_map(facts).collect();
    let known: BTreeSet<_> = lines(FACTS).collect();
    let here: BTreeSet<_> = found.iter().map(String::as_str).collect();
    let lost = known.difference(&here).map(|fact| format!("lost: {fact}"));
    let new = here.difference(&known).map(|fact| format!("new:  {fact}"));
    none_wrong(&lost.chain(new).collect::<Vec<_>>());
    // Equal rows of a table are equal lines.
    assert_eq!(found.len(), lines(FACTS).count());
}

/// Returns the facts of a section, without those of its subsections.
fn facts(section: &'static Value) -> Vec<String> {
    let mut facts = Vec::new();
    let mut add = |what: &str, fact: String| {
        facts.push(format!("{}\t{what}\t{fact}", text(&section["id"])));
    };
    let kind = text(&section["kind"]);
    if KINDS.contains(&kind) || section.get("cost").is_some() {
        add(kind, title(section));
    }
    let blocks = blocks(&section["blocks"]);
    let sentences = blocks.iter().filter(|(kind, _)| *kind == "paragraph");
    let figures: BTreeSet<_> = sentences
        .flat_map(|(_, content)| text(&content["plain"]).split_whitespace())
        .map(|word| word.trim_matches(|c| "(),.;:?!'".contains(c)))
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .collect();
    if !figures.is_empty() {
        add(
            "figures",
            figures.into_iter().collect::<Vec<_>>().join(" | "),
        );
    }
    let card = &section["datacard"];
    if card.is_object() {
        let stat = |stat: &Value| format!("{} {}", text(&stat["name"]), cell(stat));
        let stats: Vec<_> = list(&card["stats"]).iter().map(stat).collect();
        add("stats", stats.join(" | "));
        for arm in list(&card["weapons"]) {
            add("weapon", weapon(arm));
        }
    }
    let tables = blocks.iter().filter(|(kind, _)| *kind == "table");
    for (_, table) in tables {
        let columns = list(&table["columns"]);
        let columns: Vec<_> = columns.iter().map(|c| text(&c["name"]["plain"])).collect();
        // The weapons of a card are listed above.
        if card.is_object() && columns.contains(&"ATK") {
            continue;
        }
        add(
            "columns",
            with_value(&columns.join(" | "), table.get("dice")),
        );
        for row in list(&table["rows"]) {
            let cells: Vec<_> = list(&row["cells"]).iter().map(cell).collect();
            add("row", cells.join(" | "));
        }
    }
    facts
}

/// Returns a section's title, its number, its cost, the number of its copies and its tags.
fn title(section: &Value) -> String {
    let mut title = vec![text(&section["title"]).to_owned()];
    let cost = |cost: &Value| format!("{} {}", cost["amount"], text(&cost["currency"]));
    title.extend(section.get("number").map(ToString::to_string));
    title.extend(section.get("cost").map(cost));
    let copies = section.get("copies");
    title.extend(copies.map(|copies| format!("{copies} copies")));
    title.extend(
        list(&section["tags"])
            .iter()
            .map(|tag| text(tag).to_owned()),
    );
    title.join(", ")
}

fn weapon(arm: &Value) -> String {
    let value = |key| arm.get(key).map_or_else(|| "-".to_owned(), quantity);
    let rules: Vec<_> = list(&arm["rules"]).iter().map(text).collect();
    let rules = if rules.is_empty() {
        "-".to_owned()
    } else {
        rules.join(", ")
    };
    let values = ["attacks", "hit", "damage"].map(value).join(" | ");
    let (name, kind) = (text(&arm["name"]), text(&arm["weapon_type"]));
    format!("{name} | {kind} | {values} | {rules}")
}

/// Returns the text of a cell or a stat, and its value if it has one.
fn cell(cell: &Value) -> String {
    let own = cell["text"]["plain"]
        .as_str()
        .unwrap_or(text(&cell["text"]));
    with_value(own, cell["quantity"].get("value"))
}

fn quantity(quantity: &Value) -> String {
    with_value(text(&quantity["text"]), quantity.get("value"))
}

fn with_value(text: &str, value: Option<&Value>) -> String {
    match value {
        Some(value) if !value.is_null() => format!("{text} {{{}}}", notation(value)),
        _ => text.to_owned(),
    }
}

/// Writes a value in a few words: `distance 2 inch`, `range 12 up`, `dice 2D6+3`.
fn notation(value: &Value) -> String {
    let join = |values: Vec<String>| values.join(" ");
    match value {
        Value::Null => "up".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().unwrap_or_default().to_string(),
        Value::Array(values) => join(values.iter().map(notation).collect()),
        Value::Object(fields) if fields.contains_key("sides") => {
            format!(
                "{}D{}+{}",
                fields["count"], fields["sides"], fields["bonus"]
            )
        }
        Value::Object(fields) if fields.len() == 1 => join(
            fields
                .iter()
                .map(|(key, value)| format!("{key} {}", notation(value)))
                .collect(),
        ),
        Value::Object(fields) => join(fields.values().map(notation).collect()),
        Value::Bool(flag) => flag.to_string(),
    }
}

/// A weapon rule that is marked with a star is a rule of the same card.
#[test]
fn every_starred_weapon_rule_is_explained_on_its_own_card() {
    let mut starred = 0;
    for card in sections() {
        let weapons = list(&card["datacard"]["weapons"]).iter();
        let rules = weapons.flat_map(|arm| list(&arm["rules"])).map(text);
        for rule in rules.filter_map(|rule| rule.strip_suffix('*')) {
            starred += 1;
            let mut own = list(&card["children"]).iter();
            let id = text(&card["id"]);
            assert!(
                own.any(|child| child["title"] == rule),
                "{id} does not explain {rule}"
            );
        }
    }
    assert_eq!(starred, 3);
}
