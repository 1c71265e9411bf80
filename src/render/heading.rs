//! The text of headings: cost, tags and kind of a section, date of a document.

use super::line::Line;
use crate::rules::{Document, Rulebook, Section, SectionKind};
use crate::theme::Role;

pub(super) fn push_cost_and_tags(line: &mut Line, section: &Section) {
    push_cost(line, section);
    for tag in section.tags_apart() {
        line.push(&format!("  {}", tag.to_lowercase()), Role::Dim);
    }
}

pub(super) fn push_cost(line: &mut Line, section: &Section) {
    if let Some(cost) = section.cost {
        line.push(&format!("  {cost}"), Role::Chip);
    }
}

/// Returns the kind of a section in words, or an empty text if a heading is clear without its kind.
pub fn kind_label(book: &Rulebook, section: &Section) -> String {
    match section.kind {
        SectionKind::Document | SectionKind::Group | SectionKind::Rule => String::new(),
        _ => book.kind_name_of(section).replace('-', " "),
    }
}

/// Returns the words to append to a section's title: `, action, 2 AP`.
pub fn facts(book: &Rulebook, section: &Section) -> String {
    let kind = kind_label(book, section);
    let cost = section
        .cost
        .map(|cost| format!("{} {}", cost.amount, cost.currency.code()));
    std::iter::once(kind)
        .chain(cost)
        .chain(section.tags_apart().map(str::to_lowercase))
        .filter(|fact| !fact.is_empty())
        .fold(String::new(), |facts, fact| facts + ", " + &fact)
}

/// Returns the source of a document and the date of its last update, if its front matter gives
/// them.
pub fn origin(document: &Document) -> Vec<String> {
    let front = &document.front_matter;
    let source = front.get("source").map(str::to_owned);
    let date = front.get("last_update_date").map(readable_date);
    source.into_iter().chain(date).collect()
}

/// Formats a date for readers: `2025-09-10` becomes `10 Sep 2025`. Any other text stays unchanged.
pub fn readable_date(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let parts: Vec<_> = date.split('-').map(str::parse::<usize>).collect();
    match parts[..] {
        [Ok(year @ 1000..=9999), Ok(month @ 1..=12), Ok(day @ 1..=31)] => {
            format!("{day} {} {year}", MONTHS[month - 1])
        }
        _ => date.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::links::LinkGraph;
    use crate::render::{Page, PageContext};
    use crate::rules::{Rulebook, SectionRef};
    use crate::source::Source;
    use crate::theme::Symbols;

    #[rstest]
    #[case("2025-09-10", "10 Sep 2025")]
    #[case("August 2025", "August 2025")]
    #[case("2025-9-1", "1 Sep 2025")]
    #[case("2025-13-10", "2025-13-10")]
    #[case("2025-00-10", "2025-00-10")]
    #[case("2025-09-32", "2025-09-32")]
    #[case("20250-09-01", "20250-09-01")]
    #[case("2025-09-10T12:00:00Z", "2025-09-10T12:00:00Z")]
    #[case(
        "99999999999999999999-99999999999999999999-1",
        "99999999999999999999-99999999999999999999-1"
    )]
    #[case("二〇二五-09-10", "二〇二五-09-10")]
    #[case("", "")]
    fn dates_are_readable(#[case] date: &str, #[case] expected: &str) {
        assert_eq!(readable_date(date), expected);
    }

    fn lines(text: &str) -> Vec<String> {
        let game = Source::in_memory("game.yaml", "vocabulary: kill-team");
        let book = Rulebook::load(vec![Source::in_memory("house.md", text), game], Vec::new());
        let links = LinkGraph::new(book);
        let context = PageContext {
            symbols: Symbols::LINEAR,
            ..PageContext::new(&links, 60)
        };
        Page::of(context, SectionRef(0))
            .lines
            .iter()
            .map(Line::text)
            .collect()
    }

    #[rstest]
    #[case::an_action(
        "# A\n\n## Prise **2AP**\n\n▶ Open it.\n\n◆ Not here.\n",
        &["Document: A", "", "Heading 2: Prise, action, 2 AP", "", "Effect: Open it.", "Condition: Not here."]
    )]
    #[case::notes(
        "# A\n\n> **Editor's Note:** One.\n\n> **Designer's Note:** One.\n>\n> Two.\n",
        &["Document: A", "", "Editor's note: One.", "", "Designer's note: One.", "", "Two.", "End of note."]
    )]
    #[case::a_table(
        "# A\n\n| 2D6 | Event |\n|---|---|\n| 2-3 | Mud |\n| 4-12 | |\n",
        &["Document: A", "", "Table of 2 rows", "", "2D6: 2-3", "Event: Mud", "odds: 8.3 %", "", "2D6: 4-12", "odds: 91.7 %"]
    )]
    #[case::a_list_and_a_quotation("# A\n\n- One\n- Two\n\n> Said.\n", &["Document: A", "", "- One", "- Two", "", "Quote: Said."])]
    #[case::an_effect_of_nothing_but_a_list("# A\n\n▶ Either:\n\n- One\n", &["Document: A", "", "Effect: Either:", "- One"])]
    fn marks_are_words_and_tables_are_records(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(lines(text), expected);
    }
}
