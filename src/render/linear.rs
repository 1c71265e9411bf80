//! What a section is, in words, for screen readers and braille: no symbol replaces a word, and no meaning is in the look
//! alone.

use super::flow::Flow;
use super::heading::kind_label;
use crate::rules::Section;
use crate::theme::Role;

/// What a section is, in words that go behind its name: kind, cost, tags.
pub fn facts(section: &Section) -> Vec<String> {
    let kind = kind_label(&section.kind);
    let cost = section
        .kind
        .cost()
        .map(|cost| format!("{} {}", cost.amount, cost.currency.symbol()));
    let kind = (!kind.is_empty()).then(|| kind.to_owned());
    kind.into_iter()
        .chain(cost)
        .chain(section.tags.iter().map(|tag| tag.to_lowercase()))
        .collect()
}

/// Name and facts of a section: `Breach, action, 2 AP`.
pub fn title_and_facts(section: &Section) -> String {
    let parts = std::iter::once(section.full_title()).chain(facts(section));
    parts.collect::<Vec<_>>().join(", ")
}

/// Appends the facts of a section to its name.
pub(super) fn push_facts(flow: &mut Flow, section: &Section) {
    for fact in facts(section) {
        flow.push(&format!(", {fact}"), Role::Dim);
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::links::LinkGraph;
    use crate::render::{Line, Page, PageContext};
    use crate::rules::{Rulebook, SectionRef};
    use crate::source::Source;
    use crate::theme::Symbols;

    /// The lines of a document in linear form.
    fn lines(text: &str) -> Vec<String> {
        let book = Rulebook::load(vec![Source::in_memory("house.md", text)], Vec::new());
        let links = LinkGraph::new(&book);
        let context = PageContext {
            symbols: Symbols::LINEAR,
            ..PageContext::new(&book, &links, 60)
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
        &["Document: A", "", "Editor's note: One.", "", "Designer's note: One.", "", "Two.", "End of the note."]
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
