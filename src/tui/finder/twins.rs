//! Tells results with the same title apart.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::rules::{DocumentRef, GameRef, Rulebook, SectionRef};
use crate::search::Hit;

/// The maximum number of sections with the same title that a section is told apart from.
const MAX_TWINS: usize = 64;

/// Returns, for each section whose title occurs several times in its game, the ancestor whose title
/// tells the section apart from the others: the nearest one whose title is above no other of them,
/// or else the parent.
pub fn leads(book: &Rulebook, sections: &[SectionRef]) -> Vec<Option<SectionRef>> {
    let name = |at: SectionRef| (book.game_of(at), book.section(at).title.as_str());
    // Those that are listed count even if there are more than the limit.
    let mut twins: FxHashMap<(GameRef, &str), Vec<SectionRef>> = FxHashMap::default();
    for at in sections {
        twins.entry(name(*at)).or_default().push(*at);
    }
    let titles: FxHashSet<&str> = twins.keys().map(|(_, title)| *title).collect();
    for (at, section) in book.iter() {
        if titles.contains(section.title.as_str())
            && let Some(twins) = twins.get_mut(&name(at))
            && twins.len() < MAX_TWINS
            && !twins.contains(&at)
        {
            twins.push(at);
        }
    }
    let title = |at: SectionRef| &book.section(at).title;
    let lead = |at: &SectionRef| {
        let twins = twins.get(&name(*at))?.iter().filter(|twin| *twin != at);
        let above: Vec<_> = twins.flat_map(|twin| book.ancestors(*twin)).collect();
        if above.is_empty() {
            return None;
        }
        let is_own = |own: &SectionRef| above.iter().all(|other| title(*other) != title(*own));
        let mut own = book.ancestors(*at).into_iter().rev();
        own.find(is_own).or(book.section(*at).parent)
    };
    sections.iter().map(lead).collect()
}

/// Moves the results of a document before other results with the same title.
pub fn put_first(book: &Rulebook, document: DocumentRef, hits: &mut [Hit]) {
    let of = |hit: &Hit| book.section(hit.section);
    for at in 0..hits.len() {
        let title = &of(&hits[at]).title;
        let is_twin = |hit: &Hit| of(hit).document == document && of(hit).title == *title;
        if of(&hits[at]).document != document
            && let Some(twin) = hits[at..].iter().position(is_twin)
        {
            hits[at..=at + twin].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn listed_twins_are_told_apart_among_hundreds() {
        let monster = |at: usize| {
            let text = format!("# Monster {at}\n\n## Actions\n\nIt bites.\n");
            Source::in_memory(&format!("a{at:03}.md"), &text)
        };
        let mut sources: Vec<_> = (0..100).map(monster).collect();
        for (file, title) in [("y.md", "# Goblin"), ("z.md", "# Monsters\n\n## Goblin")] {
            let text = format!("{title}\n\n### Actions\n\nIt stabs.\n");
            sources.push(Source::in_memory(file, &text));
        }
        let book = Rulebook::load(sources, Vec::new());
        let listed: Vec<_> = ["y", "z"]
            .iter()
            .map(|file| {
                let mut all = book.iter();
                let found = all.find(|(at, section)| {
                    section.title == "Actions" && book.document_of(*at).source.stem() == *file
                });
                found.map(|(at, _)| at).unwrap()
            })
            .collect();
        let leads = leads(&book, &listed).into_iter();
        let titles: Vec<_> = leads.map(|at| &*book.section(at.unwrap()).title).collect();
        assert_eq!(titles, ["Goblin", "Monsters"]);
    }
}
