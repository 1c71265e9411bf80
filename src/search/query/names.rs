//! The sections that a player's word means.

use crate::rules::{Rulebook, SectionRef};
use crate::search::index::SearchIndex;
use crate::search::query::retrieve::sections_with;
use crate::search::tokenizer::whole_words;
use crate::search::words::{is_function_word, stem};

/// A section that a player's word leads to, and how surely it is meant: 1 for the name that comes first.
pub(crate) type Target = (SectionRef, f32);

/// How surely a name is meant that is not the first.
const FURTHER_MEANING: f32 = 0.94;
/// How surely a longer name is meant that contains the meaning: `door` is Hatchway, and so part of Hatchway Fight.
const LONGER_NAME: f32 = 0.6;

/// The sections of any of these names, the surest first. A longer title is one if it holds all words of a name, which make up
/// at least half of it.
pub(crate) fn targets(index: &SearchIndex, book: &Rulebook, names: &[String]) -> Vec<Target> {
    let fields = index.fields();
    let mut targets = Vec::new();
    for (rank, name) in names.iter().enumerate() {
        let sure = if rank == 0 { 1.0 } else { FURTHER_MEANING };
        let wanted = content(name);
        let words: Vec<_> = wanted
            .iter()
            .map(|word| index.vocabulary().with_forms(word).collect())
            .collect();
        for field in [fields.title, fields.labels] {
            for at in sections_with(index, field, &words) {
                let section = book.section(at);
                let mut own = vec![section.title.clone(), section.full_title()];
                own.extend(section.aliases.iter().cloned());
                let is_longer =
                    field == fields.title && 2 * wanted.len() >= content(&section.title).len();
                if !section.has_text {
                } else if own.iter().any(|own| stems(own).eq(stems(name))) {
                    targets.push((at, sure));
                } else if is_longer {
                    targets.push((at, LONGER_NAME * sure));
                }
            }
        }
    }
    targets.sort_by(|a: &Target, b: &Target| b.1.total_cmp(&a.1));
    targets
}

/// A name regardless of case, punctuation and word forms.
fn stems(name: &str) -> impl Iterator<Item = String> {
    whole_words(name).map(|word| stem(&word).to_owned())
}

/// The words of a name that say something.
fn content(name: &str) -> Vec<String> {
    whole_words(name)
        .filter(|word| !is_function_word(word) && word.len() > 1)
        .collect()
}
