//! The fields of sections: what front matter, statistics and stat lines say about them, as names with
//! values. Players filter and sort by them: `cr:<3`, `school:evocation`.

use super::model::{
    Block, BlockKind, Body, FrontMatter, RichText, Run, SectionRef, Table, title_above,
};
use super::rulebook::Rulebook;
use super::slug::slug;

/// A name, as a slug, and a value as printed: `casting-time` and `1 action`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name, as a slug.
    pub key: String,
    /// The value, as printed.
    pub value: String,
}

/// The field with the phases of the game that a section names.
const WHEN: &str = "when";

/// The field with the line below a title that says what the section is, in italics: `3rd-level
/// evocation`, `Medium undead, chaotic evil`.
pub const IS: &str = "is";

/// The maximum length of a name in bytes.
const MAX_KEY: usize = 24;
/// The maximum length of a value in bytes. A longer text is a rule and not a value.
const MAX_VALUE: usize = 60;
/// The maximum length in bytes of the part of a longer text before its first comma.
const MAX_START: usize = 16;

/// Collects the fields of a section. `body` is the body of the section's document.
pub fn facts_of(book: &Rulebook, body: &Body, at: SectionRef) -> Vec<Fact> {
    let mut facts = Facts::default();
    let document = book.document_of(at);
    if document.root == at {
        let values = document.front_matter.values.iter();
        let own = values.filter(|(key, _)| !FrontMatter::KEYS.contains(&key.as_str()));
        own.for_each(|(key, value)| facts.add(key, &value.replace("[[", "").replace("]]", "")));
    }
    if let Some(BlockKind::Paragraph(text)) = body.blocks(at).first().map(|block| &block.kind)
        && text.runs.iter().all(|run| run.style.emphasis)
    {
        facts.add(IS, &text.plain);
    }
    for block in body.blocks(at) {
        facts.block(book, body, block);
    }
    let rules = &book.game(document.game).table;
    let named = rules.phases().filter(|phase| {
        let names = |text: &str| rules.find_phase(text, phase).is_some();
        are_named(book, body, at, &names)
    });
    facts.found.extend(named.map(|phase| Fact {
        key: WHEN.to_owned(),
        value: phase.to_owned(),
    }));
    facts.found
}

/// Whether a section, its text or a title above it is a text that `names` something.
fn are_named(book: &Rulebook, body: &Body, at: SectionRef, names: &dyn Fn(&str) -> bool) -> bool {
    let mut titles = book
        .upwards(at)
        .map(|at| title_above(&book.section(at).title));
    let mut texts = body.blocks(at).iter().flat_map(Block::texts);
    titles.any(names) || texts.any(|text| names(&text.plain))
}

#[derive(Default)]
struct Facts {
    found: Vec<Fact>,
}

impl Facts {
    fn add(&mut self, name: &str, value: &str) {
        let mut value = value.trim_matches(|c: char| c.is_whitespace() || ":.*".contains(c));
        // A long value may start with a short one: `1 reaction, which you take when you see it`.
        if value.len() > MAX_VALUE
            && let Some((start, _)) = value.split_once(',')
            && start.len() <= MAX_START
        {
            value = start;
        }
        if name.is_empty() || name.len() > MAX_KEY || value.is_empty() || value.len() > MAX_VALUE {
            return;
        }
        let key = slug(name);
        if !self.found.iter().any(|fact| fact.key == key) {
            let value = value.to_owned();
            self.found.push(Fact { key, value });
        }
    }

    fn block(&mut self, book: &Rulebook, body: &Body, block: &Block) {
        match &block.kind {
            BlockKind::Stats(stats) => {
                for stat in stats {
                    self.add(&stat.name, &stat.text);
                }
            }
            BlockKind::RunIn(rule) => {
                if let [first] = body.blocks(*rule)
                    && let BlockKind::Paragraph(text) = &first.kind
                {
                    self.add(&book.section(*rule).title, &text.plain);
                }
            }
            BlockKind::List { items, .. } => {
                let blocks = items.iter().flatten();
                blocks.for_each(|block| self.block(book, body, block));
            }
            BlockKind::Quote(inner) => {
                for block in inner {
                    self.block(book, body, block);
                }
            }
            BlockKind::Table(table) => self.table(table),
            BlockKind::Paragraph(text) => self.paragraph(text),
            _ => {}
        }
    }

    /// A table with a single row is a line of statistics.
    fn table(&mut self, table: &Table) {
        if let [row] = &table.rows[..] {
            let cells = table.columns.iter().zip(&row.cells);
            cells.for_each(|(column, cell)| self.add(&column.name.plain, &cell.text.plain));
        }
    }

    /// Reads lines such as `Size: Large` and `**Challenge** 10 (5,900 XP)`.
    fn paragraph(&mut self, text: &RichText) {
        let mut start = 0;
        for line in text.plain.split_inclusive('\n') {
            let is_label = |run: &&Run| run.style.strong && run.start as usize == start;
            let label = text.runs.iter().find(is_label);
            let label = label.map(|run| (run.end as usize).saturating_sub(start));
            if let Some((name, value)) = label.and_then(|end| line.split_at_checked(end)) {
                self.add(name.trim_end_matches([':', '.']), value);
            } else if let Some((name, value)) = line.split_once(": ") {
                self.add(name, value);
            }
            start += line.len();
        }
    }
}

/// Returns the first number in a value: 10 for `10 (5,900 XP)`, 0.25 for `1/4`, 6 for `6"`.
pub fn first_number(value: &str) -> Option<f64> {
    let start = value.find(|c: char| c.is_ascii_digit())?;
    let (whole, rest) = digits(&value[start..]);
    let number: f64 = whole.parse().ok()?;
    let below = rest.strip_prefix('/').map(|rest| digits(rest).0);
    let below: Option<f64> = below.and_then(|below| below.parse().ok());
    Some(
        below
            .filter(|below| *below > 0.0)
            .map_or(number, |below| number / below),
    )
}

/// Splits a text after its digits, and returns them without separators of groups.
fn digits(text: &str) -> (String, &str) {
    let is_inside = |(at, c): &(usize, char)| {
        let goes_on = text[at + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        c.is_ascii_digit() || (*c == ',' || *c == '.') && goes_on
    };
    let length = text.char_indices().take_while(is_inside).count();
    (text[..length].replace(',', ""), &text[length..])
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("10 (5,900 XP)", Some(10.0))]
    #[case("1/4", Some(0.25))]
    #[case("5,900 XP", Some(5900.0))]
    #[case("6\"", Some(6.0))]
    #[case("3rd", Some(3.0))]
    #[case("range 2.5 m", Some(2.5))]
    #[case("none", None)]
    #[case("1/0", Some(1.0))]
    fn a_value_has_a_number(#[case] value: &str, #[case] number: Option<f64>) {
        assert_eq!(first_number(value), number);
    }
}
