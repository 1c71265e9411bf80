//! The titles of all sections, and the search for titles by the first letters of their words.

use super::strings::Strings;
use crate::analyzer::{fold, tokenize};
use crate::rules::{Rulebook, SectionRef, title_above};

/// A title in which the typed letters begin words, in the same order.
#[derive(Clone, Copy, Debug)]
pub struct TitleMatch {
    pub at: SectionRef,
    /// The share of the title's letters that were typed.
    pub typed: f32,
    /// Whether the typed words are the first words of the title, without a gap.
    pub is_start: bool,
}

/// Returns the folded words of each section's title, in the order of the sections.
pub fn titles(book: &Rulebook) -> Strings {
    let mut titles = Strings::default();
    for (_, section) in book.iter() {
        let language = book.document(section.document).language;
        let title = section.full_title();
        let tokens = tokenize(title_above(&title), language);
        let words = tokens.iter().filter(|token| !token.is_part);
        let words: Vec<_> = words.map(|token| fold(&token.exact)).collect();
        titles.push(&words.join(" "));
    }
    titles
}

/// Finds the titles in which `typed` begin words, in the same order. Returns at most `most`, those of
/// which the largest share was typed.
pub fn find_titles(titles: &Strings, typed: &[&str], most: usize) -> Vec<TitleMatch> {
    let mut found: Vec<TitleMatch> = titles
        .iter()
        .zip((0..).map(SectionRef))
        .filter_map(|(title, at)| match_title(title, typed, at))
        .collect();
    found.sort_by(|a, b| {
        b.is_start
            .cmp(&a.is_start)
            .then(b.typed.total_cmp(&a.typed))
            .then(a.at.cmp(&b.at))
    });
    found.truncate(most);
    found
}

#[expect(
    clippy::cast_precision_loss,
    reason = "lengths of titles are far below 2^24"
)]
fn match_title(title: &str, typed: &[&str], at: SectionRef) -> Option<TitleMatch> {
    let (mut next, mut gaps, mut letters) = (0, 0, 0);
    for word in title.split(' ') {
        if next < typed.len() && word.starts_with(typed[next]) {
            letters += typed[next].len();
            next += 1;
        } else if next < typed.len() {
            gaps += 1;
        }
    }
    (next == typed.len()).then_some(TitleMatch {
        at,
        typed: letters as f32 / title.len().max(1) as f32,
        is_start: gaps == 0,
    })
}
