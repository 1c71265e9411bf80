//! Questions that the home screen suggests, all answered by the loaded rules.

use crate::rules::{Rulebook, SectionRef};

/// The maximum number of suggested questions.
const COUNT: usize = 3;

/// Sections of widely used rules: the id of each, and a question that is suggested if the section
/// is loaded.
const KNOWN: [(&str, &str); COUNT] = [
    ("kill-team/core-terms#dash", "can I climb during a dash"),
    ("kill-team/npo-datacards#npo-table", "2D6 npo 7"),
    ("kill-team/core-terms#blast", "blast or torrent"),
];

/// The number of equal parts that the rulebook is divided into. One section of each part except the
/// first can become the subject of a question.
const SAMPLES: usize = 97;

/// Returns up to three questions that the loaded rules answer: those in `KNOWN` about loaded
/// sections or, if there are none, questions about sections from different parts of the rules.
pub fn questions(book: &Rulebook) -> Vec<String> {
    let known = KNOWN.iter().filter(|(id, _)| book.by_id(id).is_some());
    let known: Vec<_> = known.map(|(_, question)| (*question).to_owned()).collect();
    if !known.is_empty() {
        return known;
    }
    // Consecutive samples are about half the rulebook apart, so that the questions are about
    // different topics.
    let samples = (1..SAMPLES).map(|at| (at * 53 % SAMPLES) * book.section_count() / SAMPLES);
    let mut names: Vec<_> = samples.filter_map(|at| name(book, at)).collect();
    names.dedup();
    if let [first, _, left, right, ..] = &mut names[..] {
        *first = format!("what is {first}");
        *left = format!("{left} or {right}");
    }
    names.truncate(COUNT);
    names
}

/// Returns the title of the section with the given index, in lower case, if the section is a rule
/// with text and a short name: one to three words of letters, hyphens and apostrophes.
fn name(book: &Rulebook, index: usize) -> Option<String> {
    let section = book.section(SectionRef(u32::try_from(index).ok()?));
    let title = &section.title;
    let is_rule = section.has_text && !section.run_in && section.parent.is_some();
    let is_letter = |letter: char| letter.is_alphabetic() || " -'".contains(letter);
    let is_simple = (4..=24).contains(&title.len())
        && title.split(' ').count() <= 3
        && title.chars().all(is_letter)
        && section.parameter.is_none();
    (is_rule && is_simple).then(|| title.to_lowercase())
}
