//! The anchors of a document: what may follow the `#` in a link to one of its places.

use rustc_hash::FxHashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::names::MAX_NAMESAKES;
use crate::rules::slug::slug;
use crate::rules::{DocumentRef, Rulebook, RunInForm, SectionRef};

/// The anchors of one document.
#[derive(Debug, Default)]
pub struct Anchors {
    /// The sections by the ids that authors gave, and by the anchors that GitHub and `MkDocs` make.
    exact: FxHashMap<String, SectionRef>,
    /// The sections by the words of their headings and titles, without accents.
    words: FxHashMap<String, Vec<SectionRef>>,
}

impl Anchors {
    /// Collects the anchors of a document. An id that the author gave comes before the anchors of
    /// GitHub, and these before those of `MkDocs`. The second of two equal anchors has the number 1.
    pub fn of(book: &Rulebook, document: DocumentRef) -> Self {
        let found = book.document(document);
        let mut anchors = Self::default();
        let sections: Vec<_> = book.subtree(found.root).collect();
        for (id, offset) in &found.anchors {
            let above = sections.partition_point(|at| book.section(*at).span.start <= *offset);
            let section = sections[above.saturating_sub(1).min(sections.len() - 1)];
            anchors.exact.entry(id.to_lowercase()).or_insert(section);
        }
        let is_heading = |at: &&SectionRef| {
            let section = book.section(**at);
            !section.run_in || section.form == RunInForm::Heading
        };
        for (mark, anchor) in [('-', github as fn(&str) -> String), ('_', mkdocs)] {
            let mut counts: FxHashMap<String, u32> = FxHashMap::default();
            for at in sections.iter().filter(is_heading) {
                let base = anchor(&book.section(*at).heading);
                let count = counts.entry(base.clone()).or_default();
                let name = match *count {
                    0 => base,
                    number => format!("{base}{mark}{number}"),
                };
                *count += 1;
                anchors.exact.entry(name).or_insert(*at);
            }
        }
        for at in sections {
            let section = book.section(at);
            let id = section.id.rsplit('#').next().unwrap_or("");
            let names = [
                words(&section.heading),
                words(&section.title),
                id.to_owned(),
            ];
            for (index, name) in names.iter().enumerate() {
                if !names[..index].contains(name) {
                    anchors.words.entry(name.clone()).or_default().push(at);
                }
            }
        }
        anchors
    }

    /// Returns the sections that a link may mean with `anchor`, the decoded text after `#`.
    pub fn find(&self, anchor: &str) -> Vec<SectionRef> {
        let anchor: String = anchor.trim().nfc().collect::<String>().to_lowercase();
        let anchor = anchor.strip_prefix("user-content-").unwrap_or(&anchor);
        if let Some(section) = self.exact.get(anchor) {
            return vec![*section];
        }
        let wanted = words(anchor);
        let by_words = self.words.get(&wanted);
        let found = by_words.into_iter().flatten().take(MAX_NAMESAKES);
        found.copied().collect()
    }
}

/// Returns the anchor that GitHub makes of a heading: `craft-boat-i---ii` for `Craft Boat (I - II)`.
fn github(heading: &str) -> String {
    let is_letter = |c: &char| {
        c.is_alphanumeric()
            || matches!(c, '-' | '_' | ' ' | '\u{fe00}'..='\u{fe0f}')
            || is_combining_mark(*c)
    };
    let letters = heading.trim().chars().filter(is_letter);
    letters.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the anchor that `MkDocs` makes of a heading: only letters of ASCII, and single hyphens.
fn mkdocs(heading: &str) -> String {
    let letters = heading
        .nfkd()
        .filter(|c| c.is_ascii_alphanumeric() || "-_ ".contains(*c));
    let letters: String = letters.collect();
    let words = letters.split(['-', ' ']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

/// Returns the words of a heading or an anchor, without accents and with hyphens between them.
fn words(text: &str) -> String {
    slug(
        &text
            .nfkd()
            .filter(|c| !is_combining_mark(*c))
            .collect::<String>(),
    )
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::source::Source;

    #[rstest]
    #[case("8.3.2 Mire Effects", "832-mire-effects", "832-mire-effects")]
    #[case("Craft Boat (I - II)", "craft-boat-i---ii", "craft-boat-i-ii")]
    #[case("Sanación", "sanación", "sanacion")]
    #[case("Eels \u{1f40d}\u{fe0f}", "eels-\u{fe0f}", "eels")]
    #[case("snake_case & more", "snake_case--more", "snake_case-more")]
    fn anchors_are_made_as_elsewhere(
        #[case] heading: &str,
        #[case] on_github: &str,
        #[case] in_mkdocs: &str,
    ) {
        assert_eq!(github(heading), on_github);
        assert_eq!(mkdocs(heading), in_mkdocs);
    }

    #[rstest]
    #[case("setup", "One")]
    #[case("Setup-1", "Two")]
    #[case("setup_2", "Three")]
    #[case("cid", "Two")]
    #[case("user-content-fog", "Fog")]
    #[case("Sanacion", "Sanaci\u{f3}n")]
    #[case("sanacio\u{301}n", "Sanaci\u{f3}n")]
    #[case("nothing", "")]
    fn an_anchor_leads_to_its_section(#[case] anchor: &str, #[case] parent_or_title: &str) {
        let text = "# A\n\n## One\n\n### Setup\n\n## Two\n\n### Setup\n\nx <a id=\"cid\"></a>\n\n## Three\n\n### Setup\n\n## Fog\n\n## Sanaci\u{f3}n\n\nx\n";
        let book = Rulebook::load(vec![Source::in_memory("a.md", text)], vec![]);
        let found = Anchors::of(&book, DocumentRef(0)).find(anchor);
        let name = found.first().map_or("", |at| {
            let section = book.section(*at);
            let named = match section.title.as_str() {
                "Setup" => book.section(section.parent.unwrap()),
                _ => section,
            };
            named.title.as_str()
        });
        assert_eq!(name, parent_or_title);
    }
}
